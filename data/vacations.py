"""The vacations of people: some days a year on which their matches with days for a move are paused.

Days are counted in whole ones from the beginning of a vacation, each in the calendar year (UTC) in which it
begins. A vacation that lasts over New Year goes on with the days of the new year.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from sqlalchemy import Connection, insert, select, update

from data.engine.database import Database, Work
from data.errors import StoreConflict
from data.opponent_tables import vacations
from data.readable_rows import RowReader

DAYS_A_YEAR = 30
_DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Vacation:
    """A person's vacation days, and the vacation that they are on."""

    user_id: int
    year: int = 0
    """The calendar year that the next two are about."""
    used: int = 0
    """The days used in it, without those of a vacation that goes on."""
    by_itself: bool = False
    """Whether a vacation began by itself in it, because a clock would have run out."""
    since: float | None = None
    """When the vacation that goes on began, in unix seconds; None if the person is not on vacation."""

    @property
    def is_away(self) -> bool:
        """Whether the person is on vacation."""
        return self.since is not None

    @property
    def ends_at(self) -> float | None:
        """When the vacation that goes on has used up the days; None if there is none."""
        if self.since is None:
            return None
        left, this_year = DAYS_A_YEAR - self.used, self._days_until_new_year(self.since)
        return self.since + _DAY * (left if left < this_year else this_year + DAYS_A_YEAR)

    def left(self, now: float) -> int:
        """The days left in the year of ``now``, in unix seconds; days begun on vacation are used."""
        return DAYS_A_YEAR - self.ended(now).used

    def in_year_of(self, now: float) -> Vacation:
        """The vacation days in the year of ``now``, or in that in which a vacation that goes on began."""
        year = _year(now)
        return self if self.is_away or year == self.year else Vacation(self.user_id, year)

    def begun(self, now: float, *, by_itself: bool = False) -> Vacation:
        """The vacation days with a vacation that begins at ``now``."""
        present = self.in_year_of(now)
        return replace(present, since=now, by_itself=present.by_itself or by_itself)

    def ended(self, now: float) -> Vacation:
        """The vacation days once a vacation that goes on ends, at ``now`` or when it has used up the days."""
        if self.since is None or self.ends_at is None:
            return self.in_year_of(now)
        days = max(1, math.ceil((min(now, self.ends_at) - self.since) / _DAY))
        this_year = self._days_until_new_year(self.since)
        if days <= this_year:
            return replace(self, used=self.used + days, since=None).in_year_of(now)
        return Vacation(self.user_id, self.year + 1, days - this_year).in_year_of(now)

    def _days_until_new_year(self, since: float) -> int:
        """How many days of a vacation begin before the next year."""
        return math.ceil((datetime(self.year + 1, 1, 1, tzinfo=UTC).timestamp() - since) / _DAY)


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


def _year(now: float) -> int:
    return datetime.fromtimestamp(now, UTC).year
