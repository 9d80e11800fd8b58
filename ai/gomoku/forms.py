"""What a stone makes on its four lines together, and what that is worth. Start reading at `CODE`.

A form is the classes of a point's four lines for one side, four bits each. Which line has which class does
not matter, so that all forms with the same classes share one code; everything that follows is known by
code. It depends on what the side is refused: nothing, omok's three-three, or renju's figures.
"""

from __future__ import annotations

import logging
import zipfile
from functools import cache
from itertools import combinations_with_replacement, permutations
from pathlib import Path
from typing import Any

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

# Before any training: a point's worth for the side that would play there, by the class of each line, then by
# its shape.
_GAIN = np.array([0, 1, 4, 7, 17, 19, 20, 56, 62, 62, 200, 150, 500, 0])
_GAIN_SHAPE = np.array([0, 0, 0, 120, 0, 300, 800, 4000])
# And what it counts in the evaluation for the side to move, and for the other; 200 is one unit of log odds.
_WORTH = np.array(
    [[0, 1, 0, -2, 2, 4, 15, 30, 34, 37] + [0] * 4, [0, 1, 0, -2, 2, 4, 14, 19, 22, 30] + [0] * 4]
)
_WORTH_SHAPE = np.array([(0, 0, 0, -20, 31, 858, 0, 0), (0, 0, 0, -30, 40, 130, 140, 0)])
_TEMPO = 38

_log = logging.getLogger(__name__)

TRAINED = Path(__file__).with_name("trained.npz")
"""What `python -m ai.gomoku.train` found."""


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


class Values:
    """What is learnt: how good moves are, and positions.

    ``gain`` is by refusal, by whose point it is (0: the mover's, 1: the other side's) and by code; ``worth``
    by refusal, by whether its side is to move (0) or not (1), and by code; ``threat`` by the mover's refusal
    and by situation.
    """

    def __init__(self, gain: NDArray[Any], worth: NDArray[Any], threat: NDArray[Any]) -> None:
        self.gain, self.worth, self.threat = (
            np.rint(each).astype(np.int16) for each in (gain, worth, threat)
        )

    @classmethod
    def untrained(cls) -> Values:
        """The values that training begins with."""
        gain, worth = np.zeros((REFUSALS, 2, CODES)), np.zeros((REFUSALS, 2, CODES))
        for refused in range(REFUSALS):
            found = shapes(refused)
            open_to_play = (found & SHAPE) != REFUSED
            mine = _GAIN[CLASSES_OF].sum(axis=1) + _GAIN_SHAPE[found & SHAPE]
            gain[refused] = np.stack([mine * 5 // 4, mine]) * open_to_play
            for role in (0, 1):
                by_class = _WORTH[role][CLASSES_OF].sum(axis=1)
                worth[refused, role] = (by_class + _WORTH_SHAPE[role][found & SHAPE]) * open_to_play
        return cls(gain, worth, np.full((REFUSALS, THREATS), _TEMPO))

    @classmethod
    def trained(cls, path: Path = TRAINED) -> Values:
        """The values of the package; untrained ones where they cannot be read, which the log tells."""
        plain = cls.untrained()
        try:
            with np.load(path) as kept:
                learnt = cls(kept["gain"], kept["worth"], kept["threat"])
            if any(getattr(learnt, name).shape != getattr(plain, name).shape for name in plain.__dict__):
                raise ValueError("its shape is not that of the codes")
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as problem:
            _log.warning("Gomoku plays without what it learnt: %s: %s", path.name, problem)
            return plain
        return learnt

    def save(self, path: Path = TRAINED) -> None:
        """Write the values to a file."""
        np.savez_compressed(path, gain=self.gain, worth=self.worth, threat=self.threat)
