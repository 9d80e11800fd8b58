"""A board as rows of named points with what stands on them, for people who read it instead of seeing it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_lowercase

from bot.presenters.points import Points, PointsPresenter
from bot.presenters.registry import PRESENTERS
from games import diagram as diagrams
from games.base import Position

EMPTY = "."
_STONES = ".XO"
"""The symbol of a point by what stands on it: nothing, a stone of the first side, one of the second."""
_ROWS_ARE_LETTERS = frozenset({"hare_and_hounds"})
"""Games whose points are named by the letter of a row and the number of a column."""
_ROWS_COUNT_UP = frozenset({"gomoku", "go", "twelve_janggi"})
"""Games whose row 1 is at the bottom."""
_DIAGRAM_ON_ITS_SIDE = frozenset({"twelve_janggi"})
"""Games whose diagram writes columns from the left, each from the bottom, as their notation names them."""


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
        return _point(row, column, self.letters_first)

    def in_row(self, row: str) -> list[str]:
        """The points of a row, from the left."""
        return [point for column in self.columns if (point := self.point(row, column)) in self.symbols]


def grid_of(slug: str, position: Position) -> BoardGrid:
    """The grid of a position."""
    presenter = PRESENTERS[slug]
    if isinstance(presenter, PointsPresenter):
        points = presenter.points(position)
        lines, letters = _lines_of_points(points), points.grid.letters
    else:
        lines, letters = _lines_of_diagram(slug, position), ascii_lowercase
    rows, columns = _names(slug, letters, height=len(lines), width=len(lines[0]))
    letters_first = slug not in _ROWS_ARE_LETTERS
    symbols = {
        _point(row, column, letters_first): symbol
        for row, line in zip(rows, lines, strict=True)
        for column, symbol in zip(columns, line, strict=True)
        if symbol.strip()
    }
    return BoardGrid(rows, columns, symbols, letters_first)


def _lines_of_points(points: Points) -> list[str]:
    """The rows of a board of points from the top, with a symbol for each point."""
    symbols = "".join(_STONES[stone] for stone in points.stones)
    return [symbols[start : start + points.size] for start in range(0, len(symbols), points.size)]


def _lines_of_diagram(slug: str, position: Position) -> list[str]:
    """The rows of a position's diagram from the top, with a blank where the board has no point."""
    lines, _ = diagrams.read(position.diagram())
    if slug in _DIAGRAM_ON_ITS_SIDE:
        return ["".join(row) for row in zip(*lines, strict=True)][::-1]
    return list(lines)


def _names(slug: str, letters: str, *, height: int, width: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of a board's rows, from the top, and of its columns, from the left."""
    if slug in _ROWS_ARE_LETTERS:
        return tuple(letters[:height]), _numbers(width)
    rows = _numbers(height)
    return rows[::-1] if slug in _ROWS_COUNT_UP else rows, tuple(letters[:width])


def _numbers(count: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, count + 1))


def _point(row: str, column: str, letters_first: bool) -> str:
    return f"{column}{row}" if letters_first else f"{row}{column}"
