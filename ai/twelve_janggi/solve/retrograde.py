"""Who wins from where, and in how many plies, backwards from the end. Start reading at `spread`.

Only calm positions have a value here: reached, nobody's King in the far camp, no King to be taken at once.
All others are decided by `ai.twelve_janggi.steps.standing`. A value is the plies to the end, positive
if the side to move wins, negative if it loses; a calm position's is 2 or more from zero. Or it is `EVEN`:
nobody was found to win. Once nothing more is found that is a draw: some position must return again and again,
and for the third time it ends the game.
"""

from __future__ import annotations

import numpy as np

from ai.kernels import Array, Int, Word, njit, numba
from ai.twelve_janggi.index import REST, calm_place
from ai.twelve_janggi.solve.back import write_before
from ai.twelve_janggi.solve.placements import CALM_FROM, calm_state
from ai.twelve_janggi.solve.reach import has
from ai.twelve_janggi.steps import LATE, MOST, OPEN, standing, write_all_after, write_safe_after

_INT, _STATE, _BITS, _VALUES = numba.int64, numba.uint64, numba.uint64[::1], numba.int16[::1]

NEVER, EVEN = 0, 1
"""The value of what is no calm position, or cannot be reached; of what nobody was found to win."""


@njit(numba.int64[::1](_VALUES, _BITS, _INT, _INT, _STATE))
def begin(values: Array, reached: Array, start: Int, end: Int, drops_on: Word) -> Array:
    """Set the values that a look at the position tells; how many are calm, won in two, lost in two, stuck.

    Won in two plies: the own King enters safely. Lost in two: every move leaves the King to be taken.
    """
    after, counts = np.empty(MOST, dtype=np.uint64), np.zeros(4, dtype=np.int64)
    for number in range(start, end):
        if not has(reached, CALM_FROM[number // REST] * REST + number % REST):
            continue
        state = calm_state(number)
        if standing(state) != OPEN:
            continue
        safe = write_safe_after(state, drops_on, after)
        values[number] = 2 if safe < 0 else -2 if safe == 0 else EVEN
        counts[0] += 1
        counts[1] += safe < 0
        counts[2] += safe == 0
        if safe == 0 and write_all_after(state, drops_on, after) == 0:
            counts[3] += 1
    return counts


@njit(_INT(_VALUES, _STATE, _INT, _STATE, numba.uint64[::1]))
def loses(values: Array, state: Word, plies: Int, drops_on: Word, after: Array) -> Int:
    """Whether every move of a calm position leads to a win of the other side within ``plies``."""
    for place in range(write_safe_after(state, drops_on, after)):
        value = values[calm_place(after[place])]
        if value < 2 or value > plies:
            return False
    return True


@njit(_INT(_VALUES, _INT, _INT, _INT, _STATE))
def spread(values: Array, start: Int, end: Int, plies: Int, drops_on: Word) -> Int:
    """One ply back from what is decided in ``plies``, in a part of the numbers; how many of these there are.

    All that is decided in fewer must be known. What was found already may be asked for again.
    """
    before, after = np.empty(MOST, dtype=np.uint64), np.empty(MOST, dtype=np.uint64)
    decided = 0
    for number in range(start, end):
        value = values[number]
        if abs(value) != plies:
            continue
        decided += 1
        for place in range(write_before(calm_state(number), drops_on, before)):
            earlier = calm_place(before[place])
            if earlier < 0 or values[earlier] != EVEN:
                continue
            if value < 0:
                values[earlier] = plies + 1
            elif loses(values, before[place], plies, drops_on, after):
                values[earlier] = -(plies + 1)
    return decided


@njit(_INT(_VALUES, _STATE))
def value_of(values: Array, state: Word) -> Int:
    """The value of any position that is not over; of one that is, won in one ply."""
    kind = standing(state)
    if kind == OPEN:
        value = np.int64(values[calm_place(state)])
        return 0 if value == EVEN else value
    return -1 if kind == LATE else 1


@njit(_INT(_VALUES, _STATE, _STATE, numba.uint64[::1]))
def backed(values: Array, state: Word, drops_on: Word, after: Array) -> Int:
    """The value of a calm position as its moves have it, every one of them played out."""
    best: Int = 0
    draws, longest = 0, -2
    for place in range(write_all_after(state, drops_on, after)):
        value = value_of(values, after[place])
        if value < 0 and (best == 0 or 1 - value < best):
            best = 1 - value
        elif value == 0:
            draws += 1
        elif value > 0:
            longest = min(longest, -1 - value)
    if best > 0:
        return best
    return 0 if draws else longest


@njit(_INT(_VALUES, _INT, _INT, _STATE))
def wrong(values: Array, start: Int, end: Int, drops_on: Word) -> Int:
    """How many values in a part of the numbers are not what the moves there say."""
    after = np.empty(MOST, dtype=np.uint64)
    found = 0
    for number in range(start, end):
        value = values[number]
        if value != NEVER:
            found += backed(values, calm_state(number), drops_on, after) != (0 if value == EVEN else value)
    return found


@njit(numba.int64[::1](_VALUES, _INT, _INT))
def histogram(values: Array, start: Int, end: Int) -> Array:
    """How many values of each size there are in a part of the numbers: at 512 + value, draws at 512."""
    counts = np.zeros(1024, dtype=np.int64)
    for number in range(start, end):
        value = values[number]
        if value != NEVER:
            counts[512 + (0 if value == EVEN else value)] += 1
    return counts
