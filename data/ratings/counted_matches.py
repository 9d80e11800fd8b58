"""Which matches count in profiles and recaps, with which results and first moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, or_, select

from data.model.match import CHALLENGE_REASON, MatchState
from data.model.reasons import CALLED_OFF, NO_RESULT
from data.model.tournament import BEGUN_PLIES, GIVEN_UP, NOT_BEGUN, Result
from data.tables.matches import matches, moves, opening_moves
from data.tables.tournaments import tournament_pairings


def has_result() -> ColumnElement[bool]:
    """Whether a match of two players is over and its result counts for a person."""
    return and_(
        matches.c.state == MatchState.OVER,
        matches.c.teams.is_(None),
        or_(matches.c.setup.is_(None), matches.c.rated.is_not(None)),  # those from even starts can be rated
        matches.c.reason.not_in([*CALLED_OFF, NO_RESULT]),
        ~matches.c.reason.startswith(CHALLENGE_REASON, autoescape=True),
    )


def is_forfeit_without_play() -> ColumnElement[bool]:
    """Whether a match was forfeited before both had moved."""
    has_begun = select(moves.c.ply).where(moves.c.match_id == matches.c.id, moves.c.ply == BEGUN_PLIES - 1)
    return or_(matches.c.reason == NOT_BEGUN, and_(matches.c.reason.in_(GIVEN_UP), ~has_begun.exists()))


def corrected_results(connection: Connection, ids: Sequence[int]) -> dict[int, Result]:
    """The results that moderators have corrected, of these matches."""
    of = tournament_pairings.c
    query = select(of.match_id, of.result).where(of.match_id.in_(ids), of.corrected)
    return {match_id: Result(result) for match_id, result in connection.execute(query)}


def moves_in_openings(match_ids: Sequence[int]) -> Select[Any]:
    """The moves of these matches in the index of openings, each with its match's first move."""
    index = opening_moves.c
    is_first = and_(moves.c.match_id == index.match_id, moves.c.ply == 0)
    return (
        select(index.match_id, index.position, index.move, moves.c.move)
        .join(moves, is_first)
        .where(index.match_id.in_(match_ids))
    )
