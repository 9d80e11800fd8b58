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

In Gomoku a line through the last two moves goes on beyond the block: the end of such a line has the place of
a stone of it, whose button would do nothing. So both ends of a three are a tap away.

Nothing depends on an engine, so that both players of a match see the same buttons and learn nothing from
them. Start reading at `entry_view`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain, product, starmap

from bot.drawing.base import Window
from bot.presenters.blocks import BLOCK, Block, Shift, StoneLine, distance
from games.grid import Grid

SMALL = 13
"""Lines up to which a board is not enlarged: its columns have a button each."""
PARTS = ("⇖", "⇑", "⇗", "⇐", "•", "⇒", "⇙", "⇓", "⇘")
"""The parts of a board that is larger, row by row from the top left."""
_STARTS = {(15, False): (2, 6, 9), (19, False): (3, 8, 12), (19, True): (2, 8, 13)}
"""The first line of the block with which each third begins, from the left and the top.

By the lines of the board, and whether the game begins in its corners: then the block of a corner is from the
third to the sixth line. Each has its star point; the middle point is not at a corner of that of the middle.
"""
_KNIGHT, _LOW = 5, 2
"""The squared distance of a knight's move, and how many lines at the edge are low."""
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
    lines: Sequence[StoneLine] = ()
    """Lines of stones whose ends have buttons in a block, the most important first."""
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
class EntryView:
    """What has buttons after a selection: columns and points, or on a large board its parts at first."""

    stage: Stage
    points: Sequence[int] = ()
    """Along the rows from the top left, those that cannot be played included; but see ``ends``."""
    ends: frozenset[int] = frozenset()
    """Those of the points that are outside the block, in the place of a stone."""
    window: Window | None = None
    """The part of the board that is enlarged, or shown in place of the whole one."""
    chosen: Window | None = None
    """The column of a small board that is chosen, or the block."""
    shifts: Sequence[Shift] = ()
    """What leads to the blocks on the left, above, below and on the right."""

    reach: frozenset[int] = frozenset()
    """The points that have buttons now or after one or two of the shifts, to different sides."""


def entry_view(entry: Entry, selection: str) -> EntryView:
    """The buttons after a selection; the first ones for a text that is no selection."""
    size, letters, shown = entry.grid.size, entry.grid.letters, entry.shown
    if size <= SMALL or entry.frame is not None:
        column = letters.find(selection) if len(selection) == 1 else -1
        if column not in range(shown.column, shown.column + shown.span):
            return EntryView(Stage.BOARD, window=entry.frame)
        rows = range(shown.row, shown.row + shown.height)
        points = [row * size + column for row in rows]
        chosen = Window(column, shown.row, 1, shown.height)
        return EntryView(Stage.COLUMN, points, window=entry.frame, chosen=chosen)
    block = _block(entry, selection)
    if block is None:
        return EntryView(Stage.BOARD)
    ends = block.ends(entry.lines, entry.legal, size)
    outside = frozenset(ends.values())
    return EntryView(
        Stage.PART,
        [ends.get(point, point) for point in block.points(size)],
        outside,
        block.window(size, outside),
        Window(block.column, block.row, BLOCK),
        block.shifts(entry.grid),
        block.reach(size) | outside,
    )


def _block(entry: Entry, selection: str) -> Block | None:
    """The block that a selection leads to; None for the whole board."""
    last = entry.grid.size - BLOCK
    if part := _PART.fullmatch(selection):
        return _first_blocks(entry)[int(part[1]) - 1]
    if block := _BLOCK.fullmatch(selection):
        return Block(min(int(block[1]), last), min(int(block[2]), last))
    near = _NEAR.fullmatch(selection)
    if near is None or int(near[1]) > len(entry.recent):
        return None
    return _around(entry, entry.recent[int(near[1]) - 1])


def has_block(entry: Entry, view: EntryView, selection: str) -> bool:
    """Whether a view shows the block that a selection leads to."""
    block = _block(entry, selection)
    return block is not None and Window(block.column, block.row, BLOCK) == view.chosen


def block_of(grid: Grid, points: Sequence[str]) -> str:
    """The selection of the block whose buttons play some points, in the order of the buttons.

    Some of them are outside it, as ends of lines.
    """
    starts = Counter[Block]()
    for place, point in enumerate(points):
        row, column = divmod(grid.index(point), grid.size)
        starts[Block(column - place % BLOCK, row - place // BLOCK)] += 1
    return starts.most_common(1)[0][0].selection


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


def _moved(entry: Entry, selection: str, point: int) -> tuple[Block, int]:
    """The block after a selection, moved as far as it takes to have a point, and by how many lines."""
    block = _block(entry, selection)
    assert block is not None, selection
    row, column = divmod(point, entry.grid.size)
    moved = Block(_moved_to(block.column, column), _moved_to(block.row, row))
    return moved, abs(moved.column - block.column) + abs(moved.row - block.row)


def _moved_to(start: int, line: int) -> int:
    """The first line of a block that is moved so far that it has a line."""
    return min(max(start, line - BLOCK + 1), line)


def _first_blocks(entry: Entry) -> list[Block]:
    """The blocks with which the parts of a board begin, row by row."""
    starts = _STARTS[entry.grid.size, entry.opens_in_corners]
    return [Block(column, row) for row in starts for column in starts]


def _around(entry: Entry, move: int) -> Block:
    """The block around a move that holds its neighbors.

    Of the four such blocks it is the one with buttons for most ends of lines, of long ones first; then with
    most urgent points of the chains that the move touches, then with most urgent points at all, then with
    most points around the last moves, then with most points a knight's move away that are not low, then with
    most points with which no part begins, then with most stones in its window.
    """
    size = entry.grid.size
    row, column = divmod(move, size)
    blocks = list(starmap(Block, product(_starts_around(column, size), _starts_around(row, size))))
    legal = entry.legal.intersection(chain.from_iterable(block.points(size) for block in blocks))
    pressing, urgent, near, approaches, first = (
        _pressing(entry, move),
        {*entry.urgent},
        _near(entry, legal),
        _approaches(move, legal, size),
        {*chain.from_iterable(block.points(size) for block in _first_blocks(entry))},
    )

    def order(block: Block) -> tuple[int, ...]:
        points = legal.intersection(block.points(size))
        seen = {row * size + column for line in block.window(size).points() for column, row in line}
        added, stones = points - first, seen.intersection(entry.stones)
        close = len(points & near), len(points & approaches)
        ends = _ends_with_buttons(entry, block)
        return ends, len(points & pressing), len(points & urgent), *close, len(added), len(stones)

    return max(blocks, key=order)


def _ends_with_buttons(entry: Entry, block: Block) -> int:
    """How many ends of lines have a button in a block; one of a line of three counts for nine."""
    size = entry.grid.size
    shown = {*block.points(size), *block.ends(entry.lines, entry.legal, size).values()} & entry.legal
    return sum(len(line.stones) ** 2 * len(shown.intersection(line.ends)) for line in entry.lines)


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
