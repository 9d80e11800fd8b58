"""The status of a position, and its successors. Start at `status` and `write_safe_successors`.

A state is that of `ai.twelve_janggi.state`, always without its side bit, seen by the side to move. Masks have
bit 4 · square, as in `ai/twelve_janggi/index.py`. ``drops_on``: the squares that drops may go to. They are
`DROPS`; the solver is tested by games with others.
"""

from __future__ import annotations

import numpy as np

from ai.bitops import lowest
from ai.kernels import Array, Int, Word, njit, numba
from ai.twelve_janggi.index import SQUARES_MASK
from ai.twelve_janggi.state import FAR as _FAR
from ai.twelve_janggi.state import GOALS, KING, MAN, MARQUIS, SQUARE_COUNT, flipped

_INT, _STATE, _LIST = numba.int64, numba.uint64, numba.uint64[::1]
# The status of a position.
OPEN = 0  # the game continues
ENTERED = 1  # the own King is in the far camp at its turn: won now
KING_EN_PRISE = 2  # the other's King can be captured: won in one ply
INTRUDED = 3  # the other's King is in the own camp and cannot be captured: lost in one ply

MAX_MOVES = 512
"""More than the moves of any position, forward or backward."""

_0, _1, _2, _3, _7, _8, _15 = (np.uint64(value) for value in (0, 1, 2, 3, 7, 8, 15))
NO_SIDE = np.uint64(~(1 << 60) & (1 << 64) - 1)
"""All of a state but its side bit."""


def _propagate(mask: int) -> int:
    return sum(1 << 4 * square for square in range(SQUARE_COUNT) if mask >> square & 1)


FAR = np.uint64(_propagate(_FAR))
"""The other side's camp."""
NEAR = np.uint64(_propagate(_FAR >> 3))
DROPS = np.uint64(int(SQUARES_MASK) & ~_propagate(_FAR))
"""No drops into the far camp."""
STEPS = np.array([[_propagate(int(mask)) for mask in row] for row in GOALS], dtype=np.uint64)
"""By piece and square: the squares it can step to on an empty board."""
HELD_BITS = np.array([0, 0, *[1 << 48 + 2 * kind for kind in (0, 1, 2, 2)]], dtype=np.uint64)
"""What a captured piece of each kind adds to the hand of the side to move."""
_IN_HAND = np.array([2, 3, 4], dtype=np.uint64)


@njit("UniTuple(uint64, 4)(uint64)")
def sides(state: Word) -> tuple[Word, ...]:
    """Masks of own pieces, the other's pieces, the own King, the other's King."""
    low, middle, high = state & SQUARES_MASK, (state >> _1) & SQUARES_MASK, (state >> _2) & SQUARES_MASK
    every, theirs = low | middle | high, (state >> _3) & SQUARES_MASK
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
def status(state: Word) -> Int:
    """Which of `OPEN`, `ENTERED`, `KING_EN_PRISE`, `INTRUDED` a position is."""
    own, _, king, target = sides(state)
    if king & FAR:
        return ENTERED
    if attacks(state, own) & target:
        return KING_EN_PRISE
    return INTRUDED if target & NEAR else OPEN


@njit(_INT(_STATE, _STATE, _STATE, _STATE, _LIST))
def write_successors(state: Word, king_goals: Word, goals: Word, drops: Word, after: Array) -> Int:
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
            to = reach & (~reach + _1)  # the lowest bit of a square: times 15 it masks the square,
            reach ^= to  # and times a kind it puts the piece there
            taken = (state >> np.uint64(lowest(to))) & _7
            kind = np.uint64(MARQUIS) if piece == MAN and to & FAR else piece
            after[length] = flipped(((bare & ~(_15 * to)) | kind * to) + HELD_BITS[taken]) & NO_SIDE
            length += 1
    for kind in range(3):
        if (state >> np.uint64(48 + 2 * kind)) & _3:
            rest, less = drops, state - (_1 << np.uint64(48 + 2 * kind))
            while rest != _0:
                to = rest & (~rest + _1)
                rest ^= to
                after[length] = flipped(less | _IN_HAND[kind] * to) & NO_SIDE
                length += 1
    return length


@njit(_INT(_STATE, _STATE, _LIST))
def write_all_successors(state: Word, drops_on: Word, after: Array) -> Int:
    """Write the states after every move but those that capture the King."""
    own, theirs, _, target = sides(state)
    drops = SQUARES_MASK & ~(own | theirs)
    return write_successors(
        state, SQUARES_MASK & ~(own | target), SQUARES_MASK & ~(own | target), drops & drops_on, after
    )


@njit(_INT(_STATE, _STATE, _LIST))
def write_safe_successors(state: Word, drops_on: Word, after: Array) -> Int:
    """Write the states after moves that leave the own King safe and not in the far camp; how many.

    The other's King must not be attacked. -1 if the King can enter the far camp safely. No piece steps
    farther than one square, so moving one never uncovers an attack.
    """
    own, theirs, king, _ = sides(state)
    threats = attacks(state, theirs)
    around = ~(own | threats)
    if STEPS[KING, lowest(king) >> 2] & around & FAR:
        return -1
    goals, drops = SQUARES_MASK & ~own, SQUARES_MASK & ~(own | theirs)
    if king & threats:
        # In check the others can only capture the attacker, if there is one alone: no piece attacks from
        # afar, so nothing can be put between.
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
    return write_successors(state, around & SQUARES_MASK & ~FAR, goals, drops & drops_on, after)
