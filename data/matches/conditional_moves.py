"""Moves that a player has set in advance: which reply to play at once after which move of the opponent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, bindparam, delete, insert, select
from sqlalchemy.sql.elements import ColumnElement

from data.engine.database import Database
from data.engine.readable_rows import RowReader
from data.errors import Stale
from data.leases.ownership import SOLE_OWNER, Ownership
from data.matches.reader import MatchReader
from data.model.match import Match, MatchState, PositionId
from data.model.shards import EVERY_SHARD, Shards
from data.tables.conditions import of_shards
from data.tables.matches import matches
from data.tables.opponents import conditional_moves
from games.base import Move

_MAX_REMEMBERED = 100_000
"""Matches that are known to have no conditional moves: 8 MB."""

# Constructed once, like those of `data.matches.reader`.
_ORDERED = select(conditional_moves).order_by(conditional_moves.c.match_id)
_OF_MATCH = _ORDERED.where(conditional_moves.c.match_id == bindparam("match"))
_OF_PERSON = _ORDERED.where(conditional_moves.c.user_id == bindparam("user"))

Line = tuple[Move, ...]
"""Moves of both sides, the opponent's first, with the passes that follow by force."""


@dataclass(frozen=True, slots=True)
class ConditionalMoves:
    """What a player has set in advance in a match."""

    match_id: int
    user_id: int
    position_id: PositionId
    """Where the lines begin."""
    lines: tuple[Line, ...]

    def rest(self, match: Match) -> tuple[Line, ...]:
        """What is left of the lines that the match has followed so far; empty once it has left them all."""
        ply, takebacks = self.position_id
        played = match.moves[ply:]
        if takebacks != match.takebacks or match.ply < ply:
            return ()
        followed = (line for line in self.lines if line[: len(played)] == played)
        return tuple(line[len(played) :] for line in followed if len(line) > len(played))


class ConditionalMoveStore:
    """The conditional moves of all players. Methods raise `data.errors.StoreError`."""

    def __init__(self, database: Database, reader: MatchReader, ownership: Ownership) -> None:
        self._database = database
        self._reader = reader
        self._is_alone = ownership is SOLE_OWNER
        self._without: set[int] = set()  # matches that are known to have none
        self._puts = 0

    def has_none(self, match_id: int) -> bool:
        """Whether it is known without reading that nobody has any in a match: so it is for most moves.

        Beside other processes, which may add some, it is never known.
        """
        return match_id in self._without

    async def of_match(self, match_id: int) -> list[ConditionalMoves]:
        """The conditional moves of the players of a match."""
        puts = self._puts
        conditional = await self._select(_OF_MATCH, match=match_id)
        if not conditional and self._is_alone and puts == self._puts:
            if len(self._without) >= _MAX_REMEMBERED:
                self._without.clear()
            self._without.add(match_id)
        return conditional

    async def of_person(self, user_id: int) -> list[ConditionalMoves]:
        """The conditional moves of a person, in the order of their matches."""
        return await self._select(_OF_PERSON, user=user_id)

    async def matches(self, of: Shards = EVERY_SHARD) -> list[int]:
        """The numbers of the matches in which somebody has conditional moves."""
        query = (
            select(matches.c.id)
            .where(matches.c.id.in_(select(conditional_moves.c.match_id)), of_shards(of))
            .order_by(matches.c.id)
        )
        return await self._database.read(lambda connection: list(connection.execute(query).scalars()))

    async def put(self, wanted: ConditionalMoves) -> None:
        """Replace a player's conditional moves in a match.

        Raises `Stale` if the match is not in play, or not in the position where the lines begin.
        """

        def work(connection: Connection) -> None:
            match = self._reader.load(connection, wanted.match_id, lock=True)
            if match.state != MatchState.PLAYING or match.position_id != wanted.position_id:
                raise Stale(match)
            connection.execute(delete(conditional_moves).where(_of(wanted)))
            row = {"match_id": wanted.match_id, "user_id": wanted.user_id, "lines": written(wanted.lines)}
            connection.execute(insert(conditional_moves).values({**row, **wanted.position_id._asdict()}))

        await self._database.write(work, on_commit=lambda _: self._note(wanted.match_id))

    def _note(self, match_id: int) -> None:
        """A match has some from now on; what is being read just now can miss them."""
        self._puts += 1
        self._without.discard(match_id)

    async def delete(self, old: ConditionalMoves) -> None:
        """Delete a player's conditional moves, unless the player has set others since in a later position."""
        columns = conditional_moves.c
        same = (columns.ply == old.position_id.ply) & (columns.takebacks == old.position_id.takebacks)
        query = delete(conditional_moves).where(_of(old), same)
        await self._database.write(lambda connection: connection.execute(query))

    async def _select(self, query: Select[tuple[Any, ...]], **parameters: int) -> list[ConditionalMoves]:
        return await self._database.read(lambda connection: _MOVES.all(connection.execute(query, parameters)))


def written(lines: Sequence[Line]) -> str:
    """Lines as they are stored: a line of text for each, with spaces between the moves."""
    return "\n".join(" ".join(line) for line in lines)


def _read(match_id: int, user_id: int, ply: int, takebacks: int, text: str) -> ConditionalMoves:
    lines = tuple(tuple(Move(move) for move in line.split()) for line in text.split("\n"))
    return ConditionalMoves(match_id, user_id, PositionId(ply, takebacks), lines)


_MOVES = RowReader(conditional_moves.columns, lambda row: _read(*row))


def _of(moves: ConditionalMoves) -> ColumnElement[bool]:
    """The row of this player in this match."""
    return (conditional_moves.c.match_id == moves.match_id) & (conditional_moves.c.user_id == moves.user_id)
