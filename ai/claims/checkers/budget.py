"""How much a check may compute."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class OutOfBudget(Exception):
    """The check cannot decide: the claim is not shown."""


class Budget:
    """The nodes that checks may look at: moves played, of some 30 µs each. All checks of a move share it.

    They end early once ``is_stopped`` returns true. ``known`` is what they have found out, by their own keys.
    """

    def __init__(self, nodes: int, is_stopped: Callable[[], bool] = lambda: False) -> None:
        self._left = nodes
        self._is_stopped = is_stopped
        self.known: dict[object, dict[Any, bool]] = {}

    @property
    def left(self) -> int:
        """The nodes that are left."""
        return self._left

    def spend(self, nodes: int = 1) -> None:
        """Count what takes as long as so many nodes. Raises `OutOfBudget` if they are not left."""
        self._left -= nodes
        if self._left < 0 or self._is_stopped():
            raise OutOfBudget
