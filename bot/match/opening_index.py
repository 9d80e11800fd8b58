"""Completes the index of openings: matches that ended before there was one, or that an import brought.

After a start, in the servers of the shards that this process gains, a few matches at a time. Matches that
end later are indexed when they end (`data.matches.transactions`).
"""

from __future__ import annotations

import asyncio

import structlog

from bot.match.events import MatchEvents, ShardsGained
from bot.tasks import Tasks, retry_store
from data.matches.openings import OpeningStore
from data.model.shards import Shards

log = structlog.get_logger(__name__)

BATCH = 10
"""Matches indexed in one transaction, which takes some 20 ms of CPU before it begins."""
PAUSE_SECONDS = 0.2
"""Between two transactions: people come first."""


class OpeningIndex:
    """Indexes in the background. What a kill interrupts goes on after the next start."""

    def __init__(self, store: OpeningStore, events: MatchEvents) -> None:
        self._store = store
        self._tasks = Tasks()
        events.subscribe(ShardsGained, lambda event: self._start(event.shards))

    def _start(self, shards: Shards) -> None:
        self._tasks.run(self._complete(shards))

    async def _complete(self, shards: Shards) -> None:
        count, ids = 0, await self._index_below(None, shards)
        while ids:
            count += len(ids)
            await asyncio.sleep(PAUSE_SECONDS)
            ids = await self._index_below(ids[-1], shards)
        if count:
            log.info("openings of earlier matches indexed", count=count)

    async def _index_below(self, below: int | None, shards: Shards) -> list[int]:
        """Index a few matches with numbers less than ``below``, and return these in their order."""
        ids = await retry_store(lambda: self._store.unindexed(below, BATCH, shards), "openings not found yet")
        if ids:
            await retry_store(lambda: self._store.index(ids), "openings not indexed yet")
        return ids

    @property
    def is_idle(self) -> bool:
        """Whether every match is indexed."""
        return self._tasks.is_idle

    async def close(self) -> None:
        """Stop."""
        await self._tasks.close()
