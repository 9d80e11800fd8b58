"""The index of a placement of the pieces, and its mirror image.

`ai.twelve_janggi.solve.placements` is the inverse. Positions that are mirror images along the rows share an
index. The indices have no gaps but one: where both Kings are in the middle row, of a pair of mirror images
only the smaller index is used. First come the Kings (72 ways once mirrored), then the Generals on the squares
that are left, then the Ministers, then the Men and Marquises: 11,878,227 ways for each pair of Kings.
Unmirrored that makes 132 · 11,878,227 = 1,567,925,964, the number of placements in T. Tanaka's analysis of
Dobutsu Shogi ("An Analysis of a Board Game 'Doubutsu Shogi'", IPSJ SIG Technical Report 2009-GI-22), a game
with the same board and pieces.

A state is that of `ai.twelve_janggi.state`. Masks of squares have bit 4 · square here, as states do.
"""

from __future__ import annotations

import numpy as np

from ai.bitops import count, lowest
from ai.kernels import Int, Word, njit, numba
from ai.twelve_janggi.state import GOALS, KING

_INT, _STATE = numba.int64, numba.uint64

SQUARES_MASK = np.uint64(0x111111111111)
"""The lowest bit of every square."""
LAST_ROW, MIDDLE_ROW = np.uint64(0x1111 << 32), np.uint64(0x1111 << 16)
_ROW = np.uint64(0xFFFF)
_1, _2, _3, _16, _32 = (np.uint64(value) for value in (1, 2, 3, 16, 32))
_OUTER_ROWS = np.uint64(0xFFFF0000FFFF)
_ZERO = np.uint64(0)


def _pairs(squares_left: int, forms: int) -> tuple[int, int, int]:
    # In how many ways two equal pieces are both, one, or neither in hand: (both, one, neither).
    single = squares_left * 2 * forms
    return 3, 2 * single, squares_left * (squares_left - 1) // 2 * (2 * forms) ** 2


def _layout() -> tuple[np.ndarray[tuple[int, int], np.dtype[np.int64]], ...]:
    # By Generals and Ministers on the board: where their block begins, the ways of the Ministers there, and
    # those of the Men.
    starts, ministers, men = (np.zeros((3, 3), dtype=np.int64) for _ in range(3))
    total = 0
    for g in range(3):
        for s in range(3):
            starts[g, s] = total
            ministers[g, s] = _pairs(10 - g, 1)[s]
            men[g, s] = sum(_pairs(10 - g - s, 2))
            total += _pairs(10, 1)[g] * int(ministers[g, s]) * int(men[g, s])
    return starts, ministers, men, np.array([[total]])


STARTS, MINISTERS, MEN, _TOTAL = _layout()
REST = int(_TOTAL[0, 0])
"""In how many ways the pieces other than the Kings can be placed or held."""


def _kings() -> tuple[np.ndarray[tuple[int, int], np.dtype[np.int64]], list[tuple[int, int]]]:
    numbers = np.full((12, 12), -1, dtype=np.int64)
    squares: list[tuple[int, int]] = []
    # Mirrored so that the own King is in the first two rows, and the other's too if the own is in the middle.
    for own in range(8):
        for other in range(12 if own < 4 else 8):
            if own != other:
                numbers[own, other] = len(squares)
                squares.append((own, other))
    return numbers, squares


KINGS, KING_SQUARES = _kings()
"""By the squares of the own King and the other's: the index of the pair; -1 if mirrored or impossible."""
KING_PAIRS = len(KING_SQUARES)
PLACEMENTS = KING_PAIRS * REST


def _quiet_kings() -> tuple[np.ndarray[tuple[int, int], np.dtype[np.int64]], list[int]]:
    numbers = np.full((12, 12), -1, dtype=np.int64)
    pairs: list[int] = []
    for pair, (own, other) in enumerate(KING_SQUARES):
        if own % 4 < 3 and other % 4 > 0 and not int(GOALS[KING, own]) >> other & 1:
            numbers[own, other] = len(pairs)
            pairs.append(pair)
    return numbers, pairs


QUIET_KINGS, QUIET_PAIRS = _quiet_kings()
"""By the squares of the Kings: the index of the pair among the quiet ones, or -1; and the inverse.

A pair is quiet if neither King has entered the far camp and they are not adjacent.
"""
QUIET = len(QUIET_PAIRS) * REST
"""How many placements have a quiet pair of Kings; only they may be quiet positions, see `quiet_index`."""

_HAND = 48


