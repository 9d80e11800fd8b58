"""What a position is at a look, and the states one move later. Start at `standing` and `write_safe_after`.

A state is that of `ai.twelve_janggi.state`, always without its side bit: seen by the side to move. Masks
have bit 4 · square, as in `ai/twelve_janggi/index.py`. ``drops_on``: the empty squares among these
take drops. They are `DROPS`; the solver is tested by games with others.
"""

from __future__ import annotations

import numpy as np

from ai.bitops import lowest
from ai.kernels import Array, Int, Word, njit, numba
from ai.twelve_janggi.index import ONES
from ai.twelve_janggi.state import FAR as _FAR
from ai.twelve_janggi.state import GOALS, KING, MAN, MARQUIS, ROOM, turned

_INT, _STATE, _LIST = numba.int64, numba.uint64, numba.uint64[::1]
OPEN, ENTERED, TAKES, LATE = 0, 1, 2, 3
"""What a position is: the game goes on; the own King stands in the far camp at its turn (won now); the
other's King can be taken (won in one ply); it stands in the own camp and cannot (lost in one)."""

MOST = 512
"""More than a position has moves, forward or back."""

_0, _1, _2, _3, _7, _8, _15 = (np.uint64(value) for value in (0, 1, 2, 3, 7, 8, 15))
NO_SIDE = np.uint64(~(1 << 60) & (1 << 64) - 1)
"""All of a state but its side bit."""


def _spread(mask: int) -> int:
    return sum(1 << 4 * square for square in range(ROOM) if mask >> square & 1)


FAR = np.uint64(_spread(_FAR))
"""The other side's camp."""
NEAR = np.uint64(_spread(_FAR >> 3))
DROPS = np.uint64(int(ONES) & ~_spread(_FAR))
"""Nothing is dropped into the far camp."""
STEPS = np.array([[_spread(int(mask)) for mask in row] for row in GOALS], dtype=np.uint64)
"""By piece and square: where it steps on an empty board."""
HELD = np.array([0, 0, *[1 << 48 + 2 * kind for kind in (0, 1, 2, 2)]], dtype=np.uint64)
"""What taking a piece of each kind adds to the hand of the side to move."""
_IN_HAND = np.array([2, 3, 4], dtype=np.uint64)


@njit("UniTuple(uint64, 4)(uint64)")
def sides(state: Word) -> tuple[Word, ...]:
    """Masks of own pieces, the other's pieces, the own King, the other's King."""
    low, middle, high = state & ONES, (state >> _1) & ONES, (state >> _2) & ONES
    every, theirs = low | middle | high, (state >> _3) & ONES
    kings = low & ~middle & ~high
    return every & ~theirs, theirs, kings & ~theirs, kings & theirs


@njit(_STATE(_STATE, _STATE))
def attacks(state: Word, pieces: Word) -> Word:
    """The squares that these pieces attack, own ones included."""
    hits = _0
    while pieces != _0:
        place = lowest(pieces)
        pieces &= pieces - _1
        hits |= STEPS[(state >> np.uint64(place)) & _15, place >> 2]
    return hits


@njit(_INT(_STATE))
def standing(state: Word) -> Int:
    """Which of `OPEN`, `ENTERED`, `TAKES`, `LATE` a position is."""
    own, _, king, target = sides(state)
    if king & FAR:
        return ENTERED
    if attacks(state, own) & target:
        return TAKES
    return LATE if target & NEAR else OPEN


@njit(_INT(_STATE, _STATE, _STATE, _STATE, _LIST))
def write_after(state: Word, king_goals: Word, goals: Word, drops: Word, after: Array) -> Int:
    """Write the states after the King's and the others' steps, and the drops, into these masks; how many."""
    own, _, _, _ = sides(state)
    length = 0
    while own != _0:
        place = lowest(own)
        own &= own - _1
        piece = (state >> np.uint64(place)) & _15
        reach = STEPS[piece, place >> 2] & (king_goals if piece == KING else goals)
        bare = state & ~(_15 << np.uint64(place))
        while reach != _0:
            to = reach & (~reach + _1)
            reach ^= to
            taken = (state >> np.uint64(lowest(to))) & _7
            kind = np.uint64(MARQUIS) if piece == MAN and to & FAR else piece
            after[length] = turned(((bare & ~(_15 * to)) | kind * to) + HELD[taken]) & NO_SIDE
            length += 1
    for kind in range(3):
        if (state >> np.uint64(48 + 2 * kind)) & _3:
            rest, less = drops, state - (_1 << np.uint64(48 + 2 * kind))
            while rest != _0:
                to = rest & (~rest + _1)
                rest ^= to
                after[length] = turned(less | _IN_HAND[kind] * to) & NO_SIDE
                length += 1
    return length


@njit(_INT(_STATE, _STATE, _LIST))
def write_all_after(state: Word, drops_on: Word, after: Array) -> Int:
    """Write the states after every move but those that take the King."""
    own, theirs, _, target = sides(state)
    drops = ONES & ~(own | theirs)
    return write_after(state, ONES & ~(own | target), ONES & ~(own | target), drops & drops_on, after)


@njit(_INT(_STATE, _STATE, _LIST))
def write_safe_after(state: Word, drops_on: Word, after: Array) -> Int:
    """Write the states after the moves that leave the own King where nothing takes it; not in the far camp.

    The other's King must not be attacked. -1 if the King can enter the far camp safely. No piece steps
    farther than one square, so moving one never uncovers an attack.
    """
    own, theirs, king, _ = sides(state)
    threats = attacks(state, theirs)
    around = ~(own | threats)
    if STEPS[KING, lowest(king) >> 2] & around & FAR:
        return -1
    goals, drops = ONES & ~own, ONES & ~(own | theirs)
    if king & threats:
        drops = _0
        goals = _0
        rest, attackers = theirs, 0
        while rest != _0:
            place = lowest(rest)
            rest &= rest - _1
            if STEPS[(state >> np.uint64(place)) & _15, place >> 2] & king:
                goals = _1 << np.uint64(place)
                attackers += 1
        if attackers > 1:
            goals = _0
    return write_after(state, around & ONES & ~FAR, goals, drops & drops_on, after)
