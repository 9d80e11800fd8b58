"""Which buttons lead to each point of a large board: by place, by the rules and by the last moves only.

Up to `SMALL` lines the first tap names the column and the second one the point. On larger boards the first
tap enlarges a part of the board, or what is around one of the last moves. There some points have buttons:
those beside stones or, where no stone is, those that games begin with. The columns lead to the others.

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
PART_SPAN = 7
"""Lines of an enlarged part: on 19 lines each of the nine has a star point in its middle."""
PARTS = ("⇖", "⇑", "⇗", "⇐", "•", "⇒", "⇙", "⇓", "⇘")
"""The parts of a board that is larger, row by row from the top left."""
MAX_POINTS = 15
"""Points and columns that have buttons beside the one that leads back."""
MAX_POINTS_ALONE = 14
"""Points that have buttons without columns; beside the way back are two, since three like q13 wrap."""
WIDE = ("m", 3)
"""The letter and the length of the widest names of points: three are too wide for a row on a phone."""
MAX_WIDE = 2
"""How many points with such names have buttons in a part; those around a move are in rows of their own."""
RECENT = 4
"""How many of the last moves decide which points of a part have buttons."""
Offsets = Sequence[tuple[int, int]]
_CORNER: Sequence[Offsets] = (
    ((4, 4),),
    ((3, 4), (4, 3)),
    ((3, 3),),
    ((5, 4), (4, 5)),
    ((5, 3), (3, 5)),
)
"""The points that games begin with in a corner, by their lines from both edges."""
_SIDE: Sequence[Offsets] = (((0, 4),), ((0, 3),), ((-1, 4), (1, 4)), ((-1, 3), (1, 3)), ((-2, 3), (2, 3)))
"""Those of a side, by their distance from its middle and their line from the edge."""
_CENTER: Sequence[Offsets] = (((0, 0),), ((0, -1), (-1, 0), (1, 0), (0, 1)))
"""The middle point and its neighbors, by their distance from it."""
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
    stones: Collection[int] = ()
    """The points with stones."""


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
    """Along the rows from the top left. A column has those that cannot be played, too."""
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
        is_wide = len(_narrow(entry, points)) < len(points)
        return EntryView(Stage.COLUMN, () if is_wide else columns, points, window, part)
    inside = [row * size + column for row in rows for column in columns if row * size + column in entry.legal]
    if len(_narrow(entry, inside)) == len(inside) <= MAX_POINTS_ALONE:
        return EntryView(Stage.PART, points=inside, window=window, part=part)
    chosen = frozenset(_chosen(entry, inside, part, window))
    return EntryView(Stage.PART, columns, [point for point in inside if point in chosen], window, part)


def _window(entry: Entry, selection: str) -> Window | None:
    """The part of the board that a selection enlarges; None for the whole board."""
    size = entry.grid.size
    if part := _PART.fullmatch(selection):
        row, column = divmod(int(part[1]) - 1, 3)
        starts = (0, (size - PART_SPAN) // 2, size - PART_SPAN)
        return Window(starts[column], starts[row], PART_SPAN)
    near = _NEAR.fullmatch(selection)
    if near is None or int(near[1]) > len(entry.recent):
        return None
    row, column = divmod(entry.recent[int(near[1]) - 1], size)
    return Window.around(column, row, size, PART_SPAN)


def _lines(window: Window) -> tuple[range, range]:
    """The columns and the rows of a window."""
    return (
        range(window.column, window.column + window.span),
        range(window.row, window.row + window.span),
    )


def _chosen(entry: Entry, inside: Sequence[int], part: str, window: Window) -> Sequence[int]:
    """The points of a part that have buttons, at most as many as the columns leave."""
    room = MAX_POINTS - window.span
    columns, rows = _lines(window)
    size, near = entry.grid.size, _NEAR.fullmatch(part)
    shown = {row * size + column for row in rows for column in columns}
    stones = shown.intersection(entry.stones)
    if not stones and near is None:
        first = [point for point in entry.urgent if point in entry.legal and point in shown]
        return (first + _usual(entry, int(part[-1]) - 1, room))[:room]
    recent = [point for point in entry.recent[:RECENT] if point in shown] or sorted(stones)
    # The last move has buttons of its own, so that the neighbors of the last but one come first elsewhere.
    focus = entry.recent[int(near[1]) - 1] if near else next(iter(entry.recent[1:2]), -1)

    def order(point: int) -> tuple[bool, bool, bool, int, bool, int]:
        away = [distance(point, stone, size) for stone in recent]
        to_focus = distance(point, focus, size) if focus in shown else size * size
        is_around = near is not None and to_focus <= 2
        return (
            to_focus > 1,
            point not in entry.urgent,
            not is_around,
            min(away),
            _line(point, size) == 1,
            away.index(min(away)),
        )

    ordered = sorted(inside, key=order)
    return (ordered if near else _narrow(entry, ordered))[:room]


def _narrow(entry: Entry, points: Sequence[int]) -> list[int]:
    """These points without the later ones of `WIDE` names, of which `MAX_WIDE` stay."""
    letter, length = WIDE
    names = [entry.grid.name(point) for point in points]
    wide = [name for name in names if name[0] == letter and len(name) == length]
    return [point for point, name in zip(points, names, strict=True) if name not in wide[MAX_WIDE:]]


def _usual(entry: Entry, number: int, room: int) -> list[int]:
    """The points that games begin with in a part without stones, ``number`` from the top left.

    Points that lie alike have all buttons or none.
    """
    size, (row, column) = entry.grid.size, divmod(number, 3)
    groups = _CENTER if row == column == 1 else _SIDE if 1 in (row, column) else _CORNER
    chosen: list[int] = []
    for group in groups:
        points = [_usual_point(offset, row, column, size) for offset in group]
        if len(chosen) + len(points) > room:
            break
        chosen += [point for point in points if point in entry.legal]
    return chosen


def _usual_point(offset: tuple[int, int], row: int, column: int, size: int) -> int:
    """The point at an offset of `_CORNER`, `_SIDE` or `_CENTER`, in a row and a column of the nine parts."""
    along, line = offset if row != 1 else offset[::-1]
    return _index(line, row, size) * size + _index(along, column, size)


def _index(offset: int, third: int, size: int) -> int:
    """A line of the board, from 0: so many from the first or the last edge, or from the middle."""
    return (offset - 1, size // 2 + offset, size - offset)[third]


def _line(point: int, size: int) -> int:
    """How many lines a point is from the nearest edge, 1 on the edge."""
    row, column = divmod(point, size)
    return min(row, column, size - 1 - row, size - 1 - column) + 1


def distance(point: int, other: int, size: int) -> int:
    """The squared distance of two points, in lines."""
    (row, column), (other_row, other_column) = divmod(point, size), divmod(other, size)
    return (row - other_row) ** 2 + (column - other_column) ** 2
