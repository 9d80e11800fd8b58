"""Matches that people have imported from files. Nobody plays in them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select

from data.engine.database import Database
from data.matches.boards import add_board
from data.matches.deletion import delete_matches
from data.matches.opening_index import index_moves, indexed_moves
from data.matches.reader import MatchReader
from data.matches.rows import Values, home_values, move_values, outcome_values
from data.model.match import DELETED_USER, Match, Place, Played
from data.tables.matches import matches, moves
from games.base import Outcome, Record

MAX_KEPT = 200
"""Imported matches of one person. The oldest are deleted when there are more."""

_NOT_BEHIND = 0
"""The version of an imported match, which has no message that could be behind it."""
_CREATE = insert(matches).returning(matches.c.id)


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """A game to store."""

    record: Record
    outcome: Outcome


class ImportStore:
    """Stores imported matches. ``clock`` returns unix seconds."""

    def __init__(self, database: Database, reader: MatchReader, clock: Callable[[], float]) -> None:
        self._database = database
        self._reader = reader
        self._clock = clock

    async def add(self, user_id: int, place: Place, games: Sequence[ImportedGame]) -> list[Match]:
        """Store games as matches that are over, in their order, and return these.

        A person's oldest imported matches are deleted if there are more than `MAX_KEPT`. The new matches
        have no message and count for no limit, and no change is published. Raises `StoreError`.
        """
        openings = await asyncio.to_thread(
            lambda: {game.record: indexed_moves(game.record) for game in games}
        )

        def work(connection: Connection) -> list[Match]:
            now = self._clock()
            ids = [_insert(connection, user_id, place, game, now) for game in games]
            added = self._reader.load_where(connection, matches.c.id.in_(ids))
            for match in added:
                index_moves(connection, match, openings[match.record])
            beyond_newest = (
                select(matches.c.id)
                .where(matches.c.imported_by == user_id)
                .order_by(matches.c.id.desc())
                .offset(MAX_KEPT)
            )
            too_many = set(connection.execute(beyond_newest).scalars())
            delete_matches(connection, sorted(too_many))
            return [kept for kept in added if kept.id not in too_many]

        return await self._database.write(work)


def _insert(connection: Connection, user_id: int, place: Place, game: ImportedGame, now: float) -> int:
    """Insert a match with its moves and return its number."""
    values: Values = {
        "game": game.record.game,
        "variant": game.record.variant,
        "setup": game.record.setup,
        "first_id": DELETED_USER,
        "second_id": DELETED_USER,
        "challenger_id": DELETED_USER,
        "imported_by": user_id,
        "version": _NOT_BEHIND,
        "shown_version": _NOT_BEHIND,
        "created_at": now,
        "updated_at": now,
        **home_values(place),
        **outcome_values(game.outcome, now),
    }
    match_id: int = connection.execute(_CREATE, values).scalar_one()
    add_board(connection, match_id, place, shown_version=_NOT_BEHIND)
    played = [Played(move) for move in game.record.moves]
    if played:
        connection.execute(insert(moves), move_values(match_id, 0, played, now, None))
    return match_id
