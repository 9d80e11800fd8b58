"""What searches share: the transposition table, and the memory a running search works in.

Start reading at `ENTRY`. All are plain numpy arrays made once in a process and handed to every kernel.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ai.gomoku.board import AREA
from ai.kernels import Array, Int, Word, bare, numba

WIN = 30_000
"""The value of a game won now; won in n plies it is WIN - n."""
DECIDED = 29_000
"""Values beyond this are forced wins or losses; estimates stay below."""
INFINITY = 32_000

ENTRY = np.dtype(
    [("key", "u8"), ("value", "i2"), ("estimate", "i2"), ("move", "i2"), ("depth", "i1"), ("bound", "u1")]
)
"""A position's hash; the value found, how deep and which BOUND; the static estimate; the best move."""
LOWER, UPPER, EXACT = 1, 2, 3
"""What the value in an entry is; EXACT is both."""
PLIES = 240
"""How deep a search may get."""
LIST = 368
POINT_BITS = 10
POINT = (1 << POINT_BITS) - 1
"""The bits of a list's number that name the point; the score is above them."""

MEMORY_FIELDS = np.dtype(
    [
        ("nodes", "i8"),  # stones placed by this search
        ("budget", "i8"),  # nodes allowed
        ("stop", "i8"),  # not 0 when the search must end now
        ("fours_end", "i8"),  # the node at which the present chase by fours or threes ends
        ("lists", "i4", (PLIES + 8, LIST)),  # each ply's moves: a score and a point in one number
        ("history", "i4", (3, 2, AREA)),  # by side and whether the move threatens: how often it was best
        ("counter", "i4", (3, AREA)),  # by side and the move before: what refuted it last
        ("killers", "i4", (PLIES + 8, 2)),
        ("line", "i4", PLIES + 8),  # the moves of the chase that won last, by ply
        ("moves", "i4", PLIES + 8),  # the moves that led here
        ("made", "i4", PLIES + 8),  # what shape each of them made
        ("estimates", "i4", PLIES + 8),
        ("excluded", "i4", PLIES + 8),  # a move not to be tried at this ply
        ("seen", "u8", 1 << 18),  # hashes of positions from which no chase wins, each where its low bits say
    ],
    align=True,
)
TABLE = numba.from_dtype(ENTRY)[::1]
MEMORY = numba.from_dtype(MEMORY_FIELDS)
_INT = numba.int64


def new_table(bits: int) -> np.ndarray[Any, Any]:
    """An empty table of 2**bits entries."""
    return np.zeros(1 << bits, dtype=ENTRY)


def new_memory() -> Any:
    """What a search works in."""
    return np.zeros(1, dtype=MEMORY_FIELDS)[0]


@bare(_INT(_INT, _INT))
def from_here(value: Int, ply: Int) -> Int:
    """A value that counts plies from the root, as one that counts them from this node."""
    return value + ply if value > DECIDED else value - ply if value < -DECIDED else value


@bare(_INT(TABLE, numba.uint64))
def find(table: Array, key: Word) -> Int:
    """Where the position with this hash is in the table; -1 if it is not."""
    place = np.int64(key & np.uint64(len(table) - 1))
    if table[place].key == key:
        return place
    if table[place ^ 1].key == key:
        return place ^ 1
    return -1


@bare(numba.void(TABLE, numba.uint64, *[_INT] * 5))
def store(table: Array, key: Word, depth: Int, value: Int, bound: Int, move: Int, estimate: Int) -> None:
    """Remember a value counted from this node.

    Of a pair of places, the first keeps the deeper search and the second the newer one.
    """
    place = np.int64(key & np.uint64(len(table) - 1))
    if table[place].key != key and table[place].depth > depth:
        place ^= 1
    entry = table[place]
    if entry.key == key and move == 0:
        move = np.int64(entry.move)
    entry.key = key
    entry.value, entry.estimate, entry.move = value, estimate, move
    entry.depth, entry.bound = depth, bound
