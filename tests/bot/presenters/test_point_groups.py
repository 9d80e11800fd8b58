"""Points grouped by place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.presenters.points import grouped


@given(st.lists(st.integers(0, 360), unique=True), st.integers(1, 8))
def test_groups_are_alike_in_number_and_keep_the_order(points: list[int], groups: int) -> None:
    found = grouped(points, 19, groups)
    assert sorted(point for group in found for point in group) == sorted(points)
    assert len(found) == groups
    assert max(map(len, found)) - min(map(len, found)) <= 1
    assert all(group == [point for point in points if point in group] for group in found)


CORNERS = {
    "top left": [0, 1, 20],
    "bottom left": [342, 343, 323],
    "top right": [17, 18, 37],
    "bottom right": [360, 341],
}


@pytest.mark.parametrize("order", [list(CORNERS), list(reversed(CORNERS))])
def test_corners_are_groups(order: list[str]) -> None:
    points = [point for corner in order for point in CORNERS[corner]]
    assert {frozenset(group) for group in grouped(points, 19)} == {
        frozenset(group) for group in CORNERS.values()
    }
