"""The mobility counts of Othello's evaluation: what patterns, which see one part of the board, cannot add up.

Each side's moves (current mobility), the empty squares beside the other side's discs (potential mobility),
and the discs beside empty squares (the frontier). The terms are those of Rosenbloom's Iago (1982) and of Lee
and Mahajan's BILL (1990).
"""

from __future__ import annotations

import numpy as np

from ai.bitops import count
from ai.kernels import Int, Word, njit
from ai.othello.bitboard import spread
from ai.othello.line_scans import enclosing_squares

COUNTS = 6
COUNT_VALUES = 64
"""Each count is below this."""

_EACH = 8  # bits of a count


@njit("uint64(uint64, uint64, uint64)")
def mobility_counts(own: Word, other: Word, empty: Word) -> Word:
    """All counts packed into a word for `count_at`: of each kind own first, then the other side's."""
    beside = spread(empty)
    packed = count(enclosing_squares(own, other) & empty)
    packed |= count(enclosing_squares(other, own) & empty) << _EACH
    packed |= count(spread(other) & empty) << (2 * _EACH)
    packed |= count(spread(own) & empty) << (3 * _EACH)
    packed |= count(own & beside) << (4 * _EACH)
    return np.uint64(packed | count(other & beside) << (5 * _EACH))


@njit("int64(uint64, int64)")
def count_at(packed: Word, which: Int) -> Int:
    """The count at index ``which`` of the packed counts."""
    return np.int64(packed >> np.uint64(_EACH * which)) & (COUNT_VALUES - 1)
