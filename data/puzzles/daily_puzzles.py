"""The daily puzzles of servers: what an admin has chosen, the puzzle of each day, and what people answered.

A day is begun by moving the next moment of its settings, in one transaction with its row. So of several
processes, or of a process and its successor after a kill, only one begins it; what is left to be done for it
is read from its row.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Delete,
    Row,
    Select,
    Update,
    delete,
    exists,
    insert,
    select,
    update,
)

from data.engine.database import Database
from data.engine.readable_rows import RowReader
from data.errors import StoreConflict
from data.leases.ownership import Ownership
from data.tables.puzzles import daily_answers, daily_puzzles, daily_settings

Changed = TypeVar("Changed", Update, Delete)


@dataclass(frozen=True, slots=True)
class DailySettings:
    """What an admin has chosen."""

    guild_id: int
    channel_id: int | None = None
    """Where the puzzle is posted; None: it is off."""
    hour: int = 9
    """The hour of posting, 0 to 23, in the server's time zone."""
    games: tuple[str, ...] = ()
    """The games that take turns; empty for all."""
    admin_id: int | None = None
    """Who chose this last."""
    next_at: float | None = None
    """When the next puzzle is posted."""
    problem: str | None = None
    """The key of the text that told the admin why the last one was not posted."""


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """The puzzle of a day in a server."""

    guild_id: int
    day: str
    puzzle_id: str
    channel_id: int
    message_id: int | None
    created_at: float
    closes_at: float
    closed_at: float | None = None
    shown: bool = False
    """Whether the message shows the results."""


@dataclass(frozen=True, slots=True)
class DailyAnswer:
    """What a person did with the puzzle of a day."""

    guild_id: int
    day: str
    user_id: int
    opened_at: float
    tried_at: float | None = None
    solved: bool | None = None
    counts: bool | None = None
    """Whether it is in the results: in time, and the person had not tried the puzzle before."""

    @property
    def seconds(self) -> float:
        """The seconds from opening the puzzle to the first attempt; 0 before that."""
        return max(0.0, (self.tried_at or self.opened_at) - self.opened_at)


