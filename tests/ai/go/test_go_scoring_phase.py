"""The computer in the scoring phase: which stones it considers dead, and how a disagreement ends."""

from __future__ import annotations

import random

import pytest

from ai.base import Limit
from ai.go.endgame import plies_without_stone
from ai.go.engine import ENGINE
from ai.go.levels import LEVELS
from ai.go.ownership import dead_stones, judge
from games.base import PASS, Move, Side
from games.go import GO, GoPosition

LIMIT = Limit(60.0, nodes=60, seed=1)

DEAD_INSIDE = """
. . . . . X O . .
. X . X . X O O .
. . X . X X O . .
. X . X X O O O .
. O . . X O . . .
. X X . X O . X .
. . . X X O O . .
. X . X O O . . .
. . X X O . . O .
captures: 9 0
"""
# Both inner groups have one eye and share c9; White has d5 to e1 besides.
SEKI = """
. X . O . O X . .
X X X O O O X . .
O O O X X X X X X
. . O X . . . . .
O O O X X X X . X
O . O O O O X X .
. O . O . O O X X
O O O . O . O O X
. O . O . O . O X
"""
# Black may capture three stones by c1, but White plays back on a1 and there is one eye; White captures all by
# c1.
BENT_FOUR = """
. . . . O X . . .
. O . . O X . X .
. . . . O X . . .
. O . O O X X . .
. . O O . O X X .
O O O O O O O X .
X X O . O . O X X
O X X X O O X X .
O O . X O X X . X
"""
# Each side has a lone stone in the other's area, in which it could still live.
LONE_STONES = "\n".join([". . . . X O . . ."] * 4 + [". . O . X O . X ."] + [". . . . X O . . ."] * 4)
# White's corner has one eye, Black's stone in the other corner none.
CORNERS = """
O . O X . . O . .
O O O X . X O . .
X X X X . X O O O
. . . . . X X X O
. X . X . . . X O
. . . . . . X X O
. . X . X X X O O
X X X X O O O O .
O O O O . O . O X
"""
ON_13X13 = """
. . . X O . . . . O X . .
. X . X O . . . . O X . .
. . . X O . X . . O X X X
. . X X O . . . . O O O X
X X X O O O O O O O . O X
O O O O . . . . . . . O X
. . . O . . O . O O O O X
. O . O O O O O O X X X X
O O O O X X X X X X . . .
X X X X X . . . . X . O .
. . . . . . X . . X X . .
. . X . O . . . X X X . .
. . . . . . . . . . X . .
"""
EMPTY = "\n".join([". . . . . . . . ."] * 9)
ALL_BLACK = "\n".join(["X . X . X . X . X", ". X . X . X . X ."] * 4 + ["X . X . X . X . X"])
ONE_STONE = EMPTY.replace(". . . . . . . . .", ". . . . X . . . .", 1)
ALL_ALIVE = """
. X . X O O X . X
. X X X O O X X .
X X O O O O O X X
O O O . O . O O O
. O . O . O . O .
O O O O O O O O O
X X X X X X X X X
. X . . X . . X .
. . X . . X . . X
"""


def names(position: GoPosition, points: frozenset[int]) -> set[str]:
    return {position.board.names[point] for point in points}


@pytest.mark.parametrize(
    ("diagram", "dead"),
    [
        pytest.param(DEAD_INSIDE, {"b5", "h4"}, id="stones in enemy territory"),
        pytest.param(SEKI, set(), id="seki lives"),
        pytest.param(BENT_FOUR, {"a3", "b3", "b2", "c2", "d2", "d1"}, id="bent four"),
        pytest.param(LONE_STONES, set(), id="stones that could live"),
        pytest.param(CORNERS, {"a9", "a8", "b8", "c8", "c9", "j1"}, id="corners"),
        pytest.param(ON_13X13, {"g11", "m4", "e2"}, id="stones in enemy territory, 13x13"),
        pytest.param(EMPTY, set(), id="an empty board"),
        pytest.param(ALL_BLACK, set(), id="one color"),
        pytest.param(ONE_STONE, set(), id="one stone"),
        pytest.param(ALL_ALIVE, set(), id="all alive"),
    ],
)
@pytest.mark.parametrize("ruleset", ["korean", "chinese"])
def test_dead_stones(diagram: str, dead: set[str], ruleset: str) -> None:
    size = len(diagram.strip().splitlines()[0].split())
    position = GO.position(f"{diagram.strip()}\nvariant: {size}x{size}-{ruleset}")
    assert names(position, dead_stones(position)) == dead


@pytest.mark.parametrize("level", list(LEVELS)[3:])
@pytest.mark.parametrize("ruleset", ["korean", "chinese"])
def test_a_seki_is_not_filled(ruleset: str, level: str) -> None:
    """Levels 1 to 3 are beginners, who do not know what a seki is."""
    put = SEKI.count("X") + SEKI.count("O")
    for notes in ("to move: first", "to move: second", "to move: first\npasses: 1"):
        position = GO.position(f"{SEKI.strip()}\nply: {put}\nvariant: 9x9-{ruleset}\n{notes}")
        assert not judge(position).disputed
        assert ENGINE.choose(position, level, Limit(60.0, nodes=300, seed=3)).move == PASS


def test_the_judgement_depends_on_the_stones_alone() -> None:
    black = GO.position(DEAD_INSIDE)
    white = GO.position(f"{DEAD_INSIDE}to move: second\npasses: 2\ndead: b5\nply: 90")
    assert judge(black) == judge(white)
    assert all(-1.0 <= share <= 1.0 for share in judge(black).ownership)


