"""Suspends the matches whose channel, thread or server is lost."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

import structlog

from bot.log_context import about
from bot.match.suspension import Suspensions
from bot.tasks import Tasks, retry_store
from data.matches.queries import MatchQueries
from data.model import Match

log = structlog.get_logger(__name__)


class LostPlaces:
    """Suspends matches in the background. What it misses is found when their boards are next edited."""

    def __init__(self, queries: MatchQueries, suspensions: Suspensions) -> None:
        self._queries = queries
        self._suspensions = suspensions
        self._tasks = Tasks()

    def lost(self, seen: Match) -> None:
        """Suspend a match whose board Discord did not find where the match was ``seen``."""
        place = seen.channel_id, seen.message_id

        async def this() -> Iterable[int]:
            return [seen.id]

        self._suspend(this, lambda match: (match.channel_id, match.message_id) == place)

    def channel_deleted(self, channel_id: int) -> None:
        """Suspend the matches of a channel or thread."""
        self._suspend(
            lambda: self._queries.in_channel(channel_id), lambda match: match.channel_id == channel_id
        )

    def guild_removed(self, guild_id: int) -> None:
        """Suspend the matches of a server that the bot is not in anymore."""
        self._suspend(lambda: self._queries.in_guild(guild_id), lambda match: match.guild_id == guild_id)

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