class DailyPuzzleStore:
    """Daily puzzles by server and day. Methods raise `data.errors.StoreError`."""

    def __init__(self, database: Database, ownership: Ownership) -> None:
        self._database = database
        self._ownership = ownership

    # --- What an admin has chosen --------------------------------------------------------------------

    async def settings(self, guild_id: int) -> DailySettings:
        """The settings of a server; it is off if nothing was chosen."""
        stored = await self._settings(daily_settings.c.guild_id == guild_id)
        return stored[0] if stored else DailySettings(guild_id)

    async def configure(self, settings: DailySettings) -> None:
        """Store what an admin has chosen."""
        row = asdict(settings) | {"games": " ".join(settings.games) or None}

        def work(connection: Connection) -> None:
            connection.execute(delete(daily_settings).where(daily_settings.c.guild_id == settings.guild_id))
            connection.execute(insert(daily_settings).values(row))

        try:
            await self._database.write(work)
        except StoreConflict:  # on PostgreSQL, of two first choices in a server
            await self._database.write(work)

    async def due(self, now: float) -> list[DailySettings]:
        """The settings whose next moment has come."""
        return await self._settings(daily_settings.c.next_at <= now)

    async def _settings(self, condition: ColumnElement[bool]) -> list[DailySettings]:
        query = select(daily_settings).where(condition).order_by(daily_settings.c.next_at)

        return await self._database.read(lambda connection: _SETTINGS.all(connection.execute(query)))

    # --- The puzzle of a day -------------------------------------------------------------------------

    async def begin(self, settings: DailySettings, puzzle: DailyPuzzle | None, next_at: float) -> bool:
        """Begin a day with its puzzle, or skip it; earlier puzzles of the server are closed.

        False, with nothing changed, if the settings have changed or another process looks after the server;
        and if the day has begun before, with nothing but the next moment changed.
        """
        same = (daily_settings.c.guild_id == settings.guild_id) & (
            daily_settings.c.next_at == settings.next_at
        )

        def work(connection: Connection) -> bool:
            if not self._ownership.confirm(connection, settings.guild_id):
                return False
            moved = connection.execute(update(daily_settings).where(same).values(next_at=next_at))
            if not moved.rowcount or puzzle is None or _find(connection, puzzle.guild_id, puzzle.day):
                return False
            is_open = (daily_puzzles.c.guild_id == puzzle.guild_id) & daily_puzzles.c.closed_at.is_(None)
            connection.execute(update(daily_puzzles).where(is_open).values(closed_at=puzzle.created_at))
            connection.execute(insert(daily_puzzles).values(asdict(puzzle)))
            return True

        return await self._database.write(work)

    async def find(self, guild_id: int, day: str) -> DailyPuzzle | None:
        """The puzzle of a day; None if there was none."""
        return await self._database.read(lambda connection: _find(connection, guild_id, day))

    async def pending(self, now: float) -> list[DailyPuzzle]:
        """The puzzles that are not posted, are to be closed, or whose message does not show the results."""
        columns = daily_puzzles.c
        is_due = columns.message_id.is_(None) | columns.closed_at.is_not(None) | (columns.closes_at <= now)
        query = select(daily_puzzles).where(~columns.shown, is_due).order_by(columns.created_at)
        return await self._database.read(lambda connection: _PUZZLES.all(connection.execute(query)))

    async def posted(self, puzzle: DailyPuzzle, message_id: int) -> None:
        """Store the message of a puzzle; what was in the way before is over."""
        mended = update(daily_settings).where(daily_settings.c.guild_id == puzzle.guild_id)

        def work(connection: Connection) -> None:
            connection.execute(_of(puzzle, update(daily_puzzles)).values(message_id=message_id))
            connection.execute(mended.values(problem=None))

        await self._database.write(work)

    async def withdraw(self, puzzle: DailyPuzzle, problem: str | None) -> None:
        """Delete a puzzle that was not posted, and store why."""
        failed = update(daily_settings).where(daily_settings.c.guild_id == puzzle.guild_id)

        def work(connection: Connection) -> None:
            unposted = delete(daily_puzzles).where(daily_puzzles.c.message_id.is_(None))
            connection.execute(_of(puzzle, unposted))
            if problem is not None:
                connection.execute(failed.values(problem=problem))

        await self._database.write(work)

    async def close(self, puzzle: DailyPuzzle, now: float) -> None:
        """Later answers are not in the results."""
        is_open = update(daily_puzzles).where(daily_puzzles.c.closed_at.is_(None))
        query = _of(puzzle, is_open).values(closed_at=now)
        await self._database.write(lambda connection: connection.execute(query))

    async def shown(self, puzzle: DailyPuzzle) -> None:
        """Store that the message shows the results, or never will."""
        query = _of(puzzle, update(daily_puzzles)).values(shown=True)
        await self._database.write(lambda connection: connection.execute(query))

    async def used(self, guild_id: int) -> list[str]:
        """The ids of the puzzles that a server has had, the oldest first."""
        query = (
            select(daily_puzzles.c.puzzle_id)
            .where(daily_puzzles.c.guild_id == guild_id)
            .order_by(daily_puzzles.c.day)
        )
        return await self._database.read(lambda connection: list(connection.execute(query).scalars()))

    async def before(self, puzzle: DailyPuzzle) -> DailyPuzzle | None:
        """The puzzle of the server's last day before this one that was posted."""
        columns = daily_puzzles.c
        query = (
            select(daily_puzzles)
            .where(columns.guild_id == puzzle.guild_id, columns.day < puzzle.day)
            .where(columns.message_id.is_not(None))
            .order_by(columns.day.desc())
            .limit(1)
        )
        return await self._database.read(lambda connection: _PUZZLES.first(connection.execute(query)))

    # --- Answers -------------------------------------------------------------------------------------

    async def open(self, puzzle: DailyPuzzle, user_id: int, now: float) -> None:
        """Store that a person sees the puzzle; only the first time counts."""
        known = select(daily_answers).where(_answer(puzzle.guild_id, puzzle.day, user_id))
        row = {"guild_id": puzzle.guild_id, "day": puzzle.day, "user_id": user_id, "opened_at": now}

        def work(connection: Connection) -> None:
            if connection.execute(known).one_or_none() is None:
                connection.execute(insert(daily_answers).values(row))

        try:
            await self._database.write(work)
        except StoreConflict:  # on PostgreSQL, of two first presses
            return

    async def answer(self, guild_id: int, day: str, user_id: int) -> DailyAnswer | None:
        """What a person did with the puzzle of a day; None if they have not opened it."""
        query = select(daily_answers).where(_answer(guild_id, day, user_id))

        return await self._database.read(lambda connection: _ANSWERS.first(connection.execute(query)))

    async def results(self, puzzle: DailyPuzzle) -> list[DailyAnswer]:
        """The answers that count, the fastest first."""
        columns = daily_answers.c
        query = (
            select(daily_answers)
            .where(columns.guild_id == puzzle.guild_id, columns.day == puzzle.day, columns.counts)
            .order_by(columns.tried_at - columns.opened_at, columns.tried_at)
        )
        return await self._answers(query)

    async def of_person(self, user_id: int) -> list[DailyAnswer]:
        """Everything that a person has opened, in all servers."""
        columns = daily_answers.c
        query = select(daily_answers).where(columns.user_id == user_id)
        return await self._answers(query.order_by(columns.opened_at, columns.guild_id))

    async def chosen_by(self, user_id: int) -> list[int]:
        """The servers whose daily puzzle a person has chosen last."""
        query = select(daily_settings.c.guild_id).where(daily_settings.c.admin_id == user_id)
        return await self._database.read(lambda connection: sorted(connection.execute(query).scalars()))

    async def days(
        self, guild_id: int, user_id: int, *, only_missed: bool, offset: int, limit: int
    ) -> list[tuple[DailyPuzzle, DailyAnswer | None]]:
        """The puzzles of a server that were posted, the newest first, with what a person did.

        ``only_missed``: those that the person has not tried.
        """
        columns, theirs = daily_puzzles.c, daily_answers.c
        same = (theirs.guild_id == columns.guild_id) & (theirs.day == columns.day)
        tried = exists().where(same, theirs.user_id == user_id, theirs.tried_at.is_not(None))
        query = select(daily_puzzles).where(columns.guild_id == guild_id, columns.message_id.is_not(None))
        if only_missed:
            query = query.where(~tried)
        query = query.order_by(columns.day.desc()).offset(offset).limit(limit)

        def work(connection: Connection) -> list[tuple[DailyPuzzle, DailyAnswer | None]]:
            posted = _PUZZLES.all(connection.execute(query))
            in_days = theirs.day.in_([puzzle.day for puzzle in posted])
            own = select(daily_answers).where(theirs.guild_id == guild_id, theirs.user_id == user_id, in_days)
            answers = {answer.day: answer for answer in _ANSWERS.all(connection.execute(own))}
            return [(puzzle, answers.get(puzzle.day)) for puzzle in posted]

        return await self._database.read(work)

    async def _answers(self, query: Select[Any]) -> list[DailyAnswer]:
        return await self._database.read(lambda connection: _ANSWERS.all(connection.execute(query)))


