"""Suspends the matches whose channel, thread or server is lost.

A match that is shown in two places goes on at the board that is left.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

import structlog

from bot.log_context import about
from bot.match.suspension import Suspensions
from bot.tasks import Tasks, retry_store
from data.matches.other_boards import OtherBoards
from data.matches.queries import MatchQueries
from data.model import Match

log = structlog.get_logger(__name__)


class LostPlaces:
    """Suspends matches in the background. What it misses is found when their boards are next edited."""

    def __init__(self, queries: MatchQueries, others: OtherBoards, suspensions: Suspensions) -> None:
        self._queries = queries
        self._others = others
        self._suspensions = suspensions
        self._tasks = Tasks()

    def lost(self, seen: Match) -> None:
        """Suspend a match whose board Discord did not find where the match was ``seen``."""
        if seen.is_at_other:
            self._drop(lambda: self._others.lost(seen.id, seen.channel_id, seen.message_id))
            return
        place = seen.channel_id, seen.message_id

        async def this() -> Iterable[int]:
            return [seen.id]

        self._suspend(this, lambda match: (match.channel_id, match.message_id) == place)

    def channel_deleted(self, channel_id: int) -> None:
        """Suspend the matches of a channel or thread."""
        self._drop(lambda: self._others.lost_channel(channel_id))
        self._suspend(
            lambda: self._queries.in_channel(channel_id), lambda match: match.channel_id == channel_id
        )

    def guild_removed(self, guild_id: int) -> None:
        """Suspend the matches of a server that the bot is not in anymore."""
        self._drop(lambda: self._others.lost_guild(guild_id))
        self._suspend(lambda: self._queries.in_guild(guild_id), lambda match: match.guild_id == guild_id)

    def _drop(self, attempt: Callable[[], Awaitable[None]]) -> None:
        """Forget other boards: their matches go on in the place of the opponent."""
        self._tasks.run(retry_store(attempt, "other board not forgotten yet"))

    def _suspend(
        self, ids: Callable[[], Awaitable[Iterable[int]]], still_there: Callable[[Match], bool]
    ) -> None:
        async def attempt() -> None:
            for match in await self._suspensions.suspend(await ids(), still_there):
                log.info("match suspended", **about(match))

        self._tasks.run(retry_store(attempt, "match not suspended yet"))

    @property
    def is_idle(self) -> bool:
        """Whether nothing is left to suspend."""
        return self._tasks.is_idle

    async def close(self) -> None:
        """Stop."""
        await self._tasks.close()
