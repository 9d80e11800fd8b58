"""Waiting for a condition, checked after every event and in short intervals."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import TypeVar

from sandbox.core.context import Event, EventSink

WITHIN = 60.0  # seconds; what tests wait for takes less than a hundredth of it, except on a busy machine
_POLL = 0.02  # seconds; a change inside the bot has no event

_T = TypeVar("_T")


class Waiter:
    """Waits for conditions on the sandbox or the bot."""

    def __init__(self, events: EventSink) -> None:
        self._changed = asyncio.Event()
        events.subscribe(self._receive)

    def _receive(self, _: Event) -> None:
        self._changed.set()

    async def until(self, probe: Callable[[], _T | None], within: float = WITHIN) -> _T:
        """Wait until `probe` returns a true value, and return it.

        Raises TimeoutError after `within` seconds.
        """
        deadline = time.monotonic() + within
        while True:
            self._changed.clear()
            if result := probe():
                return result
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"the condition was not met within {within} s")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), min(left, _POLL))
