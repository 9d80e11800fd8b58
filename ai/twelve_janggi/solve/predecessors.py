"""Moves backward: the positions from which one move leads to a position."""

from __future__ import annotations

import numpy as np

from ai.bitops import lowest
from ai.kernels import Array, Int, Word, njit, numba
from ai.twelve_janggi.index import SQUARES_MASK
from ai.twelve_janggi.state import GOALS, MAN, MARQUIS, SQUARE_COUNT, flipped
from ai.twelve_janggi.successors import HELD_BITS, NEAR, NO_SIDE, sides

_INT, _STATE, _LIST = numba.int64, numba.uint64, numba.uint64[::1]
_0, _1, _3, _7, _15 = (np.uint64(value) for value in (0, 1, 3, 7, 15))


def _origins() -> np.ndarray[tuple[int, int], np.dtype[np.uint64]]:
    table = np.zeros((16, SQUARE_COUNT), dtype=np.uint64)
    for piece in range(16):
        for origin in range(SQUARE_COUNT):
            for to in range(SQUARE_COUNT):
                if int(GOALS[piece, origin]) >> to & 1:
                    table[piece, to] |= np.uint64(1 << 4 * origin)
    return table


ORIGINS = _origins()
"""By piece and square: the squares from which it steps there, with bit 4 · square."""


@njit(_INT(_STATE, _STATE, _LIST))
def write_predecessors(state: Word, drops_on: Word, before: Array) -> Int:
    """Write the states from which a move that captures no King leads here; some may be impossible ones."""
    own, theirs, _, _ = sides(state)
    empty = SQUARES_MASK & ~(own | theirs)
    length, rest = 0, theirs
    while rest != _0:
        to = rest & (~rest + _1)
        rest ^= to
        square = lowest(to) >> 2
        piece = (state >> np.uint64(4 * square)) & _15
        kind = piece & _7
        lifted = state & ~(_15 * to)
        if 2 <= kind <= 4 and (drops_on >> np.uint64(44 - 4 * square)) & _1:
            before[length] = flipped(lifted + (HELD_BITS[kind] << np.uint64(6))) & NO_SIDE
            length += 1
        for form in range(2):  # as it is, and as a Man that this step promoted
            if form == 1 and not (kind == MARQUIS and to & NEAR):
                break
            was = piece - np.uint64(form)
            if was & _7 == MAN and form == 0 and to & NEAR:
                continue
            origins = ORIGINS[was, square] & empty
            while origins != _0:
                origin = origins & (~origins + _1)
                origins ^= origin
                stood = lifted | was * origin
                before[length] = flipped(stood) & NO_SIDE
                length += 1
                for taken in range(2, 6):
                    held = HELD_BITS[taken] << np.uint64(6)
                    if state & (held * _3):
                        before[length] = flipped((stood - held) | np.uint64(taken) * to) & NO_SIDE
                        length += 1
    return length
