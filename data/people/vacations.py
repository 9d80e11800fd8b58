"""The table of vacations (`data.model.vacation`)."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, insert, select, update

from data.engine.database import Database, Work
from data.engine.readable_rows import RowReader
from data.errors import StoreConflict
from data.model.vacation import Vacation
from data.tables.opponents import vacations


class VacationStore:
    """The vacations of all people. Methods raise `data.errors.StoreError`; ``now`` is in unix seconds."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, user_id: int) -> Vacation:
        """A person's vacation days."""
        return await self._database.read(lambda connection: _load(connection, user_id))

    async def away(self, user_ids: Collection[int | None]) -> list[Vacation]:
        """The vacations that go on, of these people."""
        theirs = vacations.c.user_id.in_([user_id for user_id in user_ids if user_id is not None])
        query = select(vacations).where(theirs, vacations.c.since.is_not(None)).order_by(vacations.c.user_id)
        return await self._database.read(lambda connection: _VACATIONS.all(connection.execute(query)))

    async def going_on(self) -> list[Vacation]:
        """Every vacation that goes on."""
        query = select(vacations).where(vacations.c.since.is_not(None)).order_by(vacations.c.user_id)
        return await self._database.read(lambda connection: _VACATIONS.all(connection.execute(query)))

    async def begin(self, user_id: int, now: float) -> Vacation:
        """Begin a vacation, if days are left and none goes on; returns what is stored then."""

        def work(connection: Connection) -> Vacation:
            return _begin(connection, user_id, now)

        return await self._write(work)

    async def end(self, user_id: int, now: float, *, since: float | None = None) -> Vacation:
        """End a person's vacation (only that which began at ``since``); returns what is stored then."""

        def work(connection: Connection) -> Vacation:
            vacation = _load(connection, user_id, lock=True)
            if not vacation.is_away or since not in (None, vacation.since):
                return vacation
            return _save(connection, vacation.ended(now))

        return await self._write(work)

    async def _write(self, work: Work[Vacation]) -> Vacation:
        try:
            return await self._database.write(work)
        except StoreConflict:  # on PostgreSQL, of two first vacations of a person one finds a row after all
            return await self._database.write(work)


_VACATIONS = RowReader(vacations.columns, lambda row: Vacation(*row))


def is_excused(connection: Connection, user_id: int, now: float, *, may_begin: bool) -> bool:
    """Whether a person whose clock has run out is on vacation.

    If ``may_begin``, one begins by itself, once a year while days are left.
    """
    vacation = _load(connection, user_id, lock=True).in_year_of(now)
    if vacation.is_away or not may_begin or vacation.by_itself:
        return vacation.is_away
    return _begin(connection, user_id, now, by_itself=True).is_away


def _begin(connection: Connection, user_id: int, now: float, *, by_itself: bool = False) -> Vacation:
    vacation = _load(connection, user_id, lock=True).in_year_of(now)
    if vacation.is_away or vacation.left(now) <= 0:
        return vacation
    return _save(connection, vacation.begun(now, by_itself=by_itself))


def _load(connection: Connection, user_id: int, *, lock: bool = False) -> Vacation:
    query = select(vacations).where(vacations.c.user_id == user_id)
    return _VACATIONS.first(connection.execute(query.with_for_update() if lock else query)) or Vacation(
        user_id
    )


def _save(connection: Connection, vacation: Vacation) -> Vacation:
    values = {
        "year": vacation.year,
        "used": vacation.used,
        "by_itself": vacation.by_itself,
        "since": vacation.since,
    }
    changed = connection.execute(
        update(vacations).where(vacations.c.user_id == vacation.user_id).values(values)
    )
    if changed.rowcount == 0:
        connection.execute(insert(vacations).values(user_id=vacation.user_id, **values))
    return vacation
