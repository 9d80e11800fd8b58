"""Whether the parts of the running bot serve people, and the metrics that are read from them.

`bot.monitor_server` answers an admin's programs with it.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TypedDict

import discord

from ai.pool import Pool
from bot import metrics
from bot.process_memory import memory_by_kind
from data.errors import StoreError
from data.store import Store
from games import GAMES

STORE_SECONDS = 3.0
"""How long the store may take to answer."""


class AddressRefused(Exception):
    """The system does not let the bot listen at METRICS_ADDRESS."""


class Part(TypedDict, total=False):
    """A part of the bot in the answer of ``/readyz``; ``ready`` is always given."""

    ready: bool
    error: str
    shards: dict[str, bool]
    workers: int
    failed: list[str]


class Monitor:
    """Knows the parts of the bot as they come up."""

    def __init__(self) -> None:
        self.store: Store | None = None
        self.pool: Pool | None = None
        self.client: discord.AutoShardedClient | None = None

    async def readiness(self) -> dict[str, Part]:
        """The parts that serve people, by name."""
        return {
            "store": await self._store(),
            "gateway": self._gateway(),
            "workers": self._workers(),
            "engines": self._engines(),
        }

    async def refresh(self) -> None:
        """Set the metrics that are read from the parts; those of a part that does not answer stay."""
        if self.client is not None:
            metrics.GUILDS.set(len(self.client.guilds))
            for number, shard in self.client.shards.items():
                metrics.CONNECTED.labels(str(number)).set(not shard.is_closed())
                metrics.HEARTBEAT.labels(str(number)).set(shard.latency)
        if self.store is not None:
            with suppress(StoreError, TimeoutError):  # the last numbers stay
                await self._refresh_store(self.store)
        # In a thread: the system counts the pages of every process for it.
        memory = await asyncio.to_thread(memory_by_kind)
        metrics.MEMORY.clear()
        for kind, size in memory.items():
            metrics.MEMORY.labels(kind).set(size)

    async def _refresh_store(self, store: Store) -> None:
        async with asyncio.timeout(STORE_SECONDS):
            active, size = await store.queries.active_by_game(), await store.database.size()
        for game in GAMES:
            metrics.MATCHES.labels(game).set(active.get(game, 0))
        metrics.DATABASE.set(size)

    async def _store(self) -> Part:
        if self.store is None:
            return Part(ready=False, error="not open yet")
        try:
            async with asyncio.timeout(STORE_SECONDS):
                await self.store.check()
        except TimeoutError:
            return Part(ready=False, error=f"no answer within {STORE_SECONDS:.0f} s")
        except StoreError as error:
            return Part(ready=False, error=str(error))
        return Part(ready=True)

    def _gateway(self) -> Part:
        client = self.client
        if client is None or not client.is_ready():
            return Part(ready=False, error="not connected yet")
        shards = {str(number): not shard.is_closed() for number, shard in client.shards.items()}
        return Part(ready=bool(shards) and all(shards.values()), shards=shards)

    def _workers(self) -> Part:
        workers = self.pool.workers_ready if self.pool is not None else 0
        return Part(ready=workers > 0, workers=workers)

    def _engines(self) -> Part:
        failed = sorted(self.pool.failed_kernel_sets) if self.pool is not None else []
        return Part(ready=not failed, failed=failed)
