"""How a game meets a person: the words beside its board, and the keys with which a move is made.

Start reading at `Face`. Nothing here knows Discord or draws: `bot/ui` makes components of the keys,
`bot/drawing` the picture. A sixth game adds ``bot/presenters/<slug>.py`` and its line in `bot/presenters`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import pairwise
from typing import Protocol

from bot.drawing.base import Window
from bot.texts import Texts
from games.base import PASS, Move, Outcome, Position, Side

BUTTONS_A_ROW = 5
MOST_BUTTONS = 26
"""Move buttons that fit beside picture, text and control row in Discord's 40 components."""
MOST_OPTIONS = 25
BLANK = "\N{BRAILLE PATTERN BLANK}"
"""The label of a key that only keeps a place: Discord wants one, and takes spaces for none."""


class Tone(Enum):
    """What a key stands out by."""

    PLAIN = "plain"
    OWN = "own"
    CHOSEN = "chosen"
    GOAL = "goal"


@dataclass(frozen=True, slots=True)
class Key:
    """One button, or one option of a menu: what it shows and what it does.

    ``verb`` is one of `bot.interactions.buttons`: ``move`` plays ``argument``, ``look`` shows the pad with
    the cursor ``argument`` (a piece taken up, another window), others need none. No two keys of a pad share
    both.
    """

    label: str
    argument: str = ""
    verb: str = "move"
    emoji: str | None = None
    disabled: bool = False
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Menu:
    """A select of the move pad: a placeholder and its moves."""

    placeholder: str
    keys: Sequence[Key]


PadRow = Sequence[Key] | Menu


@dataclass(frozen=True, slots=True)
class Pad:
    """The keys of a position.

    ``rows`` make moves. ``deeds`` stand before the controls: pass, agree. Where the rows fill the message,
    ``pans`` (at most four keys that move the window) take the place of the controls, which go into a menu
    together with ``jumps``; beside them stands typing or, where there is one, ``last``: the deed that ends
    what the rows do. A ``steady`` pad keeps its shape from move to move: while the computer thinks it
    stays, disabled, so that nothing jumps about under a finger.
    """

    rows: Sequence[PadRow]
    deeds: Sequence[Key] = ()
    pans: Sequence[Key] = ()
    jumps: Sequence[Key] = ()
    last: Key | None = None
    steady: bool = False

    def disabled(self) -> Pad:
        """The same keys, none of which can be pressed."""
        rows = [row if isinstance(row, Menu) else _disabled(row) for row in self.rows]
        deeds, pans = _disabled(self.deeds), _disabled(self.pans)
        last = replace(self.last, disabled=True) if self.last else None
        return replace(self, rows=rows, deeds=deeds, pans=pans, jumps=(), last=last)


def _disabled(keys: Sequence[Key]) -> list[Key]:
    return [replace(key, disabled=True) for key in keys]


@dataclass(frozen=True, slots=True)
class Sight:
    """A match as somebody looks at it: its position and moves, from which side, and what was taken up.

    ``cursor`` is what a ``look`` key said, or empty. It comes back from a button, so it can be anything.
    """

    position: Position
    moves: tuple[Move, ...] = ()
    viewer: Side = Side.FIRST
    cursor: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """What of a `Sight` shows in the picture: the piece taken up, the window over the pad's points."""

    selected: str | None = None
    window: Window | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that is chosen of a variant: ``size``, ``ruleset``; its choices, the default first.

    ``values`` gives each choice's piece of the variant's name; the pieces of all parts make the name.
    """

    name: str
    values: Mapping[str, str] = field(default_factory=dict)


def whole(variants: Sequence[str]) -> tuple[Part, ...]:
    """The parts of a game whose variants are chosen by their whole names."""
    return (Part("variant", {variant: variant for variant in variants}),)


def composed(parts: Sequence[Part], chosen: Mapping[str, str]) -> str:
    """The variant that choices name; what is not chosen is the default.

    A choice that its part does not have stands for itself, for the rules to refuse.
    """
    pieces = []
    for part in parts:
        choice = chosen.get(part.name) or next(iter(part.values))
        pieces.append(part.values.get(choice, choice))
    return "".join(pieces)


class Face(Protocol):
    """The words and keys of one game. ``texts`` is the language of whoever reads.

    Games inherit from it: what most of them have nothing to say to is answered here.
    """

    turns: bool = False
    """Whether the picture of a match against the computer is seen from the person's side."""

    numbered: bool = False
    """Whether the order of play can be shown on the pieces: they stay where they were put."""

    @property
    def slug(self) -> str:
        """The game's slug."""

    @property
    def symbols(self) -> Mapping[Side, str]:
        """A character for each side, in messages, where a position does not tell another."""

    def symbol(self, side: Side, position: Position) -> str:
        """The character of a side in a position."""
        del position
        return self.symbols[side]

    @property
    def parts(self) -> Sequence[Part]:
        """What is chosen of a variant at the start of a match."""

    def side(self, side: Side, texts: Texts) -> str:
        """What the game calls a side: Black, 흑, Hounds."""

    def side_of(self, side: Side, position: Position, texts: Texts) -> str:
        """What the game calls a side in a position, where that is not always the same."""
        del position
        return self.side(side, texts)

    def standing(self, position: Position, texts: Texts) -> Mapping[Side, str]:
        """A few characters for each side that tell how it stands (disc counts, captures); or nothing."""
        del position, texts
        return {}

    def notes(self, position: Position, texts: Texts) -> Sequence[str]:
        """Lines about this position that its picture does not tell: turns left, a count."""
        del position, texts
        return ()

    def result(self, position: Position, outcome: Outcome, texts: Texts) -> str:
        """The score of a finished game, as text for the result line; empty where there is none."""
        del position, outcome, texts
        return ""

    def describe(self, position: Position, texts: Texts) -> str:
        """The position in words, for those who cannot see the picture; at most 900 characters."""

    def look(self, sight: Sight) -> Look:
        """What of a sight shows in its picture."""
        del sight
        return Look()

    def pad(self, sight: Sight, texts: Texts) -> Pad:
        """The keys that make a move."""

    def axes(self, position: Position) -> tuple[Sequence[str], Sequence[str]] | None:
        """Names of the columns and rows by which a point may be chosen in two selects; None: typed only."""
        del position
        return None

    def variant(self, variant: str, texts: Texts) -> str:
        """A variant as people write it: 8×8."""

    def say(self, move: Move, texts: Texts) -> str:
        """A move as this language writes it."""

    def shows(self, move: Move) -> bool:
        """Whether a move leaves its mark on the picture: a pass does not."""
        return move != PASS


def pad_of_moves(moves: Sequence[Key], placeholder: str) -> list[PadRow]:
    """A button for every move or, above `MOST_BUTTONS`, selects of at most `MOST_OPTIONS` moves each.

    ``placeholder`` has ``{first}`` and ``{last}``.
    """
    if len(moves) <= MOST_BUTTONS:
        return [moves[start : start + BUTTONS_A_ROW] for start in range(0, len(moves), BUTTONS_A_ROW)]
    menus = max(2, -(-len(moves) // MOST_OPTIONS))
    cuts = [len(moves) * part // menus for part in range(menus + 1)]
    parts = [moves[start:end] for start, end in pairwise(cuts)]
    return [Menu(placeholder.format(first=part[0].label, last=part[-1].label), part) for part in parts]
