"""Deletes what is kept for a limited time: matches called off, old matches, data of servers left.

Once after a start and then daily, a few matches at a time, so that no move waits for a deletion.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass

import structlog

from bot.match.challenges import CANCELLED, DECLINED, EXPIRED
from bot.match.endings import ABORTED
from bot.tasks import Tasks, retry_store
from data.retention import MOST_FOUND, RetentionStore

log = structlog.get_logger(__name__)

DAY = 24 * 3600.0
BATCH = 20
"""Matches deleted in one transaction: with 40 moves each, it takes some 20 ms."""
PAUSE_SECONDS = 0.2
"""Between two deletions: what waits for the database meanwhile comes first."""
CALLED_OFF = (ABORTED, DECLINED, CANCELLED, EXPIRED)
"""The reasons of matches that were not played."""


@dataclass(frozen=True, slots=True)
class KeptDays:
    """For how many days things are kept."""

    finished: int | None = None
    """Matches played to an end; None for ever."""
    called_off: int = 30
    """Matches that were aborted, and challenges that were not accepted."""
    left_server: int = 30
    """Settings of, and matches in, servers that the bot is not in anymore."""


KEPT = KeptDays()


class Retention:
    """Runs the deletions; ``guild_ids`` returns the servers that the bot is in, ``now`` unix seconds."""

    def __init__(
        self,
        store: RetentionStore,
        days: KeptDays,
        guild_ids: Callable[[], Collection[int]],
        now: Callable[[], float],
    ) -> None:
        self._store = store
        self._days = days
        self._guild_ids = guild_ids
        self._now = now
        self._tasks = Tasks()

    def start(self) -> None:
        """Delete what is old, now and every day."""
        self._tasks.run(self._run())

    def guild_left(self, guild_id: int) -> None:
        """The bot is not in a server anymore: its data are kept for a while."""
        self._record(lambda: self._store.guild_left(guild_id))

    def guild_joined(self, guild_id: int) -> None:
        """The bot is in a server, perhaps again: its data are kept."""
        self._record(lambda: self._store.guild_joined(guild_id))

    def _record(self, change: Callable[[], Awaitable[None]]) -> None:
        self._tasks.run(retry_store(change, "server left or joined not stored yet"))

    async def _run(self) -> None:
        while True:
            await retry_store(self.delete_old, "old data not deleted yet")
            await asyncio.sleep(DAY)

    async def delete_old(self) -> None:
        """Delete everything that has been kept for long enough. Raises `data.errors.StoreError`."""
        deleted = await self._delete_ended(self._days.called_off, other=False)
        if self._days.finished is not None:
            deleted += await self._delete_ended(self._days.finished, other=True)
        await self._store.compare_guilds(self._guild_ids())
        for guild_id in await self._store.guilds_left(before=self._moment(self._days.left_server)):
            ids = await self._store.in_guild(guild_id)
            await self._delete(ids, in_guild=guild_id)
            deleted += len(ids)
            if len(ids) < MOST_FOUND:  # otherwise the rest is deleted tomorrow
                await self._store.delete_guild(guild_id)
        if deleted:
            log.info("old matches deleted", count=deleted)

    def _moment(self, days: int) -> float:
        return self._now() - days * DAY

    async def _delete_ended(self, days: int, *, other: bool) -> int:
        """Delete matches that were called off, or the ``other`` ones; returns their number."""
        deleted, before = 0, self._moment(days)
        while ids := await self._store.ended(CALLED_OFF, before, other=other):
            await self._delete(ids)
            deleted += len(ids)
        return deleted

    async def _delete(self, ids: Sequence[int], in_guild: int | None = None) -> None:
        for start in range(0, len(ids), BATCH):
            await self._store.delete(ids[start : start + BATCH], in_guild=in_guild)
            await asyncio.sleep(PAUSE_SECONDS)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is left to do for now."""
        return self._tasks.is_idle

    async def close(self) -> None:
        """Stop; what is left is deleted after the next start."""
        await self._tasks.close()
