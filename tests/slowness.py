"""Limits of time that hold on a busy machine: they are scaled by how slow it is, which is measured."""

from __future__ import annotations

import time

SPARE_SECONDS = 1.5
"""What starting threads and processes may take on an idle machine."""
_MEASURED_SECONDS = 0.5  # of processor time
_NICER = 4.0  # workers are nicer than the tests, so they get the less the busier the machine is


def in_time(seconds: float, limit: float) -> bool:
    """Whether something took at most ``limit`` seconds, and some spare ones.

    Only if it took longer, this measures how slow the machine is, and allows as much more.
    """
    limit += SPARE_SECONDS
    return seconds < limit or seconds < limit * (1 + _NICER * (slowness() - 1))


def slowness() -> float:
    """How many seconds pass for a second of this process's work: 1 on an idle machine."""
    began, worked = time.perf_counter(), time.thread_time()
    while (spent := time.thread_time() - worked) < _MEASURED_SECONDS:
        pass
    return (time.perf_counter() - began) / spent
