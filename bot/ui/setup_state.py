"""What the editor of ``/analyze`` edits, and how the panel carries it.

It is in the custom_ids of the panel's buttons and menus, so that a restart changes nothing. A custom_id is
``p:setup:ACTION.PART``; the parts in the order of the components are the text ``GAME*VARIANT*DIGITS``. The
first two are places: of the game in `GAMES`, and of the variant in the game's ``variants``. The digits are
one number in base 64, the lowest digit first, which is made of fields with bases of their own:

    1 | side to move | piece | column | side to play | hands of Twelve Janggi, 2 x 3 | a cell for each point

The 1 in front keeps the length: without it, fields that are 0 would be lost.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.ui.panel import Panel
from games import GAMES
from games.base import RuleError, Side
from games.drafts import SYMBOLS, Draft
from games.go.position import SYMBOLS as STONES
from games.twelve_janggi import HANDS

VERB = "setup"
MAX_CHOICES = 32
"""More than a menu of pieces or columns has."""
_DIGITS = string.ascii_letters + string.digits + "_-"
_PART_LENGTH = 48
"""Three parts hold a board of 361 points, and every panel has at least four components."""
_SIDES = (None, Side.FIRST, Side.SECOND)
"""The sides that a person can choose to play; None: by chance."""
_IN_HAND_BASE = 3
"""A hand has 0, 1 or 2 pieces of a kind: all that there are."""


@dataclass(frozen=True, slots=True)
class Editing:
    """A draft, and what is chosen in its panel."""

    draft: Draft
    piece: int = 0
    """The place of the piece to put among `Draft.pieces`."""
    column: int = 0
    """The chosen column; of a board of stones."""
    side: Side | None = None
    """The side that the person wants to play; None: by chance."""

    @classmethod
    def read(cls, panels: Sequence[Panel]) -> Editing | None:
        """What the panels of a message carry; None if that is nothing."""
        parts = [panel.argument.partition(".")[2] for panel in panels if panel.verb == VERB]
        try:
            return _decoded("".join(parts))
        except (ValueError, IndexError):
            return None

    @property
    def chosen_piece(self) -> str:
        """The piece to put."""
        return self.draft.pieces[self.piece % len(self.draft.pieces)]

    def put(self, point: str) -> Editing:
        """With the chosen piece on a point. Raises `RuleError`."""
        draft = self.draft.put(self.chosen_piece, point)
        is_moved = draft.game == "hare_and_hounds"  # there a piece is named by its point
        return replace(self, draft=draft, piece=draft.pieces.index(point) if is_moved else self.piece)

    @property
    def problem(self) -> RuleError | None:
        """Why no match can start here; None if one can."""
        try:
            self.draft.setup()
        except RuleError as error:
            return error
        return None


class Carrier:
    """Makes the panels of a message's components, in their order: each carries the next part."""

    def __init__(self, editing: Editing) -> None:
        text = _encoded(editing)
        self._parts = [text[start : start + _PART_LENGTH] for start in range(0, len(text), _PART_LENGTH)]

    def panel(self, action: str) -> Panel:
        """The panel of the next component, which does ``action``."""
        part = self._parts.pop(0) if self._parts else ""
        return Panel(VERB, f"{action}.{part}")


def _encoded(editing: Editing) -> str:
    draft = editing.draft
    game = list(GAMES).index(draft.game)
    variant = list(GAMES[draft.game].variants).index(draft.variant)
    return f"{game}*{variant}*{_packed(_fields(editing))}"


def _decoded(text: str) -> Editing:
    """The inverse of `_encoded`. Raises ValueError or IndexError."""
    game, variant, digits = text.split("*")
    slug = list(GAMES)[int(game)]
    start = Editing(Draft.start(slug, GAMES[slug].variants[int(variant)]))
    to_move, piece, column, side, *rest = _unpacked(digits, [base for _, base in _fields(start)])
    first_hand, second_hand, cells = rest[:3], rest[3:6], rest[6:]
    symbols = _symbols(slug)
    draft = replace(
        start.draft,
        cells="".join(symbols[cell] for cell in cells),
        to_move=Side(to_move + 1),
        hands=(_hand(first_hand), _hand(second_hand)),
    )
    draft.position()  # raises for what is no position of the game
    return Editing(draft, piece, column, _SIDES[side])


def _fields(editing: Editing) -> Iterator[tuple[int, int]]:
    """The fields of the number, from the highest on: each a value and its base."""
    draft = editing.draft
    yield draft.to_move - 1, len(Side)
    yield editing.piece, MAX_CHOICES
    yield editing.column, MAX_CHOICES
    yield _SIDES.index(editing.side), len(_SIDES)
    for hand in draft.hands:
        yield from ((hand.count(kind), _IN_HAND_BASE) for kind in HANDS)
    symbols = _symbols(draft.game)
    for cell in draft.cells:
        yield symbols.index(cell), len(symbols)


def _symbols(slug: str) -> str:
    return SYMBOLS.get(slug, STONES)


def _hand(counts: Sequence[int]) -> str:
    return "".join(kind * count for kind, count in zip(HANDS, counts, strict=True))


def _packed(fields: Iterable[tuple[int, int]]) -> str:
    """The digits of a number with these fields, each a value and its base."""
    number = 1
    for value, base in fields:
        number = number * base + value
    digits = ""
    while number:
        number, digit = divmod(number, len(_DIGITS))
        digits += _DIGITS[digit]
    return digits


def _unpacked(digits: str, bases: Sequence[int]) -> list[int]:
    """The inverse of `_packed`: the values of fields with these bases. Raises ValueError."""
    number = 0
    for digit in reversed(digits):
        number = number * len(_DIGITS) + _DIGITS.index(digit)
    values = []
    for base in reversed(bases):
        number, value = divmod(number, base)
        values.append(value)
    if number != 1:
        raise ValueError("not as many fields")
    return values[::-1]
