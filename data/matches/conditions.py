"""Conditions on the rows of matches that several parts share."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import BindParameter, ColumnElement, and_, false, or_, select

from data.board_tables import boards
from data.model import MatchState
from data.opponent_tables import team_members
from data.schema import matches

_played = matches.alias("played")


def seated(user_id: int) -> ColumnElement[bool]:
    """Whether a person plays, or may play, in a match, or has left a team of it."""
    of_team = select(team_members.c.match_id).where(team_members.c.user_id == user_id)
    return or_(matches.c.first_id == user_id, matches.c.second_id == user_id, matches.c.id.in_(of_team))


def of_person(user_id: int | BindParameter[int], states: Iterable[MatchState]) -> ColumnElement[bool]:
    """Whether a person plays in a match in one of these states.

    The states are named with each seat: SQLite then searches by seat, else through every match in a state.
    """
    wanted = list(states)
    is_such = matches.c.state.in_(wanted)
    of_team = (
        select(team_members.c.match_id)
        .join(_played, _played.c.id == team_members.c.match_id)
        .where(team_members.c.user_id == user_id, team_members.c.has_left == false())
        .where(_played.c.state.in_(wanted))
    )
    return or_(
        and_(matches.c.first_id == user_id, is_such),
        and_(matches.c.second_id == user_id, is_such),
        matches.c.id.in_(of_team),
    )


def has_own_boards() -> ColumnElement[bool]:
    """Whether each side of a match has a board of its own, where the other is not named."""
    return matches.c.id.in_(select(boards.c.match_id).where(boards.c.side.is_not(None)))
