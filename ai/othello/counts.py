"""What Othello's evaluation counts on the whole board. Start reading at `counted`.

How many moves each side has, how many empty squares lie beside the other side's discs (moves to come), and
how many discs lie beside empty squares (Rosenbloom's Iago, 1982, and Lee and Mahajan's BILL, 1990, call
them current and potential mobility): patterns, which see one part of the board, cannot add them up.
"""

from __future__ import annotations

import numpy as np

from ai.bitops import count
from ai.kernels import Int, Word, njit
from ai.othello.bits import raw_moves, spread

COUNTS = 6
SHOWN = 64
"""Each count is below this."""

_EACH = 8  # bits of a count


@njit("uint64(uint64, uint64, uint64)")
def counted(own: Word, other: Word, empty: Word) -> Word:
    """All counts, to be read by `shown`: own first, then the other side's, of each kind."""
    beside = spread(empty)
    packed = count(raw_moves(own, other) & empty)
    packed |= count(raw_moves(other, own) & empty) << _EACH
    packed |= count(spread(other) & empty) << (2 * _EACH)
    packed |= count(spread(own) & empty) << (3 * _EACH)
    packed |= count(own & beside) << (4 * _EACH)
    return np.uint64(packed | count(other & beside) << (5 * _EACH))


@njit("int64(uint64, int64)")
def shown(packed: Word, which: Int) -> Int:
    """One of the counts."""
    return np.int64(packed >> np.uint64(_EACH * which)) & (SHOWN - 1)
