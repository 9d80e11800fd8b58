"""Posts the boards of matches that were begun, and not posted because the process was killed in between.

Nobody else would hear of such a match: its other player waits for an opponent who has been found.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import discord
import structlog

from bot.log_context import about
from bot.match.events import MatchEvents
from bot.match.shard_tasks import ShardTasks
from bot.messages.board_messages import BoardMessages
from bot.messages.faults import DISCORD_FAULTS
from bot.tasks import Tasks, retry
from data.errors import StoreError, UnavailableMatch
from data.model import Match
from data.ownership import Shards
from data.store import Store

log = structlog.get_logger(__name__)

WAIT_SECONDS = 60.0
"""How long another process that has begun a match may take to post it."""
_RETRY_SECONDS = (1.0, 5.0, 30.0)
_REFUSED = (discord.Forbidden, discord.NotFound)


class UnpostedBoards:
    """Looks for such matches in the shards that this process gains."""

    def __init__(self, store: Store, messages: BoardMessages, events: MatchEvents) -> None:
        self._queries = store.queries
        self._messages = messages
        self._tasks = Tasks()
        self._shard_tasks = ShardTasks(events, self._tasks)
        self._shard_tasks.continue_matches(self._unposted, self._post_later, "unposted matches not read yet")

    async def _unposted(self, shards: Shards) -> AsyncIterator[Match]:
        async for match in self._queries.each(await self._queries.unposted(shards)):
            yield match

    def _post_later(self, match: Match) -> None:
        self._shard_tasks.run(match, self._post(match))

    async def _post(self, match: Match) -> None:
        await asyncio.sleep(WAIT_SECONDS)
        try:
            await retry(
                lambda: self._messages.begin_in_channel(match.id),
                _RETRY_SECONDS,
                (*DISCORD_FAULTS, StoreError),
                (*_REFUSED, UnavailableMatch),
                "match not posted yet",
                match=match.id,
            )
        except UnavailableMatch:
            pass
        except (*DISCORD_FAULTS, StoreError) as fault:
            log.info("match not posted", fault=str(fault), **about(match))

    async def close(self) -> None:
        """Stop; what was not posted is posted after the next start."""
        await self._tasks.close()
