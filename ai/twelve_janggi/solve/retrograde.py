"""Retrograde analysis: the winner of every position and the plies to the end. Start reading at `propagate`.

Only quiet positions have a value here: reached, no King in the far camp, no King en prise. All others are
decided by `ai.twelve_janggi.successors.status`. A value is the plies to the end, positive if the side to move
wins, negative if it loses; a quiet position's is 2 or more from zero. Or it is `UNDECIDED`: no win was found
for either side. At the end of the analysis that is a draw: some position must return again and again, and the
third time ends the game.
"""

from __future__ import annotations

import numpy as np

from ai.kernels import Array, Int, Word, njit, numba
from ai.twelve_janggi.index import REST, quiet_index
from ai.twelve_janggi.solve.placements import QUIET_FROM, quiet_state
from ai.twelve_janggi.solve.predecessors import write_predecessors
from ai.twelve_janggi.solve.reachability import has
from ai.twelve_janggi.successors import (
    INTRUDED,
    MAX_MOVES,
    OPEN,
    status,
    write_all_successors,
    write_safe_successors,
)

_INT, _STATE, _BITS, _VALUES = numba.int64, numba.uint64, numba.uint64[::1], numba.int16[::1]

UNREACHED, UNDECIDED = 0, 1
"""The value of what is not quiet or cannot be reached; and of a position without a known winner."""


@njit(numba.int64[::1](_VALUES, _BITS, _INT, _INT, _STATE))
def initialize(values: Array, reached: Array, start: Int, end: Int, drops_on: Word) -> Array:
    """Set the values that are decided at once; how many are quiet, won in two, lost in two, without a move.

    Won in two plies: the own King enters safely. Lost in two: every move leaves the King en prise.
    """
    after, counts = np.empty(MAX_MOVES, dtype=np.uint64), np.zeros(4, dtype=np.int64)
    for number in range(start, end):
        if not has(reached, QUIET_FROM[number // REST] * REST + number % REST):
            continue
        state = quiet_state(number)
        if status(state) != OPEN:
            continue
        safe = write_safe_successors(state, drops_on, after)
        values[number] = 2 if safe < 0 else -2 if safe == 0 else UNDECIDED
        counts[0] += 1
        counts[1] += safe < 0
        counts[2] += safe == 0
        if safe == 0 and write_all_successors(state, drops_on, after) == 0:
            counts[3] += 1
    return counts


@njit(_INT(_VALUES, _STATE, _INT, _STATE, numba.uint64[::1]))
def every_move_loses(values: Array, state: Word, plies: Int, drops_on: Word, after: Array) -> Int:
    """Whether every move of a quiet position leads to a win of the other side within ``plies``."""
    for place in range(write_safe_successors(state, drops_on, after)):
        value = values[quiet_index(after[place])]
        if value < 2 or value > plies:
            return False
    return True


@njit(_INT(_VALUES, _INT, _INT, _INT, _STATE))
def propagate(values: Array, start: Int, end: Int, plies: Int, drops_on: Word) -> Int:
    """Go one ply back from the positions decided in ``plies``, in a part of the indices; their number."""
    before, after = np.empty(MAX_MOVES, dtype=np.uint64), np.empty(MAX_MOVES, dtype=np.uint64)
    decided = 0
    for number in range(start, end):
        value = values[number]
        if abs(value) != plies:
            continue
        decided += 1
        for place in range(write_predecessors(quiet_state(number), drops_on, before)):
            earlier = quiet_index(before[place])
            if earlier < 0 or values[earlier] != UNDECIDED:
                continue
            # A move to a position that the mover there loses wins. One to a position that is won decides only
            # once no other move is better; then this one lasts longest, because sooner wins came before.
            if value < 0:
                values[earlier] = plies + 1
            elif every_move_loses(values, before[place], plies, drops_on, after):
                values[earlier] = -(plies + 1)
    return decided


@njit(_INT(_VALUES, _STATE))
def value_of(values: Array, state: Word) -> Int:
    """The value of any position that is not over; a position that is over counts as won in one ply."""
    kind = status(state)
    if kind == OPEN:
        value = np.int64(values[quiet_index(state)])
        return 0 if value == UNDECIDED else value
    return -1 if kind == INTRUDED else 1


@njit(_INT(_VALUES, _STATE, _STATE, numba.uint64[::1]))
def value_from_moves(values: Array, state: Word, drops_on: Word, after: Array) -> Int:
    """The value of a quiet position by its moves, every one of them played."""
    best: Int = 0
    draws, longest = 0, -2
    for place in range(write_all_successors(state, drops_on, after)):
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
def count_wrong(values: Array, start: Int, end: Int, drops_on: Word) -> Int:
    """How many values in a part of the indices contradict their moves."""
    after = np.empty(MAX_MOVES, dtype=np.uint64)
    wrong = 0
    for number in range(start, end):
        value = values[number]
        if value != UNREACHED:
            wrong += value_from_moves(values, quiet_state(number), drops_on, after) != (
                0 if value == UNDECIDED else value
            )
    return wrong


@njit(numba.int64[::1](_VALUES, _INT, _INT))
def histogram(values: Array, start: Int, end: Int) -> Array:
    """How many values of each size there are in a part of the indices: at 512 + value, draws at 512."""
    counts = np.zeros(1024, dtype=np.int64)
    for number in range(start, end):
        value = values[number]
        if value != UNREACHED:
            counts[512 + (0 if value == UNDECIDED else value)] += 1
    return counts
