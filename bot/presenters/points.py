"""What Go and Gomoku share: a window of point keys over a board too large for a key a point.

Start reading at `PointsFace.pad`. The window opens where the fight is (`fight`) unless a ``look`` key asked
for another; `Windows` says which windows there are and which keys lead to them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.drawing.base import Window
from bot.presenters.base import Face, Key, Look, Pad, Sight
from bot.texts import Texts
from games.base import Move, Position, RuleError, Side
from games.grid import Grid

SPAN = 5
OVERLAP = 1  # panning keeps a row or column in sight
OPENING = 6
"""Plies for which a line under the players tells a newcomer the rules of the variant."""
LONGEST = 900
"""Characters a description may have."""

LAST, NOW, BEFORE, SOON, BESIDE, STONE = 2000, 40, 20, 10, 3, 1
"""What weighs how much in a window: the last move outweighs all else together and is always in sight; then
points on which something is decided at once, the move before, what is decided next, the points beside the
last move, where most replies fall, and every stone."""

STONES = ("", "⚫", "⚪")
SHUT = "✕"
_LETTERS, _LETTERS_OF_DEAD = ".XO", ".xo"

_REGIONS = (
    (("top-left", "↖️"), ("top", "⬆️"), ("top-right", "↗️")),
    (("left", "⬅️"), ("centre", "⏺️"), ("right", "➡️")),
    (("bottom-left", "↙️"), ("bottom", "⬇️"), ("bottom-right", "↘️")),
)


@dataclass(frozen=True, slots=True)
class Points:
    """A board's points: how they are named, and their stones, one byte a point, rows from the top."""

    grid: Grid
    stones: bytes

    @property
    def size(self) -> int:
        """Points along one edge."""
        return self.grid.size

    def recent(self, moves: Sequence[Move]) -> list[int]:
        """The points that the latest two of ``moves`` to name one name, the latest first."""
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


