"""The matches that a recap is about, and what is stored of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, and_, select, union_all

from data.engine.database import Database
from data.model.match import DELETED_USER
from data.model.rating_categories import category_of
from data.model.tournament import Result
from data.ratings.counted_matches import (
    corrected_results,
    has_result,
    is_forfeit_without_play,
    moves_in_openings,
)
from data.ratings.recap import PlayedMatch, PlayedMove
from data.tables.conditions import Scope, has_own_boards
from data.tables.matches import analyses, matches, mistakes
from games.base import Side

MAX_MATCHES = 20_000
"""The newest matches of a period that are counted."""
MAX_JUDGED = 300
"""The newest matches in which a turning point is looked for."""
MAX_OPENINGS = 300
"""The newest matches whose openings are counted."""

_category_of = cache(category_of)
_SIDES = {int(side): side for side in Side}
_WINNERS = {Result.FIRST: Side.FIRST, Result.SECOND: Side.SECOND}


class StoredMistake(NamedTuple):
    """A mistake of a person's, and what was found about it."""

    match_id: int
    ply: int
    verdict: str
    """As `ai.analysis.encode` writes it; the store does not read it."""


class RecapStore:
    """Reads what recaps are made of; they are not stored. Methods raise `data.errors.StoreError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_person(
        self, user_id: int, since: float, until: float, scope: Scope
    ) -> Sequence[PlayedMatch]:
        """A person's matches in a scope that ended in this time, in unix seconds, the oldest first."""
        ended = _ended(since, until, scope.of_matches())
        seats = [_rows(and_(seat == user_id, ended)) for seat in (matches.c.first_id, matches.c.second_id)]
        both = union_all(*seats).subquery()
        query = select(both).order_by(both.c.id.desc()).limit(MAX_MATCHES)
        return await self._database.read(lambda connection: _played(connection, query))

    async def of_server(self, since: float, until: float, scope: Scope) -> Sequence[PlayedMatch]:
        """The matches of people in a server, or in some of its channels, likewise."""
        places = [matches.c.guild_id == scope.guild_id]
        if scope.channels is not None:
            places.append((matches.c.channel_id + 0).in_(sorted(scope.channels)))  # searched by the server
        rows = _rows(and_(_ended(since, until, *places), matches.c.imported_by.is_(None)))
        query = rows.order_by(matches.c.id.desc()).limit(MAX_MATCHES)
        return await self._database.read(lambda connection: _played(connection, query))

    async def mistakes(self, match_ids: Collection[int], engine: int) -> Sequence[StoredMistake]:
        """The mistakes of people in the newest of these matches, with verdicts of this version of engines."""
        newest = sorted(match_ids)[-MAX_JUDGED:]
        same = and_(analyses.c.match_id == mistakes.c.match_id, analyses.c.ply == mistakes.c.ply)
        query = (
            select(mistakes.c.match_id, mistakes.c.ply, analyses.c.verdict)
            .join(analyses, same)
            .where(mistakes.c.match_id.in_(newest), analyses.c.engine == engine)
            .where(mistakes.c.user_id != DELETED_USER)
            .order_by(mistakes.c.match_id, mistakes.c.ply)
        )
        return await self._database.read(
            lambda connection: [StoredMistake(*row) for row in connection.execute(query)]
        )

    async def openings(self, match_ids: Collection[int], positions: Collection[int]) -> Sequence[PlayedMove]:
        """The moves that were played in some positions in the newest of these matches."""
        newest = sorted(match_ids)[-MAX_OPENINGS:]
        query = moves_in_openings(newest)
        wanted = frozenset(positions)
        return await self._database.read(
            lambda connection: [
                PlayedMove(*row) for row in connection.execute(query) if row.position in wanted
            ]
        )


def _ended(since: float, until: float, *others: ColumnElement[bool]) -> ColumnElement[bool]:
    return and_(has_result(), matches.c.ended_at >= since, matches.c.ended_at < until, *others)


def _rows(wanted: ColumnElement[bool]) -> Select[Any]:
    names = ("id", "game", "variant", "first_id", "second_id", "level", "winner", "ended_at", "rated")
    columns = [matches.c[name] for name in (*names, "tournament_id")]
    flags = has_own_boards().label("is_hidden"), is_forfeit_without_play().label("is_unplayed")
    return select(*columns, *flags).where(wanted)


def _played(connection: Connection, query: Select[Any]) -> list[PlayedMatch]:
    rows = connection.execute(query).all()
    of_tournaments = [row.id for row in rows if row.tournament_id is not None]
    corrected = corrected_results(connection, of_tournaments)
    played = [
        PlayedMatch(
            row.id,
            _category_of(row.game, row.variant),
            row.first_id,
            row.second_id,
            row.level,
            _WINNERS.get(corrected[row.id]) if row.id in corrected else _SIDES.get(row.winner),
            row.ended_at,
            row.rated,
            bool(row.is_hidden),
            bool(row.is_unplayed),
        )
        for row in rows
        if corrected.get(row.id) is not Result.NOBODY
    ]
    return sorted(played, key=lambda match: (match.ended_at, match.match_id))
