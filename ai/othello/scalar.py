"""The operations of ``simd.py`` in scalar words, for processors without wide vectors.

``line_scans.py`` chooses between the two. Their results are equal.
"""

from __future__ import annotations

import numpy as np

from ai.bitops import leading_zeros
from ai.kernels import Int, Word, njit
from ai.othello.simd import RAYS_DOWN, RAYS_UP, RUN_MASKS, STEPS, WITHIN

_ONE = np.uint64(1)
_TOP = np.uint64(1 << 63)
_UP, _DOWN = np.array(RAYS_UP, dtype=np.uint64), np.array(RAYS_DOWN, dtype=np.uint64)
_STEP, _RUN = np.array(STEPS, dtype=np.uint64), np.array(RUN_MASKS, dtype=np.uint64)
_DOUBLING = np.array([1, 2, 4], dtype=np.uint64)
_LEAVES_UP, _LEAVES_DOWN = (
    ~np.array([WITHIN[steps, sign] for steps in (1, 2, 4)], dtype=np.uint64) for sign in (1, -1)
)


@njit("uint64(uint64, uint64)")
def enclosing_squares(own: Word, other: Word) -> Word:
    """Squares from which ``own`` would enclose discs of ``other``; occupied squares are not removed."""
    squares = np.uint64(0)
    for line in range(4):
        step, enclosed = _STEP[line], other & _RUN[line]
        up, down = enclosed & (own << step), enclosed & (own >> step)
        for _ in range(5):  # a line of eight encloses at most six discs: the first and five more
            up |= enclosed & (up << step)
            down |= enclosed & (down >> step)
        squares |= (up << step) | (down >> step)
    return squares


@njit("uint64(uint64, uint64, int64)")
def flips(own: Word, other: Word, square: Int) -> Word:
    """Discs of ``other`` that a disc of ``own`` on ``square`` flips."""
    turned = np.uint64(0)
    for line in range(4):
        up = _UP[square, line]
        stops = up & ~other
        outflank = stops & (~stops + _ONE) & own  # the lowest stop, if it is an own disc
        if outflank != 0:
            turned |= up & (outflank - _ONE)  # the squares of the ray below it
        down = _DOWN[square, line]
        stops = down & ~other
        if stops != 0:
            outflank = (_TOP >> np.uint64(leading_zeros(stops))) & own
            if outflank != 0:
                turned |= down & ~(outflank | (outflank - _ONE))
    return turned


@njit("uint64(uint64, uint64, uint64)")
def stable(own: Word, occupied: Word, outside: Word) -> Word:
    """Discs of ``own`` that can never be flipped; squares ``outside`` do not exist."""
    occupied |= outside
    known, grown = ~outside, outside
    while grown != known:
        known = grown
        everywhere = ~np.uint64(0)
        for line in range(4):
            up, down, step = occupied, occupied, _STEP[line]
            for place in range(3):
                up &= (up >> (step * _DOUBLING[place])) | _LEAVES_UP[place, line]
                down &= (down << (step * _DOUBLING[place])) | _LEAVES_DOWN[place, line]
            ends = _LEAVES_UP[0, line] | _LEAVES_DOWN[0, line]
            everywhere &= (up & down) | ends | (known << step) | (known >> step)
        grown = known | (own & everywhere)
    return grown & own
