"""The rules that the Gomocup protocol can name, for both of its ends."""

from __future__ import annotations

EXACTLY_FIVE, CONTINUOUS, RENJU_RULE = 1, 2, 4
"""The bits of INFO rule. A continuous game is played as a single game."""

RULES = {
    "renju-15": RENJU_RULE,
    "standard-15": EXACTLY_FIVE,
    "freestyle-15": 0,
    "standard-19": EXACTLY_FIVE,
    "freestyle-19": 0,
}
"""INFO rule of the variants that it can name. Omok's double threes and swap2 are not among them."""
