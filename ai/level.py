"""`Level`: whom the computer plays as, by the text that is stored and sent."""

from __future__ import annotations

import re
from typing import Self

_STRENGTH = re.compile(r"[1-9][0-9]{2,3}")


class Level(str):
    """A level: a number from ``1`` (weakest) to ``8``, a strength in Elo points, or a source's player.

    A level is its text: it is stored and sent as that string and equals it. Numbered levels sort by strength
    and before names. A strength has three or four digits, such as ``1250``.
    """

    __slots__ = ()

    _TEXT = re.compile(f"[1-8]|{_STRENGTH.pattern}|[a-z][a-z0-9-]*")

    def __new__(cls, text: str) -> Self:
        """Make a level of its text. Raises `ValueError` for text that names none."""
        if not cls._TEXT.fullmatch(text):
            raise ValueError(f"a level is a number from 1 to 8, a strength or a lowercase name, not {text!r}")
        return super().__new__(cls, text)

    @property
    def number(self) -> int | None:
        """The number of a numbered level; None for a strength and for a source's player."""
        return int(self) if len(self) == 1 and self.isdigit() else None

    @property
    def strength(self) -> int | None:
        """The Elo points of a level that names them; None for a numbered level and for a source's player."""
        return strength_in(self)

    @property
    def is_on_scale(self) -> bool:
        """Whether the level has a number or names a strength: `ai.human.scale` knows how strong it is."""
        return self.isdigit()


def strength_in(text: str) -> int | None:
    """Return the strength that a text is, in Elo points; None for any other text.

    >>> strength_in("1250"), strength_in("8"), strength_in("classic")
    (1250, None, None)
    """
    return int(text) if _STRENGTH.fullmatch(text) else None
