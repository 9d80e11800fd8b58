"""Dead stones: what searches know that playouts do not, and that levels do not pass before it is settled."""

from __future__ import annotations

import pytest

from ai.base import Limit
from ai.go import ownership as judging
from ai.go.endgame import assess
from ai.go.engine import ENGINE
from ai.go.komi import override_komi
from ai.go.levels import LEVELS
from ai.go.ownership import dead_stones, estimate, judge
from ai.go.search import searcher
from ai.go.tree import ANY_PASS
from games.base import PASS, Move, Side
from games.go import GO, GoPosition

# The chains on h4 and h2 have one eye each. White wins, no matter who moves first; playouts let Black win.
RACE = """
. O O O X . . . .
. . O X X . . . .
. O . O X . X X .
. X O O X . . . .
. X X O X O O . .
. . O O X X O O O
. . O . O O X O X
. . O . . O X X X
. O . . O O X . .
"""
# The side that plays j8 first wins the right half.
EVEN_RACE = """
. . . . . O X X .
. O . . . O O X .
. . . O O O X X O
O O O X O X X X X
O X X X O X O O O
X . X X X O X . .
X X X O O O X X .
. X O O . O O X .
X X X O O . O X .
"""
# White saves three stones on h2 by j2; Black captures them there.
MOVES_FIRST = """
. X . X O O O . .
O X X X X X O O .
. O O O X X X O .
O X . O X X O O .
O O O X O X O . O
. O X X O O X O .
O X O X . X X X O
. X . X . . X O .
. . . . . X O O .
"""
# The side that moves first has a stone on a8: too little for a dispute. White dies around e4 in any case.
UNCLEAR = """
. X X . . . . X .
X O O X X . X . X
O . O O X X O X .
O . . O X O O O X
. O O X O O . O X
. . . X X O . O X
. O . . X X O . O
. O X . X O O . .
. . O . X X O . .
"""
# From the end of a game of level 8.
WHOLE_BOARD = """
. . . . . . . . O X X X . . . . . . .
. . . O X . O . O O X . X O X X . O .
. . . O X O . O O O X O X X O X X O X
. . . O O . O X O X O X . X O O X X X
. . O . . . O X O X O X X X X O X O X
O O . O O . O X O X O O X O O O O O O
. O . . O O O X O X . O O X X O . . .
. . O . . . O X X . X . X X X O . . .
O . O O O O X . . . . X . O O X O O .
O O X X O X X . X X X . X X . X X O .
X X X . X . . O X . . X O X . X O . .
. . . . . X O O X . X X O X X O . O .
. . . X . . X X O X X O O O X O . . .
. . X . X X X O O O O O O X O O . . .
. . X . . . X O . X O O X X O O X . .
. X . . . X O O O O . . O X X X X . .
. O X . X O O O . . O . O O O O . . .
. X X . X O X O . . . O X X . . O O .
. . X X X X X X O O O . . . . . . . .
"""
WHOLE_BOARD_DEAD = (
    "b3 e17 e18 g8 h8 h9 k5 l14 l15 l16 m13 m14 m17 n13 n2 n5 o11 o18 o2 o4 o5 o6 p11 p4 q4 r4 r5 s17 s18"
)


def board(diagram: str, notes: str = "") -> GoPosition:
    """A position of a diagram with its number of plies, as if no side had passed."""
    position = GO.position(f"{diagram.strip()}\n{notes}")
    put = len(position.stones) - position.stones.count(0)
    return GO.position(f"{diagram.strip()}\nply: {put}\n{notes}")


def at(position: GoPosition, names: str) -> frozenset[int]:
    return frozenset(position.board.index[Move(name)] for name in names.split())


def chain(position: GoPosition, name: str) -> frozenset[int]:
    return frozenset(position.chains.at(position.board.index[Move(name)]).points)


@pytest.mark.parametrize("ruleset", ["korean", "chinese"])
def test_a_race_that_playouts_let_the_wrong_side_win(ruleset: str) -> None:
    position = board(RACE, f"variant: 9x9-{ruleset}")
    assert chain(position, "h4") <= estimate(position).dead
    judged = judge(position)
    assert judged.dead == at(position, "b6 b5 c5 g3 g2 g1 h2 j3 j2")
    assert not judged.disputed


@pytest.mark.parametrize("ruleset", ["korean", "chinese"])
@pytest.mark.parametrize(
    ("diagram", "chains", "key"),
    [
        pytest.param(EVEN_RACE, "h7 g5", "j8", id="a race"),
        pytest.param(MOVES_FIRST, "h2", "j2", id="a chain that lives if it moves first"),
    ],
)
def test_what_depends_on_who_moves_first(diagram: str, chains: str, key: str, ruleset: str) -> None:
    position = board(diagram, f"variant: 9x9-{ruleset}")
    fighting = [chain(position, name) for name in chains.split()]
    judged = judge(position)
    assert all(stones <= judged.disputed and not stones & judged.dead for stones in fighting)
    for side in Side:
        after = board(diagram, f"to move: {side.name.lower()}\nvariant: 9x9-{ruleset}").play(Move(key))
        for stones in fighting:
            point = min(stones)
            dead = after.stones[point] == 0 or point in dead_stones(after)
            assert dead is (position.stones[point] != side)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("diagram", [EVEN_RACE, MOVES_FIRST], ids=["a race", "a chain"])
def test_levels_do_not_pass_while_a_chain_is_disputed(diagram: str, level: str) -> None:
    for notes in ("to move: first", "to move: second", "to move: first\npasses: 1"):
        position = board(diagram, notes)
        assert all(estimate(position).settled(point) for point in assess(position).points)
        assert ENGINE.choose(position, level, Limit(60.0, nodes=300, seed=3)).move != PASS


@pytest.mark.parametrize("level", LEVELS)
def test_levels_do_not_pass_while_a_stone_is_unclear(level: str) -> None:
    for side in Side:
        position = board(UNCLEAR, f"to move: {side.name.lower()}\nvariant: 9x9-korean")
        assert not judge(position).disputed
        assert ENGINE.choose(position, level, Limit(60.0, nodes=300, seed=3)).move in ("j7", "a9", "d9")


def test_where_nothing_is_disputed_a_settled_board_is_passed() -> None:
    for side in Side:
        assert assess(board(RACE, f"to move: {side.name.lower()}")).points == ()


def test_stones_on_a_large_board() -> None:
    position = board(WHOLE_BOARD, "variant: 19x19-chinese")
    assert dead_stones(position) == at(position, WHOLE_BOARD_DEAD)


def test_a_judgement_is_independent_of_searches() -> None:
    position = board(RACE)
    first = judge(position)
    searcher().begin(position, position.open_points, 1, ANY_PASS)
    searcher().think(100, Limit(60.0, nodes=100), 9, 0.0)
    judge(board(EVEN_RACE))
    judging._judge.cache_clear()
    override_komi(-150.5)
    try:
        assert judge(board(RACE, "to move: second\npasses: 2")) == first
    finally:
        override_komi(None)
    assert searcher().playouts > 0
    assert searcher().choice(position).nodes == searcher().playouts
