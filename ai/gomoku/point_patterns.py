"""What a stone makes on its four lines together. Start reading at `CODE`.

A point's pattern is the classes of its four lines for one side, four bits each. The order of the lines does
not matter, so patterns with the same classes share one code, and everything else is stored by code. It
depends on what the side is refused: nothing, omok's three-three, or renju's forbidden moves.
`ai/gomoku/values.py` has the learned values.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, permutations

import numpy as np
from numpy.typing import NDArray

from ai.gomoku.line_patterns import (
    CLASSES,
    DOUBLE_FOUR,
    FIVE,
    FOUR,
    OPEN_FOUR,
    OPEN_THREE,
    OPEN_TWO,
    OVERLINE,
    SPLIT_THREE,
    TWO,
)

# What a side is refused.
FREE = 0
OMOK = 1  # omok's three-three
RENJU_BLACK = 2  # renju's forbidden moves
RENJU_WHITE = 3  # nothing, against a renju Black
REFUSALS = 4

# The shapes of a point, in rising order.
NOTHING = 0
REFUSED = 1  # must not be played
OPEN_THREES = 2  # makes one open three
TWO_THREES = 3  # makes two
FOURS = 4  # makes a four
FOUR_THREE = 5  # makes a four and an open three
WINNING_FOUR = 6  # an open or double four: makes a five next move unless the other side makes one first
FIVES = 7
ASK_RENJU = 8
"""Added to a shape of renju's Black with two open threes: ask `ai.gomoku.board.renju_verdict`."""
LIVE = 16
"""Added to a shape where a stone of the side is near enough to make five with."""
PLUS = 32
"""Added to a shape where another line holds a three or an open two."""
SHAPE = 7
"""The bits of a shape without ASK_RENJU, LIVE and PLUS."""

_COMBINATIONS = list(combinations_with_replacement(range(CLASSES), 4))
CODES = len(_COMBINATIONS)
THREATS = 1 << 11
"""How many values `ai.gomoku.evaluate.threat_mask` has."""


def _codes() -> NDArray[np.uint16]:
    code = np.zeros(1 << 16, dtype=np.uint16)
    for number, classes in enumerate(_COMBINATIONS):
        for order in set(permutations(classes)):
            code[order[0] | order[1] << 4 | order[2] << 8 | order[3] << 12] = number
    return code


CODE = _codes()
"""The code of every pattern."""
CLASSES_OF = np.array(_COMBINATIONS)
"""The four classes of every code."""


@cache
def shapes(refused: int) -> NDArray[np.uint8]:
    """The shape of every code for a side that is refused FREE, OMOK, RENJU_BLACK or RENJU_WHITE."""
    number = [np.equal(CLASSES_OF, kind).sum(axis=1) for kind in range(CLASSES)]
    fours = number[FOUR] + number[OPEN_FOUR] + 2 * number[DOUBLE_FOUR]
    threes = number[OPEN_THREE] + number[SPLIT_THREE]
    by_code = np.select(
        [(fours >= 2) | (number[OPEN_FOUR] > 0), (fours == 1) & (threes > 0), fours == 1, threes >= 2],
        [WINNING_FOUR, FOUR_THREE, FOURS, TWO_THREES],
        np.where(threes == 1, OPEN_THREES, NOTHING),
    )
    if refused == OMOK:
        by_code[threes >= 2] = REFUSED
    if refused == RENJU_BLACK:
        by_code[threes >= 2] |= ASK_RENJU
        by_code[(number[OVERLINE] > 0) | (fours >= 2)] = REFUSED
    # A five wins even where the stone would be forbidden, so it comes after the refusals.
    by_code[number[FIVE] > 0] = FIVES
    by_code[(CLASSES_OF >= TWO).any(axis=1)] |= LIVE
    by_code[((CLASSES_OF >= OPEN_TWO) & (CLASSES_OF < FOUR)).any(axis=1)] |= PLUS
    return by_code.astype(np.uint8)
