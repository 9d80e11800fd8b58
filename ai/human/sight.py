"""What a game shows of a position: the input of `ai.human.player`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from games.base import Move

DECIDED = 30.0
"""The value of a won game; no other value is beyond it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What reading a move to some depth shows.

    ``value`` is for the side that plays it, in units: a unit is a difference that a casual player just
    notices (2 discs in Othello, half a Man in Twelve Janggi). `DECIDED` stands for a win. ``answer`` is the
    reply that decides the value; None if the move is read without one.
    """

    value: float
    answer: Move | None = None


class Sight(Protocol):
    """A position with at least two legal moves, as a person may see it."""

    @property
    def deepest(self) -> int:
        """The last depth that `read` knows."""

    @property
    def shown(self) -> frozenset[Move]:
        """The moves and replies that the last move points to, such as the recapture: few overlook them."""

    def impressions(self) -> Mapping[Move, float]:
        """Each move's worth, in units, to somebody who does not look ahead."""

    def read(self, moves: Sequence[Move], depth: int) -> Sequence[Reading]:
        """Read moves ``depth`` plies deep, the move itself included. The depths are asked for in order."""
