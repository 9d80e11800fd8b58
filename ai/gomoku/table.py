"""The arrays that searches share: the transposition table and the search state. Start reading at `ENTRY`.

All are numpy arrays that are allocated once per process and passed to every kernel.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.gomoku.board import AREA
from ai.kernels import Array, Int, Word, bare, numba

WIN = 30_000
"""The value of a game won now; won in n plies it is WIN - n."""
DECIDED = 29_000
"""Values beyond this are forced wins or losses; evaluations stay below."""
INFINITY = 32_000

ENTRY = np.dtype(
    [("key", "u8"), ("value", "i2"), ("estimate", "i2"), ("move", "i2"), ("depth", "i1"), ("bound", "u1")]
)
"""A position's hash; its value, its static evaluation, the best move, the depth and the bound."""
LOWER, UPPER, EXACT = 1, 2, 3
"""The kind of bound of an entry's value; EXACT is both."""
PLIES = 240
"""The largest depth of a search."""
LIST = 368
POINT_BITS = 10
POINT = (1 << POINT_BITS) - 1
"""The bits of a list entry that hold the point; the score is above them."""

STATE_FIELDS = np.dtype(
    [
        ("nodes", "i8"),  # stones placed by this search
        ("budget", "i8"),  # nodes allowed
        ("stop", "i8"),  # not 0 when the search must end now
        ("vcf_end", "i8"),  # the node at which the current VCF or VCT ends
        ("lists", "i4", (PLIES + 8, LIST)),  # each ply's moves: score and point in one number
        ("history", "i4", (3, 2, AREA)),  # by side and whether the move threatens: the history heuristic
        ("counter", "i4", (3, AREA)),  # by side and previous move: the countermove
        ("killers", "i4", (PLIES + 8, 2)),
        ("line", "i4", PLIES + 8),  # the winning line of the last VCF, by ply
        ("moves", "i4", PLIES + 8),  # the moves that led here
        ("made", "i4", PLIES + 8),  # what shape each of them made
        ("estimates", "i4", PLIES + 8),
        ("excluded", "i4", PLIES + 8),  # a move not to be tried at this ply
        ("seen", "u8", 1 << 18),  # hashes of positions without a VCF, indexed by their low bits
    ],
    align=True,
)
TABLE = numba.from_dtype(ENTRY)[::1]
STATE = numba.from_dtype(STATE_FIELDS)
_INT = numba.int64


def new_table(bits: int) -> NDArray[np.void]:
    """An empty table of 2**bits entries."""
    return np.zeros(1 << bits, dtype=ENTRY)


def new_state() -> np.void:
    """The arrays of a search."""
    state: np.void = np.zeros(1, dtype=STATE_FIELDS)[0]
    return state


@bare(_INT(_INT, _INT))
def from_here(value: Int, ply: Int) -> Int:
    """Convert a value that counts plies from the root into one that counts them from this node."""
    return value + ply if value > DECIDED else value - ply if value < -DECIDED else value


@bare(_INT(TABLE, numba.uint64))
def find(table: Array, key: Word) -> Int:
    """The index of a position in the table; -1 if it is not there."""
    place = np.int64(key & np.uint64(len(table) - 1))
    if table[place].key == key:
        return place
    if table[place ^ 1].key == key:
        return place ^ 1
    return -1


@bare(numba.void(TABLE, numba.uint64, *[_INT] * 5))
def store(table: Array, key: Word, depth: Int, value: Int, bound: Int, move: Int, estimate: Int) -> None:
    """Store a value counted from this node.

    Of a pair of entries, the first keeps the deeper search and the second the newer one.
    """
    place = np.int64(key & np.uint64(len(table) - 1))  # the pair is this place and place ^ 1
    if table[place].key != key and table[place].depth > depth:
        place ^= 1
    entry = table[place]
    if entry.key == key and move == 0:
        move = np.int64(entry.move)
    entry.key = key
    entry.value, entry.estimate, entry.move = value, estimate, move
    entry.depth, entry.bound = depth, bound
