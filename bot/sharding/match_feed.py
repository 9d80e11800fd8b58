"""Publishes the changes that other processes make in the matches of this process's shards.

They are notified by the database. Because notifications can be lost, the feed also looks every ten seconds
for matches whose version is later than the last one that this process knows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection

from bot.lru import LRU
from bot.match.due_loops import DueLoop
from bot.match.events import MatchEvents
from bot.tasks import Tasks, retry_store
from data.errors import UnavailableMatch
from data.leases.shard_leases import ShardLeases
from data.matches.notices import Notice
from data.model.match import UNFINISHED, Match
from data.model.match_change import MatchChange
from data.store import Store

LOOK_SECONDS = 10.0
"""The time between two looks for changes that were not notified."""
MARGIN_SECONDS = 60.0
"""By so much processes may disagree about when a change was made."""
_MAX_RECENT = 2_000
"""Matches whose last known state is kept, to tell what is news and what has changed."""


class MatchFeed:
    """Start it once the store is open. ``now`` returns unix seconds."""

    def __init__(
        self, store: Store, leases: ShardLeases, events: MatchEvents, now: Callable[[], float]
    ) -> None:
        self._store = store
        self._leases = leases
        self._events = events
        self._now = now
        self._known: LRU[int, Match] = LRU(_MAX_RECENT)
        self._reading: set[int] = set()
        self._since = now() - MARGIN_SECONDS  # earlier changes were seen by the last look that succeeded
        self._tasks = Tasks()
        self.loop = DueLoop(self._look, LOOK_SECONDS, "changes not looked for", self._tasks)
        events.subscribe(MatchChange, self._remember)

    def start(self) -> None:
        """Look regularly from now on."""
        self.loop.start()

    def notified(self, payload: str) -> None:
        """Read a match soon that another process has changed, unless its version is known here."""
        notice = Notice.read(payload)
        if notice is not None and self._is_news(*notice):
            self._read_soon(notice.match_id)

    def look(self) -> None:
        """Look soon: notifications may have been lost."""
        self.loop.wake()

    async def close(self) -> None:
        """Stop looking and reading."""
        await self._tasks.close()

    def _remember(self, change: MatchChange) -> None:
        if self._is_news(change.after.id, change.after.version):
            self._known[change.after.id] = change.after

    def _is_news(self, match_id: int, version: int) -> bool:
        known = self._known.get(match_id)
        return known is None or known.version < version

    def _read_soon(self, match_id: int) -> None:
        if match_id not in self._reading:
            self._reading.add(match_id)
            self._tasks.run(self._read(match_id), match=match_id)

    async def _read(self, match_id: int) -> None:
        try:
            await asyncio.sleep(0)  # notices of one commit arrive together
            self._reading.discard(match_id)
            match = await retry_store(lambda: self._store.matches.get(match_id), "change not read yet")
        except UnavailableMatch:
            return
        self._publish(match)

    def _publish(self, match: Match) -> None:
        """Publish a change unless it is known by now. It comes late if another change overtook it."""
        before = self._known.get(match.id)
        is_here = self._leases.owns(match.guild_id) or (before and self._leases.owns(before.guild_id))
        if is_here and self._is_news(match.id, match.version):
            self._events.publish(MatchChange(before, match))

    async def _look(self) -> None:
        """Publish what has changed since the last look that has succeeded."""
        began = self._now()
        await self._publish_changed()
        self._since = began - MARGIN_SECONDS

    async def _publish_changed(self) -> None:
        """Publish what is not known here of the changes since `_since`."""
        shards = self._leases.owned
        if not shards.numbers:
            return
        # What another process has ended, and shown, is not among the unfinished ones.
        known = [
            match for match in self._known.values() if match.state in UNFINISHED and match.guild_id in shards
        ]
        changed = await self._store.queries.changed(self._since, shards)
        changed += await self._store.queries.versions([match.id for match in known])
        await self._publish_all(
            [match_id for match_id, version in changed if self._is_news(match_id, version)]
        )

    async def _publish_all(self, match_ids: Collection[int]) -> None:
        async for match in self._store.queries.each(list(match_ids)):
            self._publish(match)
