"""Corners first, then sides: what is considered while a large board is open. Start at `considered`.

Playouts hardly tell the first stones of a game apart, so a search alone puts them anywhere. Players take an
empty corner, then approach, enclose, and extend along the sides, on the third and fourth lines. Where stones
touch, every point nearby is considered. The rule ends when no such point is left, or the board fills up.

Lines are counted from a corner's two edges, from 1: (4, 4) is its star point.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from itertools import product

from ai.go.one_ply_features import surroundings
from games.go import GoPosition

_SMALLEST = 13
"""On smaller boards the first stones are near one another already, and a search sees enough."""
_FILLED = 1 / 9
"""The part of the board that is filled at the end of the opening."""
_LOW, _HIGH = 3, 4
"""The lines of the opening."""
_CORNER = 5
"""A corner is taken by a stone from the third to this line of both edges,"""
_REACH = 7
"""and stones up to this line belong to it."""
_FEW = 4
"""With more stones, a corner is left to the search."""
_DEEP = 6
"""A stone up to this line belongs to a side."""
_FIRST = {(4, 4): 1.0, (3, 4): 1.0, (4, 3): 1.0, (3, 3): 0.7, (3, 5): 0.5, (5, 3): 0.5}
"""What takes an empty corner, and how much it is liked, from 0 to 1."""
_URGENT, _APPROACH, _ENCLOSURE, _ANSWER = 0.9, 0.8, 0.6, 0.5
"""How much other moves are liked: urgent is what answers the last stone in a corner of both sides."""
_JUMPS, _FARTHEST = frozenset({(0, 2), (1, 2), (0, 3), (1, 3)}), 3
"""The steps of one and two spaces, of a knight's move and of a large knight's move; the longest step."""
_SIDE, _WIDE, _NARROW = 0.6, 6, 3
"""How much a point on a side is liked that is so many lines from both next stones, and the fewest of them."""
_NEARBY, _BESIDE = 3, 2
"""How many steps along the lines are near stones that touch, and beside any stone."""

Liked = Iterator[tuple[int, float]]
"""Points, and how much each is liked, from 0 to 1."""


def considered(position: GoPosition, points: Collection[int], is_wide: bool) -> tuple[int, ...]:
    """Return those of the points that a player considers: all of them once the opening is over.

    With a wide view, as people have it, also those beside any stone.
    """
    big = big_points(position)
    if not big:
        return tuple(points)
    wanted = {*big, *_around(position, _touching(position), _NEARBY)}
    if is_wide:
        stones = [point for point, stone in enumerate(position.stones) if stone]
        wanted.update(_around(position, stones, _BESIDE))
    return tuple(point for point in points if point in wanted) or tuple(points)


def big_points(position: GoPosition) -> dict[int, float]:
    """Return the points of corners and sides that are still to take, and how much each is liked, from 0 to 1.

    None on a small board, after a pass, and once the opening is over.
    """
    filled = len(position.stones) - position.stones.count(0)
    if position.size < _SMALLEST or position.passes or filled >= _FILLED * position.board.area:
        return {}
    corners = [_Corner(position, bottom, right) for bottom, right in product((False, True), repeat=2)]
    urgent = dict(liked for corner in corners if corner.is_urgent for liked in corner.answers(_URGENT))
    empty = dict(liked for corner in corners if corner.is_empty for liked in corner.first())
    if empty:
        return empty | urgent
    return dict(_sides(position)) | dict(liked for corner in corners for liked in corner.later()) | urgent


class _Corner:
    """A corner of a board, and who put the stones in it, by their lines."""

    def __init__(self, position: GoPosition, is_bottom: bool, is_right: bool) -> None:
        self._position, self._is_bottom, self._is_right = position, is_bottom, is_right
        reach = product(range(1, _REACH + 1), range(1, _REACH + 1))
        self._stones = {lines: stone for lines in reach if (stone := position.stones[self._point(lines)])}
        self._holding = [lines for lines in self._stones if min(lines) >= _LOW and max(lines) <= _CORNER]

    def _point(self, lines: tuple[int, int]) -> int:
        size, (row, column) = self._position.size, lines
        from_top = size - row if self._is_bottom else row - 1
        return from_top * size + (size - column if self._is_right else column - 1)

    @property
    def is_empty(self) -> bool:
        return not self._holding

    @property
    def is_contested(self) -> bool:
        """Whether both sides have stones, but few."""
        return len(set(self._stones.values())) > 1 and len(self._stones) <= _FEW

    @property
    def is_urgent(self) -> bool:
        """Whether the last stone is a part of this."""
        last = self._position.recent[-1:]
        return self.is_contested and any(self._point(lines) in last for lines in self._stones)

    def first(self) -> Liked:
        """What takes the corner."""
        for lines, liked in _FIRST.items():
            if self._is_free(lines):
                yield self._point(lines), liked

    def later(self) -> Liked:
        """What answers, approaches or encloses."""
        if self.is_contested:
            yield from self.answers(_ANSWER)
        elif len(self._stones) == 1:
            for holding in self._holding:
                own = self._stones[holding] == self._position.to_move
                for lines in filter(self._is_free, _beyond(*holding)):
                    yield self._point(lines), _ENCLOSURE if own else _APPROACH

    def answers(self, liked: float) -> Liked:
        """Jumps from the stones of either side."""
        reach = range(_LOW, _REACH + _FARTHEST + 1)
        for lines in product(reach, reach):
            if min(lines) <= _HIGH and self._jumps(lines) and self._is_free(lines):
                yield self._point(lines), liked

    def _jumps(self, lines: tuple[int, int]) -> bool:
        row, column = lines
        return any(
            (min(steps), max(steps)) in _JUMPS
            for steps in ((abs(row - at[0]), abs(column - at[1])) for at in self._stones)
        )

    def _is_free(self, lines: tuple[int, int]) -> bool:
        """Whether a point and the eight around it are empty."""
        rows, columns = (range(line - 1, line + 2) for line in lines)
        return not any(self._position.stones[self._point(near)] for near in product(rows, columns))


def _beyond(row: int, column: int) -> Iterator[tuple[int, int]]:
    """The lines of approaches and enclosures of a stone: along the edge that it is farther away from.

    >>> sorted(_beyond(3, 4))
    [(5, 3), (5, 4), (6, 3), (6, 4)]
    """
    if max(row, column) == _CORNER:
        yield from product((_LOW, _HIGH), repeat=2)
        return
    if column >= row:
        yield from product((row + 2, row + 3), (_LOW, _HIGH))
    if row >= column:
        yield from product((_LOW, _HIGH), (column + 2, column + 3))


def _sides(position: GoPosition) -> Liked:
    """Points between the corners, by how much room they have."""
    size, stones = position.size, position.stones
    for lines in _lines(size):
        occupied = [at for at in range(size) if any(stones[line[at]] for line in lines)]
        for along in range(_DEEP - 1, size - _DEEP + 1):
            room = min((abs(along - at) for at in occupied), default=_WIDE)
            if room >= _NARROW:
                liked = _SIDE * min(1.0, room / _WIDE)
                yield from ((line[along], liked) for line in lines[_LOW - 1 : _HIGH])


@cache
def _lines(size: int) -> tuple[tuple[range, ...], ...]:
    """For each side, the points of its lines, up to the last that belongs to it."""
    rows = [range(row * size, (row + 1) * size) for row in range(size)]
    columns = [range(column, size * size, size) for column in range(size)]
    return tuple(tuple(lines[:_DEEP]) for lines in (rows, rows[::-1], columns, columns[::-1]))


def _touching(position: GoPosition) -> list[int]:
    """The stones that touch the other side, along the lines or diagonally."""
    size, stones = position.size, position.stones
    touching = []
    for point, stone in enumerate(stones):
        if stone:
            row, column = divmod(point, size)
            rows = range(max(0, row - 1), min(size, row + 2))
            columns = range(max(0, column - 1), min(size, column + 2))
            if any(stones[r * size + c] == 3 - stone for r, c in product(rows, columns)):
                touching.append(point)
    return touching


def _around(position: GoPosition, stones: Iterable[int], steps: int) -> Iterator[int]:
    """The points at most so many steps from stones, but on the first two lines only those beside them."""
    size = position.size
    for stone in stones:
        beside = surroundings(size, 1)[stone]
        for point in surroundings(size, steps)[stone]:
            row, column = divmod(point, size)
            if min(row, column, size - 1 - row, size - 1 - column) > 1 or point in beside:
                yield point
