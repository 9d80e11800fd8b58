"""One move back. Start reading at `write_before`."""

from __future__ import annotations

import numpy as np

from ai.bitops import lowest
from ai.kernels import Array, Int, Word, njit, numba
from ai.twelve_janggi.index import ONES
from ai.twelve_janggi.state import GOALS, MAN, MARQUIS, ROOM, turned
from ai.twelve_janggi.steps import HELD, NEAR, NO_SIDE, sides

_INT, _STATE, _LIST = numba.int64, numba.uint64, numba.uint64[::1]
_0, _1, _3, _7, _15 = (np.uint64(value) for value in (0, 1, 3, 7, 15))

ORIGINS = np.array(
    [
        [sum(1 << 4 * o for o in range(ROOM) if int(GOALS[piece, o]) >> to & 1) for to in range(ROOM)]
        for piece in range(16)
    ],
    dtype=np.uint64,
)
"""By piece and square: from where it steps there."""


@njit(_INT(_STATE, _STATE, _LIST))
def write_before(state: Word, drops_on: Word, before: Array) -> Int:
    """Write the states from which one move, that takes no King, leads here; some may be impossible ones."""
    own, theirs, _, _ = sides(state)
    empty = ONES & ~(own | theirs)
    length, rest = 0, theirs
    while rest != _0:
        to = rest & (~rest + _1)
        rest ^= to
        square = lowest(to) >> 2
        piece = (state >> np.uint64(4 * square)) & _15
        kind = piece & _7
        lifted = state & ~(_15 * to)
        if 2 <= kind <= 4 and (drops_on >> np.uint64(44 - 4 * square)) & _1:
            before[length] = turned(lifted + (HELD[kind] << np.uint64(6))) & NO_SIDE
            length += 1
        for form in range(2):  # as it is, and as a Man that was promoted by this step
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
                before[length] = turned(stood) & NO_SIDE
                length += 1
                for taken in range(2, 6):
                    held = HELD[taken] << np.uint64(6)
                    if state & (held * _3):
                        before[length] = turned((stood - held) | np.uint64(taken) * to) & NO_SIDE
                        length += 1
    return length
