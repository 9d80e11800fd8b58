"""Which buttons lead to each point of a large board: by place, by the rules and by the last moves only.

Up to `SMALL` lines, and in the window of a puzzle, the first tap names the column and the second one the
point. On larger boards the first tap enlarges a part of the board, or what is around one of the last moves.
There the points of a *block*, four rows of four, have buttons that stand as the points do, those with stones
included. Four arrows lead to the blocks beside, above and below it::

    c17 d17 e17 f17      g17 h17 j17 k17
    c16 d16 e16 f16      g16 h16 j16 k16    a corner of Go on 19 lines begins on the left;
    c15 d15 e15 f15      g15 h15 j15 k15    →k leads to the block on the right
    c14 d14 e14 f14      g14 h14 j14 k14
    ←a  ↑19 ↓10 →k       ←c  ↑19 ↓10 →o

Nothing depends on an engine, so that both players of a match see the same buttons and learn nothing from
them. Start reading at `entry_view`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain, product, starmap

from bot.drawing.base import Window
from games.grid import Grid, shown_point

SMALL = 13
"""Lines up to which a board is not enlarged: its columns have a button each."""
BLOCK = 4
"""Rows and columns of a block: a phone shows four buttons beside each other."""
WINDOW_COLUMNS, WINDOW_ROWS = 11, 7
"""What is enlarged. The picture is lower than that of the board by more than a fifth row of buttons takes.

A desktop scales pictures to 350 px of height or 522 of width, so that only a wide one is lower there, and
moves what is below one wider than 11:7 while it loads.
"""
PARTS = ("⇖", "⇑", "⇗", "⇐", "•", "⇒", "⇙", "⇓", "⇘")
"""The parts of a board that is larger, row by row from the top left."""
_STARTS = {(15, False): (2, 6, 9), (19, False): (3, 8, 12), (19, True): (2, 8, 13)}
"""The first line of the block with which each third begins, from the left and the top.

By the lines of the board, and whether the game begins in its corners: then the block of a corner is from the
third to the sixth line. Each has its star point; the middle point is not at a corner of that of the middle.
"""
_KNIGHT, _LOW = 5, 2
"""The squared distance of a knight's move, and how many lines at the edge are low."""
_ARROWS = {"left": ("←", -1, 0), "up": ("↑", 0, -1), "down": ("↓", 0, 1), "right": ("→", 1, 0)}
"""The arrow of each direction, and where it leads: across to the right, and down."""
_PART = re.compile(r"part-([1-9])(?:\.[123])?")
_NEAR = re.compile(r"near-([12])(?:\.[123])?")
"""Messages of earlier versions have a part's other blocks after the dot; they lead to the first one."""
_BLOCK = re.compile(r"block-(\d{1,2})-(\d{1,2})")
"""The first column and the first row of a block, counted from 0."""


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
    frame: Window | None = None
    """The part of the board that is shown in place of the whole one."""

    @property
    def shown(self) -> Window:
        """What is shown before anything is selected."""
        return self.frame or Window(0, 0, self.grid.size)


class Stage(Enum):
    """How much of the point the taps so far have named."""

    BOARD = "board"
    COLUMN = "column"
    PART = "part"


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
class EntryView:
    """What has buttons after a selection: columns and points, or on a large board its parts at first."""

    stage: Stage
    points: Sequence[int] = ()
    """Along the rows from the top left, those that cannot be played included."""
    window: Window | None = None
    """The part of the board that is enlarged, or shown in place of the whole one."""
    chosen: Window | None = None
    """The column of a small board that is chosen, or the block."""
    shifts: Sequence[Shift] = ()
    """What leads to the blocks on the left, above, below and on the right."""

    reach: frozenset[int] = frozenset()
    """The points that have buttons now or after one or two of the shifts, to different sides."""


