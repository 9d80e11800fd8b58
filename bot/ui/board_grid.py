"""A board as rows of named points with what stands on them, for people who read it instead of seeing it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.presenters.points import PointsPresenter
from bot.presenters.registry import PRESENTERS
from games import diagram as diagrams
from games.base import Position

EMPTY = "."
_STONES = ".XO"
_LETTERED_ROWS = frozenset({"hare_and_hounds"})
"""Games whose points are named by the letter of a row and the number of a column."""
_ROWS_UP = frozenset({"gomoku", "go", "twelve_janggi"})
"""Games whose row 1 is at the bottom."""


@dataclass(frozen=True, slots=True)
class BoardGrid:
    """The names of rows, from the top, and of columns, from the left, and the symbol on each point there is.

    Symbols are those of `games.base.Position.diagram`, but X is always Black.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    symbols: Mapping[str, str]
    letters_first: bool
    """Whether the letters name the columns, as in d4; else they name the rows."""

    def point(self, row: str, column: str) -> str:
        """The name of a point."""
        return f"{column}{row}" if self.letters_first else f"{row}{column}"

    def in_row(self, row: str) -> list[str]:
        """The points of a row, from the left."""
        return [point for column in self.columns if (point := self.point(row, column)) in self.symbols]

    def in_column(self, column: str) -> list[str]:
        """The points of a column, from the top."""
        return [point for row in self.rows if (point := self.point(row, column)) in self.symbols]

    def apart(self, point: str) -> tuple[str, str]:
        """The row and the column of a point."""
        return (point[1:], point[0]) if self.letters_first else (point[0], point[1:])


def grid_of(slug: str, position: Position) -> BoardGrid:
    """The grid of a position."""
    presenter, letters_first = PRESENTERS[slug], slug not in _LETTERED_ROWS
    if isinstance(presenter, PointsPresenter):
        points = presenter.points(position)
        lines = [
            "".join(_STONES[stone] for stone in points.stones[start : start + points.size])
            for start in range(0, points.size**2, points.size)
        ]
        letters = points.grid.letters
    else:
        lines, _ = diagrams.read(position.diagram())
        if slug == "twelve_janggi":  # its diagram lies on its side, as its notation does
            lines = ["".join(row) for row in zip(*lines, strict=True)][::-1]
        letters = "abcdefghijklmnopqrstuvwxyz"
    height, width = len(lines), len(lines[0])
    numbers = tuple(str(number + 1) for number in range(height if letters_first else width))
    rows = (numbers[::-1] if slug in _ROWS_UP else numbers) if letters_first else tuple(letters[:height])
    columns = tuple(letters[:width]) if letters_first else numbers
    grid = BoardGrid(rows, columns, {}, letters_first)
    symbols = {
        grid.point(row, column): symbol
        for row, line in zip(rows, lines, strict=True)
        for column, symbol in zip(columns, line, strict=True)
        if symbol.strip()
    }
    return BoardGrid(rows, columns, symbols, letters_first)
