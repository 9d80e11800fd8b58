"""What every game's presenter offers: the words around its board and the buttons that make a move.

Presenters know neither Discord nor pictures: `bot/ui` turns a `Keypad` into components, `bot/drawing` draws
the board. To add a game, write ``bot/presenters/<slug>.py`` and add it to `bot/presenters/registry.py`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise
from typing import Generic, TypeVar

from bot.drawing.base import Window
from bot.texts import Texts
from games.base import PASS, Move, Outcome, Position, Side

BUTTONS_PER_ROW = 5
MAX_MOVE_BUTTONS = 26
"""Move buttons that fit beside text, picture and controls in Discord's 40 components."""
MAX_MENU_OPTIONS = 25
MAX_DESCRIPTION = 900
"""Characters of a position in words; Discord allows 1024 of alt text."""
BLANK = "\N{BRAILLE PATTERN BLANK}"
"""The label of a placeholder button. Discord requires a label and strips spaces."""

P = TypeVar("P", bound=Position)


class Tone(Enum):
    """How a button stands out."""

    PLAIN = "plain"
    OWN = "own"
    SELECTED = "selected"
    TARGET = "target"


@dataclass(frozen=True, slots=True)
class KeypadButton:
    """A button, or an option of a menu.

    It plays the move ``argument`` or, if it ``selects``, shows the keypad again with the selection
    ``argument``: a piece to move, another window. No two buttons of a keypad do the same.
    """

    label: str
    argument: str = ""
    selects: bool = False
    emoji: str | None = None
    disabled: bool = False
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Menu:
    """A dropdown of moves."""

    placeholder: str
    options: Sequence[KeypadButton]


KeypadRow = Sequence[KeypadButton] | Menu


@dataclass(frozen=True, slots=True)
class Keypad:
    """Everything that makes a move in a position.

    ``rows`` hold the moves, ``actions`` the moves that are not on the board, such as a pass; they appear
    beside the controls. Where the rows fill the message, up to four ``pans`` that move the window replace
    the controls, which go into a menu with ``actions`` and ``shortcuts`` (windows by name). The last button
    beside the pans opens the modal, unless there is a ``confirm`` button, which completes what the rows do.
    A ``steady`` keypad has the same shape after every move: it stays, disabled, while the computer thinks,
    so that nothing moves under a finger.
    """

    rows: Sequence[KeypadRow]
    actions: Sequence[KeypadButton] = ()
    pans: Sequence[KeypadButton] = ()
    shortcuts: Sequence[KeypadButton] = ()
    confirm: KeypadButton | None = None
    steady: bool = False

    def disabled(self) -> Keypad:
        """The same keypad with every button disabled and no shortcuts."""
        rows = [row if isinstance(row, Menu) else _disabled(row) for row in self.rows]
        actions, pans = _disabled(self.actions), _disabled(self.pans)
        confirm = replace(self.confirm, disabled=True) if self.confirm else None
        return replace(self, rows=rows, actions=actions, pans=pans, shortcuts=(), confirm=confirm)


def _disabled(buttons: Sequence[KeypadButton]) -> list[KeypadButton]:
    return [replace(button, disabled=True) for button in buttons]


@dataclass(frozen=True, slots=True)
class Viewpoint(Generic[P]):
    """A match as someone sees it: the position, its moves, the viewer's side and what they selected.

    ``selection`` is the argument of a button that `KeypadButton.selects`, or empty. It comes from a
    custom_id and can be any text.
    """

    position: P
    moves: tuple[Move, ...] = ()
    viewer: Side = Side.FIRST
    selection: str = ""


@dataclass(frozen=True, slots=True)
class ViewState:
    """What the picture shows of a `Viewpoint`: the selected piece, the window that has buttons."""

    selected: str | None = None
    window: Window | None = None


@dataclass(frozen=True, slots=True)
class VariantOption:
    """One choice that makes up a variant, such as ``size`` or ``ruleset``.

    ``values`` maps each choice, the default first, to its part of the variant's name.
    """

    name: str
    values: Mapping[str, str]


def single_option(variants: Sequence[str]) -> tuple[VariantOption, ...]:
    """The option of a game whose variants are chosen by name."""
    return (VariantOption("variant", {variant: variant for variant in variants}),)


def compose_variant(options: Sequence[VariantOption], chosen: Mapping[str, str]) -> str:
    """The variant that ``chosen`` (option name to value) names, with defaults for the rest.

    An unknown value is kept as it is, for the rules to refuse.
    """
    parts = []
    for option in options:
        value = chosen.get(option.name) or next(iter(option.values))
        parts.append(option.values.get(value, value))
    return "".join(parts)


