"""What Go and Gomoku share: buttons for the most probable points of a board too large for a button per point.

The buttons are numbered as on the picture. Others lead to groups of the next points, which have their group's
letter on the picture; the board is enlarged there, and the points have numbers. Any other point is typed.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from bot.drawing.base import Window
from bot.presenters.base import (
    BUTTON_ROWS,
    MAX_BUTTONS,
    Action,
    Keypad,
    KeypadButton,
    P,
    Presenter,
    Tone,
    Viewpoint,
    ViewState,
    filled,
    in_rows,
)
from bot.texts import Texts
from games.base import Move, Side
from games.grid import Grid

OPENING = 6
"""Plies during which a line below the players explains the variant to newcomers."""

STONES = ("", "⚫", "⚪")
_LETTERS, _LETTERS_OF_DEAD = ".XO", ".xo"

GROUPS = tuple("abcdef")
"""The letters of groups, as a selection; in capitals on the picture and on their buttons."""
LARGE = 19
"""Lines from which on a board has six buttons for points instead of eight, and more groups: fewer moves have
to be typed (docs/experiments/move_entry.md)."""
GROUP_SIZE = MAX_BUTTONS - 1
MIN_SPAN, MARGIN = 5, 1
"""Points along the edge of the smallest enlarged part of a board, and points shown around a group."""


@dataclass(frozen=True, slots=True)
class Points:
    """A board's point names and its stones, one byte per point, rows from the top."""

    grid: Grid
    stones: bytes

    @property
    def size(self) -> int:
        """Points along one edge."""
        return self.grid.size


@dataclass(frozen=True, slots=True)
class Share:
    """Which points have buttons: ``first`` one each, of ``room``; then, by letter, groups of neighbors."""

    first: Sequence[int]
    room: int
    groups: Mapping[str, Sequence[int]]


