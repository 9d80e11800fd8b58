"""Pixels, boxes, and the lattice of a board's points."""

from __future__ import annotations

from dataclasses import dataclass

from games.base import Side

Pixel = tuple[float, float]
"""x to the right and y down, from a picture's upper left corner."""
Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """Evenly spaced points: ``columns`` x ``rows``, ``cell`` pixels apart, the first at (left, top)."""

    columns: int
    rows: int
    cell: int
    left: float
    top: float
    viewer: Side = Side.FIRST

    def at(self, column: float, row: float) -> Pixel:
        """The pixel of a point. SECOND sees the board turned by 180 degrees."""
        if self.viewer is Side.SECOND:
            column, row = self.columns - 1 - column, self.rows - 1 - row
        return self.left + column * self.cell, self.top + row * self.cell
