"""`Claim`: a statement about a move that can be checked, with the line that shows it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games.base import Move


class Kind(StrEnum):
    """What is claimed. *The mover* plays the move, *the opponent* answers it.

    A claim's line begins with the opponent's answer, or, where the mover has missed something, with the move
    that was better. `OF_MISSED` has the kinds of the second sort.
    """

    OVERLINE = "gomoku.overline"
    """The move makes a row of more than five, which does not win."""
    MISSES_FIVE = "gomoku.misses-five"
    """The better move makes a five."""
    LEAVES_FIVE = "gomoku.leaves-five"
    """The opponent makes a five on a point that could be stopped."""
    STOPS_LESS = "gomoku.stops-less"
    """As `LEAVES_FIVE`, and the move takes a point where the opponent only threatened to make a four."""
    MISSES_OPEN_FOUR = "gomoku.misses-open-four"
    """The better move makes a straight four, and the opponent has no five first."""
    LEAVES_THREE = "gomoku.leaves-three"
    """The opponent's answer makes a straight four, did so before the move, and could be stopped."""
    MISSES_FOUR_THREE = "gomoku.misses-four-three"
    """The better move makes a four and an open three, and wins by force."""
    MISSES_DOUBLE_THREE = "gomoku.misses-double-three"
    """The better move makes two open threes, and wins by force."""
    MISSES_DOUBLE_FOUR = "gomoku.misses-double-four"
    """The better move makes two fours, and wins by force."""
    ALLOWS_FOUR_THREE = "gomoku.allows-four-three"
    """The opponent's answer makes a four and an open three, and wins by force."""
    ALLOWS_DOUBLE_THREE = "gomoku.allows-double-three"
    """The opponent's answer makes two open threes, and wins by force."""
    ALLOWS_DOUBLE_FOUR = "gomoku.allows-double-four"
    """The opponent's answer makes two fours, and wins by force."""
    FORBIDDEN_STOP = "gomoku.forbidden-stop"
    """The opponent's answer makes a four that the rules forbid the mover to stop: the line's second point."""
    LOSES = "gomoku.loses"
    """The opponent wins by force with ``n`` moves."""
    STILL_LOSES = "gomoku.still-loses"
    """As `LOSES`, although the move stops each straight four that the opponent threatened."""
    MISSES_WIN = "gomoku.misses-win"
    """The better move wins by force, with ``n`` moves of the mover."""
    FORCES_FOUR = "gomoku.forces-four"
    """The move makes a four whose only stop, the line's first move, makes a four of the opponent."""
    FORCES_THREE = "gomoku.forces-three"
    """As `FORCES_FOUR`, but the stop makes an open three."""


OF_MISSED = frozenset(
    {
        Kind.MISSES_FIVE,
        Kind.MISSES_OPEN_FOUR,
        Kind.MISSES_FOUR_THREE,
        Kind.MISSES_DOUBLE_THREE,
        Kind.MISSES_DOUBLE_FOUR,
        Kind.MISSES_WIN,
    }
)
"""Kinds whose line begins with the move that was better."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement about a move in a position."""

    kind: Kind
    line: tuple[Move, ...] = ()
    """The moves that show it; what the first one is follows from the kind."""
    n: int = 0
    """A number that belongs to the statement, such as how many moves a win takes; 0 if it has none."""

    def as_json(self) -> list[Any]:
        """The claim as `read` reads it."""
        return [self.kind, list(self.line), self.n]


def read(data: Any) -> Claim:
    """The claim of `Claim.as_json`. Raises `ValueError` or `TypeError` for anything else."""
    kind, line, n = data
    if not (isinstance(n, int) and isinstance(line, list) and all(isinstance(move, str) for move in line)):
        raise ValueError("no claim")
    return Claim(Kind(kind), tuple(map(Move, line)), n)
