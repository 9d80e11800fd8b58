"""Claims on Othello's moves: true ones are accepted, and false ones that look alike are not."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ai.claims.checkers.budget import Budget, OutOfBudget
from ai.claims.checkers.othello import holds
from ai.claims.checkers.othello_ending import Ending
from ai.claims.claim import Claim
from ai.claims.kind import Kind
from games.base import Move
from games.othello import OTHELLO, OthelloPosition

NODES = 100_000


def drawn(rows: str) -> OthelloPosition:
    """The position of these rows, Black to move."""
    lines = [" ".join(row) for row in rows.split()]
    board = "\n".join(lines)
    return OTHELLO.position(f"{board}\nto move: first\nvariant: {len(lines)}x{len(lines)}")


def is_accepted(kind: Kind, rows: str, move: str, line: str = "", nodes: int = NODES, **more: Any) -> bool:
    """Whether a claim on Black's move is; ``more`` are ``n``, ``better`` and ``had``."""
    claim = Claim(kind, tuple(map(Move, line.split())), **more)
    return holds(drawn(rows), Move(move), claim, Budget(nodes))


OPEN = "...... ...... .XXX.. .OOO.. ...... ......"
CORNER = "...... X..O.. XXOOOO XXXXOO ...O.. ..OOX."
OWN_CORNER = "..XXXX OX.O.. XOXXXX .OOOOX OX.OOX ...O.."
SHUT = "..XXXX .X.O.. XXOOO. .OXO.. OX.O.. ...O.."
WEDGE = "...... ...... .XXXO. .OOOO. ..OXX. .O..XX"
PASS_NEAR = "XXXXX. XXOOOO XXXOOO .XXOOO OXOOOO XXXXXO"
EDGE = "O.XXXX OO.O.. XOOXXX .OOOXX OX.OXX ...OX."
INNER = "O.XXXX OOXXXO OOOXXX OOOOXX OO.XXX .OXXX."
GREEDY = "..XXXO ..X.OO OOXOOO ..OOXX .OOO.. ..OX.."
LONE = ".OOOOO .XOOOO ..OXOO OOOOOO .OOOOO ..OOOO"
WON = "XXXXXX .XOOXX .XOOXX XOXXXX O.XOXX .OOOOO"
"""Black ends with 15 discs after b5, 21 after a6, 22 after a3."""
ONLY = "OOOXX. .OOXXO OOXOXO .OXXOO OOO.XO OX.O.X"
"""12 after a2, 14 after a4, 17 after c6, 23 after f1."""
DRAWN = "OOOOOX XXOOOX .XOXXX ..OXOX OOOOOO ...OOO"
"""11 after b6, 13 after c6, 14 after a6, 18 after b4."""
FAR_AHEAD = "XXXXXO XXXXO. XXXOOO XXOX.. XOXXO. OO.X.O"
"""21 after f5, 22 after each other move."""
DRAW_LEFT = "OOOXX. OXXOX. OOXOX. OOXXXO O.XXXX ..XXXX"
"""18 after b5, 22 after f3."""


