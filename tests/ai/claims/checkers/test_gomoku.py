"""Claims on Gomoku's moves: true ones are accepted, and false ones that look alike are not."""

from __future__ import annotations

import pytest

from ai.claims.checkers.budget import Budget, OutOfBudget
from ai.claims.checkers.gomoku import holds
from ai.claims.claim import Claim
from ai.claims.forbidden_rules import FORBIDDEN_RULES
from ai.claims.kind import Kind
from games import replay
from games.base import Move, Record, Side
from games.gomoku import GomokuPosition
from tests.ai.gomoku.positions import drawn

NODES = 20_000


def placed(rows: str, variant: str = "freestyle-15") -> tuple[GomokuPosition, dict[str, Move]]:
    """The position with Black (X) to move, and the points that small letters name: ``p`` is the move."""
    letters = sorted({symbol for symbol in rows if symbol.islower()})
    blank, lines = "".join("." if symbol.islower() else symbol for symbol in rows), rows.split()
    position = drawn(variant, blank, Side.FIRST)
    above, left = (position.size - len(lines)) // 2, (position.size - len(lines[0])) // 2
    points = dict[str, Move]()
    for letter in letters:
        row = next(number for number, line in enumerate(lines) if letter in line)
        index = (above + row) * position.size + left + lines[row].index(letter)
        points[letter] = position.board.grid.name(index)
    return position, points


def is_accepted(
    kind: Kind, rows: str, line: str = "a", n: int = 0, variant: str = "freestyle-15", nodes: int = NODES
) -> bool:
    position, points = placed(rows, variant)
    claim = Claim(kind, tuple(points[letter] for letter in line), n)
    return holds(position, points["p"], claim, Budget(nodes))


FOUR = "......... .XOOOOa.. ....X.... ....X.... ........p"
TWO_FOURS = "......... ..aOOOOb. ....X.... ....X.... ........p"
FOUR_AND_THREE = "......... .XOOOOa.. ......... ..pOOO... ....X...."
OWN_FOUR = "......... .OXXXXa.. ....O.... ....O.... ........p"
THREE = "......... ...OOOa.. ....X.... ....X.... ........p"
THREE_AND_OWN_FOUR = "......... ...OOOa.. ......... .OXXXp... ........."
OWN_THREE = "......... ...XXXa.. ....O.... ....O.... ........p"
OWN_THREE_AGAINST_FOUR = "......... ...XXXa.. ......... .XOOOO... ........p"
CROSS = "......... ..OXXX.a. ......... .......X. .......X. .......p."
OWN_CROSS = ".....b... ..OXXXa.. ......X.. ......X.. ........p"
OTHERS_CROSS = ".....b... ..XOOOa.. ......O.. ......O.. ........p"
STOPPED_CROSS = "......X.. ..XOOOa.. ......O.. ......O.. ......X.p"
THREES = "......... ...OO.a.. ......... ......O.. ......O.. .p......."
THREES_OWN = "......... ...XX.a.. ......... ......X.. ......X.. .p......."
FOURS = "......a.. .XOOO.... ......O.. ......O.. ......O.. ......X.p"
FORBIDDEN = "......... .XXXbXX.. ....O.... ....O.... ....O.... ....a.... ....X...p"
SIX = "......... .XXXpXX.. ....O.... ....O.... ....O...."
WRONG_END = "......... ..pOOO.a. ......... .......O. .......O. ........."
FORCING_FOUR = "......... .OXXXpa.. ......O.. ......O.. ......O.. ......X.."
SIXTH = "h8 i9 g9 i7 g8 i8"
EIGHTH = f"{SIXTH} i10 j8"
FORCING_THREE = "......... .OXXXpa.. ......O.. ......O.. ......... ......X.."


