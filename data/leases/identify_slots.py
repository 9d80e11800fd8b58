"""Turns to identify on Discord's gateway, which all processes of a bot share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from sqlalchemy import Connection, case, select
from sqlalchemy.dialects.postgresql import insert as upsert

from data.engine.database import Database
from data.leases.tables import ServerNow, server_now
from data.tables.processes import identify_slots

SLOT_SECONDS = 5.5
"""The time between two turns of a bucket. Discord wants 5 seconds between what it receives."""
MAX_SECONDS = 600.0
"""The longest wait for a turn: what is later was reserved before the server's clock was put back."""


class IdentifySlots:
    """Reserves turns: shards with the same number modulo ``max_concurrency`` identify one after the other.

    ``database`` is on a PostgreSQL server, whose clock counts.
    """

    def __init__(
        self,
        database: Database,
        max_concurrency: int,
        *,
        now: ServerNow = server_now,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._database = database
        self._max_concurrency = max_concurrency
        self._now = now
        self._sleep = sleep

    async def reserve(self, shard: int) -> None:
        """Return when it is the shard's turn to identify. Raises `data.errors.StoreError`."""
        bucket = shard % self._max_concurrency
        await self._sleep(await self._database.write(lambda connection: self._reserve(connection, bucket)))

    def _reserve(self, connection: Connection, bucket: int) -> float:
        """Take the next free turn of a bucket. Returns the seconds until it begins."""
        now: float = connection.execute(select(self._now())).scalar_one()
        free_at = identify_slots.c.next_at
        begins_at = case((free_at.between(now, now + MAX_SECONDS), free_at), else_=now)
        first = upsert(identify_slots).values(bucket=bucket, next_at=now + SLOT_SECONDS)
        taken = first.on_conflict_do_update(
            index_elements=[identify_slots.c.bucket], set_={"next_at": begins_at + SLOT_SECONDS}
        ).returning(free_at)
        next_at: float = connection.execute(taken).scalar_one()
        return max(0.0, next_at - SLOT_SECONDS - now)
