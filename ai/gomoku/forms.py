"""What a stone makes on its four lines together. Start reading at `CODE`.

A form is the classes of a point's four lines for one side, four bits each. Which line has which class does
not matter, so that all forms with the same classes share one code; everything that follows is known by
code. It depends on what the side is refused: nothing, omok's three-three, or renju's figures. What it is
worth is in `ai/gomoku/values.py`.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, permutations

import numpy as np
from numpy.typing import NDArray

from ai.gomoku.lines import (
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

FREE, OMOK, RENJU, HUNTER = range(4)
"""What a side is refused; HUNTER is refused nothing, and plays against RENJU."""
REFUSALS = 4

NOTHING, REFUSED, OPEN_THREES, TWO_THREES, FOURS, FOUR_THREE, WINNING_FOUR, FIVES = range(8)
"""The shapes of a point, in rising order: REFUSED may not be played; OPEN_THREES makes one open three, and
TWO_THREES two; FOURS makes a four; FOUR_THREE an open three too; a WINNING_FOUR is open or double: it makes
a five next move unless the other side makes one first."""
ASK = 8
"""Added to a shape of renju's Black with two open threes: ask `ai.gomoku.board.renju_verdict` whether it
may be played at all."""
LIVE = 16
"""Added to a shape where a stone of the side is near enough to make five with."""
PLUS = 32
"""Added to a shape where another line holds the making of more: a three, or an open two."""
SHAPE = 7
"""The bits of a shape without ASK, LIVE and PLUS."""

_COMBINATIONS = list(combinations_with_replacement(range(CLASSES), 4))
CODES = len(_COMBINATIONS)
THREATS = 1 << 11
"""How many situations `ai.gomoku.search.threats` tells apart."""


def _codes() -> NDArray[np.uint16]:
    code = np.zeros(1 << 16, dtype=np.uint16)
    for number, classes in enumerate(_COMBINATIONS):
        for order in set(permutations(classes)):
            code[order[0] | order[1] << 4 | order[2] << 8 | order[3] << 12] = number
    return code


CODE = _codes()
"""The code of every form."""
CLASSES_OF = np.array(_COMBINATIONS)
"""The four classes of every code."""


@cache
def shapes(refused: int) -> NDArray[np.uint8]:
    """The shape of every code for a side that is refused FREE, OMOK, RENJU or HUNTER."""
    number = [np.equal(CLASSES_OF, kind).sum(axis=1) for kind in range(CLASSES)]
    fours = number[FOUR] + number[OPEN_FOUR] + 2 * number[DOUBLE_FOUR]
    threes = number[OPEN_THREE] + number[SPLIT_THREE]
    found = np.select(
        [(fours >= 2) | (number[OPEN_FOUR] > 0), (fours == 1) & (threes > 0), fours == 1, threes >= 2],
        [WINNING_FOUR, FOUR_THREE, FOURS, TWO_THREES],
        np.where(threes == 1, OPEN_THREES, NOTHING),
    )
    if refused == OMOK:
        found[threes >= 2] = REFUSED
    if refused == RENJU:
        found[threes >= 2] |= ASK
        found[(number[OVERLINE] > 0) | (fours >= 2)] = REFUSED
    found[number[FIVE] > 0] = FIVES
    found[(CLASSES_OF >= TWO).any(axis=1)] |= LIVE
    found[((CLASSES_OF >= OPEN_TWO) & (CLASSES_OF < FOUR)).any(axis=1)] |= PLUS
    return found.astype(np.uint8)
