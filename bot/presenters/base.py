"""What every game's presenter offers: the words around its board and the buttons that make a move.

Presenters know neither Discord nor pictures: `bot/ui` turns a `Keypad` into components, `bot/drawing` draws
the board. To add a game, write ``bot/presenters/<slug>.py`` and add it to `bot/presenters/registry.py`.
"""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import pairwise
from typing import Generic, TypeVar

from bot.drawing.base import Window
from bot.presenters.named import ANYTHING, Named
from bot.presenters.typed_in import TypedIn
from bot.presenters.variants import VariantOption
from bot.texts import Texts
from games.base import PASS, Move, Outcome, Position, Side

BUTTONS_PER_ROW = 4
"""Short buttons that stand side by side on a phone 360 dp wide: a fifth wraps onto a row of its own."""
BUTTON_ROWS = 3
"""Rows of buttons that fit below a board on a phone, beside one row of controls."""
MAX_BUTTONS = BUTTON_ROWS * BUTTONS_PER_ROW
MAX_MENU_OPTIONS = 25
"""Discord's limit for the options of one menu."""
MAX_SUGGESTIONS = 8
MAX_DESCRIPTION = 800
"""Characters of a position in words. With the last moves before it, Discord allows 1024 of alt text."""
BLANK = "\N{BRAILLE PATTERN BLANK}"
"""The label of a placeholder button. Discord requires a label and strips spaces."""

P = TypeVar("P", bound=Position)


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

    def disabled(self) -> Keypad:
        """The keypad with every button disabled, so that nothing moves while the computer thinks."""
        rows = [[replace(item, disabled=item.action is not Action.MORE) for item in row] for row in self.rows]
        return Keypad(rows, {}, replace(self.action, disabled=True) if self.action else None)

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
        return [button for row in self.rows for button in row] + ([self.action] if self.action else [])


@dataclass(frozen=True, slots=True)
class Viewpoint(Generic[P]):
    """A match as someone sees it: the position, its moves, the viewer's side and what they selected.

    ``selection`` is the argument of an `Action.SELECT`, or any text; ``suggested`` moves stand out.
    """

    position: P
    moves: tuple[Move, ...] = ()
    viewer: Side = Side.FIRST
    selection: str = ""
    suggested: Sequence[Move] = ()
    named: Named = ANYTHING