@dataclass(frozen=True, slots=True)
class _Block:
    """Four rows of four points, by the first column and the first row."""

    column: int
    row: int

    def points(self, size: int) -> list[int]:
        """The points along the rows."""
        rows, columns = (range(start, start + BLOCK) for start in (self.row, self.column))
        return [row * size + column for row in rows for column in columns]

    def window(self, size: int) -> Window:
        """The block in the middle of what is around it, as far as the edges of the board allow."""
        column, row = (
            min(max(start - (length - BLOCK + 1) // 2, 0), size - length)
            for start, length in ((self.column, WINDOW_COLUMNS), (self.row, WINDOW_ROWS))
        )
        return Window(column, row, WINDOW_COLUMNS, WINDOW_ROWS)

    def shifts(self, grid: Grid) -> list[Shift]:
        """What leads to the blocks around it, each four lines away, or nearer at an edge."""
        return [self._shift(direction, grid) for direction in _ARROWS]

    def _shift(self, direction: str, grid: Grid) -> Shift:
        arrow, across, down = _ARROWS[direction]
        last = grid.size - BLOCK
        moves = (self.column, across), (self.row, down)
        moved = _Block(*(min(max(start + BLOCK * step, 0), last) for start, step in moves))
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


def entry_view(entry: Entry, selection: str) -> EntryView:
    """The buttons after a selection; the first ones for a text that is no selection."""
    size, letters, shown = entry.grid.size, entry.grid.letters, entry.shown
    if size <= SMALL or entry.frame is not None:
        column = letters.find(selection) if len(selection) == 1 else -1
        if column not in range(shown.column, shown.column + shown.span):
            return EntryView(Stage.BOARD, window=entry.frame)
        rows = range(shown.row, shown.row + shown.height)
        points = [row * size + column for row in rows]
        return EntryView(Stage.COLUMN, points, entry.frame, Window(column, shown.row, 1, shown.height))
    block = _block(entry, selection)
    if block is None:
        return EntryView(Stage.BOARD)
    chosen = Window(block.column, block.row, BLOCK)
    shifts = block.shifts(entry.grid)
    return EntryView(Stage.PART, block.points(size), block.window(size), chosen, shifts, block.reach(size))


def _block(entry: Entry, selection: str) -> _Block | None:
    """The block that a selection leads to; None for the whole board."""
    last = entry.grid.size - BLOCK
    if part := _PART.fullmatch(selection):
        return _first_blocks(entry)[int(part[1]) - 1]
    if block := _BLOCK.fullmatch(selection):
        return _Block(min(int(block[1]), last), min(int(block[2]), last))
    near = _NEAR.fullmatch(selection)
    if near is None or int(near[1]) > len(entry.recent):
        return None
    return _around(entry, entry.recent[int(near[1]) - 1])


def has_block(entry: Entry, view: EntryView, selection: str) -> bool:
    """Whether a view shows the block that a selection leads to."""
    block = _block(entry, selection)
    return block is not None and block.points(entry.grid.size) == view.points


def block_of(grid: Grid, points: Sequence[str]) -> str:
    """The selection of the block that begins with the first column and the first row of some points."""
    places = [divmod(grid.index(point), grid.size) for point in points]
    return _Block(min(column for _, column in places), min(row for row, _ in places)).selection


def leading_to(entry: Entry, selections: Sequence[str], point: int) -> dict[str, str]:
    """The selections that lead to the button of a point, each with what to select for that.

    After some of them it has a button. If there are none, it has after an arrow more; or the nearest parts
    begin with the block that has it.
    """
    views = {selection: entry_view(entry, selection) for selection in selections}
    at_once = {selection: selection for selection, view in views.items() if point in view.points}
    if at_once or entry.grid.size <= SMALL or entry.frame is not None:
        return at_once
    if any(map(_BLOCK.fullmatch, selections)):
        return {selection: selection for selection, view in views.items() if point in view.reach}
    moved = {selection: _moved(entry, selection, point) for selection in selections}
    nearest = min((lines for _, lines in moved.values()), default=0)
    return {selection: block.selection for selection, (block, lines) in moved.items() if lines == nearest}


def _moved(entry: Entry, selection: str, point: int) -> tuple[_Block, int]:
    """The block after a selection, moved as far as it takes to have a point, and by how many lines."""
    block = _block(entry, selection)
    assert block is not None, selection
    row, column = divmod(point, entry.grid.size)
    moved = _Block(_moved_to(block.column, column), _moved_to(block.row, row))
    return moved, abs(moved.column - block.column) + abs(moved.row - block.row)


def _moved_to(start: int, line: int) -> int:
    """The first line of a block that is moved so far that it has a line."""
    return min(max(start, line - BLOCK + 1), line)


def _first_blocks(entry: Entry) -> list[_Block]:
    """The blocks with which the parts of a board begin, row by row."""
    starts = _STARTS[entry.grid.size, entry.opens_in_corners]
    return [_Block(column, row) for row in starts for column in starts]


def _around(entry: Entry, move: int) -> _Block:
    """The block around a move that holds its neighbors.

    Of the four such blocks it is the one with most urgent points of the chains that the move touches, then
    with most urgent points at all, then with most points around the last moves, then with most points a
    knight's move away that are not low, then with most points with which no part begins, then with most
    stones in its window.
    """
    size = entry.grid.size
    row, column = divmod(move, size)
    blocks = list(starmap(_Block, product(_starts_around(column, size), _starts_around(row, size))))
    legal = entry.legal.intersection(chain.from_iterable(block.points(size) for block in blocks))
    pressing, urgent, near, approaches, first = (
        _pressing(entry, move),
        {*entry.urgent},
        _near(entry, legal),
        _approaches(move, legal, size),
        {*chain.from_iterable(block.points(size) for block in _first_blocks(entry))},
    )

    def order(block: _Block) -> tuple[int, ...]:
        points = legal.intersection(block.points(size))
        seen = {row * size + column for line in block.window(size).points() for column, row in line}
        added, stones = points - first, seen.intersection(entry.stones)
        close = len(points & near), len(points & approaches)
        return len(points & pressing), len(points & urgent), *close, len(added), len(stones)

    return max(blocks, key=order)


def _near(entry: Entry, points: Collection[int]) -> set[int]:
    """Those of some points that are around the last moves; on the edge those beside a stone."""
    size, stones = entry.grid.size, entry.stones
    around = {point for point in points if any(distance(point, move, size) <= 2 for move in entry.recent)}
    return {
        point
        for point in around
        if not _is_on_edge(point, size) or any(distance(point, stone, size) <= 1 for stone in stones)
    }


def _approaches(move: int, points: Collection[int], size: int) -> set[int]:
    """Those of some points up to a knight's move away, from the third line on: where a move is answered."""
    inner = range(_LOW, size - _LOW)
    return {
        point
        for point in points
        if distance(point, move, size) <= _KNIGHT and all(line in inner for line in divmod(point, size))
    }


def _is_on_edge(point: int, size: int) -> bool:
    return not {0, size - 1}.isdisjoint(divmod(point, size))


def _starts_around(line: int, size: int) -> list[int]:
    """The first lines of the blocks that hold a line and its neighbors."""
    return [min(max(line - before, 0), size - BLOCK) for before in (1, 2)]


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
