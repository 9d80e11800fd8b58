"""The evaluation of unfinished positions for the side to move, and the values decided within two plies.

Start reading at `decided_value` and `evaluate`. A Man is worth about 100.
"""

from __future__ import annotations

import numpy as np

from ai.kernels import Int, Word, njit, numba
from ai.twelve_janggi.state import FAR, GOALS, KING, SQUARE_COUNT, STATE, piece_at

WON = 30_000
"""A game won now; each ply until then costs one."""
SURE = 29_000
"""Values at least this far from zero are decided games."""

_INT = numba.int64
_NEAR = FAR >> 3  # the own camp
# Set by hand, so that a piece in hand is worth a little more than on most squares: it can go to any of them.
_IN_HAND = np.array([420, 360, 130], dtype=np.int64)  # General, Minister, Man
_ATTACKED = 6  # for every square a side attacks
_BESIDE_KING = 14  # for every attacked square around the other side's King


def _placed() -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    # By kind, rows a–c; columns from the own camp to the other's.
    rows = {
        1: ((0, 10, 20, 0), (0, 8, 18, 0), (0, 10, 20, 0)),
        2: ((390, 410, 420, 420), (400, 430, 440, 440), (390, 410, 420, 420)),
        3: ((320, 340, 350, 330), (330, 380, 390, 350), (320, 340, 350, 330)),
        4: ((90, 100, 120, 0), (90, 110, 130, 0), (90, 100, 120, 0)),
        5: ((330, 340, 350, 330), (340, 350, 370, 350), (330, 340, 350, 330)),
    }
    table = np.zeros((16, SQUARE_COUNT), dtype=np.int64)
    for kind, squares in rows.items():
        table[kind] = np.array(squares).reshape(SQUARE_COUNT)
        table[kind | 8] = -table[kind][::-1]
    return table


PLACED = _placed()
"""The value of a piece on a square, the other side's negative: shape (16 pieces, 12 squares)."""
_BITS = np.array([mask.bit_count() for mask in range(1 << SQUARE_COUNT)], dtype=np.int64)


@njit(_INT(*[_INT] * 5))
def decided_value(own: Int, hits: Int, threats: Int, king: Int, target: Int) -> Int:
    """The value of what is decided within two plies, from `attack_maps`; 0 if nothing is.

    In this order, as in the rules: the own King is in the far camp at the own turn; the other's can be
    captured; it is in the own camp and cannot be captured; the own King can enter safely.
    """
    if (FAR >> king) & 1:
        return WON
    if (hits >> target) & 1:
        return WON - 1
    if (_NEAR >> target) & 1:
        return 1 - WON
    if GOALS[KING, king] & FAR & ~(own | threats):
        return WON - 2
    return 0


@njit(_INT(STATE, _INT, _INT, _INT, _INT))
def evaluate(state: Word, hits: Int, threats: Int, king: Int, target: Int) -> Int:
    """Pieces by square and in hand, and squares attacked, above all around the Kings."""
    total: Int = 0
    for square in range(SQUARE_COUNT):
        total += PLACED[piece_at(state, square), square]
    for kind in range(3):
        own = np.int64((state >> np.uint64(48 + 2 * kind)) & np.uint64(3))
        other = np.int64((state >> np.uint64(54 + 2 * kind)) & np.uint64(3))
        total += _IN_HAND[kind] * (own - other)
    total += _ATTACKED * (_BITS[hits] - _BITS[threats])
    return total + _BESIDE_KING * (_BITS[hits & GOALS[KING, target]] - _BITS[threats & GOALS[KING, king]])
