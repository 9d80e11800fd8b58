"""Which buttons lead to each point of a large board: by place, by the rules and by the last moves only.

Up to `SMALL` lines the first tap names the column and the second one the point. On larger boards the first
tap enlarges a part of the board, or what is around one of the last moves. There up to `MAX_POINTS` points
have buttons: those around the move, those among stones or, where no stone is, those that games begin with.
Three arrows lead to the points of the upper, the middle and the lower rows of the part.

Nothing depends on an engine, so that both players of a match see the same buttons and learn nothing from
them. Start reading at `entry_view`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import accumulate, pairwise, permutations

from bot.drawing.base import Window
from bot.presenters.point_rows import (
    MAX_POINTS,
    POINT_ROWS,
    POINTS_PER_ROW,
    band_rows,
    board_rows,
    point_rows,
    whole_rows,
    width,
)
from games.grid import Grid

SMALL = 13
"""Lines up to which a board is not enlarged: its columns have a button each."""
NEAR_SPAN, WIDE_SPAN = 5, 7
"""Lines of what is around a move: usually, and where an urgent point or a touching stone is farther away."""
PARTS = ("⇖", "⇑", "⇗", "⇐", "•", "⇒", "⇙", "⇓", "⇘")
"""The parts of a board that is larger, row by row from the top left."""
BANDS = {5: (2, 1, 2), 7: (2, 3, 2)}
"""How many rows each arrow of a part leads to, by its lines: with the way back the arrows fill a row."""
BAND_ARROWS = ("⇑", "•", "⇓")
"""The upper, the middle and the lower rows of a part."""
MAX_STONES_AROUND = 3
"""Stones that buttons of a rectangle around a move can stand for; with more, other points have buttons."""
GIVING_WAY = 2
"""Points that give way to others so that buttons stand in rows as the points of the board do."""
MAX_POINTS_ALONE = 14
"""Points that have buttons without arrows; beside the way back are two, since three like q13 wrap."""
START_LINE = 4
"""Where no stone is, points around the crossing of the fourth lines, or around the middle, have buttons."""
IN_LINE = 2
"""How far from a point stones are counted, along its row, its column and its diagonals."""
_CORNERS = frozenset({0, 2, 6, 8})
"""The parts of `PARTS` that are corners."""
_DIRECTIONS = tuple((row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if row or column)
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
    BAND = "band"


@dataclass(frozen=True, slots=True)
class EntryView:
    """What has buttons after a selection: columns and points, or on a large board its parts at first."""

    stage: Stage
    points: Sequence[int] = ()
    """Along the rows from the top left. Those of a column of a small board, and those around a move, include
    points that cannot be played."""
    column: int | None = None
    """The column of a small board that is chosen."""
    window: Window | None = None
    """The part of the board that is enlarged."""
    part: str = ""
    """The selection of that part, to which the number of a band is added after a dot."""
    bands: Sequence[range] = ()
    """The rows of the part to which each arrow leads; none where all points have buttons."""
    band: int | None = None
    """Which of them are chosen."""


def entry_view(entry: Entry, selection: str) -> EntryView:
    """The buttons after a selection; the first ones for a text that is no selection."""
    size, letters = entry.grid.size, entry.grid.letters
    if size <= SMALL:
        column = letters[:size].find(selection) if len(selection) == 1 else -1
        if column < 0:
            return EntryView(Stage.BOARD)
        return EntryView(Stage.COLUMN, range(column, size * size, size), column)
    part, _, number = selection.partition(".")
    window = _window(entry, part)
    if window is None:
        return EntryView(Stage.BOARD)
    view = _part_view(entry, part, window)
    band = int(number) - 1 if re.fullmatch("[1-3]", number) else None
    return view if band is None or not view.bands else _band_view(entry, view, band)


def _window(entry: Entry, selection: str) -> Window | None:
    """The part of the board that a selection enlarges; None for the whole board."""
    size = entry.grid.size
    span = -(-size // 3)
    if part := _PART.fullmatch(selection):
        row, column = divmod(int(part[1]) - 1, 3)
        starts = (0, (size - span) // 2, size - span)
        return Window(starts[column], starts[row], span)
    near = _NEAR.fullmatch(selection)
    if near is None or int(near[1]) > len(entry.recent):
        return None
    return _window_around(entry, entry.recent[int(near[1]) - 1])


def _window_around(entry: Entry, move: int) -> Window:
    """What is around a move; wider where an urgent point of its chains or its crowd is farther away."""
    size = entry.grid.size
    row, column = divmod(move, size)
    window, pressing = Window.around(column, row, size, NEAR_SPAN), _pressing(entry, move)
    if pressing <= {*_inside(window, size)}:
        crowd = _crowd(entry, move)
        return window if crowd <= {*_inside(window, size)} else _around_crowd(move, crowd, size)
    rows, columns = (row, row), (column, column)
    for point in sorted(pressing, key=lambda point: (distance(point, move, size), point)):
        wide = [_extended(lines, at) for lines, at in zip((rows, columns), divmod(point, size), strict=True)]
        if all(last - first < WIDE_SPAN for first, last in wide):
            rows, columns = wide
    return Window.around(sum(columns) // 2, sum(rows) // 2, size, WIDE_SPAN)


def _crowd(entry: Entry, move: int) -> set[int]:
    """A move and the stones that touch it or each other, also along diagonals."""
    size, stones = entry.grid.size, frozenset(entry.stones)
    crowd, waiting = {move}, [move]
    while waiting:
        row, column = divmod(waiting.pop(), size)
        touching = {
            (row + down) * size + column + right
            for down, right in _DIRECTIONS
            if 0 <= row + down < size and 0 <= column + right < size
        }
        touching = (touching & stones) - crowd
        crowd |= touching
        waiting.extend(touching)
    return crowd


def _around_crowd(move: int, crowd: Collection[int], size: int) -> Window:
    """The wide window in the middle of a crowd, or as near to it as leaves two lines beyond a move inside."""
    reach = WIDE_SPAN // 2 - 2
    lines = zip(divmod(move, size), zip(*(divmod(point, size) for point in crowd), strict=True), strict=True)
    row, column = (min(max((min(taken) + max(taken)) // 2, at - reach), at + reach) for at, taken in lines)
    return Window.around(column, row, size, WIDE_SPAN)


def _extended(lines: tuple[int, int], at: int) -> tuple[int, int]:
    """The first and the last of some lines, with one more line."""
    return min(lines[0], at), max(lines[1], at)


def _pressing(entry: Entry, move: int) -> set[int]:
    """The urgent points of chains that a move belongs to or touches."""
    size = entry.grid.size
    return {
        point
        for point, stones in entry.urgent.items()
        if any(distance(stone, move, size) <= 1 for stone in stones)
    }


def _part_view(entry: Entry, part: str, window: Window) -> EntryView:
    """All points of a part that can be played if they fit, else some of them, and its columns."""
    inside = _inside(window, entry.grid.size)
    playable = [point for point in inside if point in entry.legal]
    if len(playable) <= MAX_POINTS_ALONE and point_rows(entry.grid, playable, with_back=True):
        return EntryView(Stage.PART, playable, window=window, part=part)
    usual = _bands(window, BANDS[window.span])
    if near := _NEAR.fullmatch(part):
        move = entry.recent[int(near[1]) - 1]
        urgent = {point for point in playable if point in entry.urgent}
        if points := _around(entry, move, urgent):
            for sizes in (BANDS[window.span], *permutations(BANDS[window.span])):
                bands = _bands(window, sizes)
                if not any(_too_many(entry, playable, points, band) for band in bands):
                    return EntryView(Stage.PART, points, window=window, part=part, bands=bands)
        points = _chosen(entry, playable, usual, _order_around(entry, move))
    elif {*inside}.isdisjoint({*entry.stones, *entry.urgent}):
        points = [point for point in _start(int(part[-1]) - 1, entry.grid.size) if point in entry.legal]
    else:
        points = _chosen(entry, playable, usual, _order(entry, _corner(part, entry)))
    return EntryView(Stage.PART, points, window=window, part=part, bands=usual)


def _bands(window: Window, sizes: Sequence[int]) -> list[range]:
    """The rows of a part, divided from the top."""
    return [range(*ends) for ends in pairwise(accumulate(sizes, initial=window.row))]


def _band_view(entry: Entry, view: EntryView, band: int) -> EntryView:
    """All points of some rows that can be played or, if they do not fit, those without a button so far.

    Rows of the board are not mixed in a row of buttons, if the ones or the others fit without that.
    """
    size = entry.grid.size
    window = view.window or Window(0, 0, size)
    rows = view.bands[band]
    points = [point for point in _inside(window, size) if point in entry.legal and point // size in rows]
    others = [point for point in points if point not in view.points]
    fitting = (kept for kept in (points, others) if board_rows(entry.grid, kept, with_back=True))
    return replace(view, stage=Stage.BAND, points=next(fitting, others), band=band)


def _around(entry: Entry, move: int, urgent: set[int]) -> list[int]:
    """A move and what is around it, with one column more, where most of that can be played.

    That is a rectangle of the board, so that its buttons stand as its points do. Empty if it has too many
    stones, or lacks an ``urgent`` point.
    """
    size = entry.grid.size
    row, column = divmod(move, size)
    top = min(max(row - 1, 0), size - POINT_ROWS)
    rectangles = [
        [r * size + c for r in range(top, top + POINT_ROWS) for c in range(left, left + POINTS_PER_ROW)]
        for left in (min(max(column - side, 0), size - POINTS_PER_ROW) for side in (1, 2))
    ]
    fitting = [
        points
        for points in rectangles
        if {*points} >= urgent and len(entry.legal & {*points}) >= MAX_POINTS - MAX_STONES_AROUND
    ]
    return max(fitting, key=lambda points: len(entry.legal.intersection(points)), default=[])


def _too_many(entry: Entry, playable: Sequence[int], chosen: Collection[int], band: range) -> int:
    """How many points of some rows that have no button so far do not fit the view of these rows."""
    left = [point for point in playable if point // entry.grid.size in band and point not in chosen]
    excess = max(len(left) - MAX_POINTS_ALONE, 0)
    return excess or int(band_rows(entry.grid, left) is None)


Order = Callable[[int], tuple[int, ...]]
"""What sorts the points of a part, those first that have buttons."""


def _chosen(entry: Entry, playable: Sequence[int], bands: Sequence[range], order: Order) -> list[int]:
    """The points of a part that have buttons, so many that the others fit the views of their rows."""

    def without_one_of(points: Sequence[int]) -> list[int]:
        """The chosen points without the first of some that leaves its band with no more points than fit."""
        fewer = [[kept for kept in chosen if kept != point] for point in points]
        kept_bands = [band for band in bands if not _too_many(entry, playable, chosen, band)]
        fitting = (
            rest for rest in fewer if not any(_too_many(entry, playable, rest, band) for band in kept_bands)
        )
        return next(fitting, fewer[0])

    ordered = sorted(playable, key=order)
    chosen = _in_whole_rows(entry, ordered)
    others = [point for point in ordered if point not in chosen]
    for band in bands:
        left = [point for point in others if point // entry.grid.size in band]
        while left and _too_many(entry, playable, chosen, band):
            elsewhere = [point for point in reversed(chosen) if point // entry.grid.size not in band]
            chosen = [*without_one_of(elsewhere), left.pop(0)]
    while point_rows(entry.grid, sorted(chosen)) is None:
        by_width = sorted(chosen, key=lambda point: (-width(entry.grid, point), -chosen.index(point)))
        chosen = without_one_of(by_width)
    return sorted(chosen)


def _in_whole_rows(entry: Entry, ordered: Sequence[int]) -> list[int]:
    """The first points of an order whose buttons divide no row of the board.

    Without regard to rows, if an urgent point or a neighbor of the last two moves, or more than `GIVING_WAY`
    others, would have to give way.
    """
    first, chosen = [*ordered[:MAX_POINTS]], list[int]()
    for point in ordered:
        if len(chosen) < MAX_POINTS and whole_rows(entry.grid, sorted([*chosen, point])):
            chosen.append(point)
    missed = {*first} - {*chosen}
    size, last = entry.grid.size, entry.recent[:2]
    kept = {point for point in missed if any(distance(point, move, size) <= 1 for move in last)}
    return first if kept or len(missed) > GIVING_WAY or missed & {*entry.urgent} else chosen


def _order_around(entry: Entry, move: int) -> Order:
    """What comes first around a move: urgent points of its chains, its neighbors, other urgent points."""
    size, stones, pressing = entry.grid.size, frozenset(entry.stones), _pressing(entry, move)

    def order(point: int) -> tuple[int, ...]:
        near = distance(point, move, size)
        return (
            point not in pressing,
            near > 1,
            point not in entry.urgent,
            near,
            -_in_line(point, stones, size),
        )

    return order


def _corner(part: str, entry: Entry) -> frozenset[int]:
    """The points on the third and fourth lines with which the corner of a part is taken, if nobody has."""
    number, size = int(part[-1]) - 1, entry.grid.size
    start = _start(number, size)
    if not entry.opens_in_corners or number not in _CORNERS or not {*entry.stones}.isdisjoint(start):
        return frozenset()
    outer = {START_LINE - 2, START_LINE - 1, size - START_LINE, size - START_LINE + 1}
    return frozenset(point for point in start if {*divmod(point, size)} <= outer)


def _order(entry: Entry, corner: Collection[int]) -> Order:
    """What comes first of the points of a part: by rules, place and recency alone.

    The neighbors of the last move but one, if it is here, come before captures: the last move has buttons of
    its own. Then come the points of a free corner, and those with the most stones of either color in line.
    """
    size, stones = entry.grid.size, frozenset(entry.stones)
    focus = next(iter(entry.recent[1:2]), None)

    def order(point: int) -> tuple[int, ...]:
        return (
            focus is None or distance(point, focus, size) > 1,
            point not in entry.urgent,
            point not in corner,
            -_in_line(point, stones, size),
            _line(point, size) == 1,
            min((distance(point, recent, size) for recent in entry.recent), default=0),
        )

    return order


def _in_line(point: int, stones: frozenset[int], size: int) -> int:
    """How many stones are in line with a point; those beside it count twice."""
    row, column = divmod(point, size)
    return sum(
        IN_LINE + 1 - steps
        for down, right in _DIRECTIONS
        for steps in range(1, IN_LINE + 1)
        if 0 <= row + steps * down < size
        and 0 <= column + steps * right < size
        and point + steps * (down * size + right) in stones
    )


def _start(number: int, size: int) -> list[int]:
    """The points that games begin with in one of the nine parts: nine of them, as they are on the board."""
    middle = (START_LINE - 1, size // 2, size - START_LINE)
    row, column = (middle[third] for third in divmod(number, 3))
    return [r * size + c for r in range(row - 1, row + 2) for c in range(column - 1, column + 2)]


def _inside(window: Window, size: int) -> list[int]:
    """The points of a window."""
    return [row * size + column for line in window.points() for column, row in line]


def _line(point: int, size: int) -> int:
    """How many lines a point is from the nearest edge, 1 on the edge."""
    row, column = divmod(point, size)
    return min(row, column, size - 1 - row, size - 1 - column) + 1


def distance(point: int, other: int, size: int) -> int:
    """The squared distance of two points, in lines."""
    (row, column), (other_row, other_column) = divmod(point, size), divmod(other, size)
    return (row - other_row) ** 2 + (column - other_column) ** 2