@pytest.mark.parametrize(
    ("kind", "rows", "line", "n"),
    [
        (Kind.LEAVES_FIVE, FOUR, "a", 0),
        (Kind.STOPS_LESS, FOUR_AND_THREE, "a", 0),
        (Kind.MISSES_FIVE, OWN_FOUR, "a", 0),
        (Kind.LEAVES_THREE, THREE, "a", 0),
        (Kind.MISSES_OPEN_FOUR, OWN_THREE, "a", 0),
        (Kind.MISSES_FOUR_THREE, OWN_CROSS, "a", 0),
        (Kind.ALLOWS_FOUR_THREE, OTHERS_CROSS, "a", 0),
        (Kind.ALLOWS_DOUBLE_THREE, THREES, "a", 0),
        (Kind.MISSES_DOUBLE_THREE, THREES_OWN, "a", 0),
        (Kind.LOSES, OTHERS_CROSS, "a", 3),
        (Kind.LOSES, THREES, "a", 3),
        (Kind.MISSES_WIN, OWN_CROSS, "a", 3),
        (Kind.FORCES_FOUR, FORCING_FOUR, "a", 0),
    ],
)
def test_a_true_claim_is_accepted(kind: Kind, rows: str, line: str, n: int) -> None:
    assert is_accepted(kind, rows, line, n)


@pytest.mark.parametrize(
    ("kind", "rows", "line", "n", "why"),
    [
        (Kind.LEAVES_FIVE, TWO_FOURS, "a", 0, "no move stops both"),
        (Kind.LEAVES_FIVE, FOUR, "p", 0, "another point"),
        (Kind.LEAVES_FIVE, THREE, "a", 0, "a four only"),
        (Kind.STOPS_LESS, FOUR, "a", 0, "the move stops nothing"),
        (Kind.MISSES_FIVE, FOUR, "a", 0, "the opponent's five"),
        (Kind.LEAVES_THREE, THREE_AND_OWN_FOUR, "a", 0, "the mover's four comes first"),
        (Kind.LEAVES_THREE, FOUR, "a", 0, "that is a five"),
        (Kind.MISSES_OPEN_FOUR, OWN_THREE_AGAINST_FOUR, "a", 0, "the opponent makes five first"),
        (Kind.MISSES_FOUR_THREE, OTHERS_CROSS, "a", 0, "the opponent's"),
        (Kind.ALLOWS_FOUR_THREE, STOPPED_CROSS, "a", 0, "the three is closed"),
        (Kind.ALLOWS_FOUR_THREE, OTHERS_CROSS, "b", 0, "another point"),
        (Kind.ALLOWS_DOUBLE_THREE, OTHERS_CROSS, "a", 0, "another shape"),
        (Kind.LOSES, OTHERS_CROSS, "a", 2, "too few moves"),
        (Kind.LOSES, STOPPED_CROSS, "a", 3, "nothing wins so soon"),
        (Kind.STILL_LOSES, OTHERS_CROSS, "a", 3, "the move stops nothing"),
        (Kind.MISSES_WIN, OWN_CROSS, "a", 2, "too few moves"),
        (Kind.MISSES_WIN, OWN_CROSS, "b", 3, "another point"),
        (Kind.FORCES_FOUR, FORCING_THREE, "a", 0, "an open three only"),
        (Kind.FORCES_THREE, FORCING_FOUR, "a", 0, "the lines are the other way round"),
        (Kind.OVERLINE, SIX, "", 0, "in freestyle it wins"),
        (Kind.LEAVES_FIVE, FOUR, "", 0, "without a line"),
    ],
)
def test_a_false_claim_is_refused(kind: Kind, rows: str, line: str, n: int, why: str) -> None:
    assert not is_accepted(kind, rows, line, n), why


def test_a_row_of_six_wins_only_where_the_rules_say_so() -> None:
    assert is_accepted(Kind.OVERLINE, SIX, "", variant="standard-15")
    assert not is_accepted(Kind.OVERLINE, FOUR, "", variant="standard-15")


