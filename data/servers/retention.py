"""What is kept for a limited time: old matches, verdicts on their moves, and data of servers left.

Deletions are transactions of a few matches each, so that no move has to wait for a long one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, insert, select

from data.engine.database import Database
from data.matches.deletion import delete_matches
from data.model.match import MatchState
from data.puzzles.daily_puzzles import delete_daily
from data.puzzles.race_rows import delete_races
from data.servers.bans import delete_ended_bans
from data.tables.boards import boards
from data.tables.matches import analyses, matches
from data.tables.opponents import seek_boards, seeks
from data.tables.puzzles import daily_puzzles, daily_settings
from data.tables.races import races, server_race_channels, server_race_entries
from data.tables.servers import (
    bans,
    guild_settings,
    left_guilds,
    messages_to_delete,
    rank_games,
    rank_members,
    rank_roles,
    recap_channels,
    turn_lists,
    welcomes,
)
from data.tables.tournaments import tournaments
from data.tables.uptime import server_outages
from data.tournaments.deletion import delete_tournaments

MAX_FOUND = 10_000
"""The most matches that one search returns."""
_OF_GUILD = (
    guild_settings,
    welcomes,
    seeks,
    seek_boards,
    rank_games,
    server_outages,
    bans,
    messages_to_delete,
    turn_lists,
    recap_channels,
    server_race_channels,
    server_race_entries,
)


class RetentionStore:
    """Finds and deletes what is old. ``clock`` returns unix seconds, which all moments here are in."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock

    # --- Servers ---------------------------------------------------------------------------------------

    async def guild_left(self, guild_id: int) -> None:
        """Store that the bot is not in a server anymore, unless that is known."""
        await self._database.write(lambda connection: self._left(connection, [guild_id]))

    async def guild_joined(self, guild_id: int) -> None:
        """Forget that the bot was not in a server."""
        await self._database.write(lambda connection: _joined(connection, [guild_id]))

    async def compare_guilds(
        self, present: Collection[int], is_meant: Callable[[int], bool] = lambda _: True
    ) -> None:
        """Store which servers the bot has left and joined meanwhile; it is in those ``present``.

        ``is_meant`` says of which servers that is known; the others stay as they are.
        """
        known = set(filter(is_meant, await self._database.read(_known_guilds)))
        recorded = set(filter(is_meant, await self.guilds_left()))
        left, joined = sorted(known - set(present) - recorded), sorted(recorded & set(present))

        def work(connection: Connection) -> None:
            self._left(connection, left)
            _joined(connection, joined)

        if left or joined:
            await self._database.write(work)

    async def guilds_left(self, before: float | None = None) -> list[int]:
        """The servers that the bot has left (``before`` a moment), and of which there may be data."""
        query = select(left_guilds.c.guild_id).order_by(left_guilds.c.left_at)
        if before is not None:
            query = query.where(left_guilds.c.left_at < before)
        return await self._database.read(lambda connection: list(connection.execute(query).scalars()))

    async def delete_guild(self, guild_id: int) -> None:
        """Delete what is stored about a server besides matches, if the bot has not joined it again."""

        def work(connection: Connection) -> None:
            if not _is_left(connection, guild_id):
                return
            theirs = select(tournaments.c.id).where(tournaments.c.guild_id == guild_id)
            delete_tournaments(connection, list(connection.execute(theirs).scalars()))
            delete_daily(connection, guild_id)
            delete_races(connection, guild_id)
            for table in (*_OF_GUILD, rank_roles, rank_members, left_guilds):
                connection.execute(delete(table).where(table.c.guild_id == guild_id))

        await self._database.write(work)

    def _left(self, connection: Connection, guild_ids: Sequence[int]) -> None:
        for guild_id in guild_ids:
            if not _is_left(connection, guild_id):
                connection.execute(insert(left_guilds).values(guild_id=guild_id, left_at=self._clock()))

    # --- Matches ---------------------------------------------------------------------------------------

    async def ended(self, reasons: Collection[str], before: float, *, other: bool = False) -> list[int]:
        """The matches that ended before a moment for one of these reasons, or for any ``other`` one."""
        by_reason = matches.c.reason.not_in(reasons) if other else matches.c.reason.in_(reasons)
        over = matches.c.state == MatchState.OVER
        return await self._ids_of(and_(over, by_reason, matches.c.ended_at < before))

    async def in_guild(self, guild_id: int) -> list[int]:
        """The matches in a server, in any state, except those in which the bot was no member there."""
        return await self._ids_of(_in_guild(guild_id))

    async def delete(self, match_ids: Sequence[int], *, in_guild: int | None = None) -> None:
        """Delete a few matches; those of a server only if they, and the bot, have not moved meanwhile."""

        def work(connection: Connection) -> None:
            ids = match_ids
            if in_guild is not None:
                present = select(matches.c.id).where(matches.c.id.in_(ids), _in_guild(in_guild))
                query = present.with_for_update()  # on PostgreSQL, it waits for a match that is being moved
                ids = list(connection.execute(query).scalars()) if _is_left(connection, in_guild) else ()
            delete_matches(connection, ids)

        await self._database.write(work)

    async def analyzed(self, before: float) -> list[int]:
        """The matches that ended before a moment and whose moves have verdicts (`data.matches.analyses`)."""
        has_verdict = exists().where(analyses.c.match_id == matches.c.id)
        return await self._ids_of(
            and_(matches.c.state == MatchState.OVER, matches.c.ended_at < before, has_verdict)
        )

    async def delete_analyses(self, match_ids: Sequence[int]) -> None:
        """Delete the verdicts on the moves of a few matches; each side's accuracy stays."""
        theirs = delete(analyses).where(analyses.c.match_id.in_(match_ids))
        await self._database.write(lambda connection: connection.execute(theirs) and None)

    async def give_back_space(self) -> None:
        """Give the space of what was deleted back to the system, where that is quick."""
        await self._database.compact()

    async def delete_tournaments(self, before: float, limit: int) -> int:
        """Delete at most ``limit`` tournaments that ended before a moment; returns how many."""
        ended = select(tournaments.c.id).where(tournaments.c.ended_at < before).limit(limit)

        def work(connection: Connection) -> int:
            ids = list(connection.execute(ended).scalars())
            delete_tournaments(connection, ids)
            return len(ids)

        return await self._database.write(work)

    async def delete_ended_bans(self) -> None:
        """Delete the bans that do not last anymore."""
        now = self._clock()
        await self._database.write(lambda connection: delete_ended_bans(connection, now))

    async def _ids_of(self, condition: ColumnElement[bool]) -> list[int]:
        query = select(matches.c.id).where(condition).limit(MAX_FOUND)
        return await self._database.read(lambda connection: list(connection.execute(query).scalars()))