@pytest.mark.parametrize(
    ("kind", "rows", "move", "line", "more"),
    [
        (Kind.GIVES_CORNER, CORNER, "e2", "f6", {"better": "b6"}),
        (Kind.MISSES_CORNER, OWN_CORNER, "c5", "a1", {}),
        (Kind.RUNS_OUT, SHUT, "f4", "f2", {"better": "c2"}),
        (Kind.LOSES_CORNER, OPEN, "e5", "c2", {"n": 3, "better": "d5"}),
        (Kind.X_SQUARE, OPEN, "e5", "f6", {"better": "d5"}),
        (Kind.C_SQUARE, OPEN, "a5", "a6", {"better": "d5"}),
        (Kind.OPENS_MOVES, OPEN, "e5", "", {"n": 6, "better": "d5", "had": 3}),
        (Kind.FEW_MOVES, OWN_CORNER, "c5", "b1", {"n": 1, "better": "a1"}),
        (Kind.SKIPPED, OWN_CORNER, "c5", "a4", {"better": "a1"}),
        (Kind.MISSES_PASS, PASS_NEAR, "f1", "a4", {}),
        (Kind.WEDGES, WEDGE, "c6", "d6", {"better": "a5"}),
        (Kind.SECURES, EDGE, "a4", "f6", {"n": 5, "better": "c6"}),
        (Kind.PARITY, OWN_CORNER, "c5", "", {"n": 4, "better": "a1", "had": 3}),
        (Kind.FRONTIER, INNER, "a6", "", {"n": 11, "better": "c5", "had": 5}),
        (Kind.TURNS_MANY, GREEDY, "d2", "", {"n": 4, "better": "b6", "had": 1}),
        (Kind.WIPED_OUT, LONE, "b3", "a3", {"better": "a6"}),
        (Kind.WIN_TO_LOSS, WON, "b5", "", {"n": 15, "better": "a3", "had": 22}),
        (Kind.ONLY_WIN, ONLY, "c6", "f1", {}),
        (Kind.DRAW_TO_LOSS, DRAWN, "a6", "", {"n": 14, "better": "b4", "had": 18}),
        (Kind.WIN_TO_DRAW, DRAW_LEFT, "b5", "", {"n": 18, "better": "f3", "had": 22}),
        (Kind.FEWER_DISCS, FAR_AHEAD, "f5", "", {"n": 21, "better": "c6", "had": 22}),
        (Kind.LEAVES_SQUARE, CORNER, "c2", "b2", {"better": "b2"}),
        (Kind.OPENS_SQUARE, OPEN, "a5", "a4", {"better": "c5"}),
        (Kind.LEAVES_OPEN, OPEN, "a5", "a2", {"better": "b5"}),
        (Kind.LOSES_SQUARE, OPEN, "a5", "d2", {"better": "b5"}),
    ],
)
def test_a_true_claim_is_accepted(kind: Kind, rows: str, move: str, line: str, more: dict[str, Any]) -> None:
    assert is_accepted(kind, rows, move, line, **more)


