"""Gomoku's picture: forbidden points, the five that won."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.drawing.base import Scene
from bot.drawing.gomoku import GomokuDrawing, stone_scene, winning
from bot.drawing.stone_scene import Mark
from games.base import Move, Side
from games.gomoku import GOMOKU, GomokuPosition

DRAWING = GomokuDrawing()
CROSS = ("g8", "i8", "h7", "h9")  # h8 would make two open threes


def placed(variant: str, black: str, white: str = "", to_move: Side = Side.FIRST) -> GomokuPosition:
    """A position with stones on the named points."""
    start = GOMOKU.start(variant)
    points = bytearray(start.points)
    for names, side in ((black, Side.FIRST), (white, Side.SECOND)):
        for name in names.split():
            points[start.board.point(name)] = side
    return GOMOKU.position(replace(start, points=bytes(points), to_move=to_move).diagram())


@pytest.mark.parametrize(
    ("variant", "to_move", "crossed"),
    [
        ("renju-15", Side.FIRST, {"h8"}),
        ("renju-15", Side.SECOND, set()),
        ("omok-15", Side.FIRST, {"h8"}),
        ("omok-15", Side.SECOND, set()),
        ("omok-19", Side.FIRST, {"h8"}),
        ("freestyle-15", Side.FIRST, set()),
    ],
)
def test_points_forbidden_to_the_side_to_move_are_crossed(
    variant: str, to_move: Side, crossed: set[str], changed: Callable[..., set[str]]
) -> None:
    position = placed(variant, " ".join(CROSS), to_move=to_move)
    assert set(position.forbidden) == crossed
    with_hints, without = (DRAWING.draw(Scene(position, hints=hints)) for hints in (True, False))
    assert changed(with_hints, without, position.board.grid) == crossed


def test_points_are_forbidden_to_white_too_in_korean_omok(changed: Callable[..., set[str]]) -> None:
    position = placed("omok-15", "", " ".join(CROSS), Side.SECOND)
    with_hints, without = (DRAWING.draw(Scene(position, hints=hints)) for hints in (True, False))
    assert changed(with_hints, without, position.board.grid) == {"h8"}


@pytest.mark.parametrize(
    ("variant", "black", "white", "to_move", "five"),
    [
        ("renju-15", "h8 i8 j8 k8 l8", "", Side.SECOND, "h8 i8 j8 k8 l8"),
        ("freestyle-15", "a1 b2 c3 d4 e5 f6", "", Side.SECOND, "a1 b2 c3 d4 e5 f6"),
        ("standard-15", "o15 o14 o13 o12 o11", "a1", Side.SECOND, "o15 o14 o13 o12 o11"),
        ("renju-15", "h1", "a5 b4 c3 d2 e1", Side.FIRST, "a5 b4 c3 d2 e1"),
        # A four that crosses the five is not marked; two fives are both marked.
        ("freestyle-19", "s1 s2 s3 s4 s5 r1 q1 p1", "", Side.SECOND, "s1 s2 s3 s4 s5"),
        ("freestyle-19", "s1 s2 s3 s4 s5 r1 q1 p1 o1", "", Side.SECOND, "s1 s2 s3 s4 s5 r1 q1 p1 o1"),
        # An overline does not win where five must be exact.
        ("standard-15", "a1 b1 c1 d1 e1 f1 h5 h6 h7 h8 h9", "", Side.SECOND, "h5 h6 h7 h8 h9"),
    ],
)
def test_the_winning_five_is_marked(variant: str, black: str, white: str, to_move: Side, five: str) -> None:
    position = placed(variant, black, white, to_move)
    grid = position.board.grid
    assert {grid.name(point) for point in winning(position)} == set(five.split())
    assert DRAWING.draw(Scene(position)) != DRAWING.draw(Scene(replace(position, winner=None), hints=False))
    marks = stone_scene(Scene(position)).marks
    rings = {grid.name(point) for mark, point, _ in marks if mark is Mark.WINNING}
    assert rings == set(five.split())


def test_nothing_is_forbidden_once_it_is_over() -> None:
    position = placed("renju-15", "h8 i8 j8 k8 l8 a1 b1 c1 a2 a3", to_move=Side.SECOND)
    shown = stone_scene(Scene(position))
    assert {mark for mark, _, _ in shown.marks} == {Mark.WINNING}


def test_a_pass_leaves_no_mark() -> None:
    position = placed("renju-15", "h8")
    passed = Scene(position, last=Move("pass"), previous=position)
    assert DRAWING.draw(passed) == DRAWING.draw(Scene(position))


def test_exchanged_stones_are_drawn_in_their_colors() -> None:
    position = GOMOKU.start("swap2-15")
    drawn = []
    for move in ("h8", "o15", "h9", "black", "o1", "h10", "m1", "h11", "k1", "h12"):
        position = position.play(Move(move))
        drawn.append(stone_scene(Scene(position, last=Move(move))))
    assert drawn[2].stones == drawn[3].stones
    index = {position.board.grid.name(at): at for at in range(225)}
    assert {drawn[-1].stones[index[Move(f"h{row}")]] for row in range(8, 13)} == {Side.FIRST}
    won = [(mark, side) for mark, _, side in drawn[-1].marks if mark is Mark.WINNING]
    assert won == [(Mark.WINNING, Side.FIRST)] * 5
