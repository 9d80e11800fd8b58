"""The evaluation: its patterns follow the board, its weights load, a small training run learns."""

import random
from pathlib import Path

import numpy as np
import pytest

from ai.othello import weights
from ai.othello.bitboard import BOARDS, KINDS, embed, square_of
from ai.othello.bitboard_searcher import BitboardSearcher, bitboards
from ai.othello.evaluate import STAGES, pass_features, set_features, update_features
from ai.othello.features import square_weights
from ai.othello.mobility import COUNTS, count_at, mobility_counts
from ai.othello.patterns import GEOMETRIES, WEIGHTS_PER_STAGE
from ai.othello.root import EXACT, INFINITY, empties_of
from ai.othello.search import PROBCUT_DEPTH
from ai.othello.search_state import FEATURES, FEATURES_AT
from ai.othello.train.full_games import SOLVED, full_games
from ai.othello.train.labels import Labeler
from ai.othello.train.pipeline import TrainingRun
from ai.othello.train.probcut import measure
from ai.othello.weights import Weights
from games.base import PASS
from games.othello import OTHELLO, OthelloPosition


def scattered(size: int) -> Weights:
    """Weights that are different for every pattern, except for mirror images."""
    dice = np.random.default_rng(size).integers(-90, 90, (STAGES, WEIGHTS_PER_STAGE)).astype(np.int16)
    blank = weights.of_squares(size)
    return Weights(np.ascontiguousarray(dice[:, GEOMETRIES[size].same]), blank.errors.copy())


def features(searcher: BitboardSearcher, ply: int) -> list[int]:
    start = FEATURES_AT + ply * FEATURES
    counted: list[int] = searcher.words[start : start + FEATURES].tolist()
    return counted


def estimate(searcher: BitboardSearcher, own: int, other: int) -> int:
    return searcher.value(own, other, 0, -INFINITY, INFINITY)


@pytest.mark.parametrize("size", [8, 6])
def test_patterns_follow_the_moves(size: int) -> None:
    searcher, dice = BitboardSearcher(size, scattered(size), 4), random.Random(size)
    position, ply = OTHELLO.start(f"{size}x{size}"), 0
    set_features(*map(np.uint64, bitboards(position)), 0, searcher.address)
    while position.outcome() is None:
        move = dice.choice(position.legal_moves())
        if move == PASS:
            pass_features(searcher.address, ply)
        else:
            index = position.board.grid.index(move)
            turned = embed(position.board.flips(position.own, position.other, 1 << index), size)
            update_features(searcher.address, ply, square_of(index, size), np.uint64(turned))
        position, ply = position.play(move), ply + 1
        set_features(*map(np.uint64, bitboards(position)), 100, searcher.address)
        assert features(searcher, ply) == features(searcher, 100)


