"""Deletes what is kept for a limited time: old matches, analyses, ended bans, data of servers that were left.

Once after a start and then daily, a few matches at a time, so that no move waits for a deletion. Of several
processes, the owner of a server's shard looks after the server, and that of shard 0 after all old matches.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence

import structlog

from bot.config import KeptDays
from bot.match.challenges import CANCELED, DECLINED, EXPIRED
from bot.match.due_loops import ShardLoop
from bot.match.events import MatchEvents, ServerJoined, ServerLeft
from bot.tasks import Tasks, retry_store
from data.model.match import ABORTED
from data.servers.retention import MAX_FOUND, RetentionStore
from data.store import Store

log = structlog.get_logger(__name__)

DAY = 24 * 3600.0
BATCH = 20
"""Matches deleted in one transaction: with 40 moves each, it takes some 20 ms."""
PAUSE_SECONDS = 0.2
"""Between two deletions: what waits for the database meanwhile comes first."""
NOT_PLAYED = (ABORTED, DECLINED, CANCELED, EXPIRED)
"""The reasons of matches that were not played."""


class Retention:
    """Runs the deletions.

    ``guild_ids`` returns the servers that the bot is in, as far as this process is connected to their shards:
    to those that it has gained, it is. ``now`` returns unix seconds.
    """

    def __init__(
        self,
        store: Store,
        days: KeptDays,
        guild_ids: Callable[[], Collection[int]],
        events: MatchEvents,
        now: Callable[[], float],
    ) -> None:
        self._store: RetentionStore = store.retention
        self._days = days
        self._guild_ids = guild_ids
        self._now = now
        self._tasks = Tasks()
        self._loop = ShardLoop(
            self.delete_old, DAY, "old data not deleted yet", self._tasks, events, store.ownership
        )
        events.subscribe(ServerJoined, lambda event: self._joined(event.guild_id))
        events.subscribe(ServerLeft, lambda event: self._left(event.guild_id))

    def start(self) -> None:
        """Delete what is old, now, every day, and when shards are gained."""
        self._loop.start()

    def _is_ours(self, guild_id: int | None) -> bool:
        """Whether this process looks after a server; with None, after old matches anywhere."""
        return self._loop.holds(guild_id)

    def _left(self, guild_id: int) -> None:
        """The bot is not in a server anymore: its data are kept for a while."""
        self._record(lambda: self._store.guild_left(guild_id))

    def _joined(self, guild_id: int) -> None:
        """The bot is in a server, perhaps again: its data are kept."""
        self._record(lambda: self._store.guild_joined(guild_id))

    def _record(self, change: Callable[[], Awaitable[None]]) -> None:
        self._tasks.run(retry_store(change, "server left or joined not stored yet"))

    async def delete_old(self) -> None:
        """Delete everything that has been kept for long enough. Raises `data.errors.StoreError`."""
        deleted = await self._delete_ended(self._days.called_off, other=False)
        if self._days.finished is not None:
            deleted += await self._delete_ended(self._days.finished, other=True)
            await self._delete_tournaments(self._days.finished)
        await self._store.delete_ended_bans()
        await self._delete_analyses()
        await self._store.compare_guilds(self._guild_ids(), self._is_ours)
        for guild_id in await self._store.guilds_left(before=self._moment(self._days.left_server)):
            deleted += await self._delete_left(guild_id)
        if deleted:
            log.info("old matches deleted", count=deleted)
        await self._store.give_back_space()

    async def _delete_left(self, guild_id: int) -> int:
        """Delete the data of a server that the bot has left; returns the number of matches."""
        if not self._is_ours(guild_id):
            return 0
        ids = await self._store.in_guild(guild_id)
        deleted = await self._delete(ids, in_guild=guild_id)
        if deleted == len(ids) < MAX_FOUND:  # otherwise the rest is deleted tomorrow
            await self._store.delete_guild(guild_id)
        return deleted

    def _moment(self, days: int) -> float:
        return self._now() - days * DAY

    async def _delete_ended(self, days: int, *, other: bool) -> int:
        """Delete matches that were called off, or the ``other`` ones; returns their number."""
        deleted, before = 0, self._moment(days)
        while self._is_ours(None) and (ids := await self._store.ended(NOT_PLAYED, before, other=other)):
            deleted += await self._delete(ids)
        return deleted

    async def _delete_analyses(self) -> None:
        """Delete the analyses of matches that ended long ago."""
        before, deleted = self._moment(self._days.analyses), 0
        while self._is_ours(None) and (ids := await self._store.analyzed(before)):
            for start in range(0, len(ids), BATCH):
                await self._store.delete_analyses(ids[start : start + BATCH])
                await asyncio.sleep(PAUSE_SECONDS)
            deleted += len(ids)
        if deleted:
            log.info("old analyses deleted", matches=deleted)

    async def _delete_tournaments(self, days: int) -> None:
        """Delete tournaments that have ended long ago."""
        before, deleted = self._moment(days), BATCH
        while deleted == BATCH and self._is_ours(None):
            deleted = await self._store.delete_tournaments(before, BATCH)
            await asyncio.sleep(PAUSE_SECONDS)

    async def _delete(self, ids: Sequence[int], in_guild: int | None = None) -> int:
        """Delete matches; returns how many, fewer if their shard is lost meanwhile."""
        for start in range(0, len(ids), BATCH):
            if not self._is_ours(in_guild):
                return start
            await self._store.delete(ids[start : start + BATCH], in_guild=in_guild)
            await asyncio.sleep(PAUSE_SECONDS)
        return len(ids)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is left to do for now."""
        return self._tasks.is_idle

    async def close(self) -> None:
        """Stop; what is left is deleted after the next start."""
        await self._tasks.close()
