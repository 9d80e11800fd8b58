"""Helpers of tests about clocks."""

from __future__ import annotations

from typing import Any

from data.matches.store import MatchStore
from data.model.match import Match, Turn
from games.base import Outcome, Side
from games.clock import Clock
from tests.data.conftest import append, begin_in, played


def late(match: Match) -> Outcome:
    """The outcome after the flag of the side to move has fallen."""
    side = clock_of(match).side
    assert side is not None
    return Outcome(side.other, "outcome.time")


def turn(to_move: Side | None, *, ended: bool = True) -> Turn:
    return Turn(to_move, ended, late)


async def on_clock(matches: MatchStore, control: str = "5+5", **changes: Any) -> Match:
    """A match whose first side is to move on a clock."""
    return await begin_in(matches, control=control, to_move=Side.FIRST, **changes)


def clock_of(match: Match) -> Clock:
    assert match.clock is not None
    return match.clock


async def move(matches: MatchStore, match: Match, text: str = "d3", after: Side | None = None) -> Match:
    """A move of the side on the clock, after which it is the turn of ``after`` (the other side)."""
    to_move = after or (clock_of(match).side or Side.FIRST).other
    return await append(matches, match.id, match.position_id, played(text), outcome=None, turn=turn(to_move))
