"""What searches share: the transposition table, and the block of numbers a running search works in.

Start reading at `ENTRY`. Both are plain numpy arrays made once in a process and handed to every kernel.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ai.kernels import Array, Int, Word, njit, numba

ENTRY = np.dtype([("key", "u8"), ("low", "i2"), ("high", "i2"), ("depth", "i2"), ("move", "i2")])
"""A position's hash, bounds of its value, the depth they hold for, its best move (-1: unknown)."""

NODES, BUDGET, STOP, KIND, STYLE = 0, 1, 2, 3, 4
"""Places in the work array: nodes searched, nodes allowed, not 0 when the search must end now; the kind of
board (`ai.othello.bits.KINDS`) and the evaluation (`ai.othello.evaluate.FULL` or `SQUARES`)."""
LISTS = 8
"""Where the move lists begin: `LIST` places for each ply, each a score and a square in one number."""
LIST = 96
PLIES = 200
SQUARE_BITS = 8
"""The bits of a list's number that name the square; the score is above them."""
FIRST = 1 << 40
"""A score beyond all others: the move a table remembers is tried first."""

TABLE = numba.from_dtype(ENTRY)[::1]
WORK = numba.int64[::1]

_ODD_1 = np.uint64(0x9E3779B97F4A7C15)
_ODD_2 = np.uint64(0xC2B2AE3D27D4EB4F)
_SHIFT_1, _SHIFT_2 = np.uint64(29), np.uint64(32)


def new_table(bits: int) -> np.ndarray[Any, Any]:
    """An empty table of 2**bits entries."""
    return np.zeros(1 << bits, dtype=ENTRY)


def new_work() -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The numbers a search works in: shape (LISTS + PLIES * LIST,)."""
    return np.zeros(LISTS + PLIES * LIST, dtype=np.int64)


@njit("uint64(uint64, uint64)")
def hashed(own: Word, other: Word) -> Word:
    """A well-mixed hash of a position; never 0, which marks an empty entry."""
    mixed = (own ^ (own >> _SHIFT_2)) * _ODD_1 + (other ^ (other >> _SHIFT_1)) * _ODD_2
    mixed ^= mixed >> _SHIFT_1
    mixed *= _ODD_1
    mixed ^= mixed >> _SHIFT_2
    return mixed | np.uint64(1)


@njit(numba.int64(TABLE, numba.uint64))
def find(table: Array, key: Word) -> Int:
    """Where the position with this hash is in the table; -1 if it is not."""
    place = np.int64(key & np.uint64(len(table) - 1))
    if table[place].key == key:
        return place
    if table[place ^ 1].key == key:
        return place ^ 1
    return -1


@njit(numba.void(TABLE, numba.uint64, *[numba.int64] * 6))
def store(
    table: Array, key: Word, depth: Int, value: Int, alpha: Int, beta: Int, limit: Int, move: Int
) -> None:
    """Remember a value found with window (alpha, beta); ``limit`` is the largest value there is.

    A value at or below alpha is an upper bound, at or above beta a lower bound. Of a pair of places, the
    first keeps the deeper search and the second the newer one.
    """
    place = np.int64(key & np.uint64(len(table) - 1))
    if table[place].key != key and table[place].depth > depth:
        place ^= 1
    entry = table[place]
    low, high = -limit, limit
    if entry.key == key and entry.depth == depth:
        low, high = np.int64(entry.low), np.int64(entry.high)
        if move < 0:
            move = np.int64(entry.move)
    if value > alpha:
        low = max(low, value)
    if value < beta:
        high = min(high, value)
    if low > high:  # a search that was unsteady, or another's bound: trust the newest
        low = value if value > alpha else -limit
        high = value if value < beta else limit
    entry.key = key
    entry.low, entry.high = low, high
    entry.depth, entry.move = depth, move


@njit(numba.int64(WORK, numba.int64, numba.int64))
def take_best(work: Array, start: Int, end: Int) -> Int:
    """Bring the best move of the list work[start:end] to its front; its square."""
    best = start
    for place in range(start + 1, end):
        if work[place] > work[best]:
            best = place
    work[start], work[best] = work[best], work[start]
    return work[start] & ((1 << SQUARE_BITS) - 1)
