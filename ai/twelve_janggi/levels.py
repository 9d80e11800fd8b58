"""Twelve Janggi's levels and their limits. Imports no numba, because the bot's process imports it."""

from __future__ import annotations

from ai.base import HUMAN_LEVELS, Limit
from games.base import Record

LEVELS: dict[str, Limit] = {
    **HUMAN_LEVELS,
    "8": Limit(2.0),
    "material-3": Limit(1.0),
    "material-5": Limit(1.0),
    "material-7": Limit(2.0),
}
"""Weakest first, then the source's own player at its three depths. Seconds of wall time on one core."""

SOLVED = True
"""Level 8 plays by the solution and answers at once."""

ACCURACY_LOSS = 0.44
"""See `ai.analysis.accuracy`: a move that turns a win into a loss loses 2."""


def analysis_seconds(record: Record) -> float:
    """Far more than looking every move up takes."""
    return 1.0
