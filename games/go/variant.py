"""The variants of Go: ``9x9-korean``, ``19x19-chinese-h4``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from games.base import Side
from games.go.board import Board, board

SIZES = (9, 13, 19)
HANDICAPS = (0, 2, 3, 4, 5, 6, 7, 8, 9)
_NAME = re.compile(r"([1-9][0-9]?)x\1-(korean|chinese)(?:-h([2-9]))?")


class Ruleset(StrEnum):
    """The rules that decide komi, repetition and the count."""

    KOREAN = "korean"
    CHINESE = "chinese"


@dataclass(frozen=True, slots=True)
class Variant:
    """A size, a ruleset and a handicap."""

    size: int
    ruleset: Ruleset = Ruleset.KOREAN
    handicap: int = 0

    @classmethod
    def named(cls, name: str) -> Variant | None:
        """The variant with this name, of any size up to 19, or None.

        >>> Variant.named("19x19-korean-h4").handicap
        4
        """
        match = _NAME.fullmatch(name)
        if match is None or int(match[1]) > SIZES[-1] or (match[3] and int(match[1]) not in SIZES):
            return None
        return cls(int(match[1]), Ruleset(match[2]), int(match[3] or 0))

    @property
    def name(self) -> str:
        """The name in records and menus."""
        return f"{self.size}x{self.size}-{self.ruleset}" + (f"-h{self.handicap}" if self.handicap else "")

    @property
    def board(self) -> Board:
        """The geometry of the board."""
        return board(self.size)

    @property
    def komi(self) -> float:
        """The points that White gets for moving second."""
        if self.handicap:
            return 0.5
        return 6.5 if self.ruleset is Ruleset.KOREAN else 7.5

    @property
    def first_to_move(self) -> Side:
        """Black, or White in a handicap game."""
        return Side.SECOND if self.handicap else Side.FIRST

    def seen_as(self, key: int, to_move: Side) -> int:
        """The history key of a board. Korean rules distinguish the side to move, Chinese rules do not."""
        # Keys are not negative, so the complement is a key of no other board.
        return key if self.ruleset is Ruleset.CHINESE or to_move is Side.FIRST else ~key

    @property
    def most_plies(self) -> int:
        """The ply at which a match ends and its current board is counted."""
        return 2 * self.size * self.size + 100

    @property
    def handicap_points(self) -> tuple[int, ...]:
        """The handicap stones: corners first, then sides; the center for odd counts from 5."""
        near = 2 if self.size < 13 else 3
        middle, far = self.size // 2, self.size - 1 - near
        corners = [(near, far), (far, near), (far, far), (near, near)]
        sides = [(middle, near), (middle, far), (near, middle), (far, middle)]
        has_center = self.handicap >= 5 and self.handicap % 2 == 1
        points = (corners + sides)[: self.handicap - has_center]
        if has_center:
            points.append((middle, middle))
        return tuple(row * self.size + column for row, column in points)


VARIANTS = tuple(
    Variant(size, ruleset, handicap) for size in SIZES for ruleset in Ruleset for handicap in HANDICAPS
)
