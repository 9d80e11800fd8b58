"""Where the first stones of a large board go: corners, then sides, and what is near a fight."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from ai.base import Limit
from ai.go.engine import ENGINE
from ai.go.opening import big_points, considered
from games.base import Move
from games.go import GO, GoPosition

FOUR_CORNERS = "d4 q16 q4 d16"


def after(moves: str, variant: str = "19x19-korean") -> GoPosition:
    position = GO.start(variant)
    for move in moves.split():
        position = position.play(Move(move))
    return position


def names(position: GoPosition, points: Iterable[int]) -> set[str]:
    return {position.board.names[point] for point in points}


@pytest.mark.parametrize(
    ("moves", "includes", "excludes"),
    [
        pytest.param("", "d4 c4 d3 q16 r16 c17", "k10 k4 e5 f3 b3", id="an empty board: corners"),
        pytest.param("d4 q16 d16", "q4 r4 q3 r3", "c6 f3 k4 c16 k10", id="three corners: the fourth"),
        pytest.param("d4 q16 q4 b18", "d16 c16", "c6 k4", id="a stone on the second line takes no corner"),
        pytest.param(FOUR_CORNERS, "f3 f4 c6 k4 k16 o17 r10", "d2 b10 k10 e5 c4", id="approaches and sides"),
        pytest.param("d4 q16 q4 f3", "c6 d6 h3 j4 c17 d16", "k3 k16 f2", id="an answer or a corner"),
        pytest.param("c4 q16 q4 d16 k10 r10", "e3 e4 f3", "c6 d6", id="the side that a stone leaves open"),
    ],
)
def test_corners_come_first_then_approaches_and_sides(moves: str, includes: str, excludes: str) -> None:
    position = after(moves)
    big = names(position, big_points(position))
    assert set(includes.split()) <= big
    assert big.isdisjoint(excludes.split())


@pytest.mark.parametrize(
    ("moves", "variant"), [("", "9x9-korean"), ("d4 pass", "19x19-korean"), ("", "9x9-chinese")]
)
def test_without_open_corners_and_sides_everything_is_considered(moves: str, variant: str) -> None:
    position = after(moves, variant)
    assert not big_points(position)
    assert considered(position, position.open_points, is_wide=False) == position.open_points


def test_the_opening_ends_when_the_board_fills_up() -> None:
    rows = [f"a{row} b{row} s{row} t{row}" for row in range(4, 14)]
    assert big_points(after(" ".join(rows[:9])))
    assert not big_points(after(" ".join([*rows, "a1"])))


def test_what_is_near_stones_that_touch_is_considered_and_beside_any_stone_by_a_wide_view() -> None:
    calm, fight = after("d4 q16 q4 d16 k10 f3"), after("d4 q16 q4 d16 k10 d5")
    for position, is_wide, sees in ((calm, False, False), (calm, True, True), (fight, False, True)):
        points = names(position, considered(position, position.open_points, is_wide))
        assert ("e5" in points, "c5" in points) == (sees, sees)
        assert points.isdisjoint({"b10", "a5", "b4"})


@pytest.mark.parametrize("size", [13, 19])
@pytest.mark.parametrize("level", ["1", "3", "8"])
def test_every_level_begins_in_a_corner(size: int, level: str) -> None:
    position = GO.start(f"{size}x{size}-korean")
    corners = names(position, big_points(position))
    for seed in range(3):
        assert ENGINE.choose(position, level, Limit(60.0, nodes=32, seed=seed)).move in corners
