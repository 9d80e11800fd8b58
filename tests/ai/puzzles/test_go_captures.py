"""Captures in Go, on positions made by hand: what captures, and the theme."""

from random import Random

import pytest

from ai.puzzles.make.go import theme_of
from ai.puzzles.make.go_capture_search import Search
from ai.puzzles.proof.go_capture import capturing_moves
from games.base import PASS, Move
from games.go import GO
from games.go.board import board
from games.go.position import GoPosition

LADDER = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . X X . . .
. . . X O . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
"""
BROKEN = LADDER.replace(
    ". . . X O . . . .\n. . . . . . . . .\n. . . . . . . . .",
    ". . . X O . . . .\n. . . . . . . . .\n. . . . . . O . .",
)
NET = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . X X . . .
. . . X O . . . .
. . . X . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
"""
FAR = """
O . . X X . X . .
. . . X O . . . .
. . . X O O X . .
. X X O O X . . X
. . O X X X . X X
. O . O X . X O X
. O O O X . X O O
. . O . X X O O .
O . . O O . . . .
"""
"""Black nets h4 at f1, but White at j7, far away, attacks what surrounds it, so that this takes longer."""
JOINING = """
X . X X O . . O O
. X X X O O O O X
X O X . X X X X X
X O X X O O O O X
. O X O O . . . O
O O O . O . O O .
. O . . O O O . .
X X O . O . O . .
X . . O . O . . O
"""
"""Black joins the stones on the seventh line at d7, and the white stones above have fewer liberties."""
E5 = board(9).index["e5"]
CORNER = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
X X X X . . . . .
O O O X . . . . .
. X O O X . . . .
. . . O X . . . .
"""


def position_of(rows: str, size: int = 9) -> GoPosition:
    position = GO.position(f"{rows.strip()}\nto move: first\nvariant: {size}x{size}-korean\n")
    assert isinstance(position, GoPosition)
    return position


@pytest.mark.parametrize(
    ("rows", "target", "move", "theme"),
    [(LADDER, "e5", "e4", "ladder"), (NET, "e5", "f4", "net"), (CORNER, "a3", "a2", "capture")],
)
def test_a_capture_and_its_theme(rows: str, target: str, move: str, theme: str) -> None:
    position = position_of(rows)
    point = position.board.index[target]
    assert move in capturing_moves(position, point)
    line = Search(point).line(position, Move(move))
    assert theme_of(position, point, line) == theme
    for one in line:
        position = position.play(one)
    assert not position.stones[point] or len(position.chains.at(point).liberties) == 1


def test_a_move_that_joins_stones_in_atari_or_captures_is_no_net() -> None:
    """Both are no liberty of the chain, and neither encloses it from afar."""
    joining = position_of(JOINING)
    target, move = joining.board.index["e9"], Move("d7")
    assert joining.board.index[move] not in joining.chains.at(target).liberties
    assert theme_of(joining, target, (move,)) == "capture"
    assert theme_of(position_of(NET), E5, (Move("f4"),)) == "net"


def test_what_does_not_capture() -> None:
    assert capturing_moves(position_of(LADDER), E5) == ["e4"]
    assert capturing_moves(position_of(BROKEN), E5) == []


def test_the_defender_answers_anywhere() -> None:
    position = position_of(FAR)
    target = position.board.index["h4"]
    assert Search(target).captures(position, Move("f1")), "near the chain there is no answer"
    assert capturing_moves(position, target) == []
    assert capturing_moves(position.play(Move("f1")).play(PASS), target) != []


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 12))]
)
def test_moves_that_are_not_tried_because_of_the_zone_change_nothing(seed: int) -> None:
    """Each move tried by itself gives the same answer, for every weak chain of random positions."""
    for position in random_positions(seed, 3):
        for chain in position.chains.every:
            if 2 <= len(chain.liberties) <= 3 and position.stones[chain.points[0]] != position.to_move:
                target = chain.points[0]
                every = capturing_moves(position, target, everywhere=True)
                assert capturing_moves(position, target) == every, position.diagram()


def random_positions(seed: int, count: int) -> list[GoPosition]:
    """Positions of matches of random moves on a small board, most of whose stones touch others."""
    rng, positions = Random(seed), list[GoPosition]()
    while len(positions) < count:
        position = position_of("\n".join([". " * 7] * 7), 7)
        for _ in range(rng.randint(14, 30)):
            points = [move for move in position.legal_moves() if move != PASS]
            if not points:
                break
            position = position.play(rng.choice(points))
        if position.outcome() is None:
            positions.append(position)
    return positions


def test_what_escapes_after_a_pass() -> None:
    position = position_of(LADDER)
    escape = Search(position.board.index["e5"]).escape(position, PASS)
    assert escape in {"e4", "f5"}


def test_a_snapback_takes_where_its_first_stone_was() -> None:
    position = position_of(CORNER)
    line = position.legal_moves()[0], position.legal_moves()[1], position.legal_moves()[0]
    assert theme_of(position, position.board.index["a3"], line) == "snapback"
