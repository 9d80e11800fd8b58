"""Reading matches: one by its number, or those that somebody has to attend to. Start reading at `Finder`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import ColumnElement, and_, bindparam, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from data.errors import UnknownMatch
from data.match import UNFINISHED, Match
from data.rows import CLOCK_COLUMNS, clock_of, match_of, moves_of
from data.schema import matches, moves
from games.base import Move
from games.clock import Clock

if TYPE_CHECKING:
    from data.database import Database


_LAST_ID = 2**31 - 1  # what the column holds; a forged button may name any number

# Made once: a statement costs more to make than SQLite takes to answer it.
_ONE = select(matches).where(matches.c.id == bindparam("match"))
_ONE_HELD = _ONE.with_for_update()  # SQLite has no word for it: there, the whole database is held
_ITS_MOVES = select(moves.c.move).where(moves.c.match_id == bindparam("match")).order_by(moves.c.ply)
_RUNNING = [matches.c[name] for name in ("id", "level", "reminded", "clock", *CLOCK_COLUMNS)]


class Running(NamedTuple):
    """A clock that runs."""

    match_id: int
    clock: Clock
    of_two: bool
    """Whether two people play."""
    reminded: bool


class Finder:
    """What the store of matches has to tell."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, match_id: int) -> Match:
        """The match as it is now. Raises `UnknownMatch`."""
        return await self._database.read(lambda connection: load(connection, match_id))

    async def of_user(self, user_id: int) -> list[Match]:
        """A person's unfinished matches, the one that changed last first."""
        mine = or_(matches.c.first_id == user_id, matches.c.second_id == user_id)
        found = await self._select(and_(mine, matches.c.state.in_(UNFINISHED)))
        return sorted(found, key=lambda match: (match.updated_at, match.id), reverse=True)

    async def challenges(self) -> list[Match]:
        """Every challenge that waits for its answer."""
        return await self._select(matches.c.state == "challenge")

    async def against_computer(self) -> list[Match]:
        """Every match of a person against the computer that is neither over nor at rest."""
        on = and_(matches.c.state == "playing", matches.c.paused.is_(None))
        return await self._select(and_(on, matches.c.level.is_not(None)))

    async def behind(self) -> list[Match]:
        """Every match whose message shows an older version than it has."""
        return await self._select(matches.c.shown_version < matches.c.version)

    async def to_tell(self) -> list[Match]:
        """Every match of two people in which somebody was not told yet that it is their turn."""
        on = and_(matches.c.state == "playing", matches.c.paused.is_(None))
        return await self._select(and_(on, matches.c.level.is_(None), matches.c.pinged.is_(False)))

    async def told(self) -> list[Match]:
        """Every match in which a message stands that told somebody so."""
        return await self._select(matches.c.ping_id.is_not(None))

    async def running(self) -> list[Running]:
        """Every clock that runs; of such a match no more is read, since they are many at a start."""
        query = select(*_RUNNING).where(matches.c.clock_since.is_not(None)).order_by(matches.c.id)

        async def read(connection: AsyncConnection) -> list[Running]:
            rows = (row._mapping for row in await connection.execute(query))
            found = ((row, clock_of(row)) for row in rows)
            return [
                Running(row["id"], clock, row["level"] is None, row["reminded"])
                for row, clock in found
                if clock is not None
            ]

        return await self._database.read(read)

    async def _select(self, condition: ColumnElement[bool]) -> list[Match]:
        query = select(matches).where(condition).order_by(matches.c.id)

        async def read(connection: AsyncConnection) -> list[Match]:
            rows = (await connection.execute(query)).all()
            played = await moves_of(connection, [row.id for row in rows])
            return [match_of(row, played.get(row.id, ())) for row in rows]

        return await self._database.read(read)


async def load(connection: AsyncConnection, match_id: int, hold: bool = False) -> Match:
    """The match, held until the transaction ends if it is to be changed. Raises `UnknownMatch`."""
    if not 0 < match_id <= _LAST_ID:
        raise UnknownMatch(match_id)
    of_match = {"match": match_id}
    row = (await connection.execute(_ONE_HELD if hold else _ONE, of_match)).one_or_none()
    if row is None:
        raise UnknownMatch(match_id)
    played = (await connection.execute(_ITS_MOVES, of_match)).scalars()
    return match_of(row, tuple(Move(move) for move in played))
