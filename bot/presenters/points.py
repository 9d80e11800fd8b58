"""What Go and Gomoku share: the buttons that lead to each point of a board too large for a button per point.

`bot/presenters/point_keys.py` says which columns, parts and points have buttons; here they are named and put
into rows. The picture has no mark for them: buttons say coordinates, or point to a part of the board.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Generic

from bot.icons import Icon
from bot.presenters.base import (
    BUTTON_ROWS,
    BUTTONS_PER_ROW,
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
    type_button,
)
from bot.presenters.point_keys import PARTS, SMALL, Entry, EntryView, Stage, distance, entry_view
from bot.texts import Raw, Texts
from games.base import Move, Side
from games.grid import Grid

OPENING = 6
"""Plies during which a line below the players explains the variant to newcomers."""
FIRST_MOVES = 2
"""Plies during which it explains the buttons instead."""

STONES = ("", Icon.BLACK_STONE, Icon.WHITE_STONE)
_LETTERS, _LETTERS_OF_DEAD = ".XO", ".xo"
_RECENT = 4
_POINT_ROWS = _COLUMN_ROWS = 2
"""Rows of an enlarged part: points, then columns."""
_EXAMPLE = 3
"""The column and the row, from the lower left, of the point that examples name: d4."""


@dataclass(frozen=True, slots=True)
class Points:
    """A board's point names and its stones, one byte per point, rows from the top."""

    grid: Grid
    stones: bytes

    @property
    def size(self) -> int:
        """Points along one edge."""
        return self.grid.size


@cache
def point_indices(grid: Grid) -> Mapping[str, int]:
    """The index of every point by its name."""
    return {grid.name(point): point for point in range(grid.size**2)}


class PointsPresenter(Presenter[P], Generic[P]):
    """Black and White on the points of a board."""

    shows_numbers = True

    symbols: Mapping[Side, str] = {Side.FIRST: STONES[Side.FIRST], Side.SECOND: STONES[Side.SECOND]}

    @abstractmethod
    def points(self, position: P) -> Points:
        """The points of a position."""

    def urgent_points(self, position: P) -> Collection[int]:
        """The points that the rules make urgent, of which every one has a button in its part of the board."""
        del position
        return ()

    def beside(self, position: P) -> Sequence[Move]:
        """Moves that are not points and have a button beside them: a pass."""
        del position
        return ()

    def beside_button(self, move: Move, texts: Texts) -> KeypadButton:
        """The button of a move beside the points."""
        return KeypadButton(texts.plain("button.pass"), move)

    def view_state(self, viewpoint: Viewpoint[P]) -> ViewState:
        """The part of the board that is selected."""
        return ViewState(window=self._view(viewpoint).window)

    def keypad(self, viewpoint: Viewpoint[P], texts: Texts) -> Keypad:
        """The columns or the parts of the board; once one is selected, its points."""
        if not viewpoint.position.legal_moves():
            return Keypad()
        keypad, entry = self._point_keypad(viewpoint, texts), self._entry(viewpoint)
        suggested = frozenset(point_indices(entry.grid)[move] for move in viewpoint.suggested)
        return _with_suggestions(keypad, entry, suggested) if suggested else keypad

    def _point_keypad(self, viewpoint: Viewpoint[P], texts: Texts) -> Keypad:
        view, entry = self._view(viewpoint), self._entry(viewpoint)
        if view.stage is not Stage.BOARD:
            return Keypad(_point_rows(entry, view, texts))
        typing = type_button(texts)
        beside = [self.beside_button(move, texts) for move in self.beside(viewpoint.position)]
        action = beside[0] if beside else None
        if entry.grid.size > SMALL:
            return Keypad(_map_rows(entry, typing, has_action=action is not None), action=action)
        columns = [_column_button(entry, column) for column in view.columns]
        if len(columns) + 1 < MAX_BUTTONS:
            return Keypad(in_rows([*columns, typing], BUTTON_ROWS), action=action)
        more = KeypadButton("⋯", "", Action.MORE)
        first = MAX_BUTTONS - 1
        # Typing is in the third row: what has to be answered takes the place of the fourth.
        return Keypad(in_rows([*columns[:first], typing, *columns[first:], more, *beside]))

    def example(self, position: P) -> Move:
        """A point to name where typing is explained: d4, or the nearest that can be played."""
        grid, legal = self.points(position).grid, position.legal_moves()
        index = point_indices(grid)
        usual = (grid.size - 1 - _EXAMPLE) * grid.size + _EXAMPLE
        points = [move for move in legal if move in index]
        return min(points, key=lambda move: distance(index[move], usual, grid.size), default=legal[0])

    def how_to_enter(self, position: P, texts: Texts) -> str:
        """A line that says what to tap and, by example, what to type."""
        key = "points.tap-column" if self.points(position).size <= SMALL else "points.tap-part"
        return texts(key, move=Raw(f"**{self.example(position)}**"))

    def _entry(self, viewpoint: Viewpoint[P]) -> Entry:
        position = viewpoint.position
        grid = self.points(position).grid
        index = point_indices(grid)
        played = [index[move] for move in reversed(viewpoint.moves[-2 * _RECENT :]) if move in index]
        legal = frozenset(index[move] for move in position.legal_moves() if move in index)
        stones = [point for point, stone in enumerate(self.points(position).stones) if stone]
        return Entry(grid, legal, played[:_RECENT], self.urgent_points(position), stones)

    def _view(self, viewpoint: Viewpoint[P]) -> EntryView:
        return entry_view(self._entry(viewpoint), viewpoint.selection)

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


