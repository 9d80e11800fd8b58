"""Othello: move generation, search, end games, evaluation, compiling."""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from bench import Row, ffo, median_seconds
from games.othello import OTHELLO, OthelloPosition

if TYPE_CHECKING:
    from ai.othello.bitboard_searcher import BitboardSearcher

PERFT_11 = 212_258_800

# Middle games of 40, 36 and 32 empty squares, from quick games of level 8 against itself.
MIDDLE_GAMES = (
    ".OOOO... ..OXX... .XXOO... XXXOO... XXOOO... .OOO.... ........ ........ first",
    "........ ..O....O ..XXXXXO ...XOOOO ...XOOO. ..XOXOXX ...OOO.. ....OO.. first",
    "........ .......X ...X..XX ...XOXOX ..XXXOOX .OOOOOXX ..OOOO.. .OOOOOO. first",
)
PLAYED = {18: 20, 20: 20, 22: 20, 24: 5}
"""The number of games on whose positions the evaluation is measured, by empty squares."""
RANDOM_PLIES = 8
"""The number of random plies at the start of these games."""
LEVEL_8 = 110
"""The confidence of level 8's forward cuts."""

_WARM_UP = (
    "import time, ai.base as b; t = time.perf_counter(); b.warm_up('othello'); print(time.perf_counter() - t)"
)


def rows() -> Iterator[Row]:
    """Measure everything about Othello."""
    yield perft()
    yield middle_games()
    yield from end_games()
    yield from estimates()
    yield from compiling()


def perft() -> Row:
    """Measure positions per second of the bitboards' move generator; the last ply is counted, not played."""
    from ai.othello import bitboard

    own, other, board = _words(OTHELLO.start("8x8"))

    def once() -> None:
        if bitboard.perft(own, other, board, 11) != PERFT_11:
            raise AssertionError("perft 11 is wrong")

    return Row("othello perft 11", PERFT_11 / median_seconds(once, 3), "nodes/s", "212258800 counted")


def middle_games() -> Row:
    """Measure nodes per second of level 8 in fixed middle games, one second each."""
    from ai.base import Limit
    from ai.othello.engine import ENGINE

    speeds = []
    for text in MIDDLE_GAMES:
        started = time.perf_counter()
        choice = ENGINE.choose(_read(text), "8", Limit(1.0, seed=1))
        speeds.append(choice.nodes / (time.perf_counter() - started))
    return Row("othello level 8, middle game", statistics.median(speeds), "nodes/s", "")


def end_games() -> Iterator[Row]:
    """Measure the CPU seconds of level 8 to solve the FFO end games exactly, without a time limit."""
    taken = {end.number: _solving(end) for end in ffo.positions()}
    yield Row("othello FFO #1 to #19, solved", sum(taken[n] for n in range(1, 20)), "s CPU", "")
    yield Row("othello FFO #20 to #39", sum(taken[n] for n in range(20, 40)), "s CPU", "")
    yield Row("othello FFO #40", taken[40], "s CPU", "≤ 0.35")
    yield Row("othello FFO #40 to #44", sum(taken[n] for n in range(40, 45)), "s CPU", "≤ 3.8")


def _solving(end: ffo.EndGame) -> float:
    from ai.base import Limit
    from ai.othello.engine import ENGINE

    began = time.process_time()
    choice = ENGINE.choose(end.position, "8", Limit(3600.0, nodes=1 << 60, seed=1))
    taken = time.process_time() - began
    won = (end.result > 0) - (end.result < 0)
    if not choice.proven or choice.score != won:
        raise AssertionError(f"FFO #{end.number} is not {end.result}")
    return taken


