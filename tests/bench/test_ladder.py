"""The ladder: ratings maximize the likelihood, and interrupted runs continue without repeating games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from ai import base, strengths
from ai.base import Choice, Limit
from ai.level import Level
from bench import ladder
from bench.bradley_terry import covariance, fit
from bench.strengths import table
from games import GAMES
from games.base import Move, Position

RUN = ["hare_and_hounds", "--levels", "1", "4", "8", "--openings", "2", "--positions", "20"]


def results(first: str, second: str, score: float, times: int) -> list[ladder.Result]:
    return [ladder.Result(first, second, (Move(str(n)),), score, 9) for n in range(times)]


def test_two_levels_are_as_far_apart_as_their_score() -> None:
    strengths = fit(np.array([[0.0, 30.0], [10.0, 0.0]]))
    assert strengths[0] / strengths[1] == pytest.approx(3.0)
    spread = covariance(strengths, np.array([[0.0, 40.0], [40.0, 0.0]]))
    assert spread[0, 0] + spread[1, 1] - 2 * spread[0, 1] == pytest.approx(1 / (40 * 0.75 * 0.25))


def test_ratings_recover_the_strengths_behind_the_scores() -> None:
    true = np.array([0.2, 0.5, 1.0, 2.0, 5.0])
    chances = true[:, None] / (true[:, None] + true[None, :])
    won = 1000 * chances * (1 - np.eye(5))
    assert fit(won) == pytest.approx(true / np.exp(np.log(true).mean()))


def test_a_table_is_in_order_of_strength_and_finite() -> None:
    played = results("2", "1", 1.0, 10) + results("3", "2", 1.0, 10) + results("1", "3", 0.5, 2)
    rated = ladder.ratings(["1", "2", "3"], played)
    assert [one.level for one in rated] == ["1", "2", "3"]
    assert rated[0].elo < rated[1].elo < rated[2].elo < 1000
    assert rated[0].elo == 0 and (rated[0].step, rated[0].margin) == (None, None)
    assert [one.step for one in rated[1:]] == pytest.approx([b.elo - a.elo for a, b in pairwise(rated)])
    assert [one.games for one in rated] == [12, 20, 12]
    assert [one.over_last for one in rated] == [None, 1.0, 1.0]
    more = ladder.ratings(["1", "2", "3"], 4 * played)
    assert more[1].margin is not None and rated[1].margin is not None
    assert more[1].margin < rated[1].margin
    assert "| 2 | " in ladder.markdown("a game", "a variant", rated)


def test_openings_are_different_unfinished_and_repeatable() -> None:
    found = ladder.openings("twelve_janggi", "classic", 6)
    assert found == ladder.openings("twelve_janggi", "classic", 6)
    assert len(set(found)) == 6
    for opening in found:
        position = GAMES["twelve_janggi"].start("classic")
        for move in opening:
            position = position.play(move)
        assert position.outcome() is None
        assert ladder.is_even("twelve_janggi", position)


def test_every_pair_plays_every_opening_from_both_sides() -> None:
    games = list(ladder.schedule(["1", "2", "3"], [(Move("a"),), (Move("b"),)]))
    assert len(games) == len(set(games)) == 12
    assert {(second, first, opening) for first, second, opening in games} == set(games)


def test_rungs_are_every_hundredth_strength(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = ["hare_and_hounds", "--rungs", "--apart", "1", "--openings", "1", "--positions", "10"]
    assert ladder.main([*run, "--folder", str(tmp_path)]) == 0
    table = capsys.readouterr().out
    assert "| 500 | 0 |  |" in table and "| 600 |" in table and "| 550 |" not in table


def test_a_strength_out_of_the_scale_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        ladder.main(["othello", "--levels", "600", "9999"])
    assert "othello has no level '9999', only" in capsys.readouterr().err


def test_levels_far_apart_need_not_meet() -> None:
    games = ladder.schedule(["1", "2", "3", "4"], [(Move("a"),)], apart=2)
    met = {frozenset((first, second)) for first, second, _ in games}
    assert met == {frozenset(pair) for pair in ("12", "13", "23", "24", "34")}


def test_moves_are_shortened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []
    engine = base.engine("hare_and_hounds")

    class Noting:
        def choose(
            self, position: Position, level: Level, limit: Limit, moves: Sequence[Move] = ()
        ) -> Choice:
            asked.append(limit.seconds)
            return engine.choose(position, level, limit, moves)

    monkeypatch.setattr(ladder, "engine", lambda slug: Noting())
    known = base.limits("hare_and_hounds")
    monkeypatch.setattr(ladder, "limits", lambda slug: {**known, Level("8"): Limit(5.0)})
    run = [
        "hare_and_hounds",
        "--levels",
        "1",
        "8",
        "--openings",
        "1",
        "--positions",
        "10",
        "--folder",
        str(tmp_path),
    ]
    assert ladder.main([*run, "--at-most", "0.5"]) == 0
    assert 0.5 in asked and 5.0 not in asked and known[Level("1")].seconds in asked
    assert (tmp_path / "hare_and_hounds-classic-0.5s.jsonl").exists()
    assert ladder.main(run) == 0
    assert 5.0 in asked


def test_a_run_continues_where_the_last_one_ended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = [*RUN, "--folder", str(tmp_path)]
    assert ladder.main(run) == 0
    table, games = capsys.readouterr().out, tmp_path / "hare_and_hounds-classic.jsonl"
    lines = [line for line in games.read_text().splitlines() if line]
    assert len(lines) == 12
    assert (tmp_path / "hare_and_hounds-classic.md").read_text().strip() == table.strip()
    games.write_text("\n".join(lines[:7]) + "\n" + lines[7][:20])  # truncated while it was written
    assert ladder.main(run) == 0
    again = [json.loads(line) for line in games.read_text().splitlines() if line and line != lines[7][:20]]
    assert sorted(map(str, again)) == sorted(str(json.loads(line)) for line in lines)
    assert capsys.readouterr().out == table


@pytest.mark.parametrize(
    "wrong",
    [
        ["chess"],
        ["othello", "--levels", "9"],
        ["go", "--variant", "3x3"],
        ["othello", "--levels", "8"],
        ["othello", "--levels", "8", "8"],
        ["othello", "--openings", "0"],
        ["othello", "--apart", "0"],
        ["othello", "--at-most", "nan"],
    ],
)
def test_unknown_arguments_are_refused(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        ladder.main(wrong)
    assert ended.value.code == 2
    assert wrong[-1] in capsys.readouterr().err


@pytest.mark.parametrize(("page", "language"), [("docs/STRENGTH.md", "en"), ("docs/PLAYING.ko.md", "ko")])
def test_the_documents_show_the_strengths(page: str, language: str) -> None:
    assert table(language) in (Path(__file__).parents[2] / page).read_text()


def test_every_level_is_stronger_than_the_one_below() -> None:
    for slug, game in GAMES.items():
        measured = strengths.of(slug)
        assert measured is not None and measured.variant in game.variants
        assert [strength.level for strength in measured.levels] == [str(level) for level in range(1, 9)]
        elos = [strength.elo for strength in measured.levels]
        assert elos == sorted(set(elos)), slug
