"""Stops a search: at its deadline, or early when other requests need its worker.

Kernels run without the GIL and check a flag of their own in every node. Another thread raises the flag: the
timer of `stop_at`, or the worker's listener when the task is interrupted (`request`).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_stops: list[Callable[[], None]] = []
_requested = threading.Event()


@contextmanager
def stop_at(deadline: float, stop: Callable[[], None]) -> Iterator[None]:
    """Call ``stop`` in this block when `time.perf_counter` reaches ``deadline``, or on an interrupt.

    ``stop`` is called at once if the present task is already interrupted. It is never called after the block,
    so a late timer cannot end the next search.
    """
    seconds = min(max(0.0, deadline - time.perf_counter()), threading.TIMEOUT_MAX)
    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    with _lock:
        _stops.append(stop)
        if requested():
            stop()
    try:
        yield
    finally:
        with _lock:
            _stops.remove(stop)
        timer.cancel()
        timer.join()


def request() -> None:
    """Interrupt the present task: stop its running search and any search it starts later."""
    with _lock:
        _requested.set()
        for stop in _stops:
            stop()


def requested() -> bool:
    """Whether the present task is interrupted."""
    return _requested.is_set()


def clear() -> None:
    """Forget the interrupt before the next task begins."""
    _requested.clear()
