"""Which buttons lead to each point of a large board: by place, by the rules and by the last moves only.

Up to `SMALL` lines the first tap names the column and the second one the point. On larger boards the first
tap enlarges a part of the board, or what is around one of the last moves. There the points that the next move
most often is at have buttons, and the columns lead to the others.

Nothing depends on an engine, so that both players of a match see the same buttons and learn nothing from
them. Start reading at `entry_view`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum

from bot.drawing.base import Window
from games.grid import Grid

SMALL = 13
"""Lines up to which a board is not enlarged: its columns have a button each."""
NEAR_SPAN = 5
"""Lines of the part around one of the last moves."""
PARTS = ("⇖", "⇑", "⇗", "⇐", "•", "⇒", "⇙", "⇓", "⇘")
"""The parts of a board that is larger, row by row from the top left."""
MAX_POINTS = 15
"""Points and columns that have buttons beside the one that leads back."""
RECENT = 4
"""How many of the last moves decide which points of a part have buttons."""
_PART = re.compile("part-([1-9])")
_NEAR = re.compile("near-([12])")


@dataclass(frozen=True, slots=True)
class Entry:
    """What the buttons depend on. Points are indices from the top left along the rows."""

    grid: Grid
    legal: frozenset[int]
    """The points where the side to move can play."""
    recent: Sequence[int] = ()
    """The points of the last moves, the last one first."""
    urgent: Collection[int] = ()
    """Points that capture stones, or where stones can be captured next."""


class Stage(Enum):
    """How much of the point the taps so far have named."""

    BOARD = "board"
    PART = "part"
    COLUMN = "column"


@dataclass(frozen=True, slots=True)
class EntryView:
    """What has buttons after a selection: columns and points, or on a large board its parts at first."""

    stage: Stage
    columns: Sequence[int] = ()
    points: Sequence[int] = ()
    """Along the columns from the top left. A column has those that cannot be played, too."""
    window: Window | None = None
    """The part of the board that is enlarged."""
    part: str = ""
    """The selection of that part, to which a column is added after a dot."""


def entry_view(entry: Entry, selection: str) -> EntryView:
    """The buttons after a selection; the first ones for a text that is no selection."""
    size, letters = entry.grid.size, entry.grid.letters
    if size <= SMALL:
        column = letters[:size].find(selection) if len(selection) == 1 else -1
        if column < 0:
            return EntryView(Stage.BOARD, columns=range(size))
        return EntryView(Stage.COLUMN, points=range(column, size * size, size))
    part, _, letter = selection.partition(".")
    window = _window(entry, part)
    if window is None:
        return EntryView(Stage.BOARD)
    columns, rows = _lines(window)
    column = letters.find(letter) if letter else -1
    if column in columns:
        points: Sequence[int] = [row * size + column for row in rows]
        return EntryView(Stage.COLUMN, points=points, window=window, part=part)
    inside = [row * size + column for column in columns for row in rows if row * size + column in entry.legal]
    if len(inside) <= MAX_POINTS:
        return EntryView(Stage.PART, points=inside, window=window, part=part)
    first = frozenset(_by_recency(entry, inside, part)[: MAX_POINTS - window.span])
    return EntryView(Stage.PART, columns, [point for point in inside if point in first], window, part)


def part_span(size: int) -> int:
    """Lines of a part of a board: neighboring parts have two or three lines in common."""
    return 7 if size < 19 else 8


def _window(entry: Entry, selection: str) -> Window | None:
    """The part of the board that a selection enlarges; None for the whole board."""
    size = entry.grid.size
    if part := _PART.fullmatch(selection):
        row, column = divmod(int(part[1]) - 1, 3)
        span = part_span(size)
        starts = (0, (size - span) // 2, size - span)
        return Window(starts[column], starts[row], span)
    near = _NEAR.fullmatch(selection)
    if near is None or int(near[1]) > len(entry.recent):
        return None
    row, column = divmod(entry.recent[int(near[1]) - 1], size)
    return Window.around(column, row, size, NEAR_SPAN)


def _lines(window: Window) -> tuple[range, range]:
    """The columns and the rows of a window."""
    return (
        range(window.column, window.column + window.span),
        range(window.row, window.row + window.span),
    )


def _by_recency(entry: Entry, points: Sequence[int], part: str) -> list[int]:
    """Points by the rules and by the last moves.

    First the neighbors of a move: around one of the last moves, of that; else of the last but one, since the
    last one has a part of its own. Then captures, then what is nearest to one of the last moves.
    """
    size, near = entry.grid.size, _NEAR.fullmatch(part)
    middle = size * size // 2
    if near:
        recent = [entry.recent[int(near[1]) - 1]]
        beside = recent[0]
    else:
        recent = list(entry.recent[:RECENT]) or [middle]
        beside = entry.recent[1] if len(entry.recent) > 1 else middle

    def order(point: int) -> tuple[bool, bool, int, int]:
        away = [_distance(point, move, size) for move in recent]
        is_beside = _distance(point, beside, size) == 1
        return not is_beside, point not in entry.urgent, min(away), away.index(min(away))

    return sorted(points, key=order)


def _distance(point: int, other: int, size: int) -> int:
    """The squared distance of two points, in lines."""
    (row, column), (other_row, other_column) = divmod(point, size), divmod(other, size)
    return (row - other_row) ** 2 + (column - other_column) ** 2
