"""The weekly race of servers: which take part, their messages, and the result of each week.

The runs are races of one person (`data.puzzles.races`). A week is closed once, in one transaction, which
stores each server's place; what is erased later leaves that as it is.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import ColumnElement, Connection, delete, or_, select, tuple_, update

from data.engine.database import Database
from data.engine.readable_rows import RowReader
from data.engine.upserts import insert_or_ignore, insert_or_update
from data.model.server_race import RaceWeek, Run, ServerScore, standings
from data.puzzles.race_rows import runs_of
from data.servers.messages_to_delete import MessageToDelete, delete_message_later
from data.tables.races import races, server_race_channels, server_race_entries, server_race_weeks
from data.tables.servers import left_guilds

WEEKS_KEPT = 4
"""How many closed weeks are kept: their puzzles are not asked again, their messages can be edited."""

_MAX_PARAMETERS = 500
"""If more runs than that are to be read, all are."""


@dataclass(frozen=True, slots=True)
class RaceChannel:
    """A server that takes part."""

    guild_id: int
    channel_id: int
    """Where an admin wants the message."""
    name: str
    """The server's, which the others see."""


@dataclass(frozen=True, slots=True)
class RaceEntry:
    """A server in the race of a week: its message and, once the week is closed, its result."""

    guild_id: int
    week: int
    channel_id: int
    message_id: int | None
    """None until it is posted."""
    since: float
    """The unix time at which it was to be posted: no message from before is it."""
    is_behind: bool
    """Whether it is to be edited though its week is closed."""
    place: int | None
    """None until the week is closed, and if nobody ran."""
    score: int | None
    runs: int | None

    @property
    def result(self) -> ServerScore | None:
        """The server's row of the table; None until there is one."""
        if self.place is None or self.score is None or self.runs is None:
            return None
        return ServerScore(self.guild_id, self.place, self.score, self.runs)