def beside(squares: set[int], size: int) -> set[int]:
    steps = [(rows, columns) for rows in (-1, 0, 1) for columns in (-1, 0, 1)]
    around = (
        (square // size + rows, square % size + columns) for square in squares for rows, columns in steps
    )
    return {row * size + column for row, column in around if 0 <= row < size and 0 <= column < size}


@pytest.mark.parametrize("size", [8, 6])
def test_counts_are_those_of_the_rules(size: int) -> None:
    dice, seen = random.Random(size), set()
    for _ in range(5):
        position = OTHELLO.start(f"{size}x{size}")
        while position.outcome() is None:
            sides = [{i for i in range(size**2) if side >> i & 1} for side in (position.own, position.other)]
            empty, board = set(range(size**2)) - sides[0] - sides[1], position.board
            own, other = map(np.uint64, bitboards(position))
            packed = mobility_counts(own, other, BOARDS[KINDS[size]] & ~(own | other))
            assert [count_at(packed, which) for which in range(COUNTS)] == [
                board.mobility(position.own, position.other).bit_count(),
                board.mobility(position.other, position.own).bit_count(),
                *(len(empty & beside(side, size)) for side in reversed(sides)),
                *(len(side & beside(empty, size)) for side in sides),
            ]
            seen.add(int(packed))
            position = position.play(dice.choice(position.legal_moves()))
    assert len(seen) > 100


def mirrored(bits: int) -> int:
    return int.from_bytes(bits.to_bytes(8, "little"), "big")


def turned(bits: int) -> int:
    return sum(1 << (i % 8) * 8 + i // 8 for i in range(64) if bits >> i & 1)


@pytest.mark.parametrize("size", [8, 6])
def test_mirror_images_are_worth_the_same(size: int) -> None:
    searcher, dice, values = BitboardSearcher(size, scattered(size), 4), random.Random(1), set()
    position = OTHELLO.start(f"{size}x{size}")
    while position.outcome() is None and empties_of(position) > 14:
        own, other = bitboards(position)
        value = estimate(searcher, own, other)
        values.add(value)
        assert estimate(searcher, mirrored(own), mirrored(other)) == value
        assert estimate(searcher, turned(own), turned(other)) == value
        position = position.play(dice.choice(position.legal_moves()))
    assert len(values) > 5


@pytest.mark.parametrize("size", [8, 6])
def test_square_weights_are_patterns_too(size: int) -> None:
    searcher, dice, worth = (
        BitboardSearcher(size, weights.of_squares(size), 4),
        random.Random(2),
        square_weights(size),
    )
    for _ in range(10):
        position = OTHELLO.start(f"{size}x{size}")
        while position.outcome() is None and empties_of(position) > 14:
            sides = [
                [position_bits >> i & 1 for i in range(size * size)]
                for position_bits in (position.own, position.other)
            ]
            total = 10 * int((np.array(sides[0]) - np.array(sides[1])) @ worth)
            assert estimate(searcher, *bitboards(position)) == max(-6300, min(6300, total))
            position = position.play(dice.choice(position.legal_moves()))


@pytest.mark.parametrize("size", [8, 6])
def test_weights_are_written_and_read(size: int, tmp_path: Path) -> None:
    made = scattered(size)
    made.errors[20, 8] = 345
    weights.save(tmp_path / "w.npz", size, made)
    read = weights.load(tmp_path / "w.npz", size)
    last = min(STAGES, (size * size - 4) // 4 + 1)
    assert (read.stages[:last] == made.stages[:last]).all()
    assert (read.errors == made.errors).all()
    assert read.cuts and not weights.of_squares(size).cuts


@pytest.mark.parametrize("damage", ["missing", "cut short", "of another board", "no archive"])
def test_weights_that_cannot_be_read_are_replaced_and_reported(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(weights, "_FOLDER", tmp_path)
    path = weights.path_of(8)
    if damage == "cut short":
        weights.save(path, 8, scattered(8))
        path.write_bytes(path.read_bytes()[:5000])
    elif damage == "of another board":
        weights.save(path, 6, scattered(6))
    elif damage == "no archive":
        path.write_text("weights")
    weights.of_size.cache_clear()
    try:
        assert weights.of_size(8) is weights.of_squares(8)
        assert "plays by plain square weights" in caplog.text
    finally:
        weights.of_size.cache_clear()


def test_the_packages_own_weights_are_whole_and_small() -> None:
    for size in (8, 6):
        path = weights.path_of(size)
        assert weights.load(path, size).cuts
    assert sum(weights.path_of(size).stat().st_size for size in (8, 6)) < 4_000_000


def test_a_small_training_run_learns_and_is_resumed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    training = TrainingRun(6, (500, 2000), tmp_path, games=(300,), jobs=1, chunk=1000)
    learned = training.run()
    report = capsys.readouterr()
    assert "held out" in report.out and "round 2, stage 9 of 9" in report.err
    assert training.run().stages.tolist() == learned.stages.tolist()
    assert "stage" not in capsys.readouterr().out, "nothing was left to do"
    for path in tmp_path.glob("round1_stage08*"):
        path.unlink()
    assert training.run().stages.tolist() == learned.stages.tolist(), "made again, it is the same"
    # Its evaluations of positions near the end are nearer to the results than those of square weights.
    assert missed(learned) < 0.85 * missed(weights.of_squares(6))
    errors = measure(6, learned, 10, seed=3)
    searched = errors[20, PROBCUT_DEPTH:21]
    assert (searched >= 50).all() and (searched < 3000).all()
    assert not errors[20, :PROBCUT_DEPTH].any() and not errors[20, 21:].any()


def test_labels_of_late_positions_are_results() -> None:
    weights_used = weights.of_size(6)
    boards = Labeler(6).boards(weights_used, 5, 11, 60, seed=4)
    searcher = BitboardSearcher(6, weights_used, 14)
    results = [result_of(searcher, *map(int, board)) for board in boards]
    assert Labeler(6).label(boards, weights_used).tolist() == results
    assert len(set(results)) > 10


def test_labels_of_whole_games_follow_their_results() -> None:
    weights_used = weights.of_size(6)
    boards, labels = full_games(6, weights_used, 60, seed=9)
    empties = 36 - np.bitwise_count(boards[:, 0] | boards[:, 1])
    near = empties == SOLVED + 1
    assert near.sum() > 20 and empties.min() == SOLVED + 1
    searcher = BitboardSearcher(6, weights_used, 16)
    results = [result_of(searcher, *map(int, board)) for board in boards[near]]
    lost = np.abs(labels[near] - results)
    assert lost.mean() < 300, "four discs deep, one move from the solver, little is lost"
    assert np.abs(results).mean() > 600, "though the games were not close"


def result_of(searcher: BitboardSearcher, own: int, other: int) -> int:
    empties = 36 - (own | other).bit_count()
    return searcher.value(own, other, empties, -INFINITY, INFINITY, EXACT)


def missed(weights_used: Weights) -> float:
    searcher, dice, total = BitboardSearcher(6, weights_used, 14), random.Random(5), 0
    for _ in range(40):
        position = later(dice)
        own, other = bitboards(position)
        result = searcher.value(own, other, empties_of(position), -INFINITY, INFINITY, EXACT)
        total += abs(estimate_of(searcher, position) - result)
    return total


def later(dice: random.Random) -> OthelloPosition:
    while True:
        position = OTHELLO.start("6x6")
        while position.outcome() is None:
            if empties_of(position) == 6 and not position.must_pass:
                return position
            position = position.play(dice.choice(position.legal_moves()))


def estimate_of(searcher: BitboardSearcher, position: OthelloPosition) -> int:
    return estimate(searcher, *bitboards(position))
