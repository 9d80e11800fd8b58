"""Hare and Hounds' levels and what each may spend on a move.

Imports no numba, nor does any of this game's players: the whole game is solved in milliseconds.
"""

from __future__ import annotations

from ai.base import Limit

LEVELS: dict[str, Limit] = {**{str(level): Limit(0.05) for level in range(1, 9)}, "enclosure": Limit(1.0)}
"""Weakest first, then the source's own player. The eight levels look their moves up."""

ADVISER = "8"
"""Level 8 knows the truth, and is quick: hints and reviews tell it."""
SOLVED = True
