"""What a stone makes on one line: every line of eleven points, classified once. Start reading at `CLASSES`.

A line is seen by one side from an empty point in its middle: five points on either side, each empty, own, or
blocked (the other side's stone, or off the board). Its key is ten ternary digits.
`games.gomoku.forbidden.form` reads the same eleven points, and `tests/ai/gomoku` holds the two equal.

The search needs both sides at once: `pairs` maps a window, two bits a point, to both sides' classes.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

REACH = 5
EMPTY, OWN, BLOCKED = 0, 1, 2
KEYS = 3 ** (2 * REACH)

# The class of a line once its middle is played, from nothing to five.
DEAD = 0
ONE = 1
OPEN_ONE = 2
TWO = 3
OPEN_TWO = 4  # one more stone makes an open three at one or two points,
FREE_TWO = 5  # and at three points or more
THREE = 6  # one more stone makes a FOUR
SPLIT_THREE = 7  # one more stone makes an open four at one point,
OPEN_THREE = 8  # and at two points
FOUR = 9  # one more stone makes a five at one point,
OPEN_FOUR = 10  # at both ends of a row,
DOUBLE_FOUR = 11  # and at two points that are not the ends of one row
FIVE = 12
OVERLINE = 13  # six or more in a row where only five count
CLASSES = 14

POWERS = np.array([3**place for place in range(5)] + [0] + [3**place for place in range(5, 10)])
"""The weight in a key of the point at distance k - 5 from the middle, for k = 0 … 10."""
WINDOWS = 1 << 20
"""How many windows there are, with two bits a point and the middle left out.

0 empty, 1 Black, 2 White, 3 off the board; the leftmost point in the lowest bits.
"""

_MIDDLE = REACH
# The class of a line by the best class that one more stone makes of it.
_BEFORE = np.array(
    [
        DEAD,
        DEAD,
        DEAD,
        ONE,
        OPEN_ONE,
        OPEN_ONE,
        TWO,
        OPEN_TWO,
        OPEN_TWO,
        THREE,
        SPLIT_THREE,
        THREE,
        DEAD,
        DEAD,
    ]
)
_FURTHER = [distance for distance in range(-4, 5) if distance]
_MANY_WAYS = {SPLIT_THREE: (2, OPEN_THREE), OPEN_TWO: (3, FREE_TWO)}


def _all_lines() -> NDArray[np.int8]:
    """The points of every line, its middle played: shape (KEYS, 11)."""
    keys = np.arange(KEYS, dtype=np.int32)[:, None]
    points = keys // np.maximum(POWERS, 1).astype(np.int32) % 3
    points[:, _MIDDLE] = OWN
    return points.astype(np.int8)  # type: ignore[no-any-return]


def _stretches(points: NDArray[np.int8]) -> NDArray[np.int8]:
    """The length of the run of own stones from each point to the right: shape (KEYS, 12)."""
    lengths = np.zeros((KEYS, 2 * REACH + 2), dtype=np.int8)
    for place in range(2 * REACH, -1, -1):
        lengths[:, place] = (points[:, place] == OWN) * (lengths[:, place + 1] + 1)
    return lengths


def _five_by_end(points: NDArray[np.int8], exactly: bool) -> NDArray[np.bool_]:
    """Whether the first point right of the middle's run, if it is empty, makes a five."""
    row = np.arange(KEYS)
    stretches = _stretches(points)
    left = _stretches(points[:, ::-1])[:, _MIDDLE] - 1
    end = np.minimum(_MIDDLE + stretches[:, _MIDDLE], 2 * REACH)
    length = left + (end - _MIDDLE) + 1 + stretches[row, end + 1]
    made = length == 5 if exactly else length >= 5
    return (points[row, end] == EMPTY) & (end < 2 * REACH) & made  # type: ignore[no-any-return]


def _classify(points: NDArray[np.int8], exactly: bool) -> NDArray[np.uint8]:
    """The class of every key."""
    run = _stretches(points)[:, _MIDDLE] + _stretches(points[:, ::-1])[:, _MIDDLE] - 1
    fives = _five_by_end(points, exactly).astype(int) + _five_by_end(points[:, ::-1], exactly)
    classes = np.array([DEAD, FOUR, DOUBLE_FOUR])[fives]
    classes[(fives == 2) & (run == 4)] = OPEN_FOUR
    classes[run > 5] = OVERLINE if exactly else FIVE
    classes[run == 5] = FIVE
    _grow(classes, points)
    return np.asarray(classes, dtype=np.uint8)


def _grow(classes: NDArray[np.int64], points: NDArray[np.int8]) -> None:
    # Lines with fewer empty points first, so that what one more stone makes is already known.
    empties = (points == EMPTY).sum(axis=1)
    for count in range(1, 2 * REACH + 1):
        keys = np.flatnonzero((empties == count) & (classes == DEAD))
        # How many empty points lead to each class. An own stone's digit is 1, so adding a point's power to
        # a key where its digit is 0 places a stone there.
        ways = np.zeros((len(keys), CLASSES), dtype=np.int8)
        for distance in _FURTHER:
            free = points[keys, _MIDDLE + distance] == EMPTY
            grown = _BEFORE[classes[keys[free] + POWERS[_MIDDLE + distance]]]
            ways[np.flatnonzero(free), grown] += 1
        # The highest class with any way: argmax finds the first in the reversed order.
        best = (CLASSES - 1 - np.argmax(ways[:, ::-1] > 0, axis=1)) * (ways.sum(axis=1) > 0)
        for kind, (many, better) in _MANY_WAYS.items():
            best[(best == kind) & (ways[:, kind] >= many)] = better
        classes[keys] = best


def _ends(classes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The points that turn an open three into an open four: bit k + 3 for distance k."""
    masks = np.zeros(KEYS, dtype=np.uint8)
    threes = np.flatnonzero((classes == OPEN_THREE) | (classes == SPLIT_THREE))
    for distance in (-3, -2, -1, 1, 2, 3):
        power = POWERS[_MIDDLE + distance]
        free = threes[threes // power % 3 == EMPTY]
        masks[free] |= (classes[free + power] == OPEN_FOUR).astype(np.uint8) << np.uint8(distance + 3)
    return masks


@lru_cache(maxsize=2)
def lines(exactly: bool) -> NDArray[np.uint8]:
    """The class of every key, by whether only exactly five win."""
    return _classify(_all_lines(), exactly)


def ends() -> NDArray[np.uint8]:
    """By window, the points where Black's open three becomes an open four by exactly five, for renju."""
    return np.asarray(_ends(lines(True))[_keys(1)])


def pairs(black_exactly: bool, white_exactly: bool) -> NDArray[np.uint8]:
    """By window, Black's class in the lower four bits and White's in the upper four."""
    black, white = lines(black_exactly)[_keys(1)], lines(white_exactly)[_keys(2)]
    return np.asarray(black | white << np.uint8(4))


def _keys(side: int) -> NDArray[np.int32]:
    """The ternary key of every window as a side sees it."""
    # The five points on one side of the middle have 2**10 contents; a window is any two of them.
    digits = np.where(np.arange(4) == 0, EMPTY, np.where(np.arange(4) == side, OWN, BLOCKED))
    halves = np.arange(1 << 2 * REACH)
    key = np.sum([digits[halves >> 2 * place & 3] * 3**place for place in range(REACH)], axis=0)
    return np.asarray(key[None, :] + 3**REACH * key[:, None], dtype=np.int32).ravel()
