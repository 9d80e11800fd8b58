"""What is stored of people: the language of their Discord, and whether they want turn notifications."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.engine.database import Database, Work
from data.errors import StoreConflict
from data.schema import people


@dataclass(frozen=True, slots=True)
class Person:
    """A person who has used the bot; the defaults are those of a new person."""

    user_id: int
    locale: str | None = None
    """Discord's locale as last seen; None if it was not seen yet."""
    notifications: bool = True
    """Whether they want to be notified of their turns."""


_SELECT = select(people).where(people.c.user_id == bindparam("user"))


class PeopleStore:
    """People by their id in Discord."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, user_id: int) -> Person:
        """The person with this id; the defaults if nothing is stored."""
        return await self._database.read(lambda connection: _load(connection, user_id))

    async def seen(self, locales: Mapping[int, str]) -> None:
        """Store the locales of some people, by id."""

        async def work(connection: AsyncConnection) -> None:
            for user_id, locale in sorted(locales.items()):
                await _set(connection, user_id, {"locale": locale})

        await self._write(work)

    async def set_notifications(self, user_id: int, wanted: bool) -> Person:
        """Store whether a person wants to be notified of their turns."""

        async def work(connection: AsyncConnection) -> None:
            await _set(connection, user_id, {"pings": wanted})

        await self._write(work)
        return await self.get(user_id)

    async def _write(self, work: Work[None]) -> None:
        try:
            await self._database.write(work)
        except StoreConflict:  # on PostgreSQL, of two first changes of a person one finds a row after all
            await self._database.write(work)


async def _load(connection: AsyncConnection, user_id: int) -> Person:
    row = (await connection.execute(_SELECT, {"user": user_id})).one_or_none()
    return Person(row.user_id, row.locale, row.pings) if row else Person(user_id)


async def _set(connection: AsyncConnection, user_id: int, values: Mapping[str, str | bool]) -> None:
    changed = await connection.execute(update(people).where(people.c.user_id == user_id).values(values))
    if changed.rowcount == 0:
        row = {"user_id": user_id, "locale": None, "pings": True, **values}
        await connection.execute(insert(people).values(row))