def estimates() -> Iterator[Row]:
    """Measure the evaluation's error, the loss of a search nine discs deep, and solving 22 empty squares."""
    from ai.othello import weights
    from ai.othello.bitboard_searcher import BitboardSearcher
    from ai.othello.root import EXACT, INFINITY, empties_of

    searcher, missed, taken = BitboardSearcher(8, weights.of_size(8), 21), [], []
    lost: dict[int, list[float]] = {LEVEL_8: [], EXACT: []}
    for position in _played():
        estimate = searcher.search(position, 0, -INFINITY, INFINITY, EXACT)
        after = {confidence: _nine_deep(position, confidence, searcher) for confidence in lost}
        searcher.begin(clear=True)
        began = time.process_time()
        value = _result(position, searcher)
        if empties_of(position) == 22:
            taken.append(time.process_time() - began)
        missed.append(abs(value - estimate) / 100)
        for confidence, reached in after.items():
            lost[confidence].append((value + _result(reached, searcher)) / 100)
    yield Row("othello evaluation's error, 18 to 24 empty", statistics.mean(missed), "discs", "≤ 6")
    for confidence, how in ((EXACT, "no forward cuts"), (LEVEL_8, "forward cuts")):
        yield Row(
            f"othello loss of a move 9 deep, {how}", statistics.mean(lost[confidence]), "discs", "≤ 0.8"
        )
    yield Row("othello 22 empty solved, mean", statistics.mean(taken), "s CPU", "≤ 0.5")


def _nine_deep(position: OthelloPosition, confidence: int, searcher: BitboardSearcher) -> OthelloPosition:
    # the position after the move of a search nine discs deep
    from ai.base import Limit
    from ai.othello.root import Plan, think

    plan = Plan(depth=9, exact=0, confidence=confidence)
    return position.play(think(position, plan, Limit(60.0, nodes=1 << 40), searcher).move)


def _result(position: OthelloPosition, searcher: BitboardSearcher) -> int:
    # exact, in centidiscs: first by deepening searches with forward cuts, then without
    from ai.othello.root import EXACT, INFINITY, aspirate, empties_of

    if position.outcome() is not None or position.must_pass:
        return searcher.search(position, empties_of(position), -INFINITY, INFINITY, EXACT)
    empties, value = empties_of(position), 0

    def search(depth: int, confidence: int, low: int, high: int) -> int:
        return searcher.search(position, depth, low, high, confidence)

    for depth, confidence in ((8, 110), (empties - 10, 110), (empties, 110), (empties, EXACT)):
        value = aspirate(partial(search, depth, confidence), value, searcher)
    return value


def _played() -> Iterator[OthelloPosition]:
    # Positions of games with a random start, continued four discs deep.
    from ai.base import Limit
    from ai.othello import weights
    from ai.othello.bitboard_searcher import BitboardSearcher
    from ai.othello.root import Plan, empties_of, think

    searcher, plan = BitboardSearcher(8, weights.of_size(8), 12), Plan(depth=4, exact=0, variety=100)
    for empties, games in PLAYED.items():
        for game in range(games):
            dice, position = random.Random(1000 * empties + game), OTHELLO.start("8x8")
            while position.outcome() is None and (empties_of(position) > empties or position.must_pass):
                if empties_of(position) > 60 - RANDOM_PLIES or position.must_pass:
                    move = dice.choice(position.legal_moves())
                else:
                    limit = Limit(60.0, nodes=20_000, seed=dice.randrange(1 << 30))
                    move = think(position, plan, limit, searcher).move
                position = position.play(move)
            if empties_of(position) == empties and position.outcome() is None:
                yield position


def compiling() -> Iterator[Row]:
    """Measure the seconds of the warm-up in a fresh process, without and with compiled kernels on disk."""
    with tempfile.TemporaryDirectory() as folder:
        yield Row("othello warm-up, cold", _warm_up(folder), "s", "≤ 20")
        yield Row("othello warm-up, cached", _warm_up(folder), "s", "≤ 1")


def _warm_up(folder: str) -> float:
    environment = {**os.environ, "DAEGUK_CACHE_DIR": folder}
    command = [sys.executable, "-c", _WARM_UP]
    return float(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)


def _read(text: str) -> OthelloPosition:
    *lines, side = text.split()
    return OTHELLO.position("\n".join(" ".join(line) for line in lines) + f"\nto move: {side}")


def _words(position: OthelloPosition) -> tuple[object, object, object]:
    import numpy as np

    from ai.othello.bitboard import BOARDS

    return np.uint64(position.own), np.uint64(position.other), BOARDS[0]
