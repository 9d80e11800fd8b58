"""Hare and Hounds' levels and their limits.

Imports no numba, nor does any of this game's players: the whole game is solved in milliseconds.
"""

from __future__ import annotations

from ai.base import Limit
from games.base import Record

LEVELS: dict[str, Limit] = {**{str(level): Limit(0.5) for level in range(1, 9)}, "enclosure": Limit(1.0)}
"""Weakest first, then the source's own player. The eight levels look their moves up."""

SOLVED = True
"""Level 8 plays by the solution and answers at once."""

ACCURACY_LOSS = 0.6
"""See `ai.analysis.accuracy`: a move that turns a win into a loss loses 2."""

KERNEL_SETS = {"solution": False}
"""Nothing is compiled."""


def kernel_set(variant: str, level: str) -> str:
    """Find what a level needs: the solution."""
    return "solution"


def analysis_seconds(record: Record) -> float:
    """Far more than looking every move up takes."""
    return 1.0
