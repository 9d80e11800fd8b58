"""What is remembered of people: the language of their Discord, and whether they want to be pinged.

Start reading at `PeopleStore`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.errors import StoreConflict
from data.schema import people

if TYPE_CHECKING:
    from data.database import Database


@dataclass(frozen=True, slots=True)
class Someone:
    """A person as far as the bot knows them."""

    user_id: int
    locale: str | None = None
    """Discord's locale, as last seen; None where nothing was seen yet."""
    pings: bool = True
    """Whether they want to be told that it is their turn."""


_ONE = select(people).where(people.c.user_id == bindparam("user"))


class PeopleStore:
    """People by their id in Discord."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, user_id: int) -> Someone:
        """Who this is; the defaults for somebody never seen."""
        return await self._database.read(lambda connection: _load(connection, user_id))

    async def seen(self, locales: Mapping[int, str]) -> None:
        """Some people were seen with these locales, by id."""

        async def change(connection: AsyncConnection) -> None:
            for user_id, locale in sorted(locales.items()):
                await _set(connection, user_id, locale=locale)

        await self._written(change)

    async def set_pings(self, user_id: int, wanted: bool) -> Someone:
        """Whether somebody wants to be pinged."""

        async def change(connection: AsyncConnection) -> None:
            await _set(connection, user_id, pings=wanted)

        await self._written(change)
        return await self.get(user_id)

    async def _written(self, change: Any) -> None:
        try:
            await self._database.write(change)
        except StoreConflict:  # on PostgreSQL, two at once may both find that somebody is new
            await self._database.write(change)


async def _load(connection: AsyncConnection, user_id: int) -> Someone:
    row = (await connection.execute(_ONE, {"user": user_id})).one_or_none()
    return Someone(**row._mapping) if row else Someone(user_id)


async def _set(connection: AsyncConnection, user_id: int, **values: Any) -> None:
    changed = await connection.execute(update(people).where(people.c.user_id == user_id).values(values))
    if changed.rowcount == 0:
        fresh = {"user_id": user_id, "locale": None, "pings": True, **values}
        await connection.execute(insert(people).values(fresh))
