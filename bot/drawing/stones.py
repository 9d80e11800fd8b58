"""What a picture of stones on lines shows, said without pixels: Go and Gomoku make it, `kaya` draws it.

Start reading at `Sheet`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from games.base import Move, Side


class Mark(Enum):
    """What is marked at a point. Each goes with a side, whose stone or point it is."""

    LAST = auto()  # the stone just played
    NEWEST = auto()  # the same, round its number
    WINNING = auto()  # a stone of the five
    TAKEN = auto()  # where the last move took a stone
    DEAD = auto()  # a stone agreed or proposed to be dead
    TERRITORY = auto()
    FORBIDDEN = auto()  # refused to the side to move by the rules of its shape
    REPEATS = auto()  # ko: a stone here would bring back an earlier board
    ADVICE = auto()


Marking = tuple[Mark, int, Side]


@dataclass(frozen=True, slots=True)
class Plan:
    """An empty board: its size, the columns' letters, and the star points as (column, row)."""

    size: int
    letters: str
    stars: tuple[tuple[int, int], ...]

    def name(self, point: int) -> str:
        """The name of a point by its index; row 1 is at the bottom."""
        row, column = divmod(point, self.size)
        return f"{self.letters[column]}{self.size - row}"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A board with everything on it; points are indices from the top left along the rows.

    ``open`` are the points that may be tapped; ``numbers`` the order of play, where it is to be shown.
    """

    plan: Plan
    stones: bytes
    marks: Sequence[Marking] = ()
    dead: frozenset[int] = frozenset()
    open: frozenset[int] = frozenset()
    numbers: Mapping[int, int] = field(default_factory=dict)


def plan(size: int, letters: str) -> Plan:
    """The board of a size: nine star points on a large one, five on others."""
    near = 2 if size < 13 else 3
    middle, far = size // 2, size - 1 - near
    lines = (near, middle, far)
    every = [(column, row) for column in lines for row in lines]
    kept = every if size >= 19 else [(c, r) for c, r in every if (c == middle) == (r == middle)]
    return Plan(size, letters, tuple(kept))


def order_of_play(moves: Sequence[Move], points: Mapping[str, int], stones: bytes) -> dict[int, int]:
    """The number of the move that put each stone there; a stone put twice on a point keeps the later."""
    numbers = {points[move]: number for number, move in enumerate(moves, 1) if move in points}
    return {point: number for point, number in numbers.items() if stones[point]}
