"""Gathers values that nobody has to wait for, and stores many of them at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

import structlog

from bot.tasks import Tasks
from data.errors import StoreError

log = structlog.get_logger(__name__)

GATHER_SECONDS = 0.5
"""How long values are gathered before they are stored together."""

K = TypeVar("K")
V = TypeVar("V")


class WriteBehind(Generic[K, V]):
    """The latest value of every key, passed to ``store`` `GATHER_SECONDS` after the first one.

    What cannot be stored is logged as ``failure`` and tried again with the next value.
    """

    def __init__(self, store: Callable[[dict[K, V]], Awaitable[None]], failure: str) -> None:
        self._store = store
        self._failure = failure
        self._tasks = Tasks()
        self._gathered: dict[K, V] = {}
        self._flushing: asyncio.Task[None] | None = None

    def put(self, key: K, value: V) -> None:
        """Store a value soon."""
        self._gathered[key] = value
        if self._flushing is None or self._flushing.done():
            self._flushing = self._tasks.run(self._flush_soon())

    async def drop(self, key: K) -> None:
        """Do not store what was put for a key, unless it is being stored: then wait for that."""
        self._gathered.pop(key, None)
        if self._flushing is not None:
            await asyncio.wait({self._flushing})
            self._gathered.pop(key, None)

    async def _flush_soon(self) -> None:
        is_stored = True
        while is_stored and self._gathered:  # again, if a value was put while others were stored
            await asyncio.sleep(GATHER_SECONDS)
            is_stored = await self._flush()

    async def _flush(self) -> bool:
        """Store what is gathered; False if the store has failed."""
        gathered, self._gathered = self._gathered, {}
        if not gathered:
            return True
        try:
            await self._store(gathered)
        except StoreError as fault:
            log.warning(self._failure, fault=str(fault))
            # What was put for the same keys meanwhile is newer.
            self._gathered = gathered | self._gathered
            return False
        return True

    async def close(self) -> None:
        """Store what is left."""
        await self._tasks.close()
        await self._flush()
