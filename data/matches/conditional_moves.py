"""Moves that a player has set in advance: which reply to play at once after which move of the opponent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.sql.elements import ColumnElement

from data.engine.database import Database
from data.engine.readable_rows import RowReader
from data.errors import Stale
from data.matches.reader import MatchReader
from data.model.match import Match, MatchState, PositionId
from data.model.shards import EVERY_SHARD, Shards
from data.tables.conditions import of_shards
from data.tables.matches import matches
from data.tables.opponents import conditional_moves
from games.base import Move

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

    def __init__(self, database: Database, reader: MatchReader) -> None:
        self._database = database
        self._reader = reader

    async def of_match(self, match_id: int) -> list[ConditionalMoves]:
        """The conditional moves of the players of a match."""
        return await self._select(conditional_moves.c.match_id == match_id)

    async def of_person(self, user_id: int) -> list[ConditionalMoves]:
        """The conditional moves of a person, in the order of their matches."""
        return await self._select(conditional_moves.c.user_id == user_id)

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

        await self._database.write(work)

    async def delete(self, old: ConditionalMoves) -> None:
        """Delete a player's conditional moves, unless the player has set others since in a later position."""
        columns = conditional_moves.c
        same = (columns.ply == old.position_id.ply) & (columns.takebacks == old.position_id.takebacks)
        query = delete(conditional_moves).where(_of(old), same)
        await self._database.write(lambda connection: connection.execute(query))

    async def _select(self, condition: ColumnElement[bool]) -> list[ConditionalMoves]:
        query = select(conditional_moves).where(condition).order_by(conditional_moves.c.match_id)
        return await self._database.read(lambda connection: _MOVES.all(connection.execute(query)))


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
