"""What searches share: the transposition table, and the block of numbers a running search works in.

Start reading at `ENTRY`. All are plain numpy arrays made once in a process and handed to every kernel.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ai.kernels import Array, Int, Word, njit, numba

WIN = 30_000
"""The value of a game won now; won in n plies it is WIN - n."""
DECIDED = 29_000
"""Values beyond this are forced wins or losses; estimates stay below."""
INFINITY = 32_000

ENTRY = np.dtype([("key", "u8"), ("low", "i2"), ("high", "i2"), ("depth", "i2"), ("move", "i2")])
"""A position's hash, bounds of its value, the depth they hold for, its best move (0: unknown)."""

NODES, BUDGET, STOP, FOUR_NODES, FOURS_END, WIDTH = range(6)
"""Places in the work array: nodes searched, nodes allowed, not 0 when the search must end now; nodes that
each chase by fours may take, the node at which the present one ends; how many quiet moves are tried."""
PLIES = 512
KILLERS = 8
"""Two points for each ply that refuted something there."""
LINE = KILLERS + 2 * PLIES
"""The moves of the chase by fours that won last, by ply."""
LISTS = LINE + PLIES
"""Where the move lists begin: LIST places for each ply, each a score and a point in one number."""
LIST = 368
POINT_BITS = 10
POINT = (1 << POINT_BITS) - 1
"""The bits of a list's number that name the point; the score is above them."""

TABLE = numba.from_dtype(ENTRY)[::1]
WORK = numba.int64[::1]
SEEN = numba.uint64[::1]
"""Hashes of positions in which no chase by fours wins."""


def new_table(bits: int) -> np.ndarray[Any, Any]:
    """An empty table of 2**bits entries."""
    return np.zeros(1 << bits, dtype=ENTRY)


def new_work() -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The numbers a search works in."""
    return np.zeros(LISTS + PLIES * LIST, dtype=np.int64)


@njit(numba.int64(numba.int64, numba.int64))
def from_here(value: Int, ply: Int) -> Int:
    """A value that counts plies from the root, as one that counts them from this node."""
    return value + ply if value > DECIDED else value - ply if value < -DECIDED else value


@njit(numba.int64(TABLE, numba.uint64))
def find(table: Array, key: Word) -> Int:
    """Where the position with this hash is in the table; -1 if it is not."""
    place = np.int64(key & np.uint64(len(table) - 1))
    if table[place].key == key:
        return place
    if table[place ^ 1].key == key:
        return place ^ 1
    return -1


@njit(numba.void(TABLE, numba.uint64, *[numba.int64] * 5))
def store(table: Array, key: Word, depth: Int, value: Int, alpha: Int, beta: Int, move: Int) -> None:
    """Remember a value, counted from this node, found with window (alpha, beta).

    Of a pair of places, the first keeps the deeper search and the second the newer one.
    """
    place = np.int64(key & np.uint64(len(table) - 1))
    if table[place].key != key and table[place].depth > depth:
        place ^= 1
    entry = table[place]
    entry.key = key
    entry.low = value if value > alpha else -INFINITY
    entry.high = value if value < beta else INFINITY
    entry.depth, entry.move = depth, move


@njit(numba.int64(WORK, *[numba.int64] * 4))
def insert(work: Array, base: Int, length: Int, width: Int, entry: Int) -> Int:
    """Put an entry into the list work[base:], best first, of at most ``width``; its new length."""
    if length == width:
        if entry <= work[base + length - 1]:
            return length
        length -= 1
    place = base + length
    while place > base and work[place - 1] < entry:
        work[place] = work[place - 1]
        place -= 1
    work[place] = entry
    return length + 1
