"""A lock per match, which puts the edits of its message in order."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from weakref import WeakValueDictionary

ACKNOWLEDGE_SECONDS = 1.2
"""How long an interaction waits for an edit under way."""


class BoardLocks:
    """Locks by match; each lives while it is used."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def of(self, match_id: int) -> asyncio.Lock:
        """The lock of a match."""
        lock = self._locks.get(match_id)
        if lock is None:
            lock = self._locks[match_id] = asyncio.Lock()
        return lock

    @contextlib.asynccontextmanager
    async def in_time(
        self, match_id: int, late: Callable[[], Awaitable[object]] | None = None
    ) -> AsyncIterator[bool]:
        """A block that answers an interaction: whether it holds the lock, or that is not free in time.

        With ``late`` that is called if the lock is not free in time, and the lock is awaited.
        """
        lock = self.of(match_id)
        try:
            async with asyncio.timeout(ACKNOWLEDGE_SECONDS):
                await lock.acquire()
        except TimeoutError:
            if late is None:
                yield False
                return
            await late()
            await lock.acquire()
        try:
            yield True
        finally:
            lock.release()
