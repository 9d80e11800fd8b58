"""Which part of a large board a puzzle is about: the window that its picture shows. Imports no engine."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from ai.puzzles.proof.go_life import KILL, LIVE, region_of
from ai.puzzles.puzzle import Puzzle
from games import replay
from games.base import PASS, Move, Record
from games.go.position import GoPosition
from games.gomoku import GomokuPosition

WIDEST = 11
"""The most columns, and the most rows: with a button to type, or back, they fit three rows of four."""
_NARROWEST = 7
_MARGINS = {"go": (2,), "gomoku": (1, 0)}
"""Lines around what matters; fewer where that needs more lines than a window has."""
_ROW = 4
"""A row of five reaches so far from one of its stones."""


class Window(NamedTuple):
    """Columns and rows of a board, counted from 0 from its upper left point."""

    column: int
    row: int
    columns: int
    rows: int

    def holds(self, column: int, row: int) -> bool:
        """Whether a point is in it."""
        return 0 <= column - self.column < self.columns and 0 <= row - self.row < self.rows


def window_of(puzzle: Puzzle) -> Window | None:
    """The window of a puzzle; None if it is about the whole board, or about too much of it.

    In Go that is what is around the chain in question and the solution, in Gomoku around the solution, or
    what it defends against, and the stones that can be in a row with it. It is no higher than wide, so that
    its picture is no higher than that of a board. A line that it would leave out at an edge of the board is
    part of it.
    """
    threats = tuple(puzzle.replies.values()) if puzzle.themes[0] == "defense" else ()
    return _window(puzzle.record, (*puzzle.line, *threats), puzzle.goal)


@lru_cache(maxsize=256)
def _window(record: Record, moves: tuple[Move, ...], goal: str) -> Window | None:
    position = replay(record)
    if not isinstance(position, (GoPosition, GomokuPosition)) or position.size < WIDEST:
        return None
    size, index = position.size, position.board.grid.index
    points = [index(move) for move in moves if move != PASS]
    points += _fight(position, goal) if isinstance(position, GoPosition) else _in_row(position, points)
    windows = (_around(points, size, margin) for margin in _MARGINS[record.game])
    return next((window for window in windows if window is not None), None)


def _around(points: Iterable[int], size: int, margin: int) -> Window | None:
    """The smallest window that holds points and lines around them; None if there is none."""
    rows, columns = zip(*(divmod(at, size) for at in points), strict=True)
    height, width = (_span(lines, margin, size, _NARROWEST) for lines in (rows, columns))
    if len(height) > len(width):
        width = _span((width[0], width[-1]), 0, size, len(height))
    if len(width) > WIDEST or len(width) >= size - 1:
        return None
    return Window(width[0], height[0], len(width), len(height))


def _in_row(position: GomokuPosition, points: Iterable[int]) -> list[int]:
    """The stones that can be in a row of five with one of some points."""
    size, cells, stones = position.size, position.cells, list[int]()
    for row, column in (divmod(at, size) for at in points):
        for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
            for steps in range(-_ROW, _ROW + 1):
                at_row, at_column = row + steps * down, column + steps * across
                if at_row in range(size) and at_column in range(size) and cells[at_row * size + at_column]:
                    stones.append(at_row * size + at_column)
    return stones


def _fight(position: GoPosition, goal: str) -> Iterable[int]:
    """The points that a puzzle of Go is about: a chain and its liberties, or the region of a group."""
    word, _, name = goal.partition(" ")
    target = position.board.index[Move(name)]
    if word in {KILL, LIVE} and (region := region_of(position, target)) is not None:
        return region.points
    chain = position.chains.at(target)
    return {*chain.points, *chain.liberties}


def _span(lines: Iterable[int], margin: int, size: int, shortest: int) -> range:
    """The lines from the first to the last of some, with a margin, as far as the board goes."""
    lines = list(lines)
    first, last = max(min(lines) - margin, 0), min(max(lines) + margin, size - 1)
    while last - first + 1 < min(shortest, size):
        if first > 0 and (last - max(lines) >= min(lines) - first or last == size - 1):
            first -= 1
        else:
            last += 1
    wider = range(first - (first == 1), last + (last == size - 2) + 1)
    return wider if len(wider) <= WIDEST else range(first, last + 1)