def try_daily(
    connection: Connection, guild_id: int, day: str, user_id: int, now: float, *, solved: bool, is_first: bool
) -> None:
    """In the transaction of an attempt: it is a person's answer of a day, unless there is one.

    It counts if the day is not closed, and if it is the person's first one at this puzzle anywhere.
    """
    puzzle = _find(connection, guild_id, day)
    counts = is_first and puzzle is not None and puzzle.closed_at is None
    untried = _answer(guild_id, day, user_id) & daily_answers.c.tried_at.is_(None)
    connection.execute(
        update(daily_answers).where(untried).values(tried_at=now, solved=solved, counts=counts)
    )


def erase_daily(connection: Connection, user_id: int) -> None:
    """Erase a person: results that name them are shown again without them."""
    columns, theirs = daily_puzzles.c, daily_answers.c
    same = (theirs.guild_id == columns.guild_id) & (theirs.day == columns.day)
    named = exists().where(same, theirs.user_id == user_id, theirs.counts)
    connection.execute(update(daily_puzzles).where(named).values(shown=False))
    connection.execute(delete(daily_answers).where(theirs.user_id == user_id))
    chosen = daily_settings.c.admin_id == user_id
    connection.execute(update(daily_settings).where(chosen).values(admin_id=None))


def delete_daily(connection: Connection, guild_id: int) -> None:
    """Delete everything about the daily puzzles of a server."""
    for table in (daily_answers, daily_puzzles, daily_settings):
        connection.execute(delete(table).where(table.c.guild_id == guild_id))


def _find(connection: Connection, guild_id: int, day: str) -> DailyPuzzle | None:
    query = select(daily_puzzles).where(daily_puzzles.c.guild_id == guild_id, daily_puzzles.c.day == day)
    return _PUZZLES.first(connection.execute(query))


def _settings_from(row: Row[Any]) -> DailySettings:
    if row.hour not in range(24):
        raise ValueError(f"hour is {row.hour}")
    return DailySettings(**{**row._mapping, "games": tuple((row.games or "").split())})


def _puzzle_from(row: Row[Any]) -> DailyPuzzle:
    date.fromisoformat(row.day)
    return DailyPuzzle(**row._mapping)


_SETTINGS = RowReader(daily_settings.columns, _settings_from)
_PUZZLES = RowReader(daily_puzzles.columns, _puzzle_from)
_ANSWERS = RowReader(daily_answers.columns, lambda row: DailyAnswer(**row._mapping))


def _of(puzzle: DailyPuzzle, query: Changed) -> Changed:
    return query.where(daily_puzzles.c.guild_id == puzzle.guild_id, daily_puzzles.c.day == puzzle.day)


def _answer(guild_id: int, day: str, user_id: int) -> ColumnElement[bool]:
    columns = daily_answers.c
    return (columns.guild_id == guild_id) & (columns.day == day) & (columns.user_id == user_id)
