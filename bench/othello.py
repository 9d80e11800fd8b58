"""Othello's speed: counting moves, searching, solving, compiling. Start reading at `rows`."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator

from bench import Row
from games.othello import OTHELLO, OthelloPosition

PERFT_9 = 3_005_288

# Middle games of 40, 36 and 32 empty squares, from quick games of level 8 against itself.
MIDDLE_GAMES = (
    ".OOOO... ..OXX... .XXOO... XXXOO... XXOOO... .OOO.... ........ ........ first",
    "........ ..O....O ..XXXXXO ...XOOOO ...XOOO. ..XOXOXX ...OOO.. ....OO.. first",
    "........ .......X ...X..XX ...XOXOX ..XXXOOX .OOOOOXX ..OOOO.. .OOOOOO. first",
)
# The first positions of the public FFO end-game test, 14 empty squares each, and their results.
END_GAMES = (
    ("..XXXXX. .OOOXX.O .OOOXXOX .OXOXOXX OXXXOXXX ..XOXOXX .XXXOOO. .OOOOO.. first", 18),
    (".XXXXXX. ..XOOOO. .XOXXOOX .OOOOOOO OOOOXXOO OOOXXOOX ..XXOO.. ..XXXXX. first", 10),
    ("....OX.. ..OOXX.. .OOOXX.X OOXXOOOO OXXOXXOO OXXXOOOO OXXXXOXO ..OOOOOX first", 2),
    (".XXXXXX. X.XXXOO. XOXXXOOX XXOXOOOX .OXOOXXX ..OOOXXX ..OOXX.. ..XOXXO. first", 0),
    (".OOOOO.. ..OXXO.X XXOXOXX. XXOXOXXO XXOOXOOO XXXXOO.O X.XOOO.. .XXXXX.. first", 32),
)

_WARM_UP = (
    "import time, ai.base as b; t = time.perf_counter(); b.warm_up('othello'); print(time.perf_counter() - t)"
)


def rows() -> Iterator[Row]:
    """Every measure of Othello."""
    yield perft()
    yield middle_games()
    yield end_games()
    yield from compiling()


def perft() -> Row:
    """Positions a second of the bitboards' move generator (the last ply is counted, not played)."""
    from ai.othello import bits

    own, other, board = _words(OTHELLO.start("8x8"))

    def once() -> None:
        if bits.perft(own, other, board, 9) != PERFT_9:
            raise AssertionError("perft 9 is wrong")

    return Row("othello perft 9", PERFT_9 / _median(once, 9), "nodes/s", "3005288 counted")


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


def end_games() -> Row:
    """Milliseconds to solve a published end game of 14 empty squares exactly."""
    from ai.othello.narrow import NarrowSearcher

    searcher, times = NarrowSearcher(), []
    for text, result in END_GAMES:
        searcher.begin(True, 16)
        searcher.allow(1 << 40)
        position = _read(text)
        searcher.finish(position, -64, 64)
        searcher.begin(True, 16)
        searcher.allow(1 << 40)
        started = time.perf_counter()
        if searcher.finish(position, -64, 64) != result:
            raise AssertionError(f"{text} is not {result}")
        times.append(time.perf_counter() - started)
    return Row("othello exact end game, 14 empty", 1000 * statistics.median(times), "ms", "FFO #1 to #5")


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
