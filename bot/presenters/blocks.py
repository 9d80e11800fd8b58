"""Blocks: the four rows of four points of a large board that have buttons, and what is around them.

A phone shows four buttons beside each other, and four such rows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from bot.drawing.base import Window
from games.grid import Grid, shown_point

BLOCK = 4
"""Rows and columns of a block: a phone shows four buttons beside each other."""
WINDOW_COLUMNS, WINDOW_ROWS = 11, 7
"""What is enlarged. The picture is lower than that of the board by more than a fifth row of buttons takes.

A desktop scales pictures to 350 px of height or 522 of width, so that only a wide one is lower there, and
moves what is below one wider than 11:7 while it loads.
"""
_LONG = 3
"""Stones of a line both ends of which matter: a three, a four."""
_ARROWS = {"left": ("←", -1, 0), "up": ("↑", 0, -1), "down": ("↓", 0, 1), "right": ("→", 1, 0)}
"""The arrow of each direction, and where it leads: across to the right, and down."""


@dataclass(frozen=True, slots=True)
class StoneLine:
    """Stones of one color in line. Points are indices from the top left along the rows."""

    stones: Sequence[int]
    ends: Sequence[int]
    """The free points with which the line goes on: on either side of the stones, or in a gap between them."""


@dataclass(frozen=True, slots=True)
class Shift:
    """A button that leads to the next block in a direction."""

    label: str
    """An arrow and the line to which that block reaches: ←a, ↑19."""
    selection: str
    points: Sequence[int]
    """The points of that block; none at the edge of the board."""
    beyond: Sequence[int] = ()
    """All points on that side of the block from which it leads."""


@dataclass(frozen=True, slots=True)
class Block:
    """Four rows of four points, by the first column and the first row."""

    column: int
    row: int

    def points(self, size: int) -> list[int]:
        """The points along the rows."""
        rows, columns = (range(start, start + BLOCK) for start in (self.row, self.column))
        return [row * size + column for row in rows for column in columns]

    def window(self, size: int, ends: Iterable[int] = ()) -> Window:
        """The block in the middle of what is around it, as far as the edges and some ``ends`` allow."""
        rows, columns = _lines_of(ends, size)
        column = _start_of_window(self.column, columns, WINDOW_COLUMNS, size)
        return Window(
            column, _start_of_window(self.row, rows, WINDOW_ROWS, size), WINDOW_COLUMNS, WINDOW_ROWS
        )

    def has_room(self, size: int, ends: Iterable[int]) -> bool:
        """Whether a window shows all of some points beside the block and the lines around it."""
        rows, columns = _lines_of(ends, size)
        return all(
            last - first < length
            for (first, last), length in (
                (_shown_lines(self.column, columns, size), WINDOW_COLUMNS),
                (_shown_lines(self.row, rows, size), WINDOW_ROWS),
            )
        )

    def ends(self, lines: Sequence[StoneLine], legal: Collection[int], size: int) -> dict[int, int]:
        """The ends of lines outside the block that have a button, each by the point in whose place it is.

        That is the nearest stone of the line without such an end; of a long line, if it has none, the nearest
        point that cannot be played. The first lines come first.
        """
        inside, ends = {*self.points(size)}, dict[int, int]()
        taken = inside.difference(legal)
        for line in lines:
            for end in line.ends:
                stones = taken.intersection(line.stones).difference(ends)
                if len(line.stones) >= _LONG:
                    stones = stones or taken.difference(ends)
                is_new = end in legal and end not in inside and end not in ends.values()
                if stones and is_new and self.has_room(size, [*ends.values(), end]):
                    ends[_nearest(stones, end, size)] = end
        return ends

    def shifts(self, grid: Grid) -> list[Shift]:
        """What leads to the blocks around it, each four lines away, or nearer at an edge."""
        return [self._shift(direction, grid) for direction in _ARROWS]

    def _shift(self, direction: str, grid: Grid) -> Shift:
        arrow, across, down = _ARROWS[direction]
        last = grid.size - BLOCK
        moves = (self.column, across), (self.row, down)
        moved = Block(*(min(max(start + BLOCK * step, 0), last) for start, step in moves))
        if moved == self:
            return Shift(arrow, f"edge-{direction}", ())
        column, row = moved.column + (BLOCK - 1) * (across > 0), moved.row + (BLOCK - 1) * (down > 0)
        name = grid.name(row * grid.size + column)
        line = name[1:] if down else shown_point(name[0])
        return Shift(
            f"{arrow}{line}", moved.selection, moved.points(grid.size), self._beyond(direction, grid.size)
        )

    def _beyond(self, direction: str, size: int) -> list[int]:
        """All points of the board on one side of the block."""
        left, right = {"left": (0, self.column), "right": (self.column + BLOCK, size)}.get(
            direction, (0, size)
        )
        top, bottom = {"up": (0, self.row), "down": (self.row + BLOCK, size)}.get(direction, (0, size))
        return [row * size + column for row in range(top, bottom) for column in range(left, right)]

    def reach(self, size: int) -> frozenset[int]:
        """The points of the block and of those around it."""
        columns, rows = (
            range(max(start - BLOCK, 0), min(start + 2 * BLOCK, size)) for start in (self.column, self.row)
        )
        return frozenset(row * size + column for row in rows for column in columns)

    @property
    def selection(self) -> str:
        """The text that selects the block."""
        return f"block-{self.column}-{self.row}"


def _lines_of(points: Iterable[int], size: int) -> tuple[list[int], list[int]]:
    """The rows and the columns of some points."""
    places = [divmod(point, size) for point in points]
    return [row for row, _ in places], [column for _, column in places]


def _nearest(points: Iterable[int], point: int, size: int) -> int:
    """Of some points the one that is nearest to another, of equal ones the first."""
    return min(points, key=lambda other: (distance(other, point, size), other))


def _shown_lines(start: int, lines: Sequence[int], size: int) -> tuple[int, int]:
    """The first and the last line that a window has to show: a block, one line around it, other ``lines``."""
    return min([max(start - 1, 0), *lines]), max([min(start + BLOCK, size - 1), *lines])


def _start_of_window(start: int, lines: Sequence[int], length: int, size: int) -> int:
    """The first of ``length`` lines that show a block, as near to their middle as other ``lines`` allow."""
    first, last = _shown_lines(start, lines, size)
    middle = min(max(start - (length - BLOCK + 1) // 2, 0), size - length)
    return min(max(middle, last - length + 1), first)


def distance(point: int, other: int, size: int) -> int:
    """The squared distance of two points, in lines."""
    (row, column), (other_row, other_column) = divmod(point, size), divmod(other, size)
    return (row - other_row) ** 2 + (column - other_column) ** 2
