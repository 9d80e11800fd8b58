"""What Go and Gomoku share: a window of point buttons over a board too large for a button per point.

The window opens on the area of the last moves (`busiest_window`) unless the viewer selected another one;
`Windows` says which windows a board has and which buttons lead to them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from bot.drawing.base import Window
from bot.presenters.base import Keypad, KeypadButton, P, Presenter, Viewpoint, ViewState
from bot.texts import Texts
from games.base import Move, RuleError, Side
from games.grid import Grid

SPAN = 5
OVERLAP = 1
"""Rows or columns that stay visible when the window pans."""
OPENING = 6
"""Plies during which a line below the players explains the variant to newcomers."""

LAST_MOVE, URGENT, MOVE_BEFORE, URGENT_NEXT, ADJACENT, STONE = 2000, 40, 20, 10, 3, 1
"""Weights of points in a window. The last move outweighs everything else together and is always visible;
then points that decide something at once, the move before, points that decide something one move later, the
points beside the last move, where most replies go, and every stone."""

STONES = ("", "⚫", "⚪")
ILLEGAL = "✕"
"""Follows the name of an empty point where a stone is illegal."""
_LETTERS, _LETTERS_OF_DEAD = ".XO", ".xo"

_REGIONS = (
    (("points.top-left", "↖️"), ("points.top", "⬆️"), ("points.top-right", "↗️")),
    (("points.left", "⬅️"), ("points.center", "⏺️"), ("points.right", "➡️")),
    (("points.bottom-left", "↙️"), ("points.bottom", "⬇️"), ("points.bottom-right", "↘️")),
)
"""Text key and emoji of each region of the board."""


@dataclass(frozen=True, slots=True)
class Points:
    """A board's point names and its stones, one byte per point, rows from the top."""

    grid: Grid
    stones: bytes

    @property
    def size(self) -> int:
        """Points along one edge."""
        return self.grid.size

    def recent(self, moves: Sequence[Move]) -> list[int]:
        """The points of the latest two of ``moves`` that name a point, the latest first."""
        found: list[int] = []
        for move in reversed(moves):
            try:
                found.append(self.grid.index(move.rpartition(" ")[2]))
            except RuleError:  # a pass, an agreement
                continue
            if len(found) == 2:
                break
        return found

    def around(self, point: int, reach: int) -> Iterator[int]:
        """Every point at most ``reach`` columns and rows from ``point``."""
        row, column = divmod(point, self.size)
        for r in range(max(row - reach, 0), min(row + reach + 1, self.size)):
            for c in range(max(column - reach, 0), min(column + reach + 1, self.size)):
                yield r * self.size + c


def busiest_window(points: Points, recent: Sequence[int], urgent: Mapping[int, int], home: int) -> Window:
    """The window with the most weight; on a tie, the one with the last move nearest to its center.

    ``urgent`` adds weight to points. ``home`` is the center when there is no last move.
    """
    weights = [STONE if stone else 0 for stone in points.stones]
    for point, weight in [*zip(recent, (LAST_MOVE, MOVE_BEFORE), strict=False), *urgent.items()]:
        weights[point] += weight
    for point in points.around(recent[0], 1) if recent else ():
        weights[point] += ADJACENT
    return _heaviest(weights, points.size, recent[0] if recent else home)


