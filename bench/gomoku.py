"""Gomoku's speed: the source's player `weights`, searching, compiling. Start reading at `rows`."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from bench import Row
from games.base import Move
from games.gomoku import GOMOKU, GomokuPosition

# Renju games of `weights` against itself from four random stones, after 12, 18, 24 and 30 plies.
MIDDLE_GAMES = (
    "h8 f7 i9 j8 i7 g7 g9 j6 e7 i11 f8 d6",
    "h8 j11 e10 e11 g8 i8 h7 d11 h9 h10 g9 f9 f11 g12 g10 g7 i7 k5",
    "h7 j5 i6 k11 i7 i5 j7 k7 h5 g4 j6 h6 g7 f7 k8 l9 i9 h8 f9 j9 g8 e10 g9 g10",
    "h9 g5 e11 j10 f11 g10 f10 f9 g9 h8 d11 c11 d12 c13 d10 d9 d13 d14 c10 e12 f12 c9 g13 h14 i9 g11 f13"
    " f14 h11 j9",
)

_WARM_UP = (
    "import time; t = time.perf_counter(); from ai.gomoku.engine import ENGINE; ENGINE.warm_up();"
    " print(time.perf_counter() - t)"
)


def rows() -> Iterator[Row]:
    """Every measure of Gomoku."""
    yield weights()
    yield searching()
    yield from compiling()


def weights() -> Row:
    """Milliseconds that the source's player, five plies deep, takes for a move in fixed middle games."""
    from ai.base import Limit
    from ai.gomoku.engine import ENGINE

    taken = []
    for text in MIDDLE_GAMES * 3:
        started = time.perf_counter()
        ENGINE.choose(_after(text), "weights", Limit(10.0))
        taken.append(time.perf_counter() - started)
    return Row("gomoku weights, depth 5, middle game", 1000 * statistics.median(taken), "ms", "≤ 200")


def searching() -> Row:
    """Nodes a second of level 8 in fixed middle games, one second each, win or not."""
    from ai.base import Limit
    from ai.gomoku.engine import ENGINE

    nodes, seconds = 0, 0.0
    for text in MIDDLE_GAMES:
        started = time.perf_counter()
        nodes += ENGINE.choose(_after(text), "8", Limit(1.0, seed=1)).nodes
        seconds += time.perf_counter() - started
    return Row("gomoku level 8, middle game", nodes / seconds, "nodes/s", "")


def compiling() -> Iterator[Row]:
    """Seconds to make the engine ready in a fresh process, without and with compiled kernels on disk."""
    with tempfile.TemporaryDirectory() as folder:
        yield Row("gomoku warm-up, cold", _warm_up(folder), "s", "≤ 15")
        yield Row("gomoku warm-up, cached", _warm_up(folder), "s", "≤ 1")


def _warm_up(folder: str) -> float:
    environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
    command = [sys.executable, "-c", _WARM_UP]
    return float(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)


def _after(moves: str) -> GomokuPosition:
    position = GOMOKU.start("renju-15")
    for move in moves.split():
        position = position.play(Move(move))
    return position