def _in_guild(guild_id: int) -> ColumnElement[bool]:
    is_member = exists().where(boards.c.match_id == matches.c.id, boards.c.tokens_only.is_(False))
    return and_(matches.c.guild_id == guild_id, is_member)


def _is_left(connection: Connection, guild_id: int) -> bool:
    query = select(left_guilds.c.left_at).where(left_guilds.c.guild_id == guild_id)
    return connection.execute(query).one_or_none() is not None


def _joined(connection: Connection, guild_ids: Sequence[int]) -> None:
    connection.execute(delete(left_guilds).where(left_guilds.c.guild_id.in_(guild_ids)))


def _known_guilds(connection: Connection) -> set[int]:
    """The servers that the bot is or was in, as far as there are data of them."""
    known = {
        guild_id
        for table in (*_OF_GUILD, tournaments, daily_settings, daily_puzzles, races)
        for guild_id in connection.execute(select(table.c.guild_id)).scalars()
        if guild_id is not None  # a storm has no server
    }
    played_in = select(matches.c.guild_id).where(matches.c.guild_id.is_not(None)).distinct()
    # Of a match that cannot be read, it may be no number.
    numbers = {number for number in connection.execute(played_in).scalars() if isinstance(number, int)}
    others = numbers - known
    return known | {
        guild_id
        for guild_id in others
        if connection.execute(select(exists().where(_in_guild(guild_id)))).scalar()
    }
