"""The buttons that make a move: a `Keypad`, and how its buttons stand in rows.

They are laid out for the smallest phone; `bot/ui` turns them into components.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import pairwise

from bot.texts import Texts
from games.base import Move

BUTTONS_PER_ROW = 4
"""Short buttons that stand side by side on a phone 360 dp wide: a fifth wraps onto a row of its own."""
BUTTON_ROWS = 3
"""Rows of buttons that fit below a board on a phone, beside one row of controls."""
MAX_BUTTONS = BUTTON_ROWS * BUTTONS_PER_ROW
MAX_MENU_OPTIONS = 25
"""Discord's limit for the options of one menu."""
BACK = "\N{HOUSE}"
"""Before the player's own last move, on the button that leads back to what is around it."""
BLANK = "\N{BRAILLE PATTERN BLANK}"
"""The label of a placeholder button. Discord requires a label and strips spaces."""


class Tone(Enum):
    """How a button stands out."""

    PLAIN = "plain"
    MOVE = "move"
    """Plays a move, or begins one: a piece that can be selected."""
    SELECTED = "selected"
    NEXT_STEP = "next-step"
    """The main next step: to agree, or to play the move of a hint."""
    DEAD = "dead"
    SUGGESTED = "suggested"


class Action(Enum):
    """What pressing a button does."""

    MOVE = "move"
    """Plays the move ``argument``."""
    SELECT = "select"
    """Shows the keypad again with the selection ``argument``: a piece to move, a part of the board."""
    TYPE = "type"
    """Opens the modal for a move."""
    MORE = "more"
    """Shows the controls of the match to the person alone, where the keypad leaves no row for them."""
    NAME = "name"  # names the region ``argument`` (`games.regions`)


@dataclass(frozen=True, slots=True)
class KeypadButton:
    """A button. No two buttons of a keypad do the same."""

    label: str
    argument: str = ""
    action: Action = Action.MOVE
    emoji: str | None = None
    disabled: bool = False
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Keypad:
    """Everything that makes a move in a position: at most `BUTTON_ROWS` rows of `BUTTONS_PER_ROW` buttons.

    One more row takes the place of the controls, another one is below an enlarged part. ``labels`` are on
    the picture. ``action`` is among the controls; if it is a pass, what it displaces ends a row with room.
    """

    rows: Sequence[Sequence[KeypadButton]] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    action: KeypadButton | None = None
    rings: frozenset[str] = frozenset()
    """Points that the picture marks: those of buttons in an enlarged part, neutral areas in Go's count."""
    elsewhere: KeypadButton | None = None
    """Leads from an enlarged part to what is around another move; it is beside the words above the part."""
    spare: KeypadButton | None = None
    """Ends the lowest row with room, if no control that ``action`` displaces is there."""

    def disabled(self) -> Keypad:
        """The keypad with every button disabled, so that nothing moves while the opponent thinks."""
        rows = [[replace(item, disabled=item.action is not Action.MORE) for item in row] for row in self.rows]
        action, elsewhere, spare = (
            part and replace(part, disabled=True) for part in (self.action, self.elsewhere, self.spare)
        )
        return Keypad(rows, action=action, elsewhere=elsewhere, spare=spare)

    def plays(self, move: Move) -> bool:
        """Whether a button plays the move."""
        return any(button.action is Action.MOVE and button.argument == move for button in self.buttons)

    @property
    def suggests(self) -> bool:
        """Whether a button suggests a move."""
        return any(button.tone is Tone.SUGGESTED for button in self.buttons)

    @property
    def hides_controls(self) -> bool:
        """Whether the controls of a match have no row, only a button that leads to them."""
        return any(button.action is Action.MORE for button in self.buttons)

    @property
    def is_of_part(self) -> bool:
        """Whether it has the row more that is below an enlarged part of a board."""
        return len(self.rows) > BUTTON_ROWS + 1

    def labels_around(self, move: Move | None) -> Mapping[str, str]:
        """The labels without the one at ``move`` if no button plays it: a mark there shows better alone."""
        if move is None or self.plays(move):
            return self.labels
        return {name: label for name, label in self.labels.items() if name != move}

    @property
    def buttons(self) -> list[KeypadButton]:
        """Every button, row by row."""
        others = [button for button in (self.action, self.elsewhere, self.spare) if button is not None]
        return [*(button for row in self.rows for button in row), *others]


def in_rows(
    buttons: Sequence[KeypadButton], rows: int = 1, per_row: int = BUTTONS_PER_ROW
) -> list[Sequence[KeypadButton]]:
    """Rows of ``per_row`` buttons, at least ``rows`` of them: the others have one placeholder each."""
    starts = range(0, len(buttons), per_row)
    return padded([buttons[start : start + per_row] for start in starts], rows)


def padded(button_rows: Sequence[Sequence[KeypadButton]], rows: int) -> list[Sequence[KeypadButton]]:
    """At least ``rows`` rows: ``button_rows``, then rows of one placeholder that keep the board in place."""
    missing = range(len(button_rows), rows)
    return [*button_rows, *(filled((), 1, f"row-{number}") for number in missing)]


def filled(buttons: Sequence[KeypadButton], size: int, name: str = "blank") -> list[KeypadButton]:
    """At least ``size`` buttons: ``buttons``, then placeholders that keep what follows them in place."""
    blanks = (f"{name}-{number}" for number in range(size - len(buttons)))
    return [*buttons, *(KeypadButton(BLANK, blank, Action.SELECT, disabled=True) for blank in blanks)]


def type_button(texts: Texts) -> KeypadButton:
    """The button that opens the form for a move."""
    return KeypadButton(texts.plain("button.type"), "", Action.TYPE)


def spread(buttons: Sequence[KeypadButton], rows: int) -> list[Sequence[KeypadButton]]:
    """So many rows that are about equally long; a placeholder keeps the place of an empty one."""
    ends = [-(-len(buttons) * number // rows) for number in range(rows + 1)]
    parts = enumerate(pairwise(ends))
    return [buttons[start:end] or filled((), 1, f"row-{number}") for number, (start, end) in parts]


def steady_rows(
    buttons: Sequence[KeypadButton],
    fixed: Sequence[KeypadButton],
    per_row: int = BUTTONS_PER_ROW,
    rows: int = BUTTON_ROWS,
) -> list[Sequence[KeypadButton]]:
    """So many rows, however many buttons there are; ``fixed`` ends the last one.

    So nothing on the board moves when another position has more buttons, or fewer, and no row is empty
    between the board and the last one unless there are fewer buttons than rows.
    """
    above = (rows - 1) * per_row
    return [*spread(buttons[:above], rows - 1), [*buttons[above:], *fixed]]


def paged_rows(
    buttons: Sequence[KeypadButton], fixed: Sequence[KeypadButton], selection: str, texts: Texts
) -> list[Sequence[KeypadButton]]:
    """`steady_rows` with all buttons if they fit, else with the page that ``selection`` names, or the first.

    After ``fixed``, a button leads to the next page. It is wide, so that one button less follows it.
    """
    if len(buttons) + len(fixed) <= MAX_BUTTONS:
        return steady_rows(buttons, fixed)
    room = MAX_BUTTONS - len(fixed) - 2
    pages = math.ceil(len(buttons) / room)
    number = next((page for page in range(pages) if selection == f"page-{page}"), 0)
    turn = KeypadButton(texts.plain("button.more"), f"page-{(number + 1) % pages}", Action.SELECT)
    return steady_rows(buttons[number * room : (number + 1) * room], [*fixed, turn])
