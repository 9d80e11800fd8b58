"""How a game meets a person: the words beside its board, and the keys with which a move is made.

Start reading at `Face`. Nothing here knows Discord or draws: `bot/views` makes components of the keys,
`bot/boards` the picture. A sixth game adds ``bot/faces/<slug>.py`` and its line in `bot/faces`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from bot.texts import Texts
from games.base import Move, Outcome, Position, Side

BUTTONS_A_ROW = 5
MOST_BUTTONS = 26
"""Move buttons that fit beside picture, text and control row in Discord's 40 components."""
MOST_OPTIONS = 25


@dataclass(frozen=True, slots=True)
class Key:
    """One button of the move pad: what it shows and the move (or pad cursor) it stands for."""

    label: str
    move: Move
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A select of the move pad: a placeholder and its moves."""

    placeholder: str
    keys: Sequence[Key]


PadRow = Sequence[Key] | Menu


class Face(Protocol):
    """The words and keys of one game. ``texts`` is the language of whoever reads."""

    @property
    def slug(self) -> str:
        """The game's slug."""

    @property
    def symbols(self) -> Mapping[Side, str]:
        """A character for each side, in messages."""

    def side(self, side: Side, texts: Texts) -> str:
        """What the game calls a side: Black, 흑, Hounds."""

    def standing(self, position: Position, texts: Texts) -> Mapping[Side, str]:
        """A few characters for each side that tell how it stands: disc counts, captures."""

    def result(self, position: Position, outcome: Outcome, texts: Texts) -> str:
        """The score of a finished game, as text for the result line; empty where there is none."""

    def describe(self, position: Position, texts: Texts) -> str:
        """The position in words, for those who cannot see the picture; at most 900 characters."""

    def pad(self, position: Position, texts: Texts) -> Sequence[PadRow]:
        """The keys that make a move."""

    def variant(self, variant: str, texts: Texts) -> str:
        """A variant as people write it: 8×8."""

    def say(self, move: Move, texts: Texts) -> str:
        """A move as this language writes it."""


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
