"""Reads about several matches."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from sqlalchemy import ColumnElement, Connection, and_, bindparam, exists, func, not_, or_, select, union

from data.engine.database import Database
from data.engine.row_check import RowCheck
from data.matches.reader import MatchReader, matches_where
from data.matches.rows import CLOCK_COLUMNS, Columns, clock_from
from data.model.match import (
    CHALLENGE_REASON,
    DELETED_USER,
    UNFINISHED,
    Match,
    MatchState,
    Notified,
    PauseReason,
)
from data.model.reasons import CALLED_OFF
from data.model.shards import EVERY_SHARD, Shards
from data.model.teams import TeamKind, Teams, is_awaited
from data.tables.boards import boards
from data.tables.conditions import of_person, of_shards
from data.tables.matches import matches, moves
from games.base import Side
from games.clock import Budget, Clock

_ACTIVE = and_(matches.c.state == MatchState.PLAYING, matches.c.paused.is_(None))
_IS_MEMBER = exists().where(boards.c.match_id == matches.c.id, boards.c.tokens_only.is_(False))
_AT_ONCE = 100  # matches that are read and replayed before others have their turn
_OVER = (MatchState.OVER,)
_IS_OF_USER = of_person(bindparam("person"), UNFINISHED)
_OF_USER = matches_where(_IS_OF_USER)
_NUMBERS_OF_USER = select(matches.c.id).where(_IS_OF_USER).order_by(matches.c.id)
_OF_CLOCK = ("id", "level", "teams", "notified", "guild_id", *CLOCK_COLUMNS)
_check_clock = RowCheck(matches.c[name] for name in _OF_CLOCK)
_RUNNING = select(*(matches.c[name] for name in _OF_CLOCK)).where(matches.c.clock_since.is_not(None))

_IS_RELAY = matches.c.teams.startswith(TeamKind.RELAY)
_IS_VOTED = matches.c.teams.startswith(f"{TeamKind.VOTE}/")
_IS_OF_PAIRS = matches.c.teams.startswith(f"{TeamKind.HAND_AND_BRAIN}/")
_TIMES_LEFT = select(moves.c.ply, moves.c.seconds_left, moves.c.periods_left).where(
    moves.c.match_id == bindparam("match"), moves.c.seconds_left.is_not(None)
)


@dataclass(frozen=True, slots=True)
class RunningClock:
    """A running clock of a match, without the rest of the match."""

    match_id: int
    clock: Clock
    between_people: bool
    """Whether people wait for the player to move, as `data.model.teams.is_awaited` says."""
    notified: Notified
    """What the player to move was notified of."""
    guild_id: int | None
    """None in direct messages."""

    @property
    def falls_at(self) -> float:
        """The uptime at which the flag falls. Raises ValueError if the clock is stopped."""
        falls_at = self.clock.falls_at
        if falls_at is None:
            raise ValueError(f"the clock of match {self.match_id} is stopped")
        return falls_at


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """Chooses among a person's matches; by default it accepts all."""

    game: str | None = None
    opponent_id: int | None = None
    """The person on the other side."""
    against_computer: bool = False
    imported: bool = False
    """Whether it accepts matches that the person has imported, too; they have no opponent."""

    def accepts(self, match: Match) -> bool:
        """Whether the filter accepts a match of the person."""
        if self.game not in (None, match.game) or (self.against_computer and match.level is None):
            return False
        return self.opponent_id is None or self.opponent_id in (match.first_id, match.second_id)

    def condition(self, user_id: int) -> ColumnElement[bool]:
        """Which rows of matches the filter accepts, of the person's matches that are over."""
        is_theirs = of_person(user_id, _OVER)
        if self.imported:
            is_theirs = or_(is_theirs, matches.c.imported_by == user_id)
        conditions = [is_theirs]
        if self.game is not None:
            conditions.append(matches.c.game == self.game)
        if self.against_computer:
            conditions.append(matches.c.level.is_not(None))
        if self.opponent_id is not None:
            conditions.append(of_person(self.opponent_id, _OVER))
        return and_(*conditions)