@dataclass(frozen=True, slots=True)
class ViewState:
    """What the picture shows of a `Viewpoint`: the selected piece, or the part of the board, enlarged."""

    selected: str | None = None
    window: Window | None = None
    chosen: Window | None = None
    """The column that is selected, or the points of an enlarged part that have buttons."""


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
        """Lines about what the picture does not show, such as a count; beside a live clock only the first."""
        del position, texts
        return ()

    def instruction(self, position: P, texts: Texts) -> str:
        """What the side to move is to do where that is not just a move; empty otherwise."""
        del position, texts
        return ""

    def turn_of_both(self, position: P, texts: Texts) -> str:
        """What stands in place of whose turn it is where two people settle something; empty otherwise."""
        del position, texts
        return ""

    def doubt(self, position: P, move: Move, texts: Texts) -> str:
        """Why a move can be a mistake in the use of the buttons, so that it is asked about; empty usually."""
        del position, move, texts
        return ""

    def introduction(self, position: P, texts: Texts, typed_in: TypedIn = TypedIn.FORM) -> Sequence[str]:
        """Lines for newcomers in the opening: how to play a move, the variant's rule."""
        del position, texts, typed_in
        return ()

    def result(self, position: P, outcome: Outcome, texts: Texts) -> str:
        """The final score as markdown for the result line; empty where there is none."""
        del position, outcome, texts
        return ""

    def reason(self, outcome: Outcome, texts: Texts) -> str:
        """Why the match is over, in the words of the game's players."""
        return texts(outcome.reason)

    @abstractmethod
    def describe(self, position: P, texts: Texts) -> str:
        """The position in at most `MAX_DESCRIPTION` characters, for people who cannot see the picture."""

    def effects(self, before: P, move: Move, texts: Texts, *, is_short: bool = False) -> Sequence[str]:
        """What a move did besides being played: what it turned, captured or threatens.

        Short ones name no points, and no threats: to notice those is part of the game.
        """
        del before, move, texts, is_short
        return ()

    def dangers(self, position: P, texts: Texts) -> Sequence[str]:
        """Sentences about what can be captured next, for people who cannot see the picture."""
        del position, texts
        return ()

    def about(self, position: P, point: str, texts: Texts) -> Sequence[str]:
        """Sentences about what stands on a point: its chain and liberties, where it can go."""
        del position, point, texts
        return ()

    def kept(self, position: P, texts: Texts) -> Sequence[str]:
        """Sentences about what is part of a position and on none of its points: captures, hands, a ko."""
        del position, texts
        return ()

    def view_state(self, viewpoint: Viewpoint[P]) -> ViewState:
        """What the picture shows of a viewpoint."""
        del viewpoint
        return ViewState()

    def movable(self, position: P, texts: Texts) -> Sequence[str]:
        """A sentence with the pieces that can move, since a disabled button is not read out."""
        origins = dict.fromkeys(move.partition("-")[0] for move in position.legal_moves() if "-" in move)
        return [texts.plain("board.movable", points=" ".join(origins))] if origins else ()

    def keypad(self, viewpoint: Viewpoint[P], texts: Texts) -> Keypad:
        """The buttons that make a move: one for each legal move, column by column, in pages, and typing."""
        moves = viewpoint.named.of(viewpoint.position.legal_moves())
        moves = sorted(moves, key=lambda move: (move[0], len(move), move))
        tones = dict.fromkeys(viewpoint.suggested, Tone.SUGGESTED)
        buttons = [
            KeypadButton(self.move_text(move, texts), move, tone=tones.get(move, Tone.MOVE)) for move in moves
        ]
        rows = paged_rows(buttons, [type_button(texts)], viewpoint.selection, texts)
        shown = [button for row in rows for button in row if button.action is Action.MOVE]
        marked = [button for button in shown if self.leaves_mark(Move(button.argument))]
        return Keypad(rows, {button.argument: button.label for button in marked})

    def suggestions(self, position: P) -> Sequence[Move]:
        """Moves that the rules alone show to be good, at most `MAX_SUGGESTIONS`."""
        del position
        return ()

    def example(self, position: P) -> Move:
        """A move to name where typing is explained."""
        return position.legal_moves()[0]

    def axes(self, position: P) -> tuple[Sequence[str], Sequence[str]] | None:
        """Names of columns and rows, where moves are points; None for other moves."""
        del position
        return None

    def variant_name(self, variant: str, texts: Texts) -> str:
        """A variant as people write it: 8×8. Empty for a game's only variant."""
        del texts
        if len(self.variant_options) == 1 and len(self.variant_options[0].values) == 1:
            return ""
        return re.sub(r"(?<=\d)x(?=\d)", "×", variant)

    def variant_rule(self, variant: str, texts: Texts) -> str:
        """What a variant's name does not say of its rules, for people who choose it; empty if nothing."""
        del variant, texts
        return ""

    def opening_variant_name(self, variant: str, texts: Texts) -> str:
        """`variant_name` without what leaves the openings as they are (`games.symmetry.family`)."""
        return self.variant_name(variant, texts)

    def move_text(self, move: Move, texts: Texts) -> str:
        """A move as the language writes it: d3, b1 → b2, pass."""
        return texts.plain("move.pass") if move == PASS else move.replace("-", " → ")

    def move_in_words(self, before: P, move: Move, texts: Texts) -> str:
        """`move_text` for people who cannot see which piece moves."""
        del before
        return self.move_text(move, texts)

    def spellings(self, move: Move, position: P) -> Sequence[str]:
        """Other ways to type a move, as `games.grid.plain` writes them, for what begins with one of them."""
        del move, position
        return ()

    def move_number(self, moves: Sequence[Move], ply: int) -> int:
        """The number that the game's records give the move after ``ply`` moves."""
        del moves
        return ply + 1

    def is_play(self, move: Move) -> bool:
        """Whether a move is one of the play, as a pass is: what is said in a count of the stones is not."""
        del move
        return True

    def refutation(self, position: P, reply: Move, texts: Texts) -> Sequence[str]:
        """What the rules show of an opponent's reply in a position, the gravest first."""
        del position, reply, texts
        return ()

    def leaves_mark(self, move: Move) -> bool:
        """Whether the picture can mark a move as the last one. A pass leaves nothing on the board."""
        return move != PASS


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
