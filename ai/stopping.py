"""When a search must stop: at its time, or at once because others wait. Start reading at `stopping`.

Kernels run without the GIL and look at a flag of theirs in every node. Who raises it is another thread of
the same process: a timer's, or that of the worker which hears that the task is to be cut short (`hurry`).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_stops: list[Callable[[], None]] = []
_hurried = threading.Event()


@contextmanager
def stopping(at: float, stop: Callable[[], None]) -> Iterator[None]:
    """Call ``stop`` during this block: once `time.perf_counter` says ``at``, or as soon as one must hurry.

    It is never called after the block, so that a late flag does not end the next search.
    """
    timer = threading.Timer(min(max(0.0, at - time.perf_counter()), threading.TIMEOUT_MAX), stop)
    timer.daemon = True
    timer.start()
    with _lock:
        _stops.append(stop)
        if hurried():
            stop()
    try:
        yield
    finally:
        with _lock:
            _stops.remove(stop)
        timer.cancel()
        timer.join()


def hurry() -> None:
    """Let every search of the present task stop, those that it has yet to begin too."""
    with _lock:
        _hurried.set()
        for stop in _stops:
            stop()


def hurried() -> bool:
    """Whether the present task was told to hurry."""
    return _hurried.is_set()


def begin() -> None:
    """Another task: it has all its time."""
    _hurried.clear()
