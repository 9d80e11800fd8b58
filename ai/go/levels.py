"""Go's levels and their limits. Imports no numba, because the bot's process imports it."""

from __future__ import annotations

from ai.base import Limit
from games.base import PASS, Record

LEVELS: dict[str, Limit] = {
    "1": Limit(0.05),
    "2": Limit(0.05),
    "3": Limit(0.05),
    "4": Limit(0.05),
    "5": Limit(0.2),
    "6": Limit(0.5),
    "7": Limit(1.5),
    "8": Limit(5.0),
    "shape": Limit(1.0),
}
"""Weakest first, then the source's own player. Seconds of wall time on one core, as a ceiling.

Simulations are counted (`ai.go.engine.PLANS`), so that a level is as strong on a slow machine as on a fast
one.
"""


def assists(record: Record) -> bool:
    """After both sides passed, dead groups are proposed before anyone marks one."""
    return record.moves[-2:] == (PASS, PASS)


def analysis_seconds(record: Record) -> float:
    """By the size of the board: 120 moves of 9x9 take less than a minute, 250 of 19x19 less than three."""
    return 0.45 if record.variant.startswith("9x9") else 0.65