@pytest.mark.parametrize(
    ("kind", "rows", "move", "line", "more", "why"),
    [
        (Kind.GIVES_CORNER, CORNER, "e2", "a1", {"better": "b6"}, "another corner"),
        (Kind.GIVES_CORNER, CORNER, "b6", "f6", {"better": "e2"}, "the other way round"),
        (Kind.GIVES_CORNER, CORNER, "e2", "c6", {"better": "b6"}, "no corner"),
        (Kind.MISSES_CORNER, OWN_CORNER, "a1", "a1", {}, "the move takes it"),
        (Kind.MISSES_CORNER, OWN_CORNER, "c5", "f1", {}, "not a move"),
        (Kind.RUNS_OUT, OPEN, "e5", "c2", {"better": "d5"}, "there are moves that give no corner"),
        (Kind.RUNS_OUT, SHUT, "f4", "f2", {"better": "e2"}, "after the better move, too"),
        (Kind.LOSES_CORNER, OPEN, "e5", "c2", {"n": 1, "better": "d5"}, "not so soon"),
        (Kind.X_SQUARE, OPEN, "d5", "f6", {"better": "e5"}, "not beside a corner"),
        (Kind.X_SQUARE, OPEN, "e5", "a6", {"better": "d5"}, "another corner"),
        (Kind.C_SQUARE, OPEN, "e5", "f6", {"better": "d5"}, "diagonally beside it"),
        (Kind.OPENS_MOVES, OPEN, "e5", "", {"n": 7, "better": "d5", "had": 3}, "another number"),
        (Kind.OPENS_MOVES, OPEN, "d5", "", {"n": 3, "better": "e5", "had": 6}, "fewer"),
        (Kind.FEW_MOVES, OWN_CORNER, "c5", "b1", {"n": 2, "better": "a1"}, "another number"),
        (Kind.SKIPPED, OWN_CORNER, "c5", "b1", {"better": "a1"}, "there is a move"),
        (Kind.MISSES_PASS, PASS_NEAR, "f1", "f1", {}, "there is a move"),
        (Kind.WEDGES, WEDGE, "a5", "d6", {"better": "c6"}, "the other way round"),
        (Kind.SECURES, EDGE, "a4", "f6", {"n": 4, "better": "c6"}, "another number"),
        (Kind.SECURES, EDGE, "a4", "f6", {"n": 5, "better": "b1"}, "after the better move, too"),
        (Kind.PARITY, OWN_CORNER, "a1", "", {"n": 3, "better": "c5", "had": 4}, "the other way round"),
        (Kind.FRONTIER, INNER, "a6", "", {"n": 11, "better": "c5", "had": 6}, "another number"),
        (Kind.TURNS_MANY, GREEDY, "b6", "", {"n": 1, "better": "d2", "had": 4}, "the other way round"),
        (Kind.WIPED_OUT, OPEN, "e5", "c2", {"better": "d5"}, "discs are left"),
        (Kind.WIN_TO_LOSS, WON, "b5", "", {"n": 14, "better": "a3", "had": 22}, "another number"),
        (Kind.WIN_TO_LOSS, WON, "a6", "", {"n": 21, "better": "a3", "had": 22}, "it still wins"),
        (Kind.ONLY_WIN, WON, "b5", "a3", {}, "a6 wins, too"),
        (Kind.DRAW_TO_LOSS, WON, "b5", "", {"n": 15, "better": "a3", "had": 22}, "it was a win"),
        (Kind.FEWER_DISCS, WON, "b5", "", {"n": 15, "better": "a3", "had": 22}, "another winner"),
        (Kind.LEAVES_SQUARE, OPEN, "a5", "a2", {"better": "b5"}, "another square"),
        (Kind.LEAVES_SQUARE, OPEN, "a5", "b5", {"better": "b5"}, "White cannot play there"),
        (Kind.OPENS_SQUARE, OPEN, "a5", "a2", {"better": "b5"}, "White could play there before"),
        (Kind.OPENS_SQUARE, OPEN, "a5", "b2", {"better": "c5"}, "after the better move, too"),
        (Kind.LEAVES_OPEN, OPEN, "a5", "a4", {"better": "c5"}, "White could not play there before"),
        (Kind.LOSES_SQUARE, OPEN, "a5", "b2", {"better": "b5"}, "it can still be played"),
        (Kind.LOSES_SQUARE, CORNER, "c2", "b2", {"better": "b2"}, "the answer is there"),
        (
            Kind.LESS_ROOM,
            OPEN,
            "e5",
            "c2",
            {"n": 9, "better": "d5", "had": 12},
            "no second answer",
        ),
    ],
)
def test_a_false_claim_is_refused(
    kind: Kind, rows: str, move: str, line: str, more: dict[str, Any], why: str
) -> None:
    assert not is_accepted(kind, rows, move, line, **more), why


def test_less_room_counts_the_moves_after_both_answers() -> None:
    position = drawn(OPEN)
    for move, better in (("e5", "d5"), ("a5", "d5"), ("d5", "e5")):
        for answer in position.play(Move(move)).legal_moves():
            for other in position.play(Move(better)).legal_moves():
                n = len(position.play(Move(move)).play(answer).legal_moves())
                had = len(position.play(Move(better)).play(other).legal_moves())
                line, numbers = f"{answer} {other}", {"n": n, "had": had}
                is_less = had - n >= max(3, had // 4)
                assert is_accepted(Kind.LESS_ROOM, OPEN, move, line, better=better, **numbers) is is_less


def test_what_takes_too_long_is_not_decided() -> None:
    with pytest.raises(OutOfBudget):
        is_accepted(Kind.WIN_TO_LOSS, WON, "b5", nodes=3, n=15, better="a3", had=22)


def best_lead(position: OthelloPosition) -> int:
    """The lead with which the side to move ends, by playing out everything."""
    if position.outcome() is not None:
        return position.score(position.to_move) - position.score(position.to_move.other)
    return max(-best_lead(position.play(move)) for move in position.legal_moves())


def test_the_end_of_a_game_is_exact() -> None:
    for seed in range(40):
        dice, position = random.Random(seed), OTHELLO.start("6x6")
        while position.outcome() is None and 36 - (position.black | position.white).bit_count() > 5:
            position = position.play(dice.choice(position.legal_moves()))
        lead, ending = best_lead(position), Ending(position.board, Budget(NODES))
        assert ending.is_exactly(position, lead)
        assert not ending.is_exactly(position, lead + 2)
        assert not ending.is_exactly(position, lead - 2)
