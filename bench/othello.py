"""Othello's speed: counting moves, searching, solving, compiling. Start reading at `rows`."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator

from bench import Row, ends
from games.othello import OTHELLO, OthelloPosition

PERFT_11 = 212_258_800

# Middle games of 40, 36 and 32 empty squares, from quick games of level 8 against itself.
MIDDLE_GAMES = (
    ".OOOO... ..OXX... .XXOO... XXXOO... XXOOO... .OOO.... ........ ........ first",
    "........ ..O....O ..XXXXXO ...XOOOO ...XOOO. ..XOXOXX ...OOO.. ....OO.. first",
    "........ .......X ...X..XX ...XOXOX ..XXXOOX .OOOOOXX ..OOOO.. .OOOOOO. first",
)
GAMES = 10
"""How many games the evaluation is measured on."""

_WARM_UP = (
    "import time, ai.base as b; t = time.perf_counter(); b.warm_up('othello'); print(time.perf_counter() - t)"
)


def rows() -> Iterator[Row]:
    """Every measure of Othello."""
    yield perft()
    yield middle_games()
    yield from end_games()
    yield from estimates()
    yield from compiling()


def perft() -> Row:
    """Positions a second of the bitboards' move generator (the last ply is counted, not played)."""
    from ai.othello import bits

    own, other, board = _words(OTHELLO.start("8x8"))

    def once() -> None:
        if bits.perft(own, other, board, 11) != PERFT_11:
            raise AssertionError("perft 11 is wrong")

    return Row("othello perft 11", PERFT_11 / _median(once, 3), "nodes/s", "212258800 counted")


def middle_games() -> Row:
    """Nodes a second of level 8 in fixed middle games, one second each."""
    from ai.base import Limit
    from ai.othello.engine import ENGINE

    speeds = []
    for text in MIDDLE_GAMES:
        started = time.perf_counter()
        choice = ENGINE.choose(_read(text), "8", Limit(1.0, seed=1))
        speeds.append(choice.nodes / (time.perf_counter() - started))
    return Row("othello level 8, middle game", statistics.median(speeds), "nodes/s", "")


def end_games() -> Iterator[Row]:
    """Processor seconds of level 8, without a limit of time, to solve the FFO test's end games exactly."""
    taken = {end.number: _solving(end) for end in ends.positions()}
    yield Row("othello FFO #1 to #19, solved", sum(taken[n] for n in range(1, 20)), "s CPU", "")
    yield Row("othello FFO #20 to #39", sum(taken[n] for n in range(20, 40)), "s CPU", "")
    yield Row("othello FFO #40", taken[40], "s CPU", "≤ 0.35")
    yield Row("othello FFO #40 to #44", sum(taken[n] for n in range(40, 45)), "s CPU", "≤ 3.8")


def _solving(end: ends.End) -> float:
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
    """By how much the evaluation alone misses the result, and how long that takes to find out."""
    from ai.othello import weights
    from ai.othello.narrow import NarrowSearcher
    from ai.othello.root import EXACT, INFINITY, empties_of

    searcher, missed, taken = NarrowSearcher(8, weights.of_size(8), 21), [], []
    for position in _played():
        estimate = searcher.look(position, 0, -INFINITY, INFINITY, EXACT)
        began = time.process_time()
        low = searcher.look(position, empties_of(position), -INFINITY, INFINITY, 110)
        value = searcher.look(position, empties_of(position), low - 100, low + 100, EXACT)
        if abs(value - low) >= 100:
            value = searcher.look(position, empties_of(position), -INFINITY, INFINITY, EXACT)
        if empties_of(position) == 22:
            taken.append(time.process_time() - began)
        missed.append(abs(value - estimate) / 100)
    yield Row("othello evaluation's error, 18 to 22 empty", statistics.mean(missed), "discs", "≤ 6")
    yield Row("othello 22 empty solved, mean", statistics.mean(taken), "s CPU", "≤ 0.5")


def _played() -> Iterator[OthelloPosition]:
    # Positions of 22, 20 and 18 empty squares from games of level 5 against itself.
    from ai.base import Limit
    from ai.othello.engine import ENGINE
    from ai.othello.root import empties_of

    for game in range(GAMES):
        position = OTHELLO.start("8x8")
        for move in range(44):
            if position.outcome() is not None:
                break
            if empties_of(position) in {18, 20, 22} and not position.must_pass:
                yield position
            limit = Limit(60.0, nodes=100_000, seed=100 * game + move)
            position = position.play(ENGINE.choose(position, "5", limit).move)


def compiling() -> Iterator[Row]:
    """Seconds to make the engine ready in a fresh process, without and with compiled kernels on disk."""
    with tempfile.TemporaryDirectory() as folder:
        yield Row("othello warm-up, cold", _warm_up(folder), "s", "≤ 20")
        yield Row("othello warm-up, cached", _warm_up(folder), "s", "≤ 1")


def _warm_up(folder: str) -> float:
    environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
    command = [sys.executable, "-c", _WARM_UP]
    return float(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)


def _median(action: Callable[[], None], times: int) -> float:
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        action()
        taken.append(time.perf_counter() - started)
    return statistics.median(taken)


def _read(text: str) -> OthelloPosition:
    *lines, side = text.split()
    return OTHELLO.position("\n".join(" ".join(line) for line in lines) + f"\nto move: {side}")


def _words(position: OthelloPosition) -> tuple[object, object, object]:
    import numpy as np

    from ai.othello.bits import BOARDS

    return np.uint64(position.own), np.uint64(position.other), BOARDS[0]