class Presenter(ABC, Generic[P]):
    """The words and buttons of one game. ``texts`` is the reader's language.

    A game defines ``slug``, ``symbols``, ``variant_options`` and `describe`; everything else has a default.
    """

    slug: str
    symbols: Mapping[Side, str]
    """A character for each side where the position does not decide it."""
    side_keys: Mapping[Side, str] = {Side.FIRST: "side.black", Side.SECOND: "side.white"}
    """The text keys of the sides' names."""
    variant_options: Sequence[VariantOption]
    """What can be chosen about the variant when a match starts."""
    faces_player: bool = False
    """Whether a match against the computer is drawn from the person's side of the board."""
    shows_numbers: bool = False
    """Whether pieces stay where they are played, so that the picture can show the order of play."""

    def symbol(self, side: Side, position: P) -> str:
        """The character of a side in a position."""
        del position
        return self.symbols[side]

    def side_name(self, side: Side, texts: Texts) -> str:
        """What the game calls a side: Black, 흑, Hounds."""
        return texts.plain(self.side_keys[side])

    def side_name_in(self, side: Side, position: P, texts: Texts) -> str:
        """What the game calls a side in a position, where the position decides it."""
        del position
        return self.side_name(side, texts)

    def scores(self, position: P, texts: Texts) -> Mapping[Side, str]:
        """Each side's disc count or points, shown between the players; empty where there is none."""
        del position, texts
        return {}

    def notes(self, position: P, texts: Texts) -> Sequence[str]:
        """Lines about the position that its picture does not show: turns left, a count."""
        del position, texts
        return ()

    def result(self, position: P, outcome: Outcome, texts: Texts) -> str:
        """The final score as markdown for the result line; empty where there is none."""
        del position, outcome, texts
        return ""

    @abstractmethod
    def describe(self, position: P, texts: Texts) -> str:
        """The position in at most `MAX_DESCRIPTION` characters, for people who cannot see the picture."""

    def view_state(self, viewpoint: Viewpoint[P]) -> ViewState:
        """What the picture shows of a viewpoint."""
        del viewpoint
        return ViewState()

    def keypad(self, viewpoint: Viewpoint[P], texts: Texts) -> Keypad:
        """The buttons that make a move: one for each legal move, column by column."""
        moves = sorted(viewpoint.position.legal_moves(), key=lambda move: (move[0], len(move), move))
        buttons = [KeypadButton(self.move_text(move, texts), move) for move in moves]
        return Keypad(move_rows(buttons, texts.plain("keypad.menu-range", first="{first}", last="{last}")))

    def axes(self, position: P) -> tuple[Sequence[str], Sequence[str]] | None:
        """Names of columns and rows, if a point can be chosen in two dropdowns; None if it is only typed."""
        del position
        return None

    def variant_name(self, variant: str, texts: Texts) -> str:
        """A variant as people write it: 8×8. Empty for a game's only variant."""
        del texts
        if len(self.variant_options) == 1 and len(self.variant_options[0].values) == 1:
            return ""
        return re.sub(r"(?<=\d)x(?=\d)", "×", variant)

    def move_text(self, move: Move, texts: Texts) -> str:
        """A move as the language writes it: d3, b1 → b2, pass."""
        return texts.plain("move.pass") if move == PASS else move.replace("-", " → ")

    def leaves_mark(self, move: Move) -> bool:
        """Whether the picture can mark a move as the last one. A pass leaves nothing on the board."""
        return move != PASS


def move_rows(buttons: Sequence[KeypadButton], placeholder: str) -> list[KeypadRow]:
    """Rows of buttons or, above `MAX_MOVE_BUTTONS`, menus of at most `MAX_MENU_OPTIONS` each.

    ``placeholder`` is a menu's text with the fields ``{first}`` and ``{last}``.
    """
    if len(buttons) <= MAX_MOVE_BUTTONS:
        starts = range(0, len(buttons), BUTTONS_PER_ROW)
        return [buttons[start : start + BUTTONS_PER_ROW] for start in starts]
    menus = max(2, -(-len(buttons) // MAX_MENU_OPTIONS))
    cuts = [len(buttons) * part // menus for part in range(menus + 1)]
    parts = [buttons[start:end] for start, end in pairwise(cuts)]
    return [Menu(placeholder.format(first=part[0].label, last=part[-1].label), part) for part in parts]
