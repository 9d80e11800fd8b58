"""How far people are in the lessons of each game, and to whom a lesson was offered."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, bindparam, insert, select, update

from data.engine.database import Database
from data.engine.readable_rows import RowReader
from data.errors import StoreConflict
from data.tables.people import lessons

_OF_PERSON = select(lessons.c.game, lessons.c.steps).where(lessons.c.user_id == bindparam("user"))
_STEPS = RowReader[tuple[str, int]]((lessons.c.game, lessons.c.steps), lambda row: (row.game, row.steps))
_ROW = (lessons.c.user_id == bindparam("user")) & (lessons.c.game == bindparam("slug"))


class LessonStore:
    """The number of steps that a person has done, by person and game."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def progress(self, user_id: int) -> Mapping[str, int]:
        """The steps that a person has done, by game; without the games that they know nothing of."""

        def work(connection: Connection) -> dict[str, int]:
            return dict(_STEPS.all(connection.execute(_OF_PERSON, {"user": user_id})))

        return await self._database.read(work)

    async def advance(self, user_id: int, game: str, steps: int) -> None:
        """Store that a person has done the first ``steps`` steps; fewer than before change nothing."""

        def work(connection: Connection) -> None:
            if not _add(connection, user_id, game, steps):
                further = update(lessons).where(_ROW, lessons.c.steps < steps).values(steps=steps)
                connection.execute(further, {"user": user_id, "slug": game})

        try:
            await self._database.write(work)
        except StoreConflict:  # on PostgreSQL, of two first steps of a person one finds a row after all
            await self._database.write(work)

    async def offer(self, user_id: int, game: str) -> bool:
        """Store that a game's lesson is offered to a person; False if it was before, or is begun."""
        try:
            return await self._database.write(lambda connection: _add(connection, user_id, game, 0))
        except StoreConflict:
            return False


def _add(connection: Connection, user_id: int, game: str, steps: int) -> bool:
    """Insert the row of a person and a game; False if there is one."""
    known = connection.execute(select(lessons.c.steps).where(_ROW), {"user": user_id, "slug": game})
    if known.one_or_none() is not None:
        return False
    connection.execute(insert(lessons).values(user_id=user_id, game=game, steps=steps))
    return True
