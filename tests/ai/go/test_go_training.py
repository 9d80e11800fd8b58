"""Features of moves, and learning from self-play at toy size: end to end, resumed, with known answers."""

from __future__ import annotations

import logging
import random
from pathlib import Path

import numpy as np
import pytest

from ai.go import move_features
from ai.go.board import CODE, cell_of, load
from ai.go.train import fit
from ai.go.train.__main__ import main
from ai.go.train.fit import Choices
from ai.go.train.self_play import Game, play_game
from games.base import Move
from games.go import GO, GoPosition


@pytest.fixture(scope="module")
def games() -> list[Game]:
    return [play_game(random.Random(seed), 9, 40, 20) for seed in (1, 2)]


def teams(position: GoPosition) -> dict[str, list[int]]:
    """The team of every open point, by name."""
    seen = fit.read_position(position)
    return dict(zip(seen.names, seen.teams.tolist(), strict=True))


# -- traits --------------------------------------------------------------------------------------------------


def test_weights_are_shipped_for_every_feature(caplog: pytest.LogCaptureFixture) -> None:
    learned = move_features.weights()
    assert not caplog.records
    assert learned.shape == (move_features.FEATURES,)
    assert learned.any()
    assert move_features.LEARNED.stat().st_size <= 8 * 2**20


