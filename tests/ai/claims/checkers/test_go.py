"""Claims on Go's moves: true ones are accepted, and false ones that look alike are not."""

from __future__ import annotations

from typing import Any

import pytest

from ai.claims.checkers.budget import Budget, OutOfBudget
from ai.claims.checkers.go import holds
from ai.claims.claim import Claim
from ai.claims.kind import Kind
from games import replay
from games.base import Move, Record
from games.go import GO, GoPosition

NODES = 2_000


def drawn(rows: str) -> GoPosition:
    """The position of these rows in the upper left of a board of nine lines, Black to move."""
    lines = [" ".join(row.ljust(9, ".")) for row in rows.split()]
    lines += [" ".join("." * 9)] * (9 - len(lines))
    board = "\n".join(lines)
    return GO.position(f"{board}\nto move: first\nvariant: 9x9-korean")


def is_accepted(kind: Kind, rows: str, move: str, line: str = "", nodes: int = NODES, **more: Any) -> bool:
    """Whether a claim on Black's move is; ``more`` are ``n`` and ``better``."""
    claim = Claim(kind, tuple(map(Move, line.split())), **more)
    return holds(drawn(rows), Move(move), claim, Budget(nodes))


CORNER = ".O"
HELD = "...O.. ..OX.. ...O.."
THROWN_IN = "OXO .XO OO."
EDGE = ". . . . XO"
RUNNING = ". . . O XO"
CHASING = ". . . ...XX ...OO ...XX"
PREY = ". . . . OX"
OWN_ATARI = "...X ..XO ...X"
TWO_CHAINS = "...O.. ..OX.. ....XO ....O."
THEIR_CHAINS = "...X.. ..XO.. ....OX ....X."
EYE = ".X XX"
NETTED = "...... ..O... .OX.O. .O.... O....."
NETTING = "...... ..X... .XO.X. .X.... X....."
APART = ".X.X."
CAUGHT = "O. X"
THEIRS_APART = "OO.OO"
TWO_LIBERTIES = "XXX. O..."
THEIRS_SHORT = "OOO. X..."
REGION = ".... XXXO OOOO"
OWN_REGION = "..X XXX"
OPEN = "..X.O XXX"
THEIR_ROOM = "..O OOO"
TWICE_APART = ".X.X. .X.X."


@pytest.mark.parametrize(
    ("kind", "rows", "move", "line", "more"),
    [
        (Kind.SELF_ATARI, CORNER, "a9", "a8", {"n": 1}),
        (Kind.LEAVES_ATARI, HELD, "j1", "e8", {"n": 1, "better": "e8"}),
        (Kind.SNAPBACK, THROWN_IN, "a8", "a9", {"n": 3}),
        (Kind.LADDER, EDGE, "j1", "a6 a5", {"n": 1, "better": "a4"}),
        (Kind.RUNS_IN_LADDER, RUNNING, "a4", "b4 a5", {"n": 2}),
        (Kind.LADDER_BREAKS, CHASING, "c5", "f5 d5", {"n": 2}),
        (Kind.MISSES_LADDER, PREY, "j1", "a6 a5", {"n": 1}),
        (Kind.MISSES_CAPTURE, OWN_ATARI, "j1", "e8", {"n": 1}),
        (Kind.DOUBLE_ATARI, TWO_CHAINS, "j1", "e8", {"better": "d7"}),
        (Kind.MISSES_DOUBLE_ATARI, THEIR_CHAINS, "j1", "e8", {}),
        (Kind.FILLS_EYE, EYE, "a9", "", {}),
        (Kind.LADDER, "O. O.", "a7", "b7 a7", {"n": 1, "better": "e5"}),
        (Kind.NET, NETTED, "j1", "d6 c7", {"n": 1, "better": "d7"}),
        (Kind.MISSES_NET, NETTING, "j1", "d6 c7", {"n": 1}),
        (Kind.CUTS, APART, "j1", "c9", {"better": "c9"}),
        (Kind.ALLOWS_ATARI, EDGE, "j1", "a6 a5", {"n": 1, "better": "a4"}),
        (Kind.MISSES_ATARI, PREY, "j1", "a6 a5", {"n": 1}),
        (Kind.LEAVES_POINT, APART, "j1", "e5", {"better": "e5"}),
        (Kind.LETS_JOIN, THEIRS_APART, "j1", "c9 a9 d9", {"n": 2, "better": "c9"}),
        (Kind.FEW_LIBERTIES, TWO_LIBERTIES, "j1", "d9 a9 j2", {"n": 2, "had": 4, "better": "d9"}),
        (Kind.FREES, THEIRS_SHORT, "j1", "d9 a9 j2", {"n": 4, "had": 2, "better": "d9"}),
        (Kind.LESS_SPACE, REGION, "j1", "d9 a8 j2", {"n": 3, "had": 71, "better": "d9"}),
        (Kind.INSIDE_OWN, OWN_REGION, "a9", "", {"better": "j1"}),
        (Kind.INSIDE_OTHERS, THEIR_ROOM, "a9", "", {"better": "j1"}),
        (Kind.FIRST_LINE, APART, "j1", "", {"better": "e5"}),
        (Kind.LETS_SAVE, OWN_ATARI, "j1", "e8 d8", {"n": 1, "better": "e8"}),
        (Kind.PASSES, OPEN, "pass", "", {"n": 74, "better": "e5"}),
        (Kind.LEAVES_ATARI, HELD, "pass", "e8", {"n": 1, "better": "e8"}),
    ],
)
def test_a_true_claim_is_accepted(kind: Kind, rows: str, move: str, line: str, more: dict[str, Any]) -> None:
    assert is_accepted(kind, rows, move, line, **more)


