"""The themes of puzzles, on positions made by hand."""

import pytest

from ai.puzzles.make.themes import only_winning_move, othello_themes
from ai.puzzles.proof.gomoku import Search, fives, fours
from games.base import Move, Side
from games.gomoku import GOMOKU, GomokuPosition
from games.othello import OTHELLO

ENDING = """
. O X X X X
X X X X X X
X X X X X X
X X X X O X
X X X X O .
X X X X X .
to move: {side}
variant: 6x6
"""
OPEN = """
X X X X X X
X O O O O .
X O X X O .
X O X X O .
X O O O O .
X X X X X X
to move: first
variant: 6x6
"""
TRAP = """
. . X X X X X .
. . X O O O O X
O O O O X O O X
O O O X O X O X
O O X O X O O X
O X O X X O O X
O . X X X O O X
. . X X X X X X
to move: first
variant: 8x8
"""
"""Black plays a2 and threatens h1, also if White takes a1."""
OPEN_CORNER = TRAP.replace("O O X O X O O X", "O O X X X O O X")
"""Black can take h1 already."""


@pytest.mark.parametrize(
    ("diagram", "answer", "themes"),
    [
        (ENDING.format(side="first"), "a1", ("ending", "parity", "forced-pass", "corner")),
        (ENDING.format(side="first"), "f5", ("ending", "forced-pass")),
        (OPEN, "f3", ("ending",)),
        (TRAP, "a2", ("ending", "stoner-trap")),
        (OPEN_CORNER, "a2", ("ending",)),
    ],
)
def test_the_themes_of_an_ending(diagram: str, answer: str, themes: tuple[str, ...]) -> None:
    assert othello_themes(OTHELLO.position(diagram), Move(answer)) == themes


@pytest.mark.parametrize(
    ("plies", "themes"),
    [
        (1, ("only-move", "win-1")),
        (4, ("only-move", "win-2")),
        (9, ("only-move", "win-5")),
        (11, ("only-move",)),
    ],
)
def test_the_themes_of_an_only_move(plies: int, themes: tuple[str, ...]) -> None:
    assert only_winning_move(plies) == themes


def stones(
    black: str, white: str, variant: str = "freestyle-15", to_move: Side = Side.FIRST
) -> GomokuPosition:
    position = GOMOKU.start(variant)
    points = bytearray(position.points)
    for side, names in ((Side.FIRST, black), (Side.SECOND, white)):
        for name in names.split():
            points[position.board.point(name)] = side
    return GomokuPosition(variant, bytes(points), to_move)


THREE = "f8 g8 h8"


@pytest.mark.parametrize(
    ("position", "wanted"),
    [
        (stones("f8 g8 h8 i8", ""), ["e8", "j8"]),
        (stones("f8 g8 h8 i8", "e8"), ["j8"]),
        (stones("f8 g8 i8 j8", ""), ["h8"]),
        (stones("f8 g8 i8 j8 k8", "", "renju-15"), []),  # an overline does not win
        (stones(THREE, ""), []),
    ],
)
def test_where_a_side_makes_five(position: GomokuPosition, wanted: list[str]) -> None:
    assert fives(position, Side.FIRST) == wanted


def test_a_four_threatens_five() -> None:
    assert fours(stones(THREE, "e8")) == ["i8", "j8"]
    assert fours(stones("f8 g8", "")) == []


@pytest.mark.parametrize(
    ("position", "wins"),
    [
        (stones(THREE, ""), True),  # an open four
        (stones(THREE, "e8"), False),  # one four, and it is stopped
        (stones("f8 g8 h8 i5 i6 i7", "e8 i4"), True),  # two fours at once
        (stones("f8 g8 h8 i5 i6 i7", "e8 i4 k8", "renju-15"), False),  # two fours, forbidden to Black
        (stones(THREE, "c2 d2 e2 f2"), False),  # the other side makes five first
    ],
)
def test_a_win_by_fours(position: GomokuPosition, wins: bool) -> None:
    assert Search().wins(position) is wins


def test_a_three_that_wins_and_the_only_defense() -> None:
    # h8 makes two open threes
    threes = Search().winning_threes(stones("f8 g8 h6 h7", ""))
    assert "h8" in threes
    white = stones("f8 g8 h8 i5 i6 i7", "e8 i4", to_move=Side.SECOND)
    assert [move for move in white.legal_moves() if not Search().loses(white, move, 1)] == ["i8", "i9", "j8"]
