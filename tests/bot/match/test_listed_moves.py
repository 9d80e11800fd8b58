"""Which moves of a match of Othello are listed: those that turned it, and what a teacher would point out."""

from __future__ import annotations

import pytest

from ai.analysis import Judgement, Label, Line
from ai.claims.claim import Claim
from ai.claims.kind import Kind
from bot.match.listed_moves import with_lessons
from games.base import Move, Side

BEST = Line(Move("g4"), (Move("g4"),), 0.5)
LOST = Line(Move("g4"), (Move("g4"),), -1.0, proven=True)
CORNER = Claim(Kind.GIVES_CORNER, (Move("a8"),), better=Move("g4"))
COUNTED = Claim(Kind.OPENS_MOVES, (), 9, Move("g4"), 4)
SQUARE = Claim(Kind.LEAVES_OPEN, (Move("f5"),), better=Move("g4"))


def turned(ply: int, discs: float, better: Line = BEST) -> Judgement:
    return Judgement(ply, Side.FIRST, Label.BLUNDER, 0.4, discs, False, better)


def after_all(ply: int, discs: float, label: Label = Label.MISTAKE) -> Judgement:
    """A move of a side that had lost before."""
    return Judgement(ply, Side.SECOND, label, 0.0, discs, True, LOST)


def listed(moves: list[Judgement], claims: dict[int, Claim]) -> list[int]:
    return [move.ply for move in with_lessons(moves[:3], moves, claims)]


def test_without_causes_the_costliest_stay() -> None:
    assert listed([turned(2, 20.0), turned(4, 16.0), turned(6, 14.0), turned(8, 13.0)], {}) == [2, 4, 6]


@pytest.mark.parametrize(
    ("claims", "expected"),
    [
        ({8: COUNTED}, [2, 4, 8]),
        ({2: COUNTED, 6: COUNTED, 8: COUNTED}, [2, 6, 8]),
        ({8: SQUARE}, [2, 4, 6]),
        ({9: COUNTED}, [2, 4, 6]),
    ],
)
def test_of_moves_of_like_cost_those_with_a_cause_come_first(
    claims: dict[int, Claim], expected: list[int]
) -> None:
    moves = [turned(2, 20.0), turned(4, 16.0), turned(6, 14.0), turned(8, 13.0), turned(9, 5.0)]
    assert sorted(listed(moves, claims)) == sorted(expected)


def test_a_corner_given_away_is_listed_after_the_match_was_lost() -> None:
    moves = [turned(2, 16.0), turned(4, 7.0), turned(5, 6.0)]
    corners = [after_all(33, 2.0, Label.INACCURACY), after_all(39, 3.0), after_all(41, 9.0)]
    claims = dict.fromkeys((33, 39, 41), CORNER)
    assert listed([*moves, corners[0]], claims) == [2, 4, 33]
    assert listed([*moves, *corners], claims) == [2, 41, 39]
    assert [move.ply for move in with_lessons([], corners[:2], claims)] == [39, 33]


def test_a_corner_does_not_take_the_place_of_the_last_swing() -> None:
    swing = Line(Move("g4"), (Move("g4"),), 0.1)
    moves = [turned(2, 16.0), turned(4, 7.0), turned(5, 6.0, swing), after_all(33, 20.0)]
    assert sorted(listed(moves, {33: CORNER})) == [2, 5, 33]