class ServerRaceStore:
    """Servers and weeks. Methods raise `data.errors.StoreError`; moments are unix seconds."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- Servers ---------------------------------------------------------------------------------------

    async def channel(self, guild_id: int) -> RaceChannel | None:
        """Where a server has the message; None if it does not take part."""
        query = select(server_race_channels).where(server_race_channels.c.guild_id == guild_id)
        return await self._database.read(lambda connection: _CHANNELS.first(connection.execute(query)))

    async def channels(self) -> list[RaceChannel]:
        """The servers that take part and that the bot has not left."""
        return await self._database.read(_present)

    async def place(self, guild_id: int, channel_id: int | None, name: str) -> None:
        """Take part with the message in a channel, or no longer; the message elsewhere is to be deleted."""
        entries = server_race_entries.c
        is_open = (entries.guild_id == guild_id) & entries.place.is_(None)
        before = select(server_race_channels).where(server_race_channels.c.guild_id == guild_id)

        def work(connection: Connection) -> None:
            present = _CHANNELS.first(connection.execute(before))
            if present is not None and present.channel_id == channel_id:
                return
            for entry in _ENTRIES.all(connection.execute(select(server_race_entries).where(is_open))):
                if entry.message_id is not None:
                    old = MessageToDelete(entry.message_id, entry.channel_id, guild_id)
                    delete_message_later(connection, old)
            connection.execute(delete(server_race_entries).where(is_open))
            if channel_id is None:
                columns = server_race_channels.c
                connection.execute(delete(server_race_channels).where(columns.guild_id == guild_id))
            else:
                row = asdict(RaceChannel(guild_id, channel_id, name))
                insert_or_update(connection, server_race_channels, row, {"channel_id": channel_id})

        await self._database.write(work)

    async def rename(self, guild_id: int, name: str) -> None:
        """Store the name that a server has now."""
        query = update(server_race_channels).where(server_race_channels.c.guild_id == guild_id)
        await self._database.write(lambda connection: connection.execute(query.values(name=name)) and None)

    # --- Weeks -----------------------------------------------------------------------------------------

    async def puzzles(self, week: int) -> tuple[str, ...]:
        """What is asked in a week; empty until the first run."""
        query = select(server_race_weeks.c.puzzles).where(server_race_weeks.c.week == week)
        row = await self._database.read(lambda connection: connection.execute(query).scalar())
        return tuple((row or "").split())

    async def recent_puzzles(self) -> set[str]:
        """The puzzles of the weeks that are kept."""
        query = select(server_race_weeks.c.puzzles)
        rows = await self._database.read(lambda connection: connection.execute(query).scalars().all())
        return {puzzle_id for row in rows for puzzle_id in row.split()}

    async def keep_puzzles(self, week: int, chosen: Sequence[str]) -> tuple[str, ...]:
        """Store what is asked in a week, unless that is stored; returns what is."""
        row = {"week": week, "puzzles": " ".join(chosen)}
        await self._database.write(lambda connection: insert_or_ignore(connection, server_race_weeks, row))
        return await self.puzzles(week)

    async def runs(
        self, week: int, *, guild_id: int | None = None, race_ids: Collection[int] | None = None
    ) -> list[Run]:
        """The runs of a week, or only those of a server, or with these numbers."""
        wanted = races.c.week == week
        if guild_id is not None:
            wanted &= races.c.guild_id == guild_id
        if race_ids is not None and len(race_ids) <= _MAX_PARAMETERS:
            wanted &= races.c.id.in_(race_ids)
        return await self._database.read(lambda connection: runs_of(connection, wanted))

    async def versions(self, week: int) -> dict[int, int]:
        """By the number of each run of a week, a number that grows with each answer."""
        query = select(races.c.id, races.c.version).where(
            races.c.week == week, races.c.creator_id.is_not(None)
        )
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return {int(row.id): int(row.version) for row in rows}

    async def close(self, now: float, blocked: Collection[int] = ()) -> None:
        """Store the results of the weeks that are over, without servers that the operator has blocked."""
        weeks = server_race_weeks.c
        is_over = weeks.closed_at.is_(None) & (weeks.week < RaceWeek.containing(now).number)
        query = select(weeks.week).where(is_over).order_by(weeks.week)
        if not await self._database.read(lambda connection: list(connection.execute(query).scalars())):
            return

        def work(connection: Connection) -> None:
            for week in connection.execute(query.with_for_update()).scalars().all():
                _close(connection, week, now, blocked)
                for column in (server_race_weeks.c.week, server_race_entries.c.week):
                    connection.execute(delete(column.table).where(column < week - WEEKS_KEPT))

        await self._database.write(work)

    # --- Messages --------------------------------------------------------------------------------------

    async def enter(self, guild_id: int, week: int, now: float) -> RaceEntry | None:
        """Have a server take part in a week: with a new message, or that of a week in which nobody ran.

        None if it takes no part, or in a later week already: the clock of a process may be behind.
        """
        entries = server_race_entries.c
        theirs = select(server_race_entries).where(entries.guild_id == guild_id)
        channel = select(server_race_channels.c.channel_id).where(server_race_channels.c.guild_id == guild_id)

        def work(connection: Connection) -> RaceEntry | None:
            channel_id = connection.execute(channel).scalar()
            known = _ENTRIES.all(connection.execute(theirs))
            if channel_id is not None and all(entry.week < week for entry in known):
                unused = [entry for entry in known if entry.place is None]
                if unused:
                    moved = update(server_race_entries).where(_is(unused[-1]))
                    connection.execute(moved.values(week=week))
                else:
                    row = {"guild_id": guild_id, "week": week, "channel_id": channel_id, "since": now}
                    insert_or_ignore(connection, server_race_entries, {**row, "is_behind": False})
            return _ENTRIES.first(connection.execute(theirs.where(entries.week == week)))

        return await self._database.write(work)

    async def entries(self, week: int) -> list[RaceEntry]:
        """The messages of a week, and those of earlier ones that are to be edited."""
        entries = server_race_entries.c
        wanted = or_(entries.week == week, entries.is_behind)
        query = select(server_race_entries).where(wanted).order_by(entries.week, entries.guild_id)
        return await self._database.read(lambda connection: _ENTRIES.all(connection.execute(query)))

    async def results(self, week: int) -> list[ServerScore]:
        """The table of a week that is closed; empty if it is not, or nobody ran."""
        entries = server_race_entries.c
        query = select(server_race_entries).where(entries.week == week, entries.place.is_not(None))
        ordered = query.order_by(entries.place, entries.guild_id)

        def work(connection: Connection) -> list[ServerScore]:
            rows = _ENTRIES.all(connection.execute(ordered))
            return [row.result for row in rows if row.result is not None]

        return await self._database.read(work)

    async def posted(self, entry: RaceEntry, message_id: int | None, since: float) -> bool:
        """Store a message, or with None that it is to be posted again from a moment on.

        False if an admin wants it elsewhere by now: then the message is to be deleted.
        """
        query = update(server_race_entries).where(_is(entry)).values(message_id=message_id, since=since)

        def work(connection: Connection) -> bool:
            if connection.execute(query).rowcount:
                return True
            if message_id is not None:
                stray = MessageToDelete(message_id, entry.channel_id, entry.guild_id)
                delete_message_later(connection, stray)
            return False

        return await self._database.write(work)

    async def shown(self, entry: RaceEntry) -> None:
        """The message of a closed week shows what it is to show, or cannot be edited."""
        query = update(server_race_entries).where(_is(entry)).values(is_behind=False)
        await self._database.write(lambda connection: connection.execute(query) and None)

    async def turn_off(self, channel: RaceChannel) -> None:
        """Take part no longer: the channel is gone."""
        columns = server_race_channels.c
        same = (columns.guild_id == channel.guild_id) & (columns.channel_id == channel.channel_id)
        entries = server_race_entries.c

        def work(connection: Connection) -> None:
            if connection.execute(delete(server_race_channels).where(same)).rowcount:
                is_open = (entries.guild_id == channel.guild_id) & entries.place.is_(None)
                connection.execute(delete(server_race_entries).where(is_open))

        await self._database.write(work)


def show_without(connection: Connection, user_id: int) -> None:
    """Have the messages of closed weeks that name a person edited, before their runs are erased."""
    theirs = select(races.c.guild_id, races.c.week).where(
        races.c.creator_id == user_id, races.c.week.is_not(None)
    )
    entries = server_race_entries.c
    named = tuple_(entries.guild_id, entries.week).in_(theirs) & entries.place.is_not(None)
    connection.execute(update(server_race_entries).where(named).values(is_behind=True))


def _close(connection: Connection, week: int, now: float, blocked: Collection[int]) -> None:
    """Store the result of each server that takes part, and that the week is closed."""
    present = [channel for channel in _present(connection) if channel.guild_id not in blocked]
    runs = runs_of(connection, races.c.week == week)
    table = standings(runs, [channel.guild_id for channel in present])
    channel_of = {channel.guild_id: channel.channel_id for channel in present}
    for score in table:
        result = {"place": score.place, "score": score.score, "runs": score.runs, "is_behind": True}
        row = {"guild_id": score.guild_id, "week": week, "channel_id": channel_of[score.guild_id]}
        insert_or_update(connection, server_race_entries, {**row, "since": now, **result}, result)
    closed = update(server_race_weeks).where(server_race_weeks.c.week == week).values(closed_at=now)
    connection.execute(closed)


def _present(connection: Connection) -> list[RaceChannel]:
    """The servers that take part and that the bot has not left."""
    columns = server_race_channels.c
    left = select(left_guilds.c.guild_id)
    query = select(server_race_channels).where(columns.guild_id.not_in(left)).order_by(columns.guild_id)
    return _CHANNELS.all(connection.execute(query))


def _is(entry: RaceEntry) -> ColumnElement[bool]:
    """Whether a row is an entry that was read, in the channel in which an admin wanted it then."""
    columns = server_race_entries.c
    same = (columns.guild_id == entry.guild_id) & (columns.week == entry.week)
    return same & (columns.channel_id == entry.channel_id)


_CHANNELS = RowReader(server_race_channels.columns, lambda row: RaceChannel(*row))
_ENTRIES = RowReader(server_race_entries.columns, lambda row: RaceEntry(*row))
