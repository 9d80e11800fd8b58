"""Corners, enclosures, approaches, extensions, connection. Start reading at `strategy`.

A corner is the square of `reach` lines around its corner point; its 4-4 point is the board's star point (3-3
on boards under 13 lines, where everything is a line lower).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ai.go.one_ply_features import OnePlyFeatures
from ai.go.shape.weights import WEIGHTS

_EXTENSION = range(2, 6)
"""How far an extension may be from the stone it extends from."""
_NEARBY, _MAX_FRIENDS = 2, 3
_STEPS = frozenset({(1, 2), (0, 2), (0, 3), (1, 3)})
"""Rows and columns, the smaller first, from a corner stone to an enclosure or an approach.

Knight's move, one space, two spaces, large knight's move.
"""


@dataclass(frozen=True, slots=True)
class Corner:
    """One corner from a point nearby: the stones in it, and the point's distance from its edges."""

    own: tuple[tuple[int, int], ...]
    enemy: tuple[tuple[int, int], ...]
    place: tuple[int, int]

    @property
    def empty(self) -> bool:
        """Whether the corner has no stones."""
        return not self.own and not self.enemy


def star_line(size: int) -> int:
    """The line of the star points, counted from 0: 4-4, or 3-3 on small boards."""
    return 2 if size < 13 else 3


def reach(size: int) -> int:
    """How many lines belong to a corner."""
    return min(star_line(size) + 3, size // 2)


def strategy(features: OnePlyFeatures, point: int) -> float:
    """The sum of all elements, before the phase multiplies it."""
    corner = near_corner(features, point)
    worth = side_expansion(features, point) + connectivity(features, point)
    return worth if corner is None else worth + corner_influence(features, corner)


def near_corner(features: OnePlyFeatures, point: int) -> Corner | None:
    """The corner that a point belongs to, if any."""
    size, depth = features.size, reach(features.size)
    row, column = divmod(point, size)
    down, right = row >= size - depth, column >= size - depth
    if not (down or row < depth) or not (right or column < depth):
        return None
    stones: dict[int | None, list[tuple[int, int]]] = {features.own: [], features.enemy: []}
    for r in range(depth):
        for c in range(depth):
            stone = features.color(size - 1 - r if down else r, size - 1 - c if right else c)
            if stone:
                stones[stone].append((r, c))
    place = (size - 1 - row if down else row, size - 1 - column if right else column)
    return Corner(tuple(stones[features.own]), tuple(stones[features.enemy]), place)


def corner_influence(features: OnePlyFeatures, corner: Corner) -> float:
    """The value of a stone in a corner: it takes an empty one, encloses an own one, or approaches."""
    star = star_line(features.size)
    if corner.empty:
        low, high = sorted(corner.place)
        if (low, high) == (star, star):
            return WEIGHTS["empty corner 4-4"]
        return WEIGHTS["empty corner 3-4"] if (low, high) == (star - 1, star) else 0.0
    if min(corner.place) < star - 1:  # too low for either
        return 0.0
    if not corner.enemy:
        return WEIGHTS["enclosure"] if len(corner.own) == 1 and _steps(corner, corner.own) else 0.0
    if not corner.own:
        return WEIGHTS["approach"] if len(corner.enemy) == 1 and _steps(corner, corner.enemy) else 0.0
    return 0.0


def _steps(corner: Corner, stones: tuple[tuple[int, int], ...]) -> bool:
    row, column = corner.place
    return any(tuple(sorted((abs(row - r), abs(column - c)))) in _STEPS for r, c in stones)


def side_expansion(features: OnePlyFeatures, point: int) -> float:
    """The value of an extension along a side: from an own stone, over empty points, on line 3 or 4."""
    line = features.line(point)
    if line not in (3, 4):
        return 0.0
    extends = any(extension_from(features, along) for along in _along_sides(features, point, line))
    return WEIGHTS[f"extension line {line}"] if extends else 0.0


def _along_sides(features: OnePlyFeatures, point: int, line: int) -> Iterator[Iterator[int | None]]:
    """The contents of each side of a point, going away from it along the edges whose line it is on."""
    row, column = divmod(point, features.size)
    edges = (line - 1, features.size - line)
    for sign in (-1, 1):
        if row in edges:
            yield (features.color(row, column + sign * step) for step in range(1, _EXTENSION.stop))
        if column in edges:
            yield (features.color(row + sign * step, column) for step in range(1, _EXTENSION.stop))


def extension_from(features: OnePlyFeatures, along: Iterator[int | None]) -> bool:
    """Whether the first stone going away along a side is an own one at an extension's distance."""
    for step, stone in enumerate(along, start=1):
        if stone != 0:
            return stone == features.own and step in _EXTENSION
    return False


def connectivity(features: OnePlyFeatures, point: int) -> float:
    """Own stones nearby, up to three."""
    return WEIGHTS["connection"] * min(_MAX_FRIENDS, features.near(point, features.own, _NEARBY))
