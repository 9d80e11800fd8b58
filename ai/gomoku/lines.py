"""What a stone makes on one line: every line of eleven points, classified once. Start reading at `CLASSES`.

A line is seen by one side from an empty point in its middle: five points on either side, each empty, own,
or blocked (the other side's stone, or off the board). Its key is ten ternary digits. The same eleven points
are what `games.gomoku.forbidden.form` looks at, and `tests/ai/gomoku` holds the two equal.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

REACH = 5
EMPTY, OWN, BLOCKED = 0, 1, 2
KEYS = 3 ** (2 * REACH)

DEAD, ONE, OPEN_ONE, TWO, OPEN_TWO, THREE, OPEN_THREE, FOUR, OPEN_FOUR, DOUBLE_FOUR, FIVE, OVERLINE = range(
    12
)
"""What a line holds once its middle is played, from nothing to five. A FOUR can become a five at one point,
an OPEN_FOUR at both its ends, a DOUBLE_FOUR at two points that are not the ends of one row; one more stone
makes of an OPEN_THREE an OPEN_FOUR, of a THREE a FOUR, of an OPEN_TWO an OPEN_THREE, and so on down. An
OVERLINE is a row of six or more where only five count."""
CLASSES = 12

POWERS = np.array([3**place for place in range(5)] + [0] + [3**place for place in range(5, 10)])
"""What the point at distance k - 5 from the middle counts in a key, for k = 0 … 10."""

_MIDDLE = REACH
# What a line is if the best that one more stone makes of it is the index.
_BEFORE = np.array([DEAD, DEAD, DEAD, ONE, OPEN_ONE, TWO, OPEN_TWO, THREE, OPEN_THREE, THREE, DEAD, DEAD])
_FURTHER = [distance for distance in range(-4, 5) if distance]


def _all_lines() -> NDArray[Any]:
    """The points of every line, its middle played: shape (KEYS, 11)."""
    keys = np.arange(KEYS)[:, None]
    points = keys // np.maximum(POWERS, 1) % 3
    points[:, _MIDDLE] = OWN
    return points.astype(np.int8)  # type: ignore[no-any-return]


def _stretches(points: NDArray[Any]) -> NDArray[Any]:
    """How many own stones follow one another from each point on to the right: shape (KEYS, 12)."""
    found = np.zeros((KEYS, 2 * REACH + 2), dtype=np.int8)
    for place in range(2 * REACH, -1, -1):
        found[:, place] = (points[:, place] == OWN) * (found[:, place + 1] + 1)
    return found


def _five_by_end(points: NDArray[Any], exactly: bool) -> NDArray[Any]:
    """Whether the first point to the right of the middle's row, if it is empty, makes a five."""
    row = np.arange(KEYS)
    stretches = _stretches(points)
    left = _stretches(points[:, ::-1])[:, _MIDDLE] - 1
    end = np.minimum(_MIDDLE + stretches[:, _MIDDLE], 2 * REACH)
    length = left + (end - _MIDDLE) + 1 + stretches[row, end + 1]
    made = length == 5 if exactly else length >= 5
    return (points[row, end] == EMPTY) & (end < 2 * REACH) & made  # type: ignore[no-any-return]


def _classify(points: NDArray[Any], exactly: bool) -> NDArray[np.uint8]:
    """The class of every key."""
    run = _stretches(points)[:, _MIDDLE] + _stretches(points[:, ::-1])[:, _MIDDLE] - 1
    fives = _five_by_end(points, exactly).astype(int) + _five_by_end(points[:, ::-1], exactly)
    classes = np.array([DEAD, FOUR, DOUBLE_FOUR])[fives]
    classes[(fives == 2) & (run == 4)] = OPEN_FOUR
    classes[run > 5] = OVERLINE if exactly else FIVE
    classes[run == 5] = FIVE
    _grow(classes, points)
    return np.asarray(classes, dtype=np.uint8)


def _grow(classes: NDArray[Any], points: NDArray[Any]) -> None:
    # Lines with fewer empty points first: what one more stone makes is known when it is asked for.
    empties = (points == EMPTY).sum(axis=1)
    for count in range(1, 2 * REACH + 1):
        keys = np.flatnonzero((empties == count) & (classes == DEAD))
        for distance in _FURTHER:
            free = keys[points[keys, _MIDDLE + distance] == EMPTY]
            grown = _BEFORE[classes[free + POWERS[_MIDDLE + distance]]]
            classes[free] = np.maximum(classes[free], grown)


def _ends(classes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Where a further stone turns an open three into an open four: bit k + 3 for distance k."""
    masks = np.zeros(KEYS, dtype=np.uint8)
    threes = np.flatnonzero(classes == OPEN_THREE)
    for distance in (-3, -2, -1, 1, 2, 3):
        power = POWERS[_MIDDLE + distance]
        free = threes[threes // power % 3 == EMPTY]
        masks[free] |= (classes[free + power] == OPEN_FOUR).astype(np.uint8) << np.uint8(distance + 3)
    return masks


_POINTS = _all_lines()
LINES = np.stack([_classify(_POINTS, False), _classify(_POINTS, True)])
"""The class of a line by whether only exactly five win (0 or 1), and its key."""
ENDS = _ends(LINES[1])
"""By key, where an open three becomes an open four, exactly five winning: what renju's recursion asks."""
