"""Life and death in Go: textbook shapes, and two searches that know nothing of each other."""

from __future__ import annotations

from random import Random

import pytest

from ai.puzzles.make import go_life_search
from ai.puzzles.make.go_life import Question, regions, shape_of
from ai.puzzles.make.go_life_search import Search, State, rested
from ai.puzzles.proof import Unproved
from ai.puzzles.proof.go_life import Fight, Region, check_wall, right_moves
from games.base import PASS, BadSetup, Move, Side
from games.go import GO
from games.go.position import GoPosition

STRAIGHT_THREE = """
X X X X X X X . .
X O O O O O X . .
X O . . . O X . .
X O O O O O X . .
X X X X X X X . .
. . . . . . . . .
"""
STRAIGHT_FOUR = """
X X X X X X X X .
X O O O O O O X .
X O . . . . O X .
X O O O O O O X .
X X X X X X X X .
. . . . . . . . .
"""
BENT_THREE = """
X X X X X X . . .
X O O O O X . . .
X O . . O X . . .
X O . O O X . . .
X O O O X X . . .
X X X X X . . . .
. . . . . . . . .
"""
SQUARE_FOUR = """
X X X X X X . . .
X O O O O X . . .
X O . . O X . . .
X O . . O X . . .
X O O O O X . . .
X X X X X X . . .
. . . . . . . . .
"""
PYRAMID_FOUR = """
X X X X X X X . .
X O O O O O X . .
X O . . . O X . .
X O O . O O X . .
X X O O O X X . .
. X X X X X . . .
. . . . . . . . .
"""
BULKY_FIVE = """
X X X X X X X . .
X O O O O O X . .
X O . . O O X . .
X O . . . O X . .
X O O O O O X . .
X X X X X X X . .
. . . . . . . . .
"""
CROSSED_FIVE = """
X X X X X X X . .
X O O O O O X . .
X O O . O O X . .
X O . . . O X . .
X O O . O O X . .
X X O O O X X . .
. X X X X X . . .
. . . . . . . . .
"""
RABBITY_SIX = """
X X X X X X X . .
X O O O O O X . .
X O . . O O X . .
X O . . . O X . .
X O O . O O X . .
X X O O O X X . .
. X X X X X . . .
. . . . . . . . .
"""
RECTANGULAR_SIX = """
X X X X X X X . .
X O O O O O X . .
X O . . . O X . .
X O . . . O X . .
X O O O O O X . .
X X X X X X X . .
. . . . . . . . .
"""
RECTANGULAR_SIX_IN_THE_CORNER = """
X X X X X . . . .
O O O O X . . . .
. . . O X . . . .
. . . O X . . . .
"""
L_GROUP = """
X X X . . . . . .
O O X X . . . . .
. O O X . . . . .
. . O X . . . . .
. . O X . . . . .
"""
WITH_SEKI = """
X X X X X X . . .
O O O O O X . . .
. X X X O X . . .
. O O O O X . . .
"""
BENT_FOUR_IN_THE_CORNER = """
X X X X . . . . .
O O O X X . . . .
. . O O X . . . .
O . . O X . . . .
"""
TEXTBOOK = {
    "straight three": (STRAIGHT_THREE, "d4", "d4"),
    "bent three": (BENT_THREE, "c5", "c5"),
    "straight four": (STRAIGHT_FOUR, "", "pass d4 e4"),
    "square four": (SQUARE_FOUR, "pass c5 d5 c4 d4", ""),
    "pyramid four": (PYRAMID_FOUR, "d5", "d5"),
    "bulky five": (BULKY_FIVE, "d4", "d5 c4 d4"),
    "crossed five": (CROSSED_FIVE, "d5", "d5"),
    "rabbity six": (RABBITY_SIX, "d5", "d6 c5 d5"),
    "rectangular six": (RECTANGULAR_SIX, "", "pass d5 d4"),
    "rectangular six in the corner": (RECTANGULAR_SIX_IN_THE_CORNER, "b2", "b2 b1"),
    "L group": (L_GROUP, "a2", "a2"),
    "seki": (WITH_SEKI, "", "pass a2"),
    "a ko for life": (BENT_FOUR_IN_THE_CORNER, "", "b2 b1"),
}
"""The moves that kill and those with which White lives, although the other side wins kos."""
RANDOM_SHAPES = 16


