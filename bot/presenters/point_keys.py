"""Which buttons lead to each point of a large board: by place, by the rules and by the last moves only.

Up to `SMALL` lines the first tap names the column and the second one the point. On larger boards the first
tap enlarges a part of the board, or what is around one of the last moves. There the points of a *block*, four
rows of four, have buttons that stand as the points do, those with stones included. Three more buttons lead
to the block beside it, to the one above or below, and to the one beyond both; these four hold every point of
the part::

    c17 d17 e17 f17      a19 b19 c19 d19
    c16 d16 e16 f16      a18 b18 c18 d18    a corner of Go on 19 lines begins on the left;
    c15 d15 e15 f15      a17 b17 c17 d17    ↑← leads to the block on the right
    c14 d14 e14 f14      a16 b16 c16 d16

Nothing depends on an engine, so that both players of a match see the same buttons and learn nothing from
them. Start reading at `entry_view`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import product, starmap

from bot.drawing.base import Window
from games.grid import Grid

SMALL = 13
"""Lines up to which a board is not enlarged: its columns have a button each."""
BLOCK = 4
"""Rows and columns of a block: a phone shows four buttons beside each other."""
WINDOW_COLUMNS, WINDOW_ROWS = 11, 7
"""What is enlarged. The picture is lower than that of the board by more than a fifth row of buttons takes.

A desktop scales pictures to 350 px of height or 522 of width, so that only a wide one is lower there, and
moves what is below one wider than 11:7 while it loads.
"""
WIDE = "m"
"""The letter for which the smallest phone has no room beside an arrow."""
PARTS = ("⇖", "⇑", "⇗", "⇐", "•", "⇒", "⇙", "⇓", "⇘")
"""The parts of a board that is larger, row by row from the top left."""
_STARTS = {
    (15, False): ((2, 0), (6, 4), (9, 11)),
    (19, False): ((3, 0), (8, 5), (12, 15)),
    (19, True): ((2, 0), (9, 6), (13, 15)),
}
"""The first line of the block with which each third begins and of its other one, from the left and the top.

By the lines of the board, and whether the game begins in its corners: then the first block of a corner is
from the third to the sixth line, else that of the middle is around the middle point. Each has the star point.
Every line is in a block.
"""
_PART = re.compile("part-([1-9])")
_NEAR = re.compile("near-([12])")
_STEPS = ("1", "2", "3")
_BESIDE, _ABOVE = 1, 2
"""The bits of a block's number: whether it has the other columns and the other rows. Block 0 is the first."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What the buttons depend on. Points are indices from the top left along the rows."""

    grid: Grid
    legal: frozenset[int]
    """The points where the side to move can play."""
    recent: Sequence[int] = ()
    """The points of the last moves, the last one first."""
    urgent: Mapping[int, Collection[int]] = field(default_factory=dict)
    """Points that capture stones or save them, with the stones of each that are beside it or in question."""
    stones: Collection[int] = ()
    """The points with stones."""
    opens_in_corners: bool = False
    """Whether the game begins in the corners."""


class Stage(Enum):
    """How much of the point the taps so far have named."""

    BOARD = "board"
    COLUMN = "column"
    PART = "part"


@dataclass(frozen=True, slots=True)
class Shift:
    """A button that leads to another block of a part."""

    label: str
    """An arrow and the line to which that block reaches: ←a, ↑19; ↑← for what is beyond both."""
    selection: str
    points: Sequence[int]


@dataclass(frozen=True, slots=True)
class EntryView:
    """What has buttons after a selection: columns and points, or on a large board its parts at first."""

    stage: Stage
    points: Sequence[int] = ()
    """Along the rows from the top left, those that cannot be played included."""
    window: Window | None = None
    """The part of the board that is enlarged."""
    chosen: Window | None = None
    """The column of a small board that is chosen, or the points of all blocks of the part."""
    shifts: Sequence[Shift] = ()
    """What leads to the other blocks: beside, above or below, and both."""


