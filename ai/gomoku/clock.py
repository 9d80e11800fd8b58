"""When a search must end: its nodes and its time. Start reading at `until`."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from ai.base import Limit
from ai.gomoku.table import BUDGET, STOP

ALL_NODES = 1 << 62
_SHARE_OF_TIME = 0.92  # the rest is for starting up, one late node, and the answer's way back


@contextmanager
def until(
    limit: Limit, began: float, work: np.ndarray[tuple[int], np.dtype[np.int64]], nodes: int = ALL_NODES
) -> Iterator[int]:
    """Let a search run until a limit, or ``nodes`` of its own if they are fewer; how many it may take.

    A timer's thread raises the flag which kernels, running without the GIL, look at in every node.
    """
    allowed = min(nodes, ALL_NODES if limit.nodes is None else max(1, limit.nodes))
    work[STOP], work[BUDGET] = 0, allowed
    end = began + limit.seconds * _SHARE_OF_TIME
    timer = threading.Timer(max(0.0, end - time.perf_counter()), work.__setitem__, (STOP, 1))
    timer.daemon = True
    timer.start()
    try:
        yield allowed
    finally:
        timer.cancel()
        timer.join()  # a late flag must not end the next search