def position_of(rows: str, side: Side = Side.FIRST) -> GoPosition:
    given = rows.strip().splitlines()
    board = [". . . . . . . . ."] * (9 - len(given)) + given
    to_move = "first" if side is Side.FIRST else "second"
    position = GO.position("\n".join(board) + f"\nto move: {to_move}\nvariant: 9x9-korean\n")
    assert isinstance(position, GoPosition)
    return position


def fight_of(position: GoPosition) -> tuple[Region, State]:
    """White's only small region, and its fight."""
    (found,) = [one for one in regions(position) if one[0].defender is Side.SECOND]
    return found


def both_methods(position: GoPosition, favored: Side) -> tuple[set[str], set[str]]:
    """The moves that work: by the positions that can be reached, and by the search depth first."""
    region, state = fight_of(position)
    search = Search(shape_of(position.board, region), attacker_favored=favored is Side.FIRST)
    names = {1 << at: name for at, name in enumerate(position.board.names)}
    searched: set[str] = {names[bit] for bit in search.moves(state) if search.works(state, bit)}
    if search.is_captured(rested(state)) is state[2]:
        searched.add(PASS)
    return set(Fight(position, region, favored).working()), searched


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("name", TEXTBOOK)
def test_textbook_shapes(name: str, side: Side) -> None:
    rows, kills, lives = TEXTBOOK[name]
    wanted = set((kills if side is Side.FIRST else lives).split())
    assert both_methods(position_of(rows, side), side.other) == (wanted, wanted)


def test_a_ko_decides() -> None:
    position = position_of(BENT_FOUR_IN_THE_CORNER)
    assert both_methods(position, Side.FIRST) == ({"b1"}, {"b1"})
    with pytest.raises(Unproved, match="a ko decides"):
        right_moves(position, fight_of(position)[0])


def test_two_methods_agree_about_random_stones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(go_life_search, "NODES", 100_000)
    rng, compared, working = Random(5), 0, 0
    while compared < RANDOM_SHAPES:
        rows = [[*rng.choices(".OX", (4, 3, 2), k=4), *"OX..."] for _ in range(2)]
        rows = [[*"XXXXXX..."], [*"OOOOOX..."], *rows]
        try:
            position = position_of("\n".join(map(" ".join, rows)), rng.choice(list(Side)))
            fight_of(position)
        except (BadSetup, ValueError):
            continue  # stones without liberties, or no region
        for favored in Side:
            exact, searched = both_methods(position, favored)
            assert exact == searched, position.diagram()
            working += bool(exact)
        compared += 1
    assert working > RANDOM_SHAPES // 2


TWO_LIBERTIES = """
. O O . . . . . .
X X X O . . . . .
O O X X O . . . .
. O O X O . . . .
. . O X O . . . .
. . O X . . . . .
"""
"""The L group, in a wall whose liberties are a6 and e1."""


@pytest.mark.parametrize(
    "rows",
    [
        STRAIGHT_THREE.replace("X X X X X X X", "X . X X X X X", 1),
        TWO_LIBERTIES.replace(". O O", "O O O", 1),
    ],
    ids=["an opening", "a wall with one liberty outside"],
)
def test_what_is_no_region(rows: str) -> None:
    assert not [one for one, _ in regions(position_of(rows)) if one.defender is Side.SECOND]


def test_a_wall_must_not_be_captured() -> None:
    firm, weak = position_of(L_GROUP), position_of(TWO_LIBERTIES)
    check_wall(firm, fight_of(firm)[0])
    with pytest.raises(Unproved, match="wall"):
        check_wall(weak, fight_of(weak)[0])


def test_a_question_has_a_line_and_replies() -> None:
    position = position_of(L_GROUP)
    question = Question.of(position.board, *fight_of(position))
    assert question is not None
    names = {1 << at: name for at, name in enumerate(position.board.names)}
    line = [names[bit] for bit in question.line()]
    assert line[0] == "a2" and len(line) % 2
    for move in line:
        position = position.play(Move(move))
    assert {names.get(bit) for bit in question.replies()} >= {None, "a1", "b1"}