def _heaviest(weights: Sequence[int], size: int, anchor: int) -> Window:
    starts = range(size - SPAN + 1)
    strips = [
        [sum(weights[left + column : left + column + SPAN]) for column in starts]
        for left in range(0, size * size, size)
    ]
    row, column = divmod(anchor, size)

    def rank(window: Window) -> tuple[int, int]:
        weight = sum(strip[window.column] for strip in strips[window.row : window.row + SPAN])
        off = (window.column + SPAN // 2 - column, window.row + SPAN // 2 - row)
        return weight, -(off[0] ** 2 + off[1] ** 2)

    return max((Window(left, top, SPAN) for top in starts for left in starts), key=rank)


@dataclass(frozen=True, slots=True)
class Windows:
    """The windows over a board of ``size``.

    ``tiled`` windows lie side by side, so that a point belongs to one window and tapping it does not move
    the window. The last tile overlaps the one before it if it would reach beyond the board.
    """

    size: int
    tiled: bool = False

    def at(self, column: int, row: int) -> Window:
        """The window nearest to one that begins there."""
        return Window(self._start(column), self._start(row), SPAN)

    def _start(self, wanted: int) -> int:
        start = min(max(wanted, 0), self.size - SPAN)
        if self.tiled:
            start = min((start + SPAN // 2) // SPAN * SPAN, self.size - SPAN)
        return start

    def around(self, point: int) -> Window:
        """The window with ``point`` nearest to its center."""
        row, column = divmod(point, self.size)
        return self.at(column - SPAN // 2, row - SPAN // 2)

    def selected(self, selection: str) -> Window | None:
        """The window that a selection names; None if it names none on this board."""
        column, _, row = selection.partition(".")
        known = {str(start): start for start in range(self.size - SPAN + 1)}
        return self.at(known[column], known[row]) if column in known and row in known else None

    def pans(self, window: Window) -> list[KeypadButton]:
        """Four buttons that move ``window``, disabled at the edge."""
        step = SPAN if self.tiled else SPAN - OVERLAP
        steps = {"⬅️": (-step, 0), "⬆️": (0, -step), "⬇️": (0, step), "➡️": (step, 0)}
        buttons = []
        for emoji, (right, down) in steps.items():
            target = self.at(window.column + right, window.row + down)
            # In a corner two buttons lead nowhere; custom_ids have to differ all the same.
            at_edge = target == window
            argument = emoji if at_edge else selection_of(target)
            buttons.append(KeypadButton("", argument, selects=True, emoji=emoji, disabled=at_edge))
        return buttons

    def shortcuts(self, last: int | None, texts: Texts) -> list[KeypadButton]:
        """Menu options for the last move and the regions of the board, each window once."""
        found: dict[Window, KeypadButton] = {}
        if last is not None:
            found[self.around(last)] = _shortcut("points.last-move", "📍", self.around(last), texts)
        for window, key, emoji in self._regions():
            found.setdefault(window, _shortcut(key, emoji, window, texts))
        return list(found.values())

    def _regions(self) -> Iterator[tuple[Window, str, str]]:
        far = self.size - SPAN
        corners_only = far < SPAN  # the corner windows show the sides too
        for row, regions in enumerate(_REGIONS):
            for column, (key, emoji) in enumerate(regions):
                if not corners_only or (row + column) % 2 == 0:
                    yield self.at(column * far // 2, row * far // 2), key, emoji


def _shortcut(key: str, emoji: str, window: Window, texts: Texts) -> KeypadButton:
    return KeypadButton(texts.plain(key), selection_of(window), selects=True, emoji=emoji)


def selection_of(window: Window) -> str:
    """The selection that names a window."""
    return f"{window.column}.{window.row}"


class PointsPresenter(Presenter[P], Generic[P]):
    """Black and White on the points of a board, of which a window has buttons."""

    shows_numbers = True

    symbols: Mapping[Side, str] = {Side.FIRST: STONES[Side.FIRST], Side.SECOND: STONES[Side.SECOND]}

    @abstractmethod
    def points(self, position: P) -> Points:
        """The points of a position."""

    @abstractmethod
    def home(self, size: int) -> int:
        """The center of the window over an empty board."""

    @abstractmethod
    def urgent(self, position: P, near: Iterator[int]) -> Mapping[int, int]:
        """The weights of points that decide something, searched among and beside the points ``near``."""

    def is_tiled(self, position: P) -> bool:
        """Whether a tap leaves the window where it is, because more taps follow."""
        del position
        return False

    def actions(self, position: P, texts: Texts) -> Sequence[KeypadButton]:
        """Moves that are not points."""
        del position, texts
        return ()

    def confirm(self, position: P) -> KeypadButton | None:
        """The button beside the pans, unless that opens the modal."""
        del position
        return None

    def view_state(self, viewpoint: Viewpoint[P]) -> ViewState:
        """The window that has the buttons."""
        return ViewState(window=self.window(viewpoint))

    def window(self, viewpoint: Viewpoint[P]) -> Window:
        """The selected window, or the one where the last moves are."""
        position, points = viewpoint.position, self.points(viewpoint.position)
        windows = Windows(points.size, self.is_tiled(position))
        selected = windows.selected(viewpoint.selection)
        if selected:
            return selected
        recent = points.recent(viewpoint.moves)
        if windows.tiled and recent:
            return windows.around(recent[0])
        # A window that shows the last move reaches no further than this.
        near = points.around(recent[0], SPAN - 1) if recent else iter(())
        busiest = busiest_window(points, recent, self.urgent(position, near), self.home(points.size))
        return windows.at(busiest.column, busiest.row)

    def keypad(self, viewpoint: Viewpoint[P], texts: Texts) -> Keypad:
        """The window's points as the picture shows them, and the buttons that move the window."""
        position, points, window = viewpoint.position, self.points(viewpoint.position), self.window(viewpoint)
        windows = Windows(points.size, self.is_tiled(position))
        legal = frozenset(position.legal_moves())
        last = next(iter(points.recent(viewpoint.moves)), None)
        return Keypad(
            rows=[
                [
                    self.point_button(position, points, row * points.size + column, legal)
                    for column, row in line
                ]
                for line in window.points()
            ],
            actions=self.actions(position, texts),
            pans=windows.pans(window),
            shortcuts=windows.shortcuts(last, texts),
            confirm=self.confirm(position),
            steady=True,
        )

    def point_button(self, position: P, points: Points, point: int, legal: frozenset[Move]) -> KeypadButton:
        """The button of one point: its name if it can be played, the stone on it, or its name with ✕."""
        del position
        name, stone = points.grid.name(point), points.stones[point]
        if stone:
            return KeypadButton("", name, emoji=STONES[stone], disabled=True)
        return (
            KeypadButton(name, name) if name in legal else KeypadButton(name + ILLEGAL, name, disabled=True)
        )

    def axes(self, position: P) -> tuple[Sequence[str], Sequence[str]] | None:
        """The letters and the numbers."""
        grid = self.points(position).grid
        return tuple(grid.letters[: grid.size]), tuple(str(row + 1) for row in range(grid.size))

    def describe_stones(
        self, points: Points, texts: Texts, room: int, dead: frozenset[int] = frozenset()
    ) -> str:
        """The stones by side or, if that takes more than ``room`` characters, row by row."""
        listed = " ".join(self._listed(points, texts, dead)) or texts.plain("points.empty")
        return listed if len(listed) <= room else _row_by_row(points, texts, dead)

    def _listed(self, points: Points, texts: Texts, dead: frozenset[int]) -> Iterator[str]:
        for side in Side:
            found = [point for point, stone in enumerate(points.stones) if stone == side]
            if found:
                names, named = _names(points.grid, found), self.side_name(side, texts)
                yield texts.plain("points.stones", side=named, n=len(found), points=names)
        if dead:
            yield texts.plain("points.dead", points=_names(points.grid, sorted(dead)))


def _row_by_row(points: Points, texts: Texts, dead: frozenset[int]) -> str:
    symbols = [
        (_LETTERS_OF_DEAD if point in dead else _LETTERS)[stone] for point, stone in enumerate(points.stones)
    ]
    size = points.size
    rows = [f"{size - row} {''.join(symbols[row * size : (row + 1) * size])}" for row in range(size)]
    return texts.plain("points.rows-of-dead" if dead else "points.rows", rows=", ".join(rows))


def _names(grid: Grid, points: Sequence[int]) -> str:
    return " ".join(map(grid.name, points))
