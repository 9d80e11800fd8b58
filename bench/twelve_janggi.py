"""Twelve Janggi: move generation, the solution, the search, the source's player, compiling."""

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

_ASKING = """
import random, statistics, time
import numpy as np
from ai.twelve_janggi import tablebase, tablebase_probe
from ai.twelve_janggi.index import QUIET
from ai.twelve_janggi.solve.placements import quiet_state
from ai.twelve_janggi.state import state_of
from ai.twelve_janggi.successors import NO_SIDE, OPEN, status
from games.twelve_janggi import TWELVE_JANGGI

def memory():
    return next(int(line.split()[1]) / 1000 for line in open("/proc/self/status") if line.startswith("VmRSS"))

dice, buffer = random.Random(1), tablebase_probe.new_buffer()
states = [quiet_state(dice.randrange(QUIET)) for _ in range(300_000)]
states = [state for state in states if status(state) == OPEN][:100_000]
before, started = memory(), time.perf_counter()
words = tablebase.shipped()
print(time.perf_counter() - started)
started = time.process_time()
for state in states:
    tablebase_probe.probe(words, state, buffer, 0)
probe = (time.process_time() - started) / len(states)
print(memory() - before, probe)
played, times = [], []
while len(played) < 500:
    position = TWELVE_JANGGI.start("classic")
    while position.outcome() is None:
        state = np.uint64(state_of(position)) & NO_SIDE
        if abs(tablebase_probe.exact_value(words, state, buffer, 0)) > 3:
            played.append(state)
        position = position.play(dice.choice(position.legal_moves()))
for state in played:
    started = time.process_time()
    tablebase_probe.exact_value(words, state, buffer, 0)
    times.append(time.process_time() - started)
print(statistics.median(times), max(times))
"""


def rows() -> Iterator[Row]:
    """Measure everything about Twelve Janggi."""
    yield perft()
    yield from looking_up()
    yield from searching()
    yield material()
    yield from compiling()


def perft() -> Row:
    """Measure positions per second of the move generator; the last ply is counted, not played."""
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


def looking_up() -> Iterator[Row]:
    """Measure the shipped solution: its size, loading, probing, exact plies, and a move."""
    from ai.twelve_janggi.tablebase import PATH

    yield Row("twelve janggi table", PATH.stat().st_size / 1e6, "MB", "≤ 16; shared by all workers")
    seconds, memory, probe, exact, slowest = _in_a_fresh_process(_ASKING)
    yield Row("twelve janggi table, loading, check sum included", 1000 * seconds, "ms", "≤ 1000")
    yield Row("twelve janggi table, memory it adds once asked 100,000 times", memory, "MB", "")
    yield Row("twelve janggi probe", 1e6 * probe, "µs", "≤ 5; processor time, called from Python")
    yield Row(
        "twelve janggi exact plies to the end",
        1000 * exact,
        "ms",
        f"processor time; slowest of 500: {1000 * slowest:.1f}",
    )
    times = [_choosing(text) for text in POSITIONS]
    yield Row(
        "twelve janggi level 8, a move", 1000 * statistics.median(times), "ms", f"≤ {1000 * max(times):.0f}"
    )


def _choosing(text: str) -> float:
    from ai.base import Limit
    from ai.twelve_janggi.engine import ENGINE

    started = time.perf_counter()
    ENGINE.choose(_read(text), "8", Limit(2.0))
    return time.perf_counter() - started


def _in_a_fresh_process(code: str) -> list[float]:
    output = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    return [float(word) for word in output.split()]


def searching() -> Iterator[Row]:
    """Measure nodes per second of the search without a table, and its least depth after two seconds."""
    from ai.base import Limit
    from ai.twelve_janggi.engine import FULL
    from ai.twelve_janggi.root import Searcher, think

    speeds, depths, searcher = [], [], Searcher()
    for text in POSITIONS:
        started = time.perf_counter()
        choice = think(_read(text), FULL, Limit(2.0), searcher)
        speeds.append(choice.nodes / (time.perf_counter() - started))
        depths.append(choice.depth)
    yield Row("twelve janggi search", statistics.median(speeds), "nodes/s", "")
    yield Row("twelve janggi search, least depth in 2 s", min(depths), "plies", f"≥ 11; all: {depths}")


def material() -> Row:
    """Measure the milliseconds per move of the source's player at depth 7."""
    from ai.base import Limit
    from ai.twelve_janggi.engine import ENGINE

    times = []
    for text in POSITIONS:
        started = time.perf_counter()
        ENGINE.choose(_read(text), "material-7", Limit(2.0))
        times.append(time.perf_counter() - started)
    return Row("twelve janggi material-7, slowest position", 1000 * max(times), "ms", "")


def compiling() -> Iterator[Row]:
    """Measure the seconds of the warm-up in a fresh process, without and with compiled kernels on disk.

    The import of numba, which all games of a worker share, does not count.
    """
    with tempfile.TemporaryDirectory() as folder:
        yield Row("twelve janggi warm-up, cold", _warm_up(folder), "s", "≤ 8")
        yield Row("twelve janggi warm-up, cached", _warm_up(folder), "s", "≤ 0.5")


def _warm_up(folder: str) -> float:
    environment = {**os.environ, "DAEGUK_CACHE_DIR": folder}
    command = [sys.executable, "-c", _WARM_UP]
    return float(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)


def _read(text: str) -> JanggiPosition:
    *board, first, slash, second, side = text.split()
    drawn = "\n".join(" ".join(row) for row in board)
    return TWELVE_JANGGI.position(f"{drawn}\nhands: {first} {slash} {second}\nto move: {side}")