def test_a_four_that_renju_forbids_to_stop() -> None:
    assert is_accepted(Kind.FORBIDDEN_STOP, FORBIDDEN, "ab", variant="renju-15")
    overline, double_four = map(FORBIDDEN_RULES.index, ("rule.overline", "rule.four-four"))
    assert is_accepted(Kind.FORBIDDEN_STOP, FORBIDDEN, "ab", overline, variant="renju-15")
    assert not is_accepted(Kind.FORBIDDEN_STOP, FORBIDDEN, "ab", double_four, variant="renju-15")
    assert not is_accepted(Kind.FORBIDDEN_STOP, FORBIDDEN, "ab", variant="freestyle-15")


def test_what_takes_too_long_is_not_decided() -> None:
    with pytest.raises(OutOfBudget):
        is_accepted(Kind.LOSES, OTHERS_CROSS, "a", 3, nodes=2)


@pytest.mark.parametrize(
    ("moves", "claim", "why"),
    [
        (EIGHTH, Claim(Kind.ALLOWS_THREE, (Move("g10"),), better=Move("g7")), ""),
        (EIGHTH, Claim(Kind.ALLOWS_THREE, (Move("g10"),), better=Move("g10")), ""),
        (EIGHTH, Claim(Kind.ALLOWS_THREE, (Move("g10"),), better=Move("a1")), "it makes the three then, too"),
        (EIGHTH, Claim(Kind.ALLOWS_THREE, (Move("a2"),), better=Move("g7")), "no three"),
        (EIGHTH, Claim(Kind.ALLOWS_THREE, (Move("g10"),)), "compared with nothing"),
        (EIGHTH, Claim(Kind.MORE_THREATS, (), 7, Move("g7"), 3), ""),
        (EIGHTH, Claim(Kind.MORE_THREATS, (), 7, Move("g7"), 2), "a wrong number"),
        (EIGHTH, Claim(Kind.FEWER_THREATS, (), 10, Move("g7"), 5), "they are more"),
        (SIXTH, Claim(Kind.FEWER_THREATS, (), 4, Move("j8"), 11), ""),
        (SIXTH, Claim(Kind.MORE_THREATS, (), 4, Move("j8"), 6), "they are fewer"),
    ],
)
def test_what_the_better_move_would_have_kept(moves: str, claim: Claim, why: str) -> None:
    *before, move = map(Move, moves.split())
    position = replay(Record("gomoku", "renju-15", tuple(before)))
    assert isinstance(position, GomokuPosition)
    assert holds(position, move, claim, Budget(0)) is not bool(why), why


OWN_TWO = "......... ...XXa... ......... ....b.... ........p"
"""Black makes an open three at *a*, and nothing at *b*."""
CLOSED_THREE = "......... .XOOOa... ......... ....b.... ........p"
"""White makes a four at *a*."""


@pytest.mark.parametrize(
    ("kind", "rows", "line", "better", "why"),
    [
        (Kind.MISSES_THREE, OWN_TWO, "a", "a", ""),
        (Kind.MISSES_THREE, OWN_TWO, "b", "b", "no three"),
        (Kind.MISSES_THREE, OWN_THREE, "a", "a", "a four"),
        (Kind.ALLOWS_FOUR, CLOSED_THREE, "a", "a", ""),
        (Kind.ALLOWS_FOUR, CLOSED_THREE, "a", "b", "it makes the four then, too"),
        (Kind.ALLOWS_FOUR, CLOSED_THREE, "b", "a", "no four"),
        (Kind.LEAVES_KEY, CLOSED_THREE, "a", "a", ""),
        (Kind.LEAVES_KEY, CLOSED_THREE, "a", "b", "another point"),
    ],
)
def test_what_a_better_move_makes_or_prevents(
    kind: Kind, rows: str, line: str, better: str, why: str
) -> None:
    position, points = placed(rows)
    claim = Claim(kind, (points[line],), better=points[better])
    assert holds(position, points["p"], claim, Budget(0)) is not bool(why), why


def test_a_move_that_makes_a_three_itself_misses_none() -> None:
    position, points = placed("......... ...XXa... ......... ......... ..XXp....")
    assert not holds(position, points["p"], Claim(Kind.MISSES_THREE, (points["a"],)), Budget(0))
