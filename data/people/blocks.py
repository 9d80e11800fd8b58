"""Who has blocked whom: a blocked person cannot challenge the person who has blocked them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress

from sqlalchemy import Connection, bindparam, delete, insert, select

from data.engine.database import Database
from data.errors import StoreConflict
from data.tables.people import blocks

_ROW = (blocks.c.user_id == bindparam("user")) & (blocks.c.blocked_id == bindparam("other"))
_IS_BLOCKED = select(blocks.c.blocked_id).where(_ROW)
_OF_PERSON = (
    select(blocks.c.blocked_id)
    .where(blocks.c.user_id == bindparam("user"))
    .order_by(blocks.c.blocked_at, blocks.c.blocked_id)
)


class BlockStore:
    """The people whom each person has blocked. ``clock`` returns unix seconds."""

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock

    async def is_blocked(self, user_id: int, *, by: int) -> bool:
        """Whether a person is blocked by another."""
        parameters = {"user": by, "other": user_id}
        return await self._database.read(
            lambda connection: connection.execute(_IS_BLOCKED, parameters).one_or_none() is not None
        )

    async def of(self, user_id: int) -> list[int]:
        """The people whom a person has blocked, in the order of the blocks."""
        return await self._database.read(lambda connection: _of(connection, user_id))

    async def add(self, user_id: int, blocked_id: int, limit: int) -> bool:
        """Block a person, unless that makes more than ``limit`` blocks; whether the person is blocked now."""

        def work(connection: Connection) -> bool:
            blocked = _of(connection, user_id)
            if blocked_id in blocked or len(blocked) >= limit:
                return blocked_id in blocked
            self._insert(connection, user_id, blocked_id)
            return True

        try:
            return await self._database.write(work)
        except StoreConflict:  # on PostgreSQL, two presses at once
            return True

    async def replace(self, user_id: int, blocked_ids: Collection[int]) -> list[int]:
        """Block these people and nobody else; returns `of` as it is then."""

        def work(connection: Connection) -> list[int]:
            before = _of(connection, user_id)
            for blocked_id in set(before) - set(blocked_ids):
                connection.execute(delete(blocks).where(_ROW), {"user": user_id, "other": blocked_id})
            for blocked_id in sorted(set(blocked_ids) - set(before)):
                self._insert(connection, user_id, blocked_id)
            return _of(connection, user_id)

        with suppress(StoreConflict):  # on PostgreSQL, two choices at once
            return await self._database.write(work)
        return await self._database.write(work)

    def _insert(self, connection: Connection, user_id: int, blocked_id: int) -> None:
        row = {"user_id": user_id, "blocked_id": blocked_id, "blocked_at": self._clock()}
        connection.execute(insert(blocks).values(row))


def _of(connection: Connection, user_id: int) -> list[int]:
    ids = connection.execute(_OF_PERSON, {"user": user_id}).scalars()
    return [blocked_id for blocked_id in ids if isinstance(blocked_id, int)]
