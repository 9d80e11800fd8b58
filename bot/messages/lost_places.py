"""Pauses the matches whose channel, thread or server is lost, or whose board somebody has deleted.

A board that was deleted does not come back by itself: a moderator may not want it there. A match that is
shown in two places goes on at the board that is left.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable

import structlog

from bot.log_context import about
from bot.match.suspension import Suspensions
from bot.tasks import Tasks, retry_store
from data.matches.boards import BoardStore
from data.matches.queries import MatchQueries
from data.model.board import Board
from data.model.match import Match, PauseReason

log = structlog.get_logger(__name__)


class LostPlaces:
    """Suspends matches in the background. What it misses is found when their boards are next edited."""

    def __init__(
        self,
        queries: MatchQueries,
        boards: BoardStore,
        suspensions: Suspensions,
    ) -> None:
        self._queries = queries
        self._boards = boards
        self._suspensions = suspensions
        self._tasks = Tasks()

    def lost(self, match: Match, seen: Board) -> None:
        """Suspend a match one of whose boards Discord did not find where it was ``seen``."""
        if seen.id != match.home.id:
            self._drop(lambda: self._boards.lost(seen))
            return
        place = seen.channel_id, seen.message_id

        async def this() -> Iterable[int]:
            return [match.id]

        self._suspend(this, lambda match: (match.home.channel_id, match.home.message_id) == place)

    def messages_deleted(self, message_ids: Collection[int]) -> None:
        """Pause the matches whose board was one of these messages; one that is over has none from now on."""

        async def attempt() -> None:
            deleted = await self._boards.among(message_ids)  # nearly always none
            if deleted:
                await self._boards.lost_messages(deleted)
                ids = await self._queries.with_messages(deleted)
                await self._pause(ids, lambda match: match.home.message_id in deleted, PauseReason.REMOVED)
                await self._boards.forget(deleted)

        self._tasks.run(retry_store(attempt, "match not paused yet"))

    def channel_deleted(self, channel_id: int) -> None:
        """Suspend the matches of a channel or thread."""
        self._drop(lambda: self._boards.lost_channel(channel_id))
        self._suspend(
            lambda: self._queries.in_channel(channel_id), lambda match: match.home.channel_id == channel_id
        )

    def guild_removed(self, guild_id: int) -> None:
        """Suspend the matches of a server that the bot is not in anymore."""
        self._drop(lambda: self._boards.lost_guild(guild_id))
        self._suspend(lambda: self._queries.in_guild(guild_id), lambda match: match.guild_id == guild_id)

    def _drop(self, attempt: Callable[[], Awaitable[None]]) -> None:
        """Forget boards away from home: their matches go on in the place of the opponent."""
        self._tasks.run(retry_store(attempt, "lost board not forgotten yet"))

    def _suspend(
        self,
        ids: Callable[[], Awaitable[Iterable[int]]],
        still_there: Callable[[Match], bool],
    ) -> None:
        async def attempt() -> None:
            await self._pause(await ids(), still_there, PauseReason.SUSPENDED)

        self._tasks.run(retry_store(attempt, "match not suspended yet"))

    async def _pause(
        self, ids: Iterable[int], still_there: Callable[[Match], bool], reason: PauseReason
    ) -> None:
        for match in await self._suspensions.suspend(ids, still_there, reason):
            log.info("match suspended", reason=reason.value, **about(match))

    @property
    def is_idle(self) -> bool:
        """Whether nothing is left to suspend."""
        return self._tasks.is_idle

    async def close(self) -> None:
        """Stop."""
        await self._tasks.close()
