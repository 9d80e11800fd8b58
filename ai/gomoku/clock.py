"""When a search must end: its nodes and its time. Start reading at `until`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from ai.base import Limit
from ai.interrupt import stop_at

ALL_NODES = 1 << 62
_SHARE_OF_TIME = 0.92  # the rest is for starting up, one late node, and the answer's way back
_LONGEST_REST = 0.1


@contextmanager
def until(limit: Limit, began: float, memory: Any, nodes: int = ALL_NODES) -> Iterator[int]:
    """Let a search run until a limit, or ``nodes`` of its own if they are fewer; how many it may take.

    ``memory`` has the fields ``stop`` and ``budget``, which the kernel looks at in every node.
    """
    allowed = min(nodes, ALL_NODES if limit.nodes is None else max(1, limit.nodes))
    memory["stop"], memory["budget"] = 0, allowed
    end = began + max(limit.seconds * _SHARE_OF_TIME, limit.seconds - _LONGEST_REST)
    with stop_at(end, partial(memory.__setitem__, "stop", 1)):
        yield allowed
