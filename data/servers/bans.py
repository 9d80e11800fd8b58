"""Bans: whom the moderators of a server do not let use the bot there, until when, and why.

A ban is kept while it lasts. One that has ended is deleted by the next change of a ban in its server, and
daily (`data.servers.retention`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import TypeVar

from sqlalchemy import ColumnElement, Connection, delete, insert, or_, select, update

from data.engine.database import Database
from data.engine.readable_rows import RowReader
from data.errors import StoreConflict, StoreError
from data.model.match import DELETED_USER
from data.tables.opponents import seeks
from data.tables.servers import bans
from data.tournaments.deletion import drop_from_tournaments

T = TypeVar("T")

CACHE_SECONDS = 60.0
"""How long the bans of a server are cached: another process on the same database may change them."""


@dataclass(frozen=True, slots=True)
class Ban:
    """That a person cannot use the bot in a server. Moments are unix seconds."""

    guild_id: int
    user_id: int
    until: float | None
    """None: for ever."""
    reason: str
    by_id: int
    """The moderator; `data.model.match.DELETED_USER`: one who has erased their data."""
    banned_at: float

    def lasts(self, now: float) -> bool:
        """Whether it has not ended."""
        return self.until is None or now < self.until


@dataclass(frozen=True, slots=True)
class Banned:
    """What a ban has ended besides."""

    had_seeks: bool
    tournaments: tuple[int, ...]
    """The tournaments in which the person was playing, and is not paired anymore."""


class StaleBan(StoreError):
    """A person has got another ban meanwhile, or their ban was lifted."""

    def __init__(self, guild_id: int, user_id: int) -> None:
        super().__init__(f"the ban of {user_id} in server {guild_id} has changed")


class BanStore:
    """The bans of all servers. Methods raise `data.errors.StoreError`; ``clock`` returns unix seconds.

    They are read for every interaction and seldom change, so those of a server are cached.
    """

    def __init__(self, database: Database, clock: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock
        self._cache: dict[int, tuple[float, Mapping[int, Ban]]] = {}
        self._changes = 0

    async def find(self, guild_id: int, user_id: int) -> Ban | None:
        """The ban that a person has in a server now."""
        ban = (await self._of_guild(guild_id)).get(user_id)
        return ban if ban is not None and ban.lasts(self._clock()) else None

    async def in_guild(self, guild_id: int) -> list[Ban]:
        """The bans of a server that last, the newest first."""
        now = self._clock()
        current = [ban for ban in (await self._of_guild(guild_id)).values() if ban.lasts(now)]
        return sorted(current, key=lambda ban: (-ban.banned_at, ban.user_id))

    async def of_person(self, user_id: int) -> list[Ban]:
        """The bans of a person in all servers that last."""
        return await self._select(bans.c.user_id == user_id, lasting(self._clock()))

    async def add(self, ban: Ban, limit: int, earlier: Ban | None = None) -> Banned | None:
        """Ban a person, in place of an earlier ban; their seeks there end, and they leave its tournaments.

        None, and nothing has changed, if the server would have more than ``limit`` bans. Raises `StaleBan` if
        the person has another ban than ``earlier``.
        """

        def work(connection: Connection) -> Banned | None:
            _delete_ended(connection, ban.guild_id, self._clock())
            others = select(bans.c.user_id).where(bans.c.guild_id == ban.guild_id)
            known = set(connection.execute(others).scalars())
            if len(known - {ban.user_id}) >= limit:
                return None
            query = delete(bans).where(_is(ban.guild_id, ban.user_id)).returning(*bans.c)
            if _BANS.all(connection.execute(query)) != ([] if earlier is None else [earlier]):
                raise StaleBan(ban.guild_id, ban.user_id)
            connection.execute(insert(bans).values(asdict(ban)))
            theirs = seeks.c.user_id == ban.user_id, seeks.c.guild_id == ban.guild_id
            ended = connection.execute(delete(seeks).where(*theirs).returning(seeks.c.id)).all()
            left = drop_from_tournaments(connection, ban.user_id, ban.guild_id)
            return Banned(bool(ended), tuple(left))

        try:
            return await self._change(ban.guild_id, work)
        except StoreConflict:  # on PostgreSQL, two moderators at once
            return await self._change(ban.guild_id, work)

    async def lift(self, guild_id: int, user_id: int) -> Ban | None:
        """End the ban of a person in a server; returns it, or None if there was none."""

        def work(connection: Connection) -> Ban | None:
            _delete_ended(connection, guild_id, self._clock())
            query = delete(bans).where(_is(guild_id, user_id)).returning(*bans.c)
            row = connection.execute(query).mappings().one_or_none()
            return None if row is None else Ban(**row)

        return await self._change(guild_id, work)

    async def _change(self, guild_id: int, work: Callable[[Connection], T]) -> T:
        try:
            return await self._database.write(work)
        finally:
            # Whatever the result: after some errors the change may have been committed.
            self._cache.pop(guild_id, None)
            self._changes += 1

    async def _of_guild(self, guild_id: int) -> Mapping[int, Ban]:
        now = self._clock()
        since, cached = self._cache.get(guild_id, (0.0, None))
        if cached is not None and 0 <= now - since < CACHE_SECONDS:
            return cached
        changes = self._changes
        stored = {ban.user_id: ban for ban in await self._select(bans.c.guild_id == guild_id)}
        if changes == self._changes:  # otherwise a change may have been committed after the read
            self._cache[guild_id] = now, stored
        return stored

    async def _select(self, *conditions: ColumnElement[bool]) -> list[Ban]:
        query = select(bans).where(*conditions).order_by(bans.c.guild_id, bans.c.user_id)
        return await self._database.read(lambda connection: _BANS.all(connection.execute(query)))


def delete_ended_bans(connection: Connection, now: float) -> None:
    """Delete the bans that have ended, in all servers."""
    connection.execute(delete(bans).where(bans.c.until <= now))


def erase_moderator(connection: Connection, user_id: int) -> None:
    """Replace a person in the bans that they have made. Bans of the person stay while they last."""
    connection.execute(update(bans).where(bans.c.by_id == user_id).values(by_id=DELETED_USER))


def _delete_ended(connection: Connection, guild_id: int, now: float) -> None:
    connection.execute(delete(bans).where(bans.c.guild_id == guild_id, bans.c.until <= now))


def lasting(now: float) -> ColumnElement[bool]:
    """Whether a row is that of a ban that has not ended."""
    return or_(bans.c.until.is_(None), bans.c.until > now)


def _is(guild_id: int, user_id: int) -> ColumnElement[bool]:
    return (bans.c.guild_id == guild_id) & (bans.c.user_id == user_id)


_BANS = RowReader(bans.columns, lambda row: Ban(**row._mapping))