@njit(_STATE(_STATE))
def mirrored(state: Word) -> Word:
    """The mirror image: rows a and c exchanged."""
    return (state & ~_OUTER_ROWS) | ((state & _ROW) << _32) | ((state >> _32) & _ROW)


@njit("Tuple((int64, int64, int64))(uint64)")
def kings_of(state: Word) -> tuple[Int, Int, Int]:
    """The squares of both Kings, and which mirror image counts: 1 the mirrored one, 2 perhaps either."""
    pieces = state & SQUARES_MASK & ~(state >> _1) & ~(state >> _2)
    theirs = pieces & (state >> _3)
    own = lowest(pieces ^ theirs) >> 2
    other = lowest(theirs) >> 2
    if own >= 8 or (own >= 4 and other >= 8):
        own = own + 8 - 8 * (own >> 2)
        other = other + 8 - 8 * (other >> 2)
        return own, other, 1
    return own, other, 2 if own >= 4 and other >= 4 else 0


@njit(_INT(_STATE, _STATE, _STATE, _INT, _INT))
def _two(pieces: Word, free: Word, theirs: Word, on_board: Int, held: Int) -> Int:
    # The index of the placement of two Generals, or two Ministers.
    if on_board == 0:
        return held
    first = pieces & (~pieces + _1)
    rank = count(free & (first - _1))
    owner = np.int64((theirs & first) != _ZERO)
    if on_board == 1:
        return 4 * rank + 2 * owner + held
    # Two equal pieces are a set of ranks, rank < rank2, which the combinatorial number system numbers.
    second = pieces ^ first
    rank2 = count(free & (second - _1))
    return 4 * (rank2 * (rank2 - 1) // 2 + rank) + 2 * owner + np.int64((theirs & second) != _ZERO)


@njit(_INT(_STATE))
def rest_of(state: Word) -> Int:
    """The index of the placement of all pieces but the Kings, below `REST`."""
    # The three bits of a kind, as masks of squares:
    #
    #            King  General  Minister  Man  Marquis
    #   high     0     0        0         1    1
    #   middle   0     1        1         0    0
    #   low      1     0        1         0    1
    low, middle, high = state & SQUARES_MASK, (state >> _1) & SQUARES_MASK, (state >> _2) & SQUARES_MASK
    theirs = (state >> _3) & SQUARES_MASK
    free = SQUARES_MASK & ~(low & ~middle & ~high)
    generals, ministers = middle & ~low, middle & low
    g, s, z = count(generals), count(ministers), count(high)
    hands = np.int64(state >> np.uint64(_HAND))
    by_general = _two(generals, free, theirs, g, hands & 3)
    free &= ~generals
    by_minister = _two(ministers, free, theirs, s, (hands >> 2) & 3)
    free &= ~ministers
    by_man: Int = (hands >> 4) & 3
    if z > 0:
        first = high & (~high + _1)
        rank = count(free & (first - _1))
        form = 2 * np.int64((theirs & first) != _ZERO) + np.int64((low & first) != _ZERO)
        if z == 1:
            by_man += 3 + 8 * rank + 2 * form
        else:
            second = high ^ first
            rank2 = count(free & (second - _1))
            form2 = 2 * np.int64((theirs & second) != _ZERO) + np.int64((low & second) != _ZERO)
            pairs = rank2 * (rank2 - 1) // 2 + rank
            by_man = 3 + 8 * (10 - g - s) + 16 * pairs + 4 * form + form2
    return STARTS[g, s] + (by_general * MINISTERS[g, s] + by_minister) * MEN[g, s] + by_man


@njit(_INT(_STATE, _INT, _INT))
def number_of(state: Word, pair: Int, side: Int) -> Int:
    """The index of a placement from that of its Kings and the mirror image that `kings_of` gives."""
    if side == 1:
        return pair * REST + rest_of(mirrored(state))
    rest = rest_of(state)
    if side == 2:
        rest = min(rest, rest_of(mirrored(state)))
    return pair * REST + rest


@njit(_INT(_STATE))
def index_of(state: Word) -> Int:
    """The index of a placement or of its mirror image."""
    own, other, side = kings_of(state)
    return number_of(state, KINGS[own, other], side)


@njit(_INT(_STATE))
def quiet_index(state: Word) -> Int:
    """The index of a placement, or of its mirror image, among those with a quiet pair of Kings; or -1."""
    own, other, side = kings_of(state)
    pair = QUIET_KINGS[own, other]
    return number_of(state, pair, side) if pair >= 0 else -1