@pytest.mark.parametrize(
    ("kind", "rows", "move", "line", "more", "why"),
    [
        (Kind.SELF_ATARI, CORNER, "a9", "a8", {"n": 2}, "another number"),
        (Kind.SELF_ATARI, CORNER, "a8", "a9", {"n": 1}, "it has three liberties"),
        (Kind.LEAVES_ATARI, HELD, "j1", "e8", {"n": 1, "better": "j2"}, "the better move leaves it, too"),
        (Kind.LEAVES_ATARI, HELD, "e8", "f8", {"n": 1, "better": "e8"}, "it is saved"),
        (Kind.SNAPBACK, OWN_ATARI, "e8", "f8", {"n": 1}, "nothing is taken back"),
        (
            Kind.LADDER,
            EDGE,
            "j1",
            "a6 a5",
            {"n": 1, "better": "j2"},
            "after the better move, too",
        ),
        (Kind.LADDER, EDGE, "j1", "b4 a5", {"n": 1, "better": "a4"}, "no atari"),
        (Kind.LADDER, EDGE, "a4", "b4 a5", {"n": 2, "better": "j1"}, "it has three liberties"),
        (Kind.RUNS_IN_LADDER, EDGE, "a4", "b4 a5", {"n": 2}, "it was in no atari"),
        (Kind.LADDER_BREAKS, CHASING, "c5", "f5 d5", {"n": 1}, "another number"),
        (Kind.LADDER_BREAKS, PREY, "a6", "a4 a5", {"n": 1}, "it is caught"),
        (Kind.MISSES_LADDER, PREY, "j1", "j2 a5", {"n": 1}, "another point"),
        (Kind.MISSES_LADDER, EDGE, "j1", "a6 a5", {"n": 1}, "the stone is Black's own"),
        (Kind.MISSES_LADDER, CAUGHT, "j1", "j2 a9", {"n": 1}, "it is lost all the same"),
        (Kind.MISSES_LADDER, PREY, "a4", "a6 a5", {"n": 1}, "the move catches it, too"),
        (Kind.MISSES_CAPTURE, OWN_ATARI, "e8", "e8", {"n": 1}, "the move captures"),
        (Kind.MISSES_CAPTURE, HELD, "j1", "e8", {"n": 1}, "nothing to capture"),
        (Kind.DOUBLE_ATARI, TWO_CHAINS, "j1", "e8", {"better": "j2"}, "it is left by the better move, too"),
        (Kind.MISSES_DOUBLE_ATARI, TWO_CHAINS, "j1", "e8", {}, "the chains are Black's own"),
        (Kind.FILLS_EYE, CORNER, "a9", "", {}, "a stone of White's"),
        (Kind.FILLS_EYE, EYE, "c8", "", {}, "no eye"),
        (Kind.DOUBLE_ATARI, TWO_CHAINS, "j1", "", {"better": "d7"}, "without a line"),
        (Kind.NET, NETTED, "j1", "d6 c7", {"n": 1, "better": "j2"}, "after the better move, too"),
        (Kind.NET, NETTED, "j1", "d6 c7", {"n": 2, "better": "d7"}, "another number"),
        (Kind.NET, NETTED, "j1", "d7 c7", {"n": 1, "better": "d6"}, "an atari"),
        (Kind.NET, HELD, "j1", "f9 d8", {"n": 1, "better": "e8"}, "in atari before"),
        (Kind.NET, "..... ..X..", "j1", "d7 c8", {"n": 1, "better": "d8"}, "four liberties"),
        (Kind.MISSES_NET, NETTING, "d7", "d6 c7", {"n": 1}, "the move catches it, too"),
        (Kind.MISSES_NET, NETTED, "j1", "d6 c7", {"n": 1}, "the stone is Black's own"),
        (Kind.CUTS, TWICE_APART, "j1", "c9", {"better": "c9"}, "c8 joins them as well"),
        (Kind.CUTS, APART, "j1", "c9", {"better": "j2"}, "not joined after the better move"),
        (Kind.CUTS, APART, "c9", "c8", {"better": "c9"}, "they are joined"),
        (Kind.ALLOWS_ATARI, EDGE, "j1", "a6 a5", {"n": 1, "better": "j2"}, "after the better move, too"),
        (Kind.ALLOWS_ATARI, RUNNING, "j1", "a4 a5", {"n": 1, "better": "a4"}, "it was in atari"),
        (Kind.MISSES_ATARI, PREY, "a4", "a6 a5", {"n": 1}, "the move does it, too"),
        (Kind.MISSES_ATARI, PREY, "j1", "a6 a5", {"n": 2}, "another number"),
        (Kind.MISSES_ATARI, EDGE, "j1", "a6 a5", {"n": 1}, "the stone is Black's own"),
        (Kind.MISSES_ATARI, ". . .O OX O", "j1", "a6 a5", {"n": 1}, "an atari on itself"),
        (Kind.LEAVES_POINT, APART, "j1", "e5", {"better": "e4"}, "another point"),
        (Kind.LEAVES_POINT, APART, "j1", "pass", {"better": "pass"}, "no point"),
        (Kind.LEAVES_POINT, APART, "e5", "e5", {"better": "e5"}, "it was played"),
        (
            Kind.LETS_JOIN,
            THEIRS_APART,
            "j1",
            "c9 a9 d9",
            {"n": 2, "better": "j2"},
            "after the better move, too",
        ),
        (Kind.LETS_JOIN, THEIRS_APART, "j1", "c9 a9 b9", {"n": 2, "better": "c9"}, "a single chain"),
        (Kind.LETS_JOIN, APART, "j1", "c9 b9 d9", {"n": 1, "better": "c9"}, "the chains are Black's own"),
        (Kind.LETS_JOIN, THEIRS_APART, "j1", "c9", {"n": 2, "better": "c9"}, "without stones"),
        (
            Kind.FEW_LIBERTIES,
            TWO_LIBERTIES,
            "j1",
            "d9 a9 j2",
            {"n": 2, "had": 5, "better": "d9"},
            "another number",
        ),
        (
            Kind.FEW_LIBERTIES,
            TWO_LIBERTIES,
            "j1",
            "d9 a9 e9",
            {"n": 2, "had": 3, "better": "d9"},
            "nearly as few",
        ),
        (Kind.FEW_LIBERTIES, THEIRS_SHORT, "j1", "d9 a9 j2", {"n": 4, "had": 2, "better": "d9"}, "White's"),
        (Kind.FEW_LIBERTIES, "X O", "j1", "b9 a9 j2", {"n": 0, "had": 2, "better": "b9"}, "one stone"),
        (Kind.FREES, TWO_LIBERTIES, "j1", "d9 a9 j2", {"n": 2, "had": 4, "better": "d9"}, "Black's"),
        (
            Kind.LESS_SPACE,
            REGION,
            "j1",
            "d9 a8 d9",
            {"n": 3, "had": 3, "better": "j3"},
            "no more before",
        ),
        (Kind.INSIDE_OWN, OWN_REGION, "a9", "", {"better": "b9"}, "the better move is there, too"),
        (Kind.INSIDE_OWN, OWN_REGION, "j1", "", {"better": "a9"}, "most of the board"),
        (Kind.INSIDE_OWN, THEIR_ROOM, "a9", "", {"better": "j1"}, "White's"),
        (Kind.INSIDE_OTHERS, OWN_REGION, "a9", "", {"better": "j1"}, "Black's"),
        (Kind.FIRST_LINE, APART, "a9", "", {"better": "e5"}, "beside a stone"),
        (Kind.FIRST_LINE, APART, "j1", "", {"better": "e9"}, "the better move is, too"),
        (Kind.FIRST_LINE, APART, "e5", "", {"better": "d5"}, "on the fifth line"),
        (Kind.EMPTY_CORNER, APART, "e5", "", {"better": "g3"}, "the board is small"),
        (Kind.LEAVES_ATARI, "XO .O", "j1", "a8", {"n": 1, "better": "a8"}, "it stays in atari"),
        (Kind.LETS_SAVE, OWN_ATARI, "e8", "f8 d8", {"n": 1, "better": "e8"}, "it is captured"),
        (Kind.LETS_SAVE, OWN_ATARI, "j1", "e7 d8", {"n": 1, "better": "e8"}, "the answer does not save it"),
        (Kind.LETS_SAVE, PREY, "j1", "a6 a5", {"n": 1, "better": "a6"}, "it is in no atari"),
        (Kind.LETS_SAVE, HELD, "j1", "e8 d8", {"n": 1, "better": "e8"}, "the stone is Black's own"),
        (Kind.LETS_SAVE, OWN_ATARI, "j1", "e8 d8", {"n": 1, "better": "j2"}, "after the better move, too"),
        (Kind.PASSES, OPEN, "pass", "", {"n": 73, "better": "e5"}, "another number"),
        (Kind.PASSES, OPEN, "j1", "", {"n": 74, "better": "e5"}, "no pass"),
        (Kind.PASSES, OPEN, "pass", "", {"n": 74, "better": "a9"}, "the point is Black's"),
        (Kind.LEAVES_ATARI, HELD, "pass", "e8", {"n": 1, "better": "j2"}, "the better move leaves it, too"),
        (Kind.FILLS_EYE, EYE, "pass", "", {}, "no point"),
        (Kind.UNANSWERED, CORNER, "j1", "a8 b9", {"better": "c9"}, "nobody knows which stone was last"),
    ],
)
def test_a_false_claim_is_refused(
    kind: Kind, rows: str, move: str, line: str, more: dict[str, Any], why: str
) -> None:
    assert not is_accepted(kind, rows, move, line, **more), why


