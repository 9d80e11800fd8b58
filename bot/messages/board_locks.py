"""A lock per board, or per match, which puts the edits of its message in order."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from weakref import WeakValueDictionary

ACKNOWLEDGE_SECONDS = 1.2
"""How long an interaction waits for an edit under way."""


class BoardLocks:
    """Locks by the number of a board, or of a match; each lives while it is used."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def of(self, number: int) -> asyncio.Lock:
        """The lock of a board or a match."""
        lock = self._locks.get(number)
        if lock is None:
            lock = self._locks[number] = asyncio.Lock()
        return lock

    @contextlib.asynccontextmanager
    async def in_time(
        self, number: int, late: Callable[[], Awaitable[object]] | None = None
    ) -> AsyncIterator[bool]:
        """A block that answers an interaction: whether it holds the lock, or that is not free in time.

        With ``late`` that is called if the lock is not free in time, and the lock is awaited.
        """
        lock = self.of(number)
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