def window_around(points: Sequence[int], size: int) -> Window | None:
    """The part of a board with all of ``points`` and some around them; None if that is the whole board."""
    rows, columns = [point // size for point in points], [point % size for point in points]
    tall, wide = max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
    span = max(tall + 2 * MARGIN, wide + 2 * MARGIN, MIN_SPAN)
    if span >= size:
        return None
    left, top = (
        min(max(start - (span - extent) // 2, 0), size - span)
        for start, extent in ((min(columns), wide), (min(rows), tall))
    )
    return Window(left, top, span)


class PointsPresenter(Presenter[P], Generic[P]):
    """Black and White on the points of a board."""

    shows_numbers = True

    symbols: Mapping[Side, str] = {Side.FIRST: STONES[Side.FIRST], Side.SECOND: STONES[Side.SECOND]}

    @abstractmethod
    def points(self, position: P) -> Points:
        """The points of a position."""

    @abstractmethod
    def ranked(self, viewpoint: Viewpoint[P]) -> Sequence[int]:
        """The points that can have a button, the most probable first."""

    def point_button(self, position: P, point: int, label: str) -> KeypadButton:
        """The button of a point."""
        return KeypadButton(label, self.points(position).grid.name(point), tone=Tone.MOVE)

    def beside(self, position: P) -> Sequence[Move]:
        """Moves that are not points and have a button beside them: a pass."""
        del position
        return ()

    def beside_button(self, move: Move, texts: Texts) -> KeypadButton:
        """The button of a move beside the points."""
        return KeypadButton(texts.plain("button.pass"), move)

    def action(self, position: P, texts: Texts) -> KeypadButton | None:
        """A move that is not a point, among the controls."""
        del position, texts
        return None

    def view_state(self, viewpoint: Viewpoint[P]) -> ViewState:
        """The part of the board with the selected group."""
        if viewpoint.selection not in self._letters(viewpoint.position):
            return ViewState()
        group = self._share(viewpoint).groups[viewpoint.selection]
        return ViewState(window=window_around(group, self.points(viewpoint.position).size) if group else None)

    def keypad(self, viewpoint: Viewpoint[P], texts: Texts) -> Keypad:
        """The most probable points and groups of the next ones; with a group selected, its points."""
        position = viewpoint.position
        if not position.legal_moves():
            return Keypad()
        share = self._share(viewpoint)
        group = share.groups.get(viewpoint.selection)
        if group:
            return self._group_keypad(position, group, texts)
        beside = [self.beside_button(move, texts) for move in self.beside(position)]
        buttons, labels = self._numbered(position, share.first, share.room)
        to_groups = [
            KeypadButton(letter.upper(), letter, Action.SELECT, disabled=not points)
            for letter, points in share.groups.items()
        ]
        name = self.points(position).grid.name
        letters: dict[str, str] = {
            name(at): letter.upper() for letter, points in share.groups.items() for at in points
        }
        return Keypad(
            in_rows([*buttons, *beside, *to_groups]), labels | letters, self.action(position, texts)
        )

    def _group_keypad(self, position: P, group: Sequence[int], texts: Texts) -> Keypad:
        """The points of a group, the way back to the whole board, and typing."""
        buttons, labels = self._numbered(position, group, len(group))
        back = KeypadButton(texts.plain("button.whole-board"), "", Action.SELECT)
        typing = KeypadButton(texts.plain("button.type"), "", Action.TYPE)
        return Keypad(in_rows([*buttons, back], BUTTON_ROWS), labels, typing)

    def _share(self, viewpoint: Viewpoint[P]) -> Share:
        """Share out the ranked points. Ranking takes about a millisecond."""
        position, letters = viewpoint.position, self._letters(viewpoint.position)
        room = MAX_BUTTONS - len(letters) - len(self.beside(position))
        ranked = self.ranked(viewpoint) if position.legal_moves() else ()
        following = ranked[room : room + len(letters) * GROUP_SIZE]
        groups = grouped(following, self.points(position).size, len(letters))
        return Share(ranked[:room], room, dict(zip(letters, groups, strict=True)))

    def _letters(self, position: P) -> Sequence[str]:
        """The letters of the groups that there is room for."""
        large = self.points(position).size >= LARGE
        return GROUPS[: len(GROUPS) - len(self.beside(position)) if large else len(GROUPS) - 2]

    def _numbered(
        self, position: P, points: Sequence[int], room: int
    ) -> tuple[list[KeypadButton], dict[str, str]]:
        """Buttons numbered from the top left along the rows, then placeholders; and the picture's labels."""
        name = self.points(position).grid.name
        numbered = {point: str(number) for number, point in enumerate(sorted(points), 1)}
        buttons = [self.point_button(position, point, label) for point, label in numbered.items()]
        labels: dict[str, str] = {name(point): label for point, label in numbered.items()}
        return filled(buttons, room), labels

    def axes(self, position: P) -> tuple[Sequence[str], Sequence[str]] | None:
        """The letters of the columns and the numbers of the rows."""
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
            occupied = [point for point, stone in enumerate(points.stones) if stone == side]
            if occupied:
                names, named = _names(points.grid, occupied), self.side_name(side, texts)
                yield texts.plain("points.stones", side=named, n=len(occupied), points=names)
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


def grouped(points: Sequence[int], size: int, groups: int = 4) -> list[list[int]]:
    """Split points of a board of ``size`` into groups of neighbors, nearly alike in number.

    Points are divided between the rows or the columns, whichever they spread over more, and each part again.
    Groups come from the top left; the points of each keep their order. With fewer points than groups some
    groups are empty.
    """
    if groups == 1:
        return [list(points)]
    rows, columns = ([point // size for point in points], [point % size for point in points])
    tall = bool(points) and max(rows) - min(rows) > max(columns) - min(columns)

    def along(point: int) -> tuple[int, int]:
        row, column = divmod(point, size)
        return (row, column) if tall else (column, row)

    half = groups // 2
    each, more = divmod(len(points), groups)
    first = frozenset(sorted(points, key=along)[: half * each + min(half, more)])
    parts = [point for point in points if point in first], [point for point in points if point not in first]
    return grouped(parts[0], size, half) + grouped(parts[1], size, groups - half)
