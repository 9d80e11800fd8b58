"""Hand and brain, as plain values: who sits where on a side, and what a brain has named.

The *brain* of a side names a region of the board, or a piece (`games.regions`); its *hand* plays a move of
it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self


class Seat(StrEnum):
    """What a person does for their side, by its stored value."""

    BRAIN = "b"
    HAND = "h"

    @property
    def other(self) -> Seat:
        """The partner's seat."""
        return Seat.HAND if self is Seat.BRAIN else Seat.BRAIN


@dataclass(frozen=True, slots=True)
class Pairs:
    """What both pairs of a match have in common."""

    level: str | None = None
    """The computer's level, which takes the seats that nobody takes; None: people take them all."""
    position: tuple[int, int] | None = None
    """The ply and the number of takebacks at which `named` was named; None: nothing was named."""
    named: str = ""
    """The region that was named last (`games.regions`)."""

    @classmethod
    def read(cls, text: str) -> Self:
        """What `text` writes. Raises ValueError.

        >>> Pairs.read("1250 7.0 top-left")
        Pairs(level='1250', position=(7, 0), named='top-left')
        """
        level, position, named = text.split(" ")
        ply, _, takebacks = position.partition(".")
        return cls(level or None, (int(ply), int(takebacks)) if position else None, named)

    @property
    def text(self) -> str:
        """The value as it is stored."""
        position = "" if self.position is None else f"{self.position[0]}.{self.position[1]}"
        return f"{self.level or ''} {position} {self.named}"

    def naming(self, position: tuple[int, int], region: str) -> Self:
        """The value once a region is named in a position."""
        return replace(self, position=position, named=region)

    def named_in(self, position: tuple[int, int]) -> str | None:
        """The region that was named in a position; None if there is none."""
        return self.named if self.position == position else None
