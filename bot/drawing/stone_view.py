"""Which points of a board of stones a picture shows, and where: the whole board, or a window of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Self

from bot.drawing.base import Window
from bot.drawing.geometry import Lattice, Pixel
from games.base import Side

WIDTH = 960
EDGE = 6  # pixels from the picture's edge to the outermost cells, where no coordinates are
BAND, PART_BAND = 78, 90
"""At least so many pixels for the coordinates at the left, of a board or of an enlarged part of one."""
BELOW_PART = 60
"""Pixels for those below a part. A whole board, which is a square, has more."""
LARGE = 15
"""Lines from which a whole board has coordinates on all four sides: a point is far from the lower left."""
AROUND = 56
"""At least so many pixels for each of the four."""

_POINTER_INSET = 0.2
"""Cells between the edge of the picture and the middle of an arrow there."""


@dataclass(frozen=True, slots=True)
class StoneView:
    """``window`` of a board of ``size`` lines, as large as a picture of `WIDTH` pixels allows."""

    size: int
    viewer: Side
    window: Window

    @classmethod
    def of(cls, size: int, viewer: Side, window: Window | None) -> Self:
        """Show a window, or the whole board. Raises `ValueError` for a window that is not on the board."""
        seen = window or Window(0, 0, size)
        if not (0 <= seen.column <= size - seen.span and 0 <= seen.row <= size - seen.height):
            raise ValueError(f"{window} is not on a board of {size}")
        return cls(size, viewer, seen)

    @property
    def cell(self) -> int:
        """Pixels between two lines."""
        bands = 2 * AROUND if self.is_named_around else EDGE + (PART_BAND if self.is_part else BAND)
        return (WIDTH - bands) // self.window.span

    @property
    def is_part(self) -> bool:
        """Whether the board has more than is shown."""
        return self.window.span < self.size

    @property
    def is_named_around(self) -> bool:
        """Whether the coordinates are on all four sides, not just at the left and at the bottom."""
        return self.size >= LARGE and not self.is_part

    def box(self, chosen: Window) -> tuple[int, int, int, int]:
        """Where the cells of some points are: left, top, right, bottom."""
        xs, ys = zip(*(self.lattice.at(*point) for row in chosen.points() for point in row), strict=True)
        half = self.cell / 2
        return round(min(xs) - half), round(min(ys) - half), round(max(xs) + half), round(max(ys) + half)

    @property
    def left(self) -> int:
        """Where the outermost cells begin; the coordinates of the rows are left of it."""
        spare = WIDTH - self.window.span * self.cell
        return -(-spare // 2) if self.is_named_around else spare - EDGE

    @property
    def right(self) -> int:
        """Where the outermost cells end at the right."""
        return self.left + self.window.span * self.cell

    @property
    def top(self) -> int:
        """Where the outermost cells begin at the top."""
        return WIDTH - self.right

    @property
    def bottom(self) -> int:
        """Where the outermost cells end; the coordinates of the columns are below."""
        return self.top + self.window.height * self.cell

    @property
    def height(self) -> int:
        """Pixels of the picture from top to bottom: `WIDTH`, or less for a part of a board."""
        return self.bottom + BELOW_PART if self.is_part else WIDTH

    @property
    def _first(self) -> tuple[int, int]:
        """The window's first column and row, counted from the viewer's left and top."""
        if self.viewer is Side.SECOND:
            beyond_column, beyond_row = self.size - self.window.span, self.size - self.window.height
            return beyond_column - self.window.column, beyond_row - self.window.row
        return self.window.column, self.window.row

    @property
    def lattice(self) -> Lattice:
        """Where the board's points are, those outside the window included."""
        (column, row), cell = self._first, self.cell
        left, top = self.left + cell / 2 - column * cell, self.top + cell / 2 - row * cell
        return Lattice(self.size, self.size, cell, left, top, self.viewer)

    def points(self) -> dict[int, Pixel]:
        """The pixel of every point shown, by its index from the board's top left along the rows."""
        lattice = self.lattice
        shown = (point for row in self.window.points(self.viewer) for point in row)
        return {row * self.size + column: lattice.at(column, row) for column, row in shown}

    def pointer(self, point: int) -> tuple[Pixel, float] | None:
        """Where a picture that does not show a point is nearest to it, and the direction from there.

        That is at the edge, between stones. The direction is in degrees, from the right clockwise; None for a
        point that is shown.
        """
        if point in self.points():
            return None
        row, column = divmod(point, self.size)
        x, y = self.lattice.at(column, row)
        inset = self.cell * _POINTER_INSET
        at_x, at_y = (
            min(max(start + round((to - start) / self.cell) * self.cell, start + inset), end - inset)
            for to, start, end in ((x, self.left, self.right), (y, self.top, self.bottom))
        )
        return (at_x, at_y), math.degrees(math.atan2(y - at_y, x - at_x))

    def lines(self) -> tuple[list[int], list[int]]:
        """The x of every line from top to bottom, and the y of every line from left to right."""
        xs, ys = zip(*self.points().values(), strict=True)
        return sorted({round(x) for x in xs}), sorted({round(y) for y in ys})

    def ends(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Where lines begin and end, as x and as y: at the board's edge, or where the coordinates begin."""
        (column, row), (xs, ys) = self._first, self.lines()
        last_column, last_row = self.size - self.window.span, self.size - self.window.height
        across = xs[0] if column == 0 else self.left, xs[-1] if column == last_column else WIDTH
        down = ys[0] if row == 0 else 0, ys[-1] if row == last_row else self.bottom
        return across, down