@pytest.mark.parametrize("harm", ["missing", "damaged", "other"])
def test_missing_weights_are_logged_and_are_zero(
    harm: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "weights.npz"
    if harm == "damaged":
        path.write_bytes(move_features.LEARNED.read_bytes()[:500])
    if harm == "other":
        np.savez_compressed(path, weights=np.zeros(7))
    with caplog.at_level(logging.WARNING):
        assert not move_features.weights(path).any()
    assert "Go searches without its learned priors: weights.npz" in caplog.text


def test_lines_have_weights_on_sizes_without_learned_places(tmp_path: Path) -> None:
    path, known = tmp_path / "weights.npz", np.zeros(move_features.FEATURES, dtype=np.float32)
    places = known[move_features.groups()[1]].reshape(3, 3, -1)
    places[0, 1, 4] = places[2, 0, 4] = 7.0
    np.savez_compressed(path, weights=known)
    learned = move_features.weights(path)[move_features.groups()[1]].reshape(3, 3, -1)
    assert (learned[[0, 2]] == places[[0, 2]]).all()
    for row, column in ((1, 1), (3, 3), (4, 5), (7, 7), (2, 12)):
        line = min(row, column, 14 - row, 14 - column, 5)
        for phase, empties in enumerate((169, 120)):
            place = move_features.place_of(cell_of((row - 1) * 13 + column - 1, 13), 13, empties)
            assert learned.ravel()[place] == np.float32(move_features._LINES[phase][line - 1])


def test_features_are_those_of_the_groups() -> None:
    position = GO.start("9x9-chinese")
    for move in ("e5", "c3", "g7", "pass", "g3", "c7"):
        position = position.play(Move(move))
    for team in teams(position).values():
        assert len(team) == move_features.GROUPS
        for feature, part in zip(team, move_features.groups(), strict=True):
            assert part.start <= feature < part.stop


def turned(name: str, quarter: int) -> str:
    """A point of 9x9 after this many quarter turns."""
    column, row = "abcdefghj".index(name[0]), int(name[1:]) - 1
    for _ in range(quarter):
        column, row = row, 8 - column
    return f"{'abcdefghj'[column]}{row + 1}"


def test_rotated_boards_and_swapped_colors_have_the_same_features() -> None:
    """Except for its likely owner, which playouts estimate."""
    moves = ["c3", "g7", "e5", "d3", "c4", "g4", "d4"]
    one = GO.start("9x9-chinese")
    other = GO.start("9x9-chinese").play(Move("pass"))
    for move in moves:
        one, other = one.play(Move(move)), other.play(Move(turned(move, 1)))
    found, again = teams(one), teams(other)
    for name, team in found.items():
        assert team[:-1] == again[turned(name, 1)][:-1]


def test_surroundings_are_distinguished() -> None:
    position = GO.start("9x9-chinese").play(Move("e5")).play(Move("c3"))
    board = load(position)
    near = {
        name: board[CODE + cell_of(position.board.index[Move(name)], 9)] for name in ("e4", "c4", "d5", "d4")
    }
    black = {name: int(move_features.SHAPES[0, code]) for name, code in near.items()}
    white = {name: int(move_features.SHAPES[1, code]) for name, code in near.items()}
    assert black["e4"] == black["d5"] == white["c4"]
    assert black["c4"] == white["e4"]
    assert len({black["e4"], black["c4"], black["d4"]}) == 3


# -- learning ------------------------------------------------------------------------------------------------


def test_games_are_played_to_their_end(games: list[Game]) -> None:
    for game in games:
        position = GO.start(game.variant)
        for move, visits in zip(game.moves, game.visits, strict=True):
            assert not visits or visits[move] >= 1
            position = position.play(Move(move))
        assert position.scoring or len(game.moves) > 20
        assert any(game.visits)
        assert not all(game.visits)


def test_training_at_toy_size_is_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, out = tmp_path / "kept", tmp_path / "weights.npz"
    course = ["--playouts", "20", "--quick", "10", "--folder", str(folder), "--out", str(out)]
    main([*course, "--games", "2"])
    assert "log loss" in capsys.readouterr().out
    played, first = (folder / "games-9.jsonl").read_text(), np.load(out)["weights"]
    main([*course, "--games", "2"])
    assert (folder / "games-9.jsonl").read_text() == played, "what has been played is not played again"
    assert (np.load(out)["weights"] == first).all()
    with (folder / "games-9.jsonl").open("a") as file:
        file.write('{"variant":"9x9-chi')  # a run was killed while it wrote
    main([*course, "--games", "3"])
    assert (folder / "games-9.jsonl").read_text().startswith(played)
    assert len((folder / "games-9.jsonl").read_text().splitlines()) == 3
    assert move_features.weights(out).any()


def test_a_known_choice_is_learned() -> None:
    """Of two moves that differ in one feature, one is chosen three times of four."""
    capture, quiet = (move_features.groups()[4].start + level for level in (4, 0))
    plain = [part.start for part in move_features.groups()]
    number = 4000
    one, other = [*plain], [*plain]
    one[4], other[4] = capture, quiet
    rng = np.random.default_rng(1)
    chosen = (rng.random(number) < 0.75).astype(float)
    known = Choices(
        np.array([one, other] * number, dtype=np.int32),
        np.column_stack([chosen, 1 - chosen]).ravel(),
        np.repeat(np.arange(number), 2),
    )
    weights = fit.fit(known)
    odds = np.log(chosen.sum() / (number - chosen.sum()))
    assert weights[capture] - weights[quiet] == pytest.approx(odds, abs=0.02)
    loss, right = fit.error(known, weights)
    assert right == pytest.approx(0.75, abs=0.03)
    assert loss < np.log(2)


def test_long_searches_and_late_quick_ones_are_learned() -> None:
    looked_at = {"e5": 3, "c3": 7}
    game = Game("9x9-chinese", ("e5", *["pass"] * 14), (looked_at, *[{}] * 14))
    assert list(game.targets()) == [("c3", 1.0), *[("pass", 0.0)] * 13, ("pass", 0.5)]


def test_features_learn_what_the_search_chose(games: list[Game]) -> None:
    known = fit.choices_of(games)
    sums = np.bincount(known.choice_numbers, known.chances)
    assert sums == pytest.approx(np.ones(len(sums)))
    guessed = np.bincount(known.choice_numbers, fit.chances(known, move_features.weights().astype(float)))
    assert guessed == pytest.approx(np.ones(len(sums)))