def _with_suggestions(keypad: Keypad, entry: Entry, suggested: frozenset[int]) -> Keypad:
    """A keypad in which the buttons of suggested points stand out, and those that lead to one."""
    rows = [
        [
            replace(button, tone=Tone.SUGGESTED)
            if not button.disabled and not suggested.isdisjoint(_points_behind(button, entry))
            else button
            for button in row
        ]
        for row in keypad.rows
    ]
    return replace(keypad, rows=rows)


def _points_behind(button: KeypadButton, entry: Entry) -> Collection[int]:
    """The point that a button plays, or those of the column or the part of the board that it selects."""
    if button.action is Action.MOVE:
        point = point_indices(entry.grid).get(Move(button.argument))
        return () if point is None else (point,)
    view = entry_view(entry, button.argument) if button.action is Action.SELECT else None
    if view is None or view.stage is Stage.BOARD:
        return ()
    window = view.window
    if window is None or view.stage is Stage.COLUMN:
        return view.points
    rows = range(window.row, window.row + window.span)
    columns = range(window.column, window.column + window.span)
    return [row * entry.grid.size + column for row in rows for column in columns]


def _point_button(entry: Entry, point: int) -> KeypadButton:
    name = entry.grid.name(point)
    return KeypadButton(name, name, tone=Tone.MOVE, disabled=point not in entry.legal)


def _column_button(entry: Entry, column: int, view: EntryView | None = None) -> KeypadButton:
    """The button of a column of the board, or of the part that a view enlarges."""
    size, letter = entry.grid.size, entry.grid.letters[column]
    window = view.window if view else None
    rows = range(window.row, window.row + window.span) if window else range(size)
    is_full = not any(row * size + column in entry.legal for row in rows)
    if view and view.part:
        is_open = view.stage is Stage.COLUMN and view.points[0] % size == column
        tone = Tone.SELECTED if is_open else Tone.PLAIN
        return KeypadButton(
            letter, f"{view.part}.{letter}", Action.SELECT, disabled=is_full or is_open, tone=tone
        )
    return KeypadButton(letter, letter, Action.SELECT, disabled=is_full, tone=Tone.MOVE)


def _point_rows(entry: Entry, view: EntryView, texts: Texts) -> list[Sequence[KeypadButton]]:
    """Rows of points as they are read on the board, then rows of columns; the way back ends the last one."""
    points = [_point_button(entry, point) for point in view.points]
    columns = [_column_button(entry, column, view) for column in view.columns]
    above = view.part if view.stage is Stage.COLUMN else ""
    back = KeypadButton(texts.plain("button.whole-board"), above, Action.SELECT)
    if columns:
        return [*_spread(points, _POINT_ROWS), *_ended(columns, back, _COLUMN_ROWS)]
    is_small = view.window is None and len(points) < MAX_BUTTONS
    beside = BUTTONS_PER_ROW - (1 if view.window is None else 2)
    return _ended(points, back, BUTTON_ROWS if is_small else BUTTON_ROWS + 1, beside)


def _ended(
    buttons: Sequence[KeypadButton], back: KeypadButton, rows: int, beside: int = BUTTONS_PER_ROW - 1
) -> list[Sequence[KeypadButton]]:
    """So many rows; the last one has ``beside`` buttons, if there are enough, to keep ``back`` in place."""
    full = max(len(buttons) - beside, 0)
    return [*_spread(buttons[:full], rows - 1), [*buttons[full:], back]]


def _spread(buttons: Sequence[KeypadButton], rows: int) -> list[Sequence[KeypadButton]]:
    """So many rows that are about equally long; a placeholder keeps the place of an empty one."""
    ends = [-(-len(buttons) * number // rows) for number in range(rows + 1)]
    parts = [buttons[start:end] for start, end in pairwise(ends)]
    return [part or filled((), 1, f"row-{number}") for number, part in enumerate(parts)]


def _map_rows(entry: Entry, typing: KeypadButton, *, has_action: bool) -> list[Sequence[KeypadButton]]:
    """The parts of the board where they are on it.

    At the end of rows is what is around the last moves, then typing. With a move among the controls, the
    last row leaves room for the control in whose place it is.
    """
    near = [_near_button(entry, number) for number in range(1, BUTTON_ROWS - has_action)]
    parts = [
        KeypadButton(arrow, f"part-{number}", Action.SELECT, tone=Tone.MOVE)
        for number, arrow in enumerate(PARTS, 1)
    ]
    ends = [[button] for button in (*near, typing)] + [[]] * has_action
    return [[*parts[row * 3 : row * 3 + 3], *end] for row, end in enumerate(ends)]


def _near_button(entry: Entry, number: int) -> KeypadButton:
    """What is around one of the last moves, the last one first."""
    name = entry.grid.name(entry.recent[number - 1]) if number <= len(entry.recent) else ""
    return KeypadButton(f"◎{name}", f"near-{number}", Action.SELECT, disabled=not name, tone=Tone.MOVE)


def _row_by_row(points: Points, texts: Texts, dead: frozenset[int]) -> str:
    symbols = [
        (_LETTERS_OF_DEAD if point in dead else _LETTERS)[stone] for point, stone in enumerate(points.stones)
    ]
    size = points.size
    rows = [f"{size - row} {''.join(symbols[row * size : (row + 1) * size])}" for row in range(size)]
    return texts.plain("points.rows-of-dead" if dead else "points.rows", rows=", ".join(rows))


def _names(grid: Grid, points: Sequence[int]) -> str:
    return " ".join(map(grid.name, points))
