"""Seeks: people who look for an opponent in a server, and the message in each server that lists them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, or_, select
from sqlalchemy.sql.elements import ColumnElement

from data.engine.database import Database
from data.engine.readable_rows import RowReader
from data.errors import StoreConflict
from data.model.match import CHALLENGE_REASON, MatchState
from data.tables.conditions import seated
from data.tables.matches import matches
from data.tables.opponents import seek_boards, seeks
from games import start_of
from games.base import Record
from games.clock import CONTROLS


@dataclass(frozen=True, slots=True)
class NewSeek:
    """What a person looks for."""

    user_id: int
    guild_id: int
    channel_id: int
    game: str
    variant: str
    control: str | None = None
    """The name of the time control; None for no clock."""
    is_rated: bool = False
    range: int | None = None
    """How far the opponent's rating may be from theirs at first; None for any."""
    created_at: float = 0.0
    expires_at: float = 0.0
    is_open: bool = False
    """Whether also people of other servers can accept."""
    locale: str | None = None
    """Discord's locale in the server."""


@dataclass(frozen=True, slots=True)
class Seek(NewSeek):
    """A seek that is stored."""

    id: int = 0


@dataclass(frozen=True, slots=True)
class SeekBoard:
    """The message that lists the seeks of a server."""

    guild_id: int
    channel_id: int
    message_id: int | None = None
    """None while it is being posted."""


class SeekGone(Exception):
    """A seek was accepted, cancelled or has expired."""


class SeekStore:
    """Seeks by their number, and boards by their server. Methods raise `data.errors.StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, new: NewSeek, limit: int) -> Seek | None:
        """Store a seek, in place of one of the same person for the same game in the server.

        None if the person would have more than ``limit`` in all servers.
        """
        columns = seeks.c
        same = (
            (columns.user_id == new.user_id) & (columns.guild_id == new.guild_id) & (columns.game == new.game)
        )
        others = select(func.count()).where(columns.user_id == new.user_id, ~same)
        values = {name: getattr(new, name) for name in NewSeek.__dataclass_fields__}

        def work(connection: Connection) -> Seek | None:
            if connection.execute(others).scalar_one() >= limit:
                return None
            connection.execute(delete(seeks).where(same))
            made = connection.execute(insert(seeks).values(values).returning(columns.id)).scalar_one()
            return Seek(**values, id=made)

        try:
            return await self._database.write(work)
        except StoreConflict:  # on PostgreSQL, two commands of a person at once
            return await self._database.write(work)

    async def get(self, seek_id: int) -> Seek | None:
        """A seek; None if it is gone."""
        selected = await self._select(seeks.c.id == seek_id)
        return selected[0] if selected else None

    async def of_guild(self, guild_id: int, now: float) -> list[Seek]:
        """The seeks of a server that have not expired, the oldest first."""
        return await self._select((seeks.c.guild_id == guild_id) & (seeks.c.expires_at > now))

    async def from_elsewhere(self, guild_id: int, now: float) -> list[Seek]:
        """The seeks of other servers that are open to this one, the oldest first."""
        is_open = seeks.c.is_open & (seeks.c.expires_at > now)
        return await self._select(is_open & (seeks.c.guild_id != guild_id))

    async def of_person(self, user_id: int) -> list[Seek]:
        """The seeks of a person in all servers."""
        return await self._select(seeks.c.user_id == user_id)

    async def cancel(self, user_id: int, guild_id: int | None = None) -> set[int]:
        """Delete a person's seeks, in all servers or one; returns the servers in which there were some."""
        theirs = seeks.c.user_id == user_id
        return await self._delete(theirs if guild_id is None else theirs & (seeks.c.guild_id == guild_id))

    async def expire(self, now: float) -> set[int]:
        """Delete what has expired; returns the servers in which something had."""
        return await self._delete(seeks.c.expires_at <= now)

    async def guilds(self) -> set[int]:
        """The servers with seeks or with a board."""
        query = select(seeks.c.guild_id).union(select(seek_boards.c.guild_id))
        return await self._database.read(lambda connection: _numbers(connection.execute(query).scalars()))

    async def guilds_with_board(self) -> set[int]:
        """The servers with a board."""
        query = select(seek_boards.c.guild_id)
        return await self._database.read(lambda connection: _numbers(connection.execute(query).scalars()))

    async def have_met(self, first_id: int, second_id: int, since: float) -> bool:
        """Whether two people play a match with each other, or one of theirs has ended since a moment."""
        never_begun = matches.c.reason.startswith(CHALLENGE_REASON, autoescape=True)
        recent = (matches.c.ended_at > since) & or_(matches.c.reason.is_(None), ~never_begun)
        query = (
            select(matches.c.id)
            .where(seated(first_id), seated(second_id))
            .where(or_(matches.c.state == MatchState.PLAYING, recent))
            .limit(1)
        )
        return await self._database.read(
            lambda connection: connection.execute(query).one_or_none() is not None
        )

    # --- Boards --------------------------------------------------------------------------------------

    async def board(self, guild_id: int) -> SeekBoard | None:
        """The board of a server."""
        query = select(seek_boards).where(seek_boards.c.guild_id == guild_id)

        return await self._database.read(lambda connection: _BOARDS.first(connection.execute(query)))

    async def put_board(self, board: SeekBoard) -> None:
        """Store where the board of a server is."""

        def work(connection: Connection) -> None:
            connection.execute(delete(seek_boards).where(seek_boards.c.guild_id == board.guild_id))
            row = {"guild_id": board.guild_id, "channel_id": board.channel_id}
            connection.execute(insert(seek_boards).values({**row, "message_id": board.message_id or 0}))

        await self._database.write(work)

    async def forget_board(self, board: SeekBoard) -> None:
        """The board is gone."""
        columns = seek_boards.c
        same = (columns.guild_id == board.guild_id) & (columns.message_id == (board.message_id or 0))
        await self._database.write(lambda connection: connection.execute(delete(seek_boards).where(same)))

    async def _select(self, condition: ColumnElement[bool]) -> list[Seek]:
        query = select(seeks).where(condition).order_by(seeks.c.created_at, seeks.c.id)
        return await self._database.read(lambda connection: _SEEKS.all(connection.execute(query)))

    async def _delete(self, condition: ColumnElement[bool]) -> set[int]:
        query = delete(seeks).where(condition).returning(seeks.c.guild_id)
        return await self._database.write(lambda connection: _numbers(connection.execute(query).scalars()))


def _seek_from(row: Row[Any]) -> Seek:
    """Raises ValueError or `games.base.RuleError` for what cannot be played."""
    seek = Seek(**row._mapping)
    start_of(Record(seek.game, seek.variant))
    if seek.control is not None and seek.control not in CONTROLS:
        raise ValueError(f"control is {seek.control!r}")
    return seek


_SEEKS = RowReader(seeks.columns, _seek_from)
_BOARDS = RowReader(
    seek_boards.columns, lambda row: SeekBoard(row.guild_id, row.channel_id, row.message_id or None)
)


def _numbers(values: Iterable[object]) -> set[int]:
    """The integers among the values of a column; a damaged row can hold anything."""
    return {number for number in values if isinstance(number, int)}


def take(connection: Connection, seek_id: int, now: float) -> None:
    """Delete a seek that becomes a match. Raises `SeekGone` if somebody was faster, or it has expired."""
    query = delete(seeks).where(seeks.c.id == seek_id, seeks.c.expires_at > now).returning(seeks.c.id)
    if connection.execute(query).one_or_none() is None:
        raise SeekGone(seek_id)