def test_dead_stones_are_whole_chains() -> None:
    dice = random.Random(7)
    for _ in range(4):
        position = GO.start("9x9-korean")
        for _ in range(70):
            position = position.play(Move(position.board.names[dice.choice(position.open_points)]))
        dead = dead_stones(position)
        for chain in position.chains.every:
            assert dead.issuperset(chain.points) or dead.isdisjoint(chain.points)


# -- agreeing ------------------------------------------------------------------------------------------------


def scoring(diagram: str, notes: str = "") -> GoPosition:
    """The start of a scoring phase, with a ply that fits the stones: only passes before it."""
    position = GO.position(f"{diagram.strip()}\npasses: 2\n{notes}")
    put = len(position.stones) - position.stones.count(0) + sum(position.captures)
    return GO.position(f"{diagram.strip()}\npasses: 2\nply: {put + 2}\n{notes}")


def choose(position: GoPosition, level: str = "3") -> tuple[Move, ...]:
    """What the computer does until the other side's turn; its first move's own line must be the same."""
    choice = ENGINE.choose(position, level, LIMIT)
    assert choice.line[0] == choice.move
    for number, move in enumerate(choice.line):
        assert ENGINE.choose(position, level, LIMIT).line == choice.line[number:]
        position = position.play(move)
    return choice.line


@pytest.mark.parametrize("level", LEVELS)
def test_dead_stones_are_marked_and_then_agreed(level: str) -> None:
    assert choose(scoring(DEAD_INSIDE), level) == ("dead b5", "dead h4", "agree")
    assert choose(scoring(DEAD_INSIDE, "dead: b5"), level) == ("dead h4", "agree")
    assert choose(scoring(DEAD_INSIDE, "dead: b5 h4"), level) == ("agree",)
    assert choose(scoring(EMPTY), level) == ("agree",)


def test_wrong_marks_are_taken_back() -> None:
    position = scoring(DEAD_INSIDE).play(Move("dead f9"))
    assert choose(position)[0].startswith("alive")


def test_an_opponent_with_the_same_marks_is_answered_by_agreement() -> None:
    position = scoring(DEAD_INSIDE)
    for move in ("dead h4", "dead b5", "agree"):
        position = position.play(Move(move))
    assert choose(position) == ("agree",)
    assert position.play(Move("agree")).outcome() is not None


def test_marks_that_cost_nothing_are_accepted() -> None:
    """Black, to answer, gets White's whole side."""
    position = scoring(DEAD_INSIDE, "to move: second").play(Move("dead g9"))
    position = position.play(Move("dead b5")).play(Move("agree"))
    assert position.to_move is Side.FIRST
    assert choose(position) == ("agree",)


def overclaimed(position: GoPosition) -> GoPosition:
    """White marks Black's side dead and agrees."""
    for move in ("dead f9", "agree"):
        position = position.play(Move(move))
    return position


def test_costly_marks_are_reverted_once_and_then_play_resumes() -> None:
    first = overclaimed(scoring(DEAD_INSIDE, "to move: second"))
    answer = choose(first)
    assert answer[-1] == "agree"
    assert "alive f9" in {f"{move.split()[0]} f9" for move in answer[:-1]}
    for move in answer:
        first = first.play(move)
    assert first.to_move is Side.SECOND
    insisted = overclaimed(first)
    assert choose(insisted) == ("resume",)


def test_when_the_computer_marked_first_it_does_not_mark_again() -> None:
    position = scoring(DEAD_INSIDE)
    for move in choose(position):
        position = position.play(move)
    assert choose(overclaimed(position)) == ("resume",)


def test_points_that_do_not_decide_are_conceded_when_insisted_on() -> None:
    position = scoring(DEAD_INSIDE.replace("captures: 9 0", "captures: 60 0"))
    for move in choose(position):
        position = position.play(move)
    for move in (Move("alive b5"), Move("agree")):
        position = position.play(move)
    assert choose(position) == ("agree",)


def test_a_disagreement_ends() -> None:
    """White marks Black's side dead again and again, and passes whenever play resumes."""
    position = scoring(DEAD_INSIDE)
    resumed = 0
    while position.outcome() is None:
        if position.to_move is Side.FIRST:
            move = ENGINE.choose(position, "1", LIMIT).move
            resumed += move == "resume"
        elif not position.scoring:
            move = PASS
        else:
            move = Move("agree" if position.dead >= {position.board.index["f9"]} else "dead f9")
        position = position.play(move)
    outcome = position.outcome()
    assert outcome is not None
    assert resumed > 0
    assert outcome.winner is Side.FIRST, "and the dead stones were taken off the board before the last count"


def test_plies_without_a_stone_are_counted() -> None:
    position = GO.start("9x9-korean-h2")
    for number, (move, expected) in enumerate(
        [
            ("e5", 0),
            ("pass", 1),
            ("d4", 1),
            ("pass", 2),
            ("pass", 3),
            ("dead e5", 4),
            ("agree", 5),
            ("resume", 6),
        ]
    ):
        position = position.play(Move(move))
        assert plies_without_stone(position) == expected, number


def test_dead_stones_are_captured_after_a_dispute() -> None:
    position = GO.position(f"{DEAD_INSIDE.strip()}\nply: 60\nto move: first")
    assert plies_without_stone(position) >= 5
    for _ in range(20):
        move = ENGINE.choose(position, "3", LIMIT).move
        if move == PASS:
            break
        position = position.play(move).play(PASS)
    assert position.stones[position.board.index["b5"]] == 0
    assert position.captures[0] == 10
