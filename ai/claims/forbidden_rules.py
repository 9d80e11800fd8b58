"""How a claim says which rule of Renju forbids a point."""

from __future__ import annotations

from games.gomoku.forbidden import FOUR_FOUR, OVERLINE, THREE_THREE

FORBIDDEN_RULES = ("", OVERLINE, FOUR_FOUR, THREE_THREE)
"""The rule that forbids the stop of a `Kind.FORBIDDEN_STOP`, by the claim's ``n``; 0: it is not known."""
