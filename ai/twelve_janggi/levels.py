"""Twelve Janggi's levels and what each may spend on a move.

Imports no numba: the bot's process reads this.
"""

from __future__ import annotations

from ai.base import Limit

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
"""Level 8 knows the truth, and is quick: hints and reviews tell it."""
SOLVED = True
