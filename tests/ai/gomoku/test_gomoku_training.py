"""Learning from self-play at toy size: end to end, resumed, and on games with a known answer."""

from __future__ import annotations

import logging
import random
from pathlib import Path

import numpy as np
import pytest

from ai.gomoku import point_patterns
from ai.gomoku.board import new_board, place, rules_of, shape_of
from ai.gomoku.point_patterns import CODES, FIVES, REFUSALS, THREATS
from ai.gomoku.root import SearchMemory
from ai.gomoku.train import fit, fit_network, pipeline, self_play
from ai.gomoku.train.__main__ import main
from ai.gomoku.train.self_play import Game
from ai.gomoku.values import TRAINED, Values


@pytest.fixture(scope="module")
def games() -> list[Game]:
    rng, memory, values = random.Random(1), SearchMemory(12), Values.untrained()
    return [
        self_play.play_game(variant, rng, 150, memory, values)
        for variant in self_play.SHARES
        for _ in range(2)
    ]


def test_games_are_played_to_their_end(games: list[Game]) -> None:
    for game in games:
        board, rules = new_board(game.variant), rules_of(game.variant)
        winner = 0
        for ply, (point, side, value, learned) in enumerate(game.moves.tolist()):
            assert winner == 0
            assert side == 1 + ply % 2
            assert abs(value) <= 2000
            assert learned in (0, 1)
            winner = side if shape_of(board, rules, side, point) == FIVES else 0
            place(board, rules, point, side)
        assert winner == game.winner
        assert winner or board["empties"] == 0 or game.variant == "renju-15"


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> int:
    """The games of a file."""
    for module in (self_play, pipeline):
        monkeypatch.setattr(module, "BATCH", 6)
    return 6


def test_training_at_toy_size_is_resumed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], small_batches: int
) -> None:
    course = ["--rounds", "1", "--games", str(small_batches), "--nodes", "60", "--workers", "1"]
    out = tmp_path / "values.npz"
    main([*course, "--folder", str(tmp_path / "kept"), "--out", str(out)])
    output = capsys.readouterr().out
    assert "held out: log loss" in output
    batch = tmp_path / "kept" / "games-0-0.npz"
    played, first = batch.stat().st_mtime_ns, np.load(out)["worth"]
    main([*course, "--folder", str(tmp_path / "kept"), "--out", str(out)])
    assert batch.stat().st_mtime_ns == played, "what has been played is not played again"
    assert (np.load(out)["worth"] == first).all()
    assert first.shape == (REFUSALS, 2, CODES)
    assert np.load(out)["threat"].shape == (REFUSALS, THREATS)
    assert (first != Values.untrained().worth).any()
    assert "with a network: log loss" in output
    assert Values.trained(out).network.outer.any()


def test_games_survive_the_file(tmp_path: Path, small_batches: int) -> None:
    path = tmp_path / "batch.npz"
    self_play.play_batch(path, 7, 60, Values.untrained())
    again = tmp_path / "again.npz"
    self_play.play_batch(again, 7, 60, Values.untrained())
    one, other = list(self_play.load(path)), list(self_play.load(again))
    assert len(one) == small_batches
    for game, same in zip(one, other, strict=True):
        assert (game.variant, game.winner) == (same.variant, same.winner)
        assert (game.moves == same.moves).all()


def test_values_that_fit_are_learned(games: list[Game]) -> None:
    """The loss on the training games falls, and a side that always wins is expected to win."""
    before = pipeline.count_errors(games, parts := fit.Parts(Values.untrained()))
    for _ in range(30):
        pipeline.count_errors(games, parts, learning=True)
        parts.step(3.0)
    after = pipeline.count_errors(games, parts)
    assert after[fit.LOSS] < 0.9 * before[fit.LOSS]
    assert after[fit.POSITIONS] == before[fit.POSITIONS] > 50
    assert after[fit.RIGHT] > before[fit.RIGHT]


def test_parts_add_up_to_the_values_they_came_from() -> None:
    values = Values.untrained()
    same = fit.Parts(values).values()
    live = (
        np.stack(
            [np.asarray(point_patterns.shapes(refused)) & point_patterns.LIVE for refused in range(REFUSALS)]
        )
        > 0
    )
    for role in (0, 1):
        assert (same.worth[:, role][live] == values.worth[:, role][live]).all()
        assert (same.gain[:, role][live] == values.gain[:, role][live]).all()
    assert (same.threat == values.threat).all()


def test_a_network_is_fitted(games: list[Game]) -> None:
    """The loss on the training games falls, and points without a stone near keep rows of 0."""
    lesson, untaught = fit_network.positions(games), Values.untrained()
    assert (
        len(lesson.targets)
        == len(lesson.ends) - 1
        == pipeline.count_errors(games, fit.Parts(untaught))[fit.POSITIONS]
    )
    everything = np.arange(len(lesson.targets))
    learner = fit_network.NetworkFit(untaught)
    before = learner.loss(lesson, everything)
    for _ in range(45):
        learner.loss(lesson, everything, rate=0.01)
    assert learner.loss(lesson, everything) < 0.9 * before
    network = learner.values().network
    assert network.embed.any()
    assert not network.embed[:, :, 0].any(), "no stone is near"


def test_a_network_learns_down_its_gradient(games: list[Game]) -> None:
    """The gradient of `fit_network` is that of its loss, by finite differences."""
    lesson = fit_network.positions(games[:2])
    weights = fit_network.NetworkFit(Values.untrained()).weights()
    slopes, none = (fit_network.Weights.zeros(REFUSALS, CODES) for _ in range(2))
    everything = np.arange(len(lesson.targets))
    fit_network.loss_of(everything, lesson, weights, slopes, True)
    for part, slope in zip(weights, slopes, strict=True):
        at = np.unravel_index(np.argmax(np.abs(slope)), slope.shape)
        moved, losses = part[at], []
        for step in (0.01, -0.01):
            part[at] = moved + np.float32(step)
            losses.append(fit_network.loss_of(everything, lesson, weights, none, False))
        part[at] = moved
        assert (losses[0] - losses[1]) / 0.02 == pytest.approx(slope[at], rel=0.1)


@pytest.mark.parametrize("harm", ["missing", "damaged", "other", "older", "empty"])
def test_values_that_cannot_be_read_are_replaced_and_reported(
    harm: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path, plain = tmp_path / "trained.npz", Values.untrained()
    if harm == "damaged":
        path.write_bytes(TRAINED.read_bytes()[:500])
    elif harm == "other":
        np.savez_compressed(path, **dict.fromkeys(Values.untrained().arrays(), np.zeros(7)))  # type: ignore[arg-type]
    elif harm == "older":
        np.savez_compressed(path, gain=plain.gain, worth=plain.worth, threat=plain.threat)
    elif harm == "empty":
        path.touch()
    with caplog.at_level(logging.WARNING):
        read = Values.trained(path)
    assert all((each == plain.arrays()[name]).all() for name, each in read.arrays().items())
    assert "Gomoku evaluates without its learned values: trained.npz" in caplog.text
