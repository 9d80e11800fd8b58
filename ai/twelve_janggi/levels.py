"""Twelve Janggi's levels and their limits. Imports no numba, because the bot's process imports it."""

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
    "8": Limit(2.0),
    "material-3": Limit(1.0),
    "material-5": Limit(1.0),
    "material-7": Limit(2.0),
}
"""Weakest first, then the source's own player at its three depths. Seconds of wall time on one core."""

ADVISER = "8"
"""Level 8 plays by the solution and answers at once, so hints and reviews use it."""
SOLVED = True


def analysis_seconds(record: Record) -> float:
    """Far more than looking every move up takes."""
    return 1.0
