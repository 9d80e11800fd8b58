"""Conditions on the rows of matches that several parts share."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import BindParameter, ColumnElement, and_, or_

from data.model import MatchState
from data.schema import matches


def seated(user_id: int) -> ColumnElement[bool]:
    """Whether a person plays, or may play, in a match."""
    return or_(matches.c.first_id == user_id, matches.c.second_id == user_id)


def of_person(user_id: int | BindParameter[int], states: Iterable[MatchState]) -> ColumnElement[bool]:
    """Whether a person plays in a match in one of these states.

    The states are named with each seat: SQLite then searches by seat, else through every match in a state.
    """
    is_such = matches.c.state.in_(list(states))
    return or_(and_(matches.c.first_id == user_id, is_such), and_(matches.c.second_id == user_id, is_such))