def test_what_takes_too_long_is_not_decided() -> None:
    with pytest.raises(OutOfBudget):
        is_accepted(Kind.LADDER, EDGE, "j1", "a6 a5", nodes=3, n=1, better="a4")


CUT = "e5 e3 g5 g3 c4 e4"
INTO = "c6 c4 e6 e4 g6 g4 a1 h6"


@pytest.mark.parametrize(
    ("kind", "moves", "move", "line", "better", "expected"),
    [
        (Kind.UNANSWERED_CUT, CUT, "a1", "d5 e4 c4 e5", "d5", True),
        (Kind.UNANSWERED_CUT, CUT, "pass", "d5 e4 c4 e5", "d5", True),
        (Kind.UNANSWERED_CUT, CUT, "a1", "f5 e4 c4 e5", "d5", False),  # d5 joins them still
        (Kind.UNANSWERED_CUT, CUT, "d6", "d5 e4 c4 e5", "d5", False),  # the move is near the stone
        (Kind.UNANSWERED_CUT, CUT, "a1", "d5 e4 c4 e5", "f5", False),  # the better move joins nothing
        (Kind.UNANSWERED_CUT, CUT, "a1", "d5 e4 e3 e5", "d5", False),  # White's stone
        (Kind.UNANSWERED_CUT, CUT, "a1", "d5 g3 c4 e5", "d5", False),  # not the last stone
        (Kind.UNANSWERED, CUT, "a1", "d5 e4", "d5", True),
        (Kind.UNANSWERED_BREAK, INTO, "b1", "h7 h6", "h7", True),
        (Kind.UNANSWERED_BREAK, INTO, "b1", "h5 h6", "h7", False),  # nothing of Black's
        (Kind.UNANSWERED_BREAK, INTO, "b1", "h7 h6", "j6", False),  # the better move lets White in, too
        (Kind.UNANSWERED_BREAK, INTO, "g7", "h7 h6", "h7", False),  # the move is near the stone
    ],
)
def test_a_stone_that_is_not_answered_threatens_something(
    kind: Kind, moves: str, move: str, line: str, better: str, expected: bool
) -> None:
    position = replay(Record("go", "9x9-korean", tuple(map(Move, moves.split()))))
    assert isinstance(position, GoPosition)
    claim = Claim(kind, tuple(map(Move, line.split())), better=Move(better))
    assert holds(position, Move(move), claim, Budget(NODES)) is expected
