"""What Go and Gomoku share: the buttons that lead to each point of a board too large for a button per point.

`bot/presenters/point_keys.py` says which columns, parts and points have buttons; here they are named.
Buttons say coordinates, or point to a part of the board. An enlarged part, for which the mover asks, has
rings at the points that have buttons; the whole board has no mark for them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Generic

from bot.icons import Icon
from bot.presenters.base import P, Presenter, Viewpoint, ViewState
from bot.presenters.keypad import (
    BACK,
    BUTTON_ROWS,
    BUTTONS_PER_ROW,
    MAX_BUTTONS,
    Action,
    Keypad,
    KeypadButton,
    Tone,
    in_rows,
    spread,
    type_button,
)
from bot.presenters.point_keys import (
    BLOCK,
    PARTS,
    SMALL,
    Entry,
    EntryView,
    Stage,
    distance,
    entry_view,
    has_block,
    leading_to,
)
from bot.presenters.typed_in import TypedIn
from bot.texts import Raw, Texts
from games.base import Move, Side
from games.grid import Grid, shown_point

OPENING = 6
"""Plies during which a line below the players explains the variant to newcomers."""
FIRST_MOVES = 2
"""Plies during which it explains the buttons instead; on a board with parts these are `OPENING`."""

MAX_NAMED = 12
"""Points that a sentence about a move names."""

STONES = ("", Icon.BLACK_STONE, Icon.WHITE_STONE)
_LETTERS, _LETTERS_OF_DEAD = ".XO", ".xo"
FIGURE_SPACE = "\N{FIGURE SPACE}"
"""As wide as a digit."""
_RECENT = 4
"""Last moves around which buttons lead."""
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


def named_points(points: Sequence[str]) -> str:
    """Points in a sentence: the first `MAX_NAMED`."""
    return " ".join(map(shown_point, points[:MAX_NAMED])) + ("…" if len(points) > MAX_NAMED else "")


@cache
def point_indices(grid: Grid) -> Mapping[str, int]:
    """The index of every point by its name."""
    return {grid.name(point): point for point in range(grid.size**2)}


class PointsPresenter(Presenter[P], Generic[P]):
    """Black and White on the points of a board."""

    shows_numbers = True
    opens_in_corners = False
    """Whether the game begins in the corners of the board."""

    symbols: Mapping[Side, str] = {Side.FIRST: STONES[Side.FIRST], Side.SECOND: STONES[Side.SECOND]}

    @abstractmethod
    def points(self, position: P) -> Points:
        """The points of a position."""

    def urgent_points(self, position: P) -> Mapping[int, Collection[int]]:
        """The points that the rules make urgent, each with the stones in question.

        What is around a move that touches those stones begins with them, as far as they are near.
        """
        del position
        return {}

    def beside(self, position: P) -> Sequence[Move]:
        """Moves that are not points and have a button beside them: a pass."""
        del position
        return ()

    def beside_button(self, move: Move, texts: Texts) -> KeypadButton:
        """The button of a move beside the points."""
        return KeypadButton(texts.plain("button.pass"), move)

    def view_state(self, viewpoint: Viewpoint[P]) -> ViewState:
        """The part of the board that is selected, or the column of a small board."""
        view = entry_view(self._entry(viewpoint), viewpoint.selection)
        return ViewState(window=view.window, chosen=view.chosen)

    def keypad(self, viewpoint: Viewpoint[P], texts: Texts) -> Keypad:
        """The columns or the parts of the board; once one is selected, its points."""
        if not viewpoint.position.legal_moves():
            return Keypad()
        entry = self._entry(viewpoint)
        keypad = self._point_keypad(viewpoint, entry, texts)
        if viewpoint.named.moves is not None:
            keypad = _without_empty_parts(keypad, entry)
        return _with_suggestions(keypad, viewpoint.suggested, entry)

    def _point_keypad(self, viewpoint: Viewpoint[P], entry: Entry, texts: Texts) -> Keypad:
        view = entry_view(entry, viewpoint.selection)
        if view.stage is not Stage.BOARD:
            rows = _view_rows(entry, view, texts)
            if view.stage is Stage.COLUMN:
                return Keypad(rows)
            names = (entry.grid.name(point) for point in view.points if point in entry.legal)
            return Keypad(rows, rings=frozenset(names), elsewhere=_elsewhere_button(entry, view))
        typing = type_button(texts)
        beside = [self.beside_button(move, texts) for move in self.beside(viewpoint.position)]
        action = beside[0] if beside else None
        if entry.grid.size > SMALL and entry.frame is None:
            rows = _map_rows(entry, typing, has_action=action is not None)
            is_spare = action is not None and len(entry.recent) > 1
            spare = _near_button(entry, 2, tone=Tone.MOVE) if is_spare else None
            return Keypad(rows, action=action, spare=spare)
        shown = entry.shown
        columns = [_column_button(entry, column) for column in range(shown.column, shown.column + shown.span)]
        if len(columns) < MAX_BUTTONS:
            return Keypad(in_rows([*columns, typing], BUTTON_ROWS), action=action)
        more = KeypadButton("⋯", "", Action.MORE)
        # Typing ends the third row: the smallest phone has no room for that word and a pass in one row.
        first, further = columns[: MAX_BUTTONS - 1], columns[MAX_BUTTONS - 1 :]
        return Keypad(in_rows([*first, typing, *further, more, *beside]))

    def example(self, position: P) -> Move:
        """A point to name where typing is explained: d4, or the nearest that can be played."""
        grid, legal = self.points(position).grid, position.legal_moves()
        index = point_indices(grid)
        usual = (grid.size - 1 - _EXAMPLE) * grid.size + _EXAMPLE
        points = [move for move in legal if move in index]
        return min(points, key=lambda move: distance(index[move], usual, grid.size), default=legal[0])

    def opening_line(
        self,
        position: P,
        ply: int,
        texts: Texts,
        typed_in: TypedIn,
        rule: Callable[[], str] | None = None,
    ) -> Sequence[str]:
        """A line for newcomers: how to play a move, at first; then ``rule``; after the opening none."""
        parts = OPENING - FIRST_MOVES if self.points(position).size > SMALL else 0
        if ply < FIRST_MOVES + parts:
            return [self.how_to_enter(position, texts, typed_in, is_first=not ply)]
        return [rule()] if rule is not None and ply < OPENING + parts else ()

    def how_to_enter(
        self, position: P, texts: Texts, typed_in: TypedIn, *, is_short: bool = False, is_first: bool = False
    ) -> str:
        """A line that says what to tap and, by example, what to type where.

        Before the first move there is no last one to tap.
        """
        move = Raw(f"**{self.example(position)}**")
        if is_short:
            key = "points.tap-part-short" if is_first else "points.tap-part-or-last-short"
            return texts(key, typing=texts(f"points.{typed_in.value}-short", move=move))
        key = "points.tap-part" if is_first else "points.tap-part-or-last"
        key = "points.tap-column" if self.points(position).size <= SMALL else key
        return texts(key, typing=texts(f"points.{typed_in.value}", move=move))

    def _entry(self, viewpoint: Viewpoint[P]) -> Entry:
        position = viewpoint.position
        grid = self.points(position).grid
        index = point_indices(grid)
        # Twice as many are looked at, since some can be passes.
        played = [index[move] for move in reversed(viewpoint.moves[-2 * _RECENT :]) if move in index]
        moves = viewpoint.named.of(position.legal_moves())
        legal = frozenset(index[move] for move in moves if move in index)
        stones = [point for point, stone in enumerate(self.points(position).stones) if stone]
        urgent = self.urgent_points(position)
        return Entry(grid, legal, played[:_RECENT], urgent, stones, self.opens_in_corners, viewpoint.window)

    def move_text(self, move: Move, texts: Texts) -> str:
        """The point as people read it, or the word for a pass."""
        return shown_point(super().move_text(move, texts))

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


def _without_empty_parts(keypad: Keypad, entry: Entry) -> Keypad:
    """A keypad in which no button leads to a part of the board where nothing can be played."""

    def checked(button: KeypadButton) -> KeypadButton:
        reach = entry_view(entry, button.argument).reach if button.action is Action.SELECT else set()
        return replace(button, disabled=button.disabled or (bool(reach) and entry.legal.isdisjoint(reach)))

    return replace(keypad, rows=[[*map(checked, row)] for row in keypad.rows])


def _with_suggestions(keypad: Keypad, suggested: Sequence[Move], entry: Entry) -> Keypad:
    """A keypad in which the buttons of suggested moves stand out.

    For a move that has no button there, those stand out that lead to its button. If none of them does, those
    near it lead to the block with it, and of several blocks to that with most suggested points.
    """
    index = point_indices(entry.grid)
    enabled = [button for row in keypad.rows for button in row if not button.disabled]
    shown = {button.argument for button in enabled if button.action is Action.MOVE}
    leading = [button.argument for button in enabled if button.action is Action.SELECT and button.argument]
    hidden = [index[move] for move in suggested if move in index and move not in shown]
    targets = dict[str, list[str]]()
    for point in hidden:
        for selection, target in leading_to(entry, leading, point).items():
            targets.setdefault(selection, []).append(target)
    highlighted = _distinct(targets, {*hidden}, entry)

    def toned(button: KeypadButton) -> KeypadButton:
        if button.disabled:
            return button
        if button.action is Action.MOVE and button.argument in suggested:
            return replace(button, tone=Tone.SUGGESTED)
        target = highlighted.get(button.argument) if button.action is Action.SELECT else None
        return button if target is None else replace(button, tone=Tone.SUGGESTED, argument=target)

    return replace(keypad, rows=[[*map(toned, row)] for row in keypad.rows])


def _distinct(targets: Mapping[str, Sequence[str]], hidden: set[int], entry: Entry) -> dict[str, str]:
    """What each selection leads to in place of its own block, of several ``targets`` each.

    That is the block with most of the ``hidden`` points, all of its own among them. No two selections lead to
    the same block: a button whose block is taken does not stand out unless it has some of the points itself.
    """
    chosen = dict[str, str]()
    for selection, blocks in targets.items():
        points = {
            block: hidden.intersection(entry_view(entry, block).points) for block in (selection, *blocks)
        }
        free = [
            block for block in blocks if points[selection] <= points[block] and block not in chosen.values()
        ]
        if free:
            chosen[selection] = max(free, key=lambda block: len(points[block]))
        elif points[selection]:
            chosen[selection] = selection
    return chosen


def _point_button(entry: Entry, point: int, *, is_wide: bool = False) -> KeypadButton:
    """The button of a point; of a point that cannot be played it keeps the place.

    If it ``is_wide``, row 9 is as wide as row 10, so that columns of buttons are straight on a phone.
    """
    name, is_legal = entry.grid.name(point), point in entry.legal
    tone, label = Tone.MOVE if is_legal else Tone.PLAIN, shown_point(name)
    if is_wide and len(name) == 2:
        label = FIGURE_SPACE.join(label)
    return KeypadButton(label, name, tone=tone, disabled=not is_legal)


def _column_button(entry: Entry, column: int) -> KeypadButton:
    """The button of a column of a small board, or of a window."""
    name = entry.grid.letters[column]
    size, rows = entry.grid.size, range(entry.shown.row, entry.shown.row + entry.shown.height)
    is_full = entry.legal.isdisjoint(row * size + column for row in rows)
    return KeypadButton(shown_point(name), name, Action.SELECT, disabled=is_full, tone=Tone.MOVE)


def _view_rows(entry: Entry, view: EntryView, texts: Texts) -> list[Sequence[KeypadButton]]:
    """A column, or a block as it is on the board, above a row of what leads elsewhere.

    That row has five buttons, the last of which wraps on phones that show four beside each other.
    """
    back = KeypadButton(texts.plain("button.whole-board"), "", Action.SELECT)
    is_wide = view.stage is Stage.PART and any(len(entry.grid.name(point)) > 2 for point in view.points)
    points = [_point_button(entry, point, is_wide=is_wide) for point in view.points]
    if view.stage is Stage.COLUMN:
        return _ended(points, back)
    shifts = [
        KeypadButton(
            shift.label, shift.selection, Action.SELECT, disabled=entry.legal.isdisjoint(shift.beyond)
        )
        for shift in view.shifts
    ]
    return [*in_rows(points, per_row=BLOCK), [*shifts, back]]


def _ended(points: Sequence[KeypadButton], back: KeypadButton) -> list[Sequence[KeypadButton]]:
    """Rows of a column, the last one of four buttons if there are enough, to keep ``back`` in place.

    Of three rows it has as few as the others leave: on a board of 9 lines a pass can be where its third is.
    """
    rows = BUTTON_ROWS - 1 if len(points) < MAX_BUTTONS else BUTTON_ROWS
    last = BUTTONS_PER_ROW - 1 if rows == BUTTON_ROWS else max(len(points) - rows * BUTTONS_PER_ROW, 1)
    return [*spread(points[:-last], rows), [*points[-last:], back]]


def _near_button(
    entry: Entry, number: int, *, sign: str = "◎", tone: Tone = Tone.PLAIN, disabled: bool = False
) -> KeypadButton:
    """The button for what is around one of the last moves, counted from the last one; without any, off."""
    selection = f"near-{number}"
    if number > len(entry.recent):
        return KeypadButton("◎", selection, Action.SELECT, disabled=True, tone=tone)
    label = f"{sign}{shown_point(entry.grid.name(entry.recent[number - 1]))}"
    return KeypadButton(label, selection, Action.SELECT, disabled=disabled, tone=tone)


def _elsewhere_button(entry: Entry, view: EntryView) -> KeypadButton:
    """Beside a part: what is around the last move, or in its place what is around the move before.

    So a player whose opponent has answered elsewhere is a tap away from their own stones, and sees that the
    button leads back. A button that would show the same part is off, and keeps the place.
    """
    is_shown = has_block(entry, view, "near-1")
    if not is_shown or len(entry.recent) < 2:
        return _near_button(entry, 1, disabled=is_shown)
    return _near_button(entry, 2, sign=BACK, disabled=has_block(entry, view, "near-2"))


def _map_rows(entry: Entry, typing: KeypadButton, *, has_action: bool) -> list[Sequence[KeypadButton]]:
    """The parts of the board where they are on it.

    At the end of rows is what is around the last moves, once there are any; typing ends the last row. With a
    move among the controls, the second row leaves room for the control in whose place it is, or for
    `Keypad.spare`.
    """
    count = len(entry.recent[: BUTTON_ROWS - 1 - has_action])
    near = [_near_button(entry, number, tone=Tone.MOVE) for number in range(1, count + 1)]
    parts = [
        KeypadButton(arrow, f"part-{number}", Action.SELECT, tone=Tone.MOVE)
        for number, arrow in enumerate(PARTS, 1)
    ]
    ends = [*([button] for button in near), *([[]] * (BUTTON_ROWS - 1 - len(near))), [typing]]
    return [[*parts[row * 3 : row * 3 + 3], *end] for row, end in enumerate(ends)]


def _row_by_row(points: Points, texts: Texts, dead: frozenset[int]) -> str:
    symbols = [
        (_LETTERS_OF_DEAD if point in dead else _LETTERS)[stone] for point, stone in enumerate(points.stones)
    ]
    size = points.size
    rows = [f"{size - row} {''.join(symbols[row * size : (row + 1) * size])}" for row in range(size)]
    return texts.plain("points.rows-of-dead" if dead else "points.rows", rows=", ".join(rows))


def _names(grid: Grid, points: Sequence[int]) -> str:
    return " ".join(shown_point(grid.name(point)) for point in points)