def fight(points: Points, recent: Sequence[int], urgent: Mapping[int, int], home: int) -> Window:
    """The window with the most weight; of several, the one with the last move nearest its middle.

    ``urgent`` gives points their further weights; ``home`` is the middle where no move was made.
    """
    weights = [STONE if stone else 0 for stone in points.stones]
    for point, weight in [*zip(recent, (LAST, BEFORE), strict=False), *urgent.items()]:
        weights[point] += weight
    for point in points.around(recent[0], 1) if recent else ():
        weights[point] += BESIDE
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

    ``tiled``: only those that lie side by side, so that a window is known by any point in it and stays
    where it is when the point is tapped. Where the last tile would reach beyond the board it overlaps.
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
        """The window with ``point`` nearest to its middle."""
        row, column = divmod(point, self.size)
        return self.at(column - SPAN // 2, row - SPAN // 2)

    def asked(self, cursor: str) -> Window | None:
        """The window a `cursor` names; None where it names none on this board."""
        column, _, row = cursor.partition(".")
        known = {str(start): start for start in range(self.size - SPAN + 1)}
        return self.at(known[column], known[row]) if column in known and row in known else None

    def pans(self, window: Window) -> list[Key]:
        """Four keys that move ``window``, disabled at the edge."""
        step = SPAN if self.tiled else SPAN - OVERLAP
        steps = {"⬅️": (-step, 0), "⬆️": (0, -step), "⬇️": (0, step), "➡️": (step, 0)}
        keys = []
        for emoji, (right, down) in steps.items():
            there = self.at(window.column + right, window.row + down)
            # At two edges at once two keys would lead nowhere, and no two keys may say the same.
            stuck = there == window
            keys.append(Key("", emoji if stuck else cursor_of(there), "look", emoji, disabled=stuck))
        return keys

    def jumps(self, last: int | None, texts: Texts) -> list[Key]:
        """Menu keys to the last move and to the parts of the board, each window once."""
        found: dict[Window, Key] = {}
        if last is not None:
            window = self.around(last)
            found[window] = Key(texts.plain("points.last-move"), cursor_of(window), "look", "📍")
        for window, name, emoji in self._regions():
            found.setdefault(window, Key(texts.plain(f"points.{name}"), cursor_of(window), "look", emoji))
        return list(found.values())

    def _regions(self) -> Iterator[tuple[Window, str, str]]:
        far = self.size - SPAN
        corners_only = far < SPAN  # the sides are in sight from the corners
        for row, names in enumerate(_REGIONS):
            for column, (name, emoji) in enumerate(names):
                if not corners_only or (row + column) % 2 == 0:
                    yield self.at(column * far // 2, row * far // 2), name, emoji


def cursor_of(window: Window) -> str:
    """How a ``look`` key names a window."""
    return f"{window.column}.{window.row}"


class PointsFace(Face):
    """Black and White on the points of a board, of which a window has keys."""

    numbered = True

    symbols: Mapping[Side, str] = {Side.FIRST: STONES[Side.FIRST], Side.SECOND: STONES[Side.SECOND]}

    @abstractmethod
    def points(self, position: Position) -> Points:
        """The points of a position."""

    @abstractmethod
    def home(self, size: int) -> int:
        """The point around which an empty board opens."""

    @abstractmethod
    def urgent(self, position: Position, near: Iterator[int]) -> Mapping[int, int]:
        """The points on which something is decided, found by looking at ``near``, with their weights."""

    def tiled(self, position: Position) -> bool:
        """Whether taps leave the window where it is, since one follows another."""
        del position
        return False

    def deeds(self, position: Position, texts: Texts) -> Sequence[Key]:
        """Keys of moves that are no points."""
        del position, texts
        return ()

    def last(self, position: Position) -> Key | None:
        """The key beside the pans, where it is not typing."""
        del position
        return None

    def side(self, side: Side, texts: Texts) -> str:
        """Black or White."""
        return texts.plain("side.black" if side is Side.FIRST else "side.white")

    def look(self, sight: Sight) -> Look:
        """The window that has the keys."""
        return Look(window=self.window(sight))

    def window(self, sight: Sight) -> Window:
        """The window the cursor asks for, or the one in which the fight is."""
        position, points = sight.position, self.points(sight.position)
        windows = Windows(points.size, self.tiled(position))
        asked = windows.asked(sight.cursor)
        if asked:
            return asked
        recent = points.recent(sight.moves)
        if windows.tiled and recent:
            return windows.around(recent[0])
        # What is out of reach of the last move cannot share a window with it.
        near = points.around(recent[0], SPAN - 1) if recent else iter(())
        opened = fight(points, recent, self.urgent(position, near), self.home(points.size))
        return windows.at(opened.column, opened.row)

    def pad(self, sight: Sight, texts: Texts) -> Pad:
        """The window's keys, row by row as the picture shows them, and what moves the window."""
        position, points, window = sight.position, self.points(sight.position), self.window(sight)
        windows = Windows(points.size, self.tiled(position))
        legal = frozenset(position.legal_moves())
        return Pad(
            rows=[
                [self.key(position, points, row * points.size + column, legal) for column, row in line]
                for line in window.points()
            ],
            deeds=self.deeds(position, texts),
            pans=windows.pans(window),
            jumps=windows.jumps(next(iter(points.recent(sight.moves)), None), texts),
            last=self.last(position),
            steady=True,
        )

    def key(self, position: Position, points: Points, point: int, legal: frozenset[Move]) -> Key:
        """The key of one point: its name where a stone may be put, the stone there, or a refusal."""
        del position
        name, stone = points.grid.name(point), points.stones[point]
        if stone:
            return Key("", name, emoji=STONES[stone], disabled=True)
        return Key(name, name) if name in legal else Key(name + SHUT, name, disabled=True)

    def axes(self, position: Position) -> tuple[Sequence[str], Sequence[str]] | None:
        """The letters and the numbers."""
        grid = self.points(position).grid
        return tuple(grid.letters[: grid.size]), tuple(str(row + 1) for row in range(grid.size))

    def told(self, points: Points, texts: Texts, room: int, dead: frozenset[int] = frozenset()) -> str:
        """Where the stones stand: by side or, in little ``room`` for many, row by row."""
        listed = " ".join(self._listed(points, texts, dead)) or texts.plain("points.empty")
        return listed if len(listed) <= room else self._drawn(points, texts, dead)

    def _listed(self, points: Points, texts: Texts, dead: frozenset[int]) -> Iterator[str]:
        for side in Side:
            found = [point for point, stone in enumerate(points.stones) if stone == side]
            if found:
                told = named(points.grid, found)
                yield texts.plain("points.stones", side=self.side(side, texts), n=len(found), points=told)
        if dead:
            yield texts.plain("points.dead", points=named(points.grid, sorted(dead)))

    def _drawn(self, points: Points, texts: Texts, dead: frozenset[int]) -> str:
        symbols = [
            (_LETTERS_OF_DEAD if point in dead else _LETTERS)[stone]
            for point, stone in enumerate(points.stones)
        ]
        size = points.size
        rows = [f"{size - row} {''.join(symbols[row * size : (row + 1) * size])}" for row in range(size)]
        return texts.plain("points.rows-of-dead" if dead else "points.rows", rows=", ".join(rows))


def named(grid: Grid, points: Sequence[int]) -> str:
    """The names of points, one after another."""
    return " ".join(map(grid.name, points))
