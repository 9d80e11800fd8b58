"""Votes for the next move of a match: one of each person in a position, which they can change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select

from data.engine.database import Database
from data.engine.readable_rows import RowReader
from data.errors import Stale
from data.matches.reader import MatchReader
from data.model.match import Match, PositionId
from data.tables.opponents import votes
from games.base import Move, Side


@dataclass(frozen=True, slots=True)
class Vote:
    """What a person wants to be played."""

    match_id: int
    user_id: int
    move: Move
    voted_at: float
    """When they have chosen this move, in unix seconds."""
    side: Side | None = None
    """Whose move it is; None in votes of earlier versions."""


class VoteStore:
    """The votes in all matches. Methods raise `data.errors.StoreError`."""

    def __init__(self, database: Database, reader: MatchReader) -> None:
        self._database = database
        self._reader = reader

    async def put(self, vote: Vote, position_id: PositionId) -> bool:
        """Store a vote in place of the person's last one; False if that was for the other side.

        Raises `Stale` if the position has passed.
        """
        row = {
            "match_id": vote.match_id,
            "user_id": vote.user_id,
            "ply": position_id.ply,
            "takebacks": position_id.takebacks,
            "move": vote.move,
            "voted_at": vote.voted_at,
            "side": vote.side,
        }

        def work(connection: Connection) -> bool:
            match = self._reader.load(connection, vote.match_id, lock=True)
            if not match.is_active or match.position_id != position_id:
                raise Stale(match)
            own = votes.c.match_id == vote.match_id, votes.c.user_id == vote.user_id
            before = connection.execute(select(votes).where(*own)).one_or_none()
            if before is not None and before.side not in (None, vote.side):
                return False
            is_same = before is not None and before.move == vote.move
            if before is not None and is_same and (before.ply, before.takebacks) == tuple(position_id):
                return True
            connection.execute(delete(votes).where(*own))
            connection.execute(insert(votes).values(row))
            return True

        return await self._database.write(work)

    async def of_match(self, match: Match) -> list[Vote]:
        """The votes in a match's present position."""
        return await self._database.read(lambda connection: votes_of(connection, match))

    async def of_person(self, user_id: int) -> list[Vote]:
        """The votes of a person that are stored."""
        query = select(votes).where(votes.c.user_id == user_id).order_by(votes.c.match_id)
        return await self._database.read(lambda connection: _VOTES.all(connection.execute(query)))


def votes_of(connection: Connection, match: Match) -> list[Vote]:
    """The votes in a match's present position."""
    query = select(votes).where(
        votes.c.match_id == match.id, votes.c.ply == match.ply, votes.c.takebacks == match.takebacks
    )
    return _VOTES.all(connection.execute(query))


def _vote_from(row: Row[Any]) -> Vote:
    side = None if row.side is None else Side(row.side)
    return Vote(row.match_id, row.user_id, row.move, row.voted_at, side)


_VOTES = RowReader(votes.columns, _vote_from)