@dataclass(frozen=True, slots=True)
class _Part:
    """The first and the other start of the blocks of a part, along the columns and along the rows."""

    columns: tuple[int, int]
    rows: tuple[int, int]

    def points(self, number: int, size: int) -> list[int]:
        """The points of a block along the rows."""
        left, top = self._corner(number)
        return [r * size + c for r in range(top, top + BLOCK) for c in range(left, left + BLOCK)]

    def reach(self) -> Window:
        """The points of all blocks."""
        columns, rows = (abs(first - other) + BLOCK for first, other in (self.columns, self.rows))
        return Window(min(self.columns), min(self.rows), columns, rows)

    def window(self, size: int) -> Window:
        """All blocks, and what is around them."""
        middles = (min(starts) + max(starts) + BLOCK - 1 for starts in (self.columns, self.rows))
        column, row = (
            min(max((middle - length + 1) // 2, 0), size - length)
            for middle, length in zip(middles, (WINDOW_COLUMNS, WINDOW_ROWS), strict=True)
        )
        return Window(column, row, WINDOW_COLUMNS, WINDOW_ROWS)

    def label(self, number: int, step: int, grid: Grid) -> str:
        """Where the block is to which a step leads from another one."""
        (left, top), (left_before, top_before) = self._corner(number ^ step), self._corner(number)
        across, column = ("→", left + BLOCK - 1) if left > left_before else ("←", left)
        down, row = ("↓", top + BLOCK - 1) if top > top_before else ("↑", top)
        name = grid.name(row * grid.size + column)
        letter = "" if name[0] == WIDE else name[0]
        return {_BESIDE: f"{across}{letter}", _ABOVE: f"{down}{name[1:]}"}.get(step, f"{down}{across}")

    def _corner(self, number: int) -> tuple[int, int]:
        """The first column and the first row of a block."""
        return self.columns[bool(number & _BESIDE)], self.rows[bool(number & _ABOVE)]


def entry_view(entry: Entry, selection: str) -> EntryView:
    """The buttons after a selection; the first ones for a text that is no selection."""
    size, letters = entry.grid.size, entry.grid.letters
    if size <= SMALL:
        column = letters[:size].find(selection) if len(selection) == 1 else -1
        if column < 0:
            return EntryView(Stage.BOARD)
        return EntryView(Stage.COLUMN, range(column, size * size, size), chosen=Window(column, 0, 1, size))
    name, _, step = selection.partition(".")
    part = _part(entry, name)
    if part is None:
        return EntryView(Stage.BOARD)
    number = int(step) if step in _STEPS else 0
    shifts = [
        Shift(
            part.label(number, other, entry.grid),
            f"{name}.{number ^ other}" if number ^ other else name,
            part.points(number ^ other, size),
        )
        for other in (_BESIDE, _ABOVE, _BESIDE | _ABOVE)
    ]
    points, window = part.points(number, size), part.window(size)
    return EntryView(Stage.PART, points, window, part.reach(), shifts)


def _part(entry: Entry, name: str) -> _Part | None:
    """The blocks that a selection leads to; None for the whole board."""
    if part := _PART.fullmatch(name):
        return _parts(entry)[int(part[1]) - 1]
    near = _NEAR.fullmatch(name)
    if near is None or int(near[1]) > len(entry.recent):
        return None
    return _around(entry, entry.recent[int(near[1]) - 1])


def _parts(entry: Entry) -> list[_Part]:
    """The parts of a board, row by row."""
    starts = _STARTS[entry.grid.size, entry.opens_in_corners]
    return [_Part(columns, rows) for rows in starts for columns in starts]


def _around(entry: Entry, move: int) -> _Part:
    """The blocks around a move, the first of which holds its neighbors.

    Of the four such blocks it is the one with most urgent points of the chains that the move touches, then
    with most urgent points at all, then with most points around the last moves, then with most points with
    which no part begins. The others are where most stones are.
    """
    size = entry.grid.size
    elsewhere = {point for part in _parts(entry) for point in part.points(0, size)}
    row, column = divmod(move, size)
    pressing, urgent, near = _pressing(entry, move), {*entry.urgent}, _near(entry)

    def order(part: _Part) -> tuple[int, ...]:
        points = {*part.points(0, size)} & entry.legal
        seen = {row * size + column for line in part.window(size).points() for column, row in line}
        added, stones = points - elsewhere, seen.intersection(entry.stones)
        return len(points & pressing), len(points & urgent), len(points & near), len(added), len(stones)

    return max(starmap(_Part, product(_around_line(column, size), _around_line(row, size))), key=order)


def _near(entry: Entry) -> set[int]:
    """The points around the last moves that can be played; on the edge those beside a stone."""
    size, stones = entry.grid.size, entry.stones
    around = {
        point for point in entry.legal if any(distance(point, move, size) <= 2 for move in entry.recent)
    }
    return {
        point
        for point in around
        if not _is_on_edge(point, size) or any(distance(point, stone, size) <= 1 for stone in stones)
    }


def _is_on_edge(point: int, size: int) -> bool:
    return not {0, size - 1}.isdisjoint(divmod(point, size))


def _around_line(line: int, size: int) -> list[tuple[int, int]]:
    """The starts of a block that holds a line and its neighbors, and of one beside it.

    First the one on the side where the first block has fewer lines.
    """
    last, pairs = size - BLOCK, list[tuple[int, int]]()
    for start in (min(max(line - before, 0), last) for before in (1, 2)):
        beside = [max(start - BLOCK + 1, 0), min(start + BLOCK - 1, last)]
        others = beside if line - start < BLOCK // 2 else beside[::-1]
        pairs += [(start, other) for other in others if other != start]
    return pairs


def _pressing(entry: Entry, move: int) -> set[int]:
    """The urgent points of chains that a move belongs to or touches."""
    size = entry.grid.size
    return {
        point
        for point, stones in entry.urgent.items()
        if any(distance(stone, move, size) <= 1 for stone in stones)
    }


def distance(point: int, other: int, size: int) -> int:
    """The squared distance of two points, in lines."""
    (row, column), (other_row, other_column) = divmod(point, size), divmod(other, size)
    return (row - other_row) ** 2 + (column - other_column) ** 2
