"""What was played in the openings of matches, and how these ended."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Connection, exists, func, select

from data.engine.database import Database
from data.matches.opening_index import index_moves, indexed_moves, is_counted
from data.matches.reader import MatchReader
from data.model.match import CHALLENGE_REASON, Match, MatchState
from data.model.reasons import CALLED_OFF
from data.model.shards import EVERY_SHARD, Shards
from data.tables.conditions import Scope, of_shards
from data.tables.matches import matches, moves, opening_moves
from games.base import Move

_HAS_ROWS = exists().where(opening_moves.c.match_id == matches.c.id)
_HAS_MOVES = exists().where(moves.c.match_id == matches.c.id)


@dataclass(frozen=True, slots=True)
class OpeningMove:
    """A move that was played in a position, in the position's canonical image."""

    move: Move
    matches: int
    first_wins: int
    second_wins: int
    draws: int


class OpeningStore:
    """Reads and completes the index of openings. Methods raise `data.errors.StoreError`.

    Positions are the numbers that `data.matches.opening_index.opening_number` gives.
    """

    def __init__(self, database: Database, reader: MatchReader) -> None:
        self._database = database
        self._reader = reader

    async def moves(self, position: int, scope: Scope) -> list[OpeningMove]:
        """What was played in a position, the most frequent move first."""
        winner, count = opening_moves.c.winner, func.count()
        results = [func.count().filter(winner == result) for result in (1, 2, 0)]
        query = (
            select(opening_moves.c.move, count, *results)
            .where(scope.condition(), opening_moves.c.position == position)
            .group_by(opening_moves.c.move)
            .order_by(count.desc(), opening_moves.c.move)
        )

        def work(connection: Connection) -> list[OpeningMove]:
            return [OpeningMove(Move(move), *counts) for move, *counts in connection.execute(query)]

        return await self._database.read(work)

    async def newest(self, position: int, move: Move, scope: Scope, limit: int) -> list[Match]:
        """The newest matches in which a move was played in a position, the last one first."""
        query = (
            select(opening_moves.c.match_id)
            .where(scope.condition(), opening_moves.c.position == position, opening_moves.c.move == move)
            .order_by(opening_moves.c.match_id.desc())
            .limit(limit)
        )

        def work(connection: Connection) -> list[Match]:
            ids = list(connection.execute(query).scalars())
            loaded = self._reader.load_where(connection, matches.c.id.in_(ids)) if ids else []
            return sorted(loaded, key=lambda match: -match.id)

        return await self._database.read(work)

    # --- Matches that ended before there was an index ---------------------------------------------------

    async def unindexed(self, below: int | None, limit: int, of: Shards = EVERY_SHARD) -> list[int]:
        """The numbers of matches that the index lacks, the highest first, all less than ``below``.

        They are of the servers of these shards.
        """
        reason = matches.c.reason
        conditions = [
            matches.c.state == MatchState.OVER,
            reason.not_in(CALLED_OFF),
            ~reason.startswith(CHALLENGE_REASON, autoescape=True),
            _HAS_MOVES,
            ~_HAS_ROWS,
            of_shards(of),
        ]
        if below is not None:
            conditions.append(matches.c.id < below)
        query = select(matches.c.id).where(*conditions).order_by(matches.c.id.desc()).limit(limit)
        return await self._database.read(lambda connection: list(connection.execute(query).scalars()))

    async def index(self, match_ids: Collection[int]) -> None:
        """Index those of these matches that can be read and that the index lacks."""
        wanted = await self._database.read(
            lambda connection: [
                (match, indexed_moves(match.record))
                for match in self._reader.load_where(connection, matches.c.id.in_(match_ids))
                if is_counted(match)
            ]
        )

        def work(connection: Connection) -> None:
            for match, indexed in wanted:
                # On PostgreSQL, the match is not deleted, and no other process indexes it meanwhile.
                lacks = select(matches.c.id).where(matches.c.id == match.id, ~_HAS_ROWS).with_for_update()
                if connection.execute(lacks).one_or_none() is not None:
                    index_moves(connection, match, indexed)

        if any(indexed for _, indexed in wanted):
            await self._database.write(work)
