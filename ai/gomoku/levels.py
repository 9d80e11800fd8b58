"""Gomoku's levels and their limits. Imports no numba, because the bot's process imports it."""

from __future__ import annotations

from ai.base import Limit
from games.base import Record

LEVELS: dict[str, Limit] = {
    "1": Limit(0.05),
    "2": Limit(0.05),
    "3": Limit(0.05),
    "4": Limit(0.05),
    "5": Limit(0.2),
    "6": Limit(0.5),
    "7": Limit(1.5),
    "8": Limit(5.0),
    "window": Limit(1.0),
    "weights": Limit(1.0),
}
"""Weakest first, then the sources' own players. Seconds of wall time on one core."""


def analysis_seconds(record: Record) -> float:
    """The seconds for a verdict, equal for all positions.

    Where neither side threatens anything, half of them are used.
    """
    return 0.7
