"""Which placements can be reached from the start. Start reading at `expand`.

Two bits a placement: reached, and expanded, that is, its moves have been followed. Expanding a position twice
is harmless, so the work may be stopped anywhere.
"""

from __future__ import annotations

import numpy as np

from ai.bitops import lowest
from ai.kernels import Array, Int, Word, njit, numba
from ai.twelve_janggi.index import PLACEMENTS, index_of
from ai.twelve_janggi.solve.placements import state_at
from ai.twelve_janggi.successors import ENTERED, MAX_MOVES, OPEN, status, write_all_successors

WORDS = PLACEMENTS // 64 + 1
"""Words of 64 bits that hold one bit for every placement."""

_INT, _BITS = numba.int64, numba.uint64[::1]
_1, _63 = np.uint64(1), np.int64(63)


@njit(_INT(_BITS, _INT))
def add(bits: Array, number: Int) -> Int:
    """Set a bit; whether it was not set before."""
    word, bit = number >> 6, _1 << np.uint64(number & _63)
    if bits[word] & bit:
        return 0
    bits[word] |= bit
    return 1


@njit(numba.boolean(_BITS, _INT))
def has(bits: Array, number: Int) -> Int:
    """Whether a bit is set."""
    return (bits[number >> 6] >> np.uint64(number & _63)) & _1 != 0


@njit(_INT(_BITS, _BITS, _INT, _INT, numba.uint64, numba.boolean))
def expand(reached: Array, expanded: Array, start: Int, end: Int, drops_on: Word, play_on: Int) -> Int:
    """Expand the reached positions of words start to end that are not expanded; how many.

    A position with the own King in the far camp is over. One where a King can be captured, or can no longer
    be stopped, is played on only if ``play_on``.
    """
    after = np.empty(MAX_MOVES, dtype=np.uint64)
    done = 0
    for word in range(start, end):
        while True:  # expanding may reach more positions of this very word
            fresh = reached[word] & ~expanded[word]
            if fresh == 0:
                break
            rest = fresh
            while rest != 0:
                bit = lowest(rest)
                rest &= rest - _1
                state = state_at(64 * word + bit)
                kind = status(state)
                if kind == OPEN or (play_on and kind != ENTERED):
                    for place in range(write_all_successors(state, drops_on, after)):
                        add(reached, index_of(after[place]))
                done += 1
            expanded[word] |= fresh
    return done


@njit(numba.int64[::1](_BITS, _INT, _INT))
def count_statuses(reached: Array, start: Int, end: Int) -> Array:
    """How many reached positions of words start to end have each `status`."""
    counts = np.zeros(4, dtype=np.int64)
    for word in range(start, end):
        rest = reached[word]
        while rest != 0:
            counts[status(state_at(64 * word + lowest(rest)))] += 1
            rest &= rest - _1
    return counts
