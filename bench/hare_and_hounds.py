"""Hare and Hounds: solving the whole game, the warm-up, a choice."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

from bench import Row, median_seconds
from games.hare_and_hounds import HARE_AND_HOUNDS, PLY_LIMIT

_WARM_UP = (
    "import time; t = time.perf_counter(); from ai.hare_and_hounds.engine import ENGINE; "
    "ENGINE.warm_up(); print(time.perf_counter() - t)"
)


def rows() -> Iterator[Row]:
    """Measure everything about Hare and Hounds."""
    yield Row(
        "hare and hounds solved without a limit", _solving("unlimited"), "ms", "milliseconds; 2640 placements"
    )
    yield Row("hare and hounds solved for every turn count", _solving("limited"), "ms", f"{PLY_LIMIT} plies")
    command = [sys.executable, "-c", _WARM_UP]
    seconds = float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    yield Row("hare and hounds warm-up, fresh process", seconds, "s", "≤ 0.5; nothing is compiled")
    yield _choosing("8")
    yield _choosing("enclosure")


def _solving(what: str) -> float:
    from ai.hare_and_hounds import solution

    def once() -> None:
        solution.graph.cache_clear()
        getattr(solution.Solution(), what)

    return 1000 * median_seconds(once, 5)


def _choosing(level: str) -> Row:
    from ai.base import Limit
    from ai.hare_and_hounds.engine import ENGINE

    start = HARE_AND_HOUNDS.start("classic")
    taken = 1000 * median_seconds(lambda: ENGINE.choose(start, level, Limit(1.0, seed=1)), 9)
    return Row(f"hare and hounds {level}, first move", taken, "ms", "")
