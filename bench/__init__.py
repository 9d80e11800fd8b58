"""Benchmarks. `python -m bench` prints their results as one table."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement, and the target it is compared with."""

    name: str
    value: float
    unit: str
    bar: str


def median_seconds(action: Callable[[], object], times: int) -> float:
    """The median of the seconds that an action takes, of so many times."""
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        action()
        taken.append(time.perf_counter() - started)
    return statistics.median(taken)
