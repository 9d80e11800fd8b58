"""Twelve Janggi's speed: counting moves, searching, the source's player, compiling. Start at `rows`."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from bench import Row
from games.twelve_janggi import TWELVE_JANGGI, JanggiPosition

PERFT_8 = 4_335_684

# The start and middle games from quick games of level 6 against itself: rows, hands, side to move.
POSITIONS = (
    "S..j KZzk J..s - / - first",
    ".j.k KSs. J... Z / z first",
    "...j KSs. J..k Z / z first",
    "K.zj ..s. JZSk - / - first",
)

_WARM_UP = (
    "import time, ai.kernels; t = time.perf_counter(); from ai.twelve_janggi.engine import ENGINE; "
    "ENGINE.warm_up(); print(time.perf_counter() - t)"
)


def rows() -> Iterator[Row]:
    """Every measure of Twelve Janggi."""
    yield perft()
    yield from searching()
    yield material()
    yield from compiling()


def perft() -> Row:
    """Positions a second of the move generator (the last ply is counted, not played)."""
    import numpy as np

    from ai.twelve_janggi import state

    moves, start = np.zeros(state.LIST * 9, dtype=np.int64), np.uint64(state.state_of(_read(POSITIONS[0])))
    speeds = []
    for _ in range(5):
        started = time.perf_counter()
        if state.perft(start, 8, moves, 0) != PERFT_8:
            raise AssertionError("perft 8 is wrong")
        speeds.append(PERFT_8 / (time.perf_counter() - started))
    return Row("twelve janggi perft 8", statistics.median(speeds), "nodes/s", f"{PERFT_8} counted")


def searching() -> Iterator[Row]:
    """Nodes a second of level 8, and the least depth it reaches within its own limit."""
    from ai.twelve_janggi.engine import ENGINE
    from ai.twelve_janggi.levels import LEVELS

    speeds, depths = [], []
    for text in POSITIONS:
        started = time.perf_counter()
        choice = ENGINE.choose(_read(text), "8", LEVELS["8"])
        speeds.append(choice.nodes / (time.perf_counter() - started))
        depths.append(choice.depth)
    yield Row("twelve janggi level 8", statistics.median(speeds), "nodes/s", "")
    yield Row("twelve janggi level 8, least depth", min(depths), "plies", f"≥ 11; all: {depths}")


def material() -> Row:
    """Milliseconds a move of the source's player at depth 7."""
    from ai.base import Limit
    from ai.twelve_janggi.engine import ENGINE

    times = []
    for text in POSITIONS:
        started = time.perf_counter()
        ENGINE.choose(_read(text), "material-7", Limit(2.0))
        times.append(time.perf_counter() - started)
    return Row("twelve janggi material-7, slowest position", 1000 * max(times), "ms", "")


def compiling() -> Iterator[Row]:
    """Seconds to make the engine ready in a fresh process, without and with compiled kernels on disk.

    numba itself, which all games of a worker share, is imported before.
    """
    with tempfile.TemporaryDirectory() as folder:
        yield Row("twelve janggi warm-up, cold", _warm_up(folder), "s", "≤ 8")
        yield Row("twelve janggi warm-up, cached", _warm_up(folder), "s", "≤ 0.5")


def _warm_up(folder: str) -> float:
    environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
    command = [sys.executable, "-c", _WARM_UP]
    return float(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)


def _read(text: str) -> JanggiPosition:
    *board, first, slash, second, side = text.split()
    drawn = "\n".join(" ".join(row) for row in board)
    return TWELVE_JANGGI.position(f"{drawn}\nhands: {first} {slash} {second}\nto move: {side}")