def _running_clock(row: Columns) -> RunningClock | None:
    """The clock of a row with its columns; None if it is stopped."""
    _check_clock([row[name] for name in _OF_CLOCK])
    clock = clock_from(row)
    if clock is None or clock.falls_at is None:
        return None
    teams = Teams.read(row["teams"]) if row["teams"] is not None else None
    between_people = clock.side is not None and is_awaited(row["level"], teams, clock.side)
    return RunningClock(row["id"], clock, between_people, Notified(row["notified"]), row["guild_id"])


class MatchQueries:
    """Lists of matches, without those that cannot be read. Methods raise `data.errors.StoreError`."""

    def __init__(self, database: Database, reader: MatchReader) -> None:
        self._database = database
        self._reader = reader

    async def active_by_game(self) -> dict[str, int]:
        """How many matches are in play and not paused, by the game's slug; no entry for none."""

        def work(connection: Connection) -> dict[str, int]:
            counted = select(matches.c.game, func.count()).where(_ACTIVE).group_by(matches.c.game)
            return {game: count for game, count in connection.execute(counted)}  # noqa: C416  dict() has no type

        return await self._database.read(work)

    async def of_user(self, user_id: int) -> list[Match]:
        """A person's unfinished matches, the last changed first."""
        unfinished = await self._database.read(lambda connection: self._of_user(connection, user_id))
        return sorted(unfinished, key=lambda match: (match.updated_at, match.id), reverse=True)

    async def unreadable_of(self, user_id: int) -> list[int]:
        """The numbers of a person's unfinished matches that cannot be read, in order."""

        def work(connection: Connection) -> list[int]:
            readable = {match.id for match in self._of_user(connection, user_id)}
            numbers = connection.execute(_NUMBERS_OF_USER, {"person": user_id}).scalars()
            return [match_id for match_id in numbers if match_id not in readable]

        return await self._database.read(work)

    def _of_user(self, connection: Connection, user_id: int) -> list[Match]:
        return self._reader.load_all(connection, _OF_USER, {"person": user_id})

    async def finished(
        self, user_id: int, wanted: MatchFilter, *, offset: int = 0, limit: int
    ) -> tuple[list[Match], int]:
        """A person's matches that are over, the last ended first: ``limit`` of them, and how many there are.

        Challenges that were never accepted are no matches.
        """
        played = ~matches.c.reason.startswith(CHALLENGE_REASON, autoescape=True)
        condition = and_(wanted.condition(user_id), played)
        newest = (
            select(matches.c.id).where(condition).order_by(matches.c.ended_at.desc(), matches.c.id.desc())
        )

        def work(connection: Connection) -> tuple[list[Match], int]:
            count = select(func.count()).select_from(matches).where(condition)
            total = connection.execute(count).scalar_one()
            ids = list(connection.execute(newest.offset(offset).limit(limit)).scalars())
            page = self._reader.load_where(connection, matches.c.id.in_(ids)) if ids else []
            return sorted(page, key=lambda match: ids.index(match.id)), total

        return await self._database.read(work)

    async def times_left(self, match_id: int) -> Mapping[int, Budget]:
        """What the mover had left on the clock after each move whose turn was timed, by ply."""

        def work(connection: Connection) -> dict[int, Budget]:
            rows = connection.execute(_TIMES_LEFT, {"match": match_id})
            return {row.ply: Budget(row.seconds_left, row.periods_left or 0) for row in rows}

        return await self._database.read(work)

    # --- What a process continues that begins to own shards --------------------------------------------

    async def challenges(self, of: Shards = EVERY_SHARD) -> list[Match]:
        """The unanswered challenges in the servers of shards."""
        return await self._select(and_(matches.c.state == MatchState.CHALLENGE, of_shards(of)))

    async def against_computer(self, of: Shards = EVERY_SHARD) -> list[int]:
        """The numbers of their active matches against the computer."""
        return await self._ids(and_(_ACTIVE, matches.c.level.is_not(None), of_shards(of)))

    async def matches_before(
        self, match: Match, person_id: int, limit: int, *, against_computer: bool = False
    ) -> int:
        """How many matches of its game a person has before one, up to ``limit``.

        Those ``against_computer`` alone, if that is wanted.
        """
        earlier = and_(
            of_person(person_id, (MatchState.PLAYING, MatchState.OVER)),
            matches.c.game == match.game,
            *([matches.c.level.is_not(None)] if against_computer else []),
            matches.c.id < match.id,
        )
        query = select(matches.c.id).where(earlier).limit(limit)
        return await self._database.read(lambda connection: len(connection.execute(query).all()))

    async def has_won_before(self, match: Match, person_id: int) -> bool | None:
        """Whether a person won their last match of a game against the computer before one.

        None if it was drawn, or if there is none. Those of teams, and those called off, do not count.
        """
        earlier = and_(
            of_person(person_id, (MatchState.OVER,)),
            matches.c.game == match.game,
            matches.c.level.is_not(None),
            matches.c.teams.is_(None),
            matches.c.reason.not_in(CALLED_OFF),
            matches.c.id < match.id,
        )
        query = select(matches.c.first_id, matches.c.winner).where(earlier).order_by(matches.c.id.desc())

        def work(connection: Connection) -> bool | None:
            last = connection.execute(query.limit(1)).one_or_none()
            if last is None or last.winner is None:
                return None
            return bool((last.winner == Side.FIRST) is (last.first_id == person_id))

        return await self._database.read(work)

    async def voted(self, of: Shards = EVERY_SHARD) -> list[int]:
        """The numbers of their active matches whose moves people vote for."""
        return await self._ids(and_(_ACTIVE, _IS_VOTED, of_shards(of)))

    async def of_pairs(self, of: Shards = EVERY_SHARD) -> list[int]:
        """The numbers of their active matches of hand and brain."""
        return await self._ids(and_(_ACTIVE, _IS_OF_PAIRS, of_shards(of)))

    async def unposted(self, since: float, until: float) -> list[int]:
        """The numbers of matches and challenges without a message at home, last changed between two moments.

        Those of tournaments are not among them: they are posted in threads. Nor are those where the bot can
        only answer, and suspended ones.
        """
        columns = matches.c
        goes_on = and_(columns.state.in_(UNFINISHED), columns.paused.is_(None))
        of_match = select(boards.c.message_id).where(boards.c.match_id == columns.id)
        first = of_match.order_by(boards.c.id).limit(1).scalar_subquery()
        waits = and_(columns.tournament_id.is_(None), _IS_MEMBER, first.is_(None))
        changed = columns.updated_at.between(since, until)
        return await self._ids(and_(goes_on, waits, changed))

    async def pending_notifications(self, of: Shards = EVERY_SHARD) -> list[int]:
        """The numbers of their active matches whose player to move was not notified of this turn yet.

        Of those against the computer only relays and hand and brain have notifications.
        """
        between_people = or_(matches.c.level.is_(None), _IS_RELAY, _IS_OF_PAIRS)
        waits = and_(_ACTIVE, between_people, matches.c.notified == Notified.NOTHING)
        return await self._ids(and_(waits, of_shards(of)))

    async def with_old_notification(self, of: Shards = EVERY_SHARD) -> list[int]:
        """The numbers of their matches with a turn notification in their channel about an earlier turn."""
        is_current = and_(_ACTIVE, matches.c.notified > Notified.NOTHING)
        notified = select(boards.c.match_id).where(boards.c.notification_id.is_not(None))
        return await self._ids(and_(matches.c.id.in_(notified), not_(is_current), of_shards(of)))

    async def on_vacation(self, of: Shards = EVERY_SHARD) -> list[int]:
        """The numbers of their matches that are paused because a player is on vacation."""
        playing = and_(matches.c.state == MatchState.PLAYING, matches.c.paused == PauseReason.VACATION)
        return await self._ids(and_(playing, of_shards(of)))

    async def running(self, of: Shards = EVERY_SHARD) -> list[RunningClock]:
        """Their running clocks. There are many at a start, so the matches themselves are not read."""
        query = _RUNNING.where(of_shards(of)).order_by(matches.c.id)

        def work(connection: Connection) -> list[RunningClock]:
            rows = [row._mapping for row in connection.execute(query)]
            clocks = [self._reader.attempt(row["id"], partial(_running_clock, row)) for row in rows]
            return [running for running in clocks if running is not None]

        return await self._database.read(work)

    async def changed(self, since: float, of: Shards = EVERY_SHARD) -> list[tuple[int, int]]:
        """Number and version of their unfinished matches that were changed since a moment, in unix seconds.

        And of those with an outdated message.
        """
        is_behind = matches.c.shown_version < matches.c.version
        is_active = and_(matches.c.state.in_(UNFINISHED), matches.c.updated_at > since)
        of_each = (
            select(matches.c.id, matches.c.version).where(condition, of_shards(of))
            for condition in (is_behind, is_active)
        )
        query = union(*of_each)  # each has an index

        def work(connection: Connection) -> list[tuple[int, int]]:
            return [(match_id, version) for match_id, version in connection.execute(query)]

        return await self._database.read(work)

    async def versions(self, match_ids: Collection[int]) -> list[tuple[int, int]]:
        """Number and version of these matches, as far as they exist."""
        query = select(matches.c.id, matches.c.version).where(matches.c.id.in_(match_ids))

        def work(connection: Connection) -> list[tuple[int, int]]:
            return [(match_id, version) for match_id, version in connection.execute(query)]

        return await self._database.read(work)

    # --- By number and place -------------------------------------------------------------------------

    async def by_number(self, match_ids: Collection[int]) -> list[Match]:
        """The matches with these numbers, in order; without those that do not exist or cannot be read."""
        return await self._select(matches.c.id.in_(match_ids))

    async def each(self, match_ids: Sequence[int]) -> AsyncIterator[Match]:
        """The matches `by_number`, some at a time: replaying many takes a while, and people play on."""
        for first in range(0, len(match_ids), _AT_ONCE):
            for match in await self.by_number(match_ids[first : first + _AT_ONCE]):
                yield match

    async def in_channel(self, channel_id: int) -> list[int]:
        """The numbers of the active matches in a channel or thread."""
        return await self._active_ids(matches.c.channel_id == channel_id)

    async def with_messages(self, message_ids: Collection[int]) -> list[int]:
        """The numbers of the active matches that are shown by one of these messages."""
        shown = select(boards.c.match_id).where(boards.c.message_id.in_(message_ids))
        return await self._active_ids(matches.c.id.in_(shown))

    async def in_guild(self, guild_id: int) -> list[int]:
        """The numbers of the active matches in a server."""
        return await self._active_ids(matches.c.guild_id == guild_id)

    async def begun_in_guild(self, guild_id: int, since: float) -> dict[int, int]:
        """How many matches and challenges people have begun in a server since a moment, the most first.

        Those of tournaments, and imported ones, are none of theirs.
        """
        own = matches.c.tournament_id.is_(None), matches.c.imported_by.is_(None)
        count = func.count().label("begun")
        query = (
            select(matches.c.challenger_id, count)
            .where(matches.c.guild_id == guild_id, matches.c.created_at >= since, *own)
            .where(matches.c.challenger_id != DELETED_USER)
            .group_by(matches.c.challenger_id)
            .order_by(count.desc(), matches.c.challenger_id)
        )

        def work(connection: Connection) -> dict[int, int]:
            return {row.challenger_id: row.begun for row in connection.execute(query)}

        return await self._database.read(work)

    async def _active_ids(self, place: ColumnElement[bool]) -> list[int]:
        # Where the bot is no member, Discord does not report what happens to the channel.
        return await self._ids(and_(_ACTIVE, _IS_MEMBER, place))

    async def _ids(self, condition: ColumnElement[bool]) -> list[int]:
        query = select(matches.c.id).where(condition).order_by(matches.c.id)

        def work(connection: Connection) -> list[int]:
            return list(connection.execute(query).scalars())

        return await self._database.read(work)

    async def _select(self, condition: ColumnElement[bool]) -> list[Match]:
        return await self._database.read(lambda connection: self._reader.load_where(connection, condition))
