"""When a search must end: its nodes and its time. Start reading at `until`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import numpy as np

from ai.base import Limit
from ai.gomoku.table import BUDGET, STOP
from ai.stopping import stopping

ALL_NODES = 1 << 62
_SHARE_OF_TIME = 0.92  # the rest is for starting up, one late node, and the answer's way back


@contextmanager
def until(
    limit: Limit, began: float, work: np.ndarray[tuple[int], np.dtype[np.int64]], nodes: int = ALL_NODES
) -> Iterator[int]:
    """Let a search run until a limit, or ``nodes`` of its own if they are fewer; how many it may take."""
    allowed = min(nodes, ALL_NODES if limit.nodes is None else max(1, limit.nodes))
    work[STOP], work[BUDGET] = 0, allowed
    with stopping(began + limit.seconds * _SHARE_OF_TIME, partial(work.__setitem__, STOP, 1)):
        yield allowed
