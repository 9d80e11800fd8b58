"""The end game exactly, by null windows: is the result more than ``alpha`` discs? Start reading at `finish`.

Kernels by empty squares: many (`finish`: transposition table, the moves that leave the fewest answers first),
few (`_few`: odd regions before even ones), three, two, one. Results are disc differences for the side to
move, empty squares to the winner. All kernels are fail-soft: a result above alpha is a lower bound of the
truth, one at or below it an upper bound. The ideas are those of Andersson's, Buro's and Delorme's solvers.
"""

# ruff: noqa: PLR0911, PLR0912, SIM102  (kernels: arguments and branches are cheaper than objects)
from __future__ import annotations

import numpy as np

from ai.bitops import count, lowest
from ai.kernels import Int, Word, njit
from ai.othello.bits import CORNERS, EDGES, NEIGHBOURS, ONE, SQUARE_VALUES, flips, raw_moves, spread, stable
from ai.othello.desk import BUDGET, KIND, NODES, STOP
from ai.othello.memory import number, put
from ai.othello.moves import FIRST, list_at, note, square_at, take_best, turned_at
from ai.othello.table import (
    EXACT,
    LIMIT,
    NOTHING,
    confidence_of,
    depth_of,
    expect,
    hashed,
    high_of,
    look_up,
    low_of,
    move_of,
    store,
)

_TRANSPOSED = 11
"""From so many empty squares on, the table is asked whether one of the moves refutes at once."""
FEW = 7
"""With so few empty squares, listing, sorting and remembering moves costs more than it saves."""
NONE = -100
"""Below every result."""

_QUADRANTS = tuple(
    np.uint64(0x000000000F0F0F0F << shift) for shift in (0, 4, 32, 36)
)  # the odd regions of an end game are mostly its corners' quadrants
STABLE_FROM = np.array(
    [99, 99, 99, 99, 6, 8, 10, 12, 14, 16, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46]
    + [48, 48, 50, 50, 52, 52, 54, 54, 56, 56, 58, 58, 60, 60, 62, 62]
    + [99] * 25,
    dtype=np.int64,
)
"""By empty squares: from which alpha on so many discs may be stable that counting them pays."""


@njit("uint64(uint64)")
def odd_regions(empty: Word) -> Word:
    """The quadrants that hold an odd number of empty squares: whoever plays there first plays there last."""
    odd = np.uint64(0)
    for quadrant in _QUADRANTS:
        if count(empty & quadrant) & 1 != 0:
            odd |= quadrant
    return odd


@njit("int64(uint64, uint64, uint64)")
def settled(own: Word, other: Word, empty: Word) -> Int:
    """The result when neither side can move."""
    difference = count(own) - count(other)
    if difference == 0:
        return 0
    return difference + count(empty) if difference > 0 else difference - count(empty)


@njit("int64(uint64, uint64, uint64)")
def most(own: Word, other: Word, empty: Word) -> Int:
    """An upper bound of the result: the other side keeps its stable discs."""
    occupied = own | other
    return count(occupied | empty) - 2 * count(stable(other, occupied, ~(occupied | empty)))


@njit("int64(uint64, uint64, int64, int64)")
def _one(own: Word, other: Word, square: Int, alpha: Int) -> Int:
    # One empty square: whoever can fills it, own first; else it goes to the winner.
    difference = count(own) - count(other)
    gain = count(flips(own, other, square))
    if gain != 0:
        return difference + 1 + 2 * gain
    best = difference + 1 if difference > 0 else difference - 1
    if best > alpha:  # the other side's disc could only make it less
        gain = count(flips(other, own, square))
        if gain != 0:
            return difference - 1 - 2 * gain
    return best


@njit("int64(uint64, uint64, int64, int64, int64, int64)")
def _two(own: Word, other: Word, first: Int, second: Int, alpha: Int, here: Int) -> Int:
    put(here, NODES, number(here, NODES) + 1)
    best = NONE
    turned = flips(own, other, first)
    if turned != 0:
        best = -_one(other ^ turned, own | turned | (ONE << np.uint64(first)), second, -alpha - 1)
        if best > alpha:
            return best
    turned = flips(own, other, second)
    if turned != 0:
        return max(best, -_one(other ^ turned, own | turned | (ONE << np.uint64(second)), first, -alpha - 1))
    if best != NONE:
        return best
    turned = flips(other, own, first)
    if turned != 0:
        best = _one(own ^ turned, other | turned | (ONE << np.uint64(first)), second, alpha)
        if best <= alpha:
            return best
    turned = flips(other, own, second)
    if turned != 0:
        value = _one(own ^ turned, other | turned | (ONE << np.uint64(second)), first, alpha)
        return value if best == NONE else min(best, value)
    if best != NONE:
        return best
    difference = count(own) - count(other)
    return difference + 2 if difference > 0 else difference - 2 if difference < 0 else 0


@njit("int64(uint64, uint64, uint64, int64, int64)")
def _three(own: Word, other: Word, empty: Word, alpha: Int, here: Int) -> Int:
    put(here, NODES, number(here, NODES) + 1)
    first = lowest(odd_regions(empty) & empty)  # there are one or three odd regions
    rest = empty & ~(ONE << np.uint64(first))
    second, third = lowest(rest), lowest(rest & (rest - ONE))
    best = NONE
    for _ in range(3):
        turned = flips(own, other, first) if NEIGHBOURS[first] & other != 0 else np.uint64(0)
        if turned != 0:
            mine = own | turned | (ONE << np.uint64(first))
            best = max(best, -_two(other ^ turned, mine, second, third, -alpha - 1, here))
            if best > alpha:
                return best
        first, second, third = second, third, first
    if best != NONE:
        return best
    if raw_moves(other, own) & empty == 0:
        return settled(own, other, empty)
    return -_three(other, own, empty, -alpha - 1, here)


@njit("int64(uint64, uint64, uint64, int64, int64)")
def _few(own: Word, other: Word, empty: Word, alpha: Int, here: Int) -> Int:
    # Four to FEW empty squares.
    put(here, NODES, number(here, NODES) + 1)
    empties = count(empty)
    if alpha >= STABLE_FROM[empties]:
        bound = most(own, other, empty)
        if bound <= alpha:
            return bound
    squares = raw_moves(own, other) & empty
    if squares == 0:
        if raw_moves(other, own) & empty == 0:
            return settled(own, other, empty)
        return -_few(other, own, empty, -alpha - 1, here)
    best = NONE
    left = squares & odd_regions(empty)
    if left == 0:
        left = squares
    while left != 0:
        squares ^= left
        while left != 0:
            square = lowest(left)
            placed = left & (~left + ONE)
            left ^= placed
            turned = flips(own, other, square)
            mine, theirs = own | turned | placed, other ^ turned
            if empties == 4:
                value = -_three(theirs, mine, empty ^ placed, -alpha - 1, here)
            else:
                value = -_few(theirs, mine, empty ^ placed, -alpha - 1, here)
            best = max(best, value)
            if best > alpha:
                return best
        left = squares
    return best


@njit("int64(uint64, uint64, uint64, int64, int64)")
def promise(mine: Word, theirs: Word, empty: Word, square: Int, kind: Int) -> Int:
    """How early a move deserves to be tried, by the board after it: few answers and held corners."""
    answers, corners = raw_moves(theirs, mine) & empty, CORNERS[kind]
    held = mine & corners
    held |= mine & spread(held) & EDGES[kind]
    open_to = spread(mine) & empty
    score = (64 - count(answers) - count(answers & corners)) << 15
    score += count(held) << 11
    score += (64 - count(open_to) - count(open_to & corners)) << 5
    return score + SQUARE_VALUES[kind, square]


@njit("int64(uint64, uint64, uint64, uint64, int64, int64, int64)")
def _list(own: Word, other: Word, empty: Word, squares: Word, first: Int, base: Int, here: Int) -> Int:
    kind = number(here, KIND)
    odd = odd_regions(empty)
    parity = 8 if count(empty) < 12 else 4
    remembered = count(empty) - 1 > FEW
    length = 0
    while squares != 0:
        square = lowest(squares)
        placed = squares & (~squares + ONE)
        squares ^= placed
        turned = flips(own, other, square)
        mine, theirs, score = own | turned | placed, other ^ turned, FIRST
        if remembered:
            expect(hashed(theirs, mine), here)
        if square != first:
            score = promise(mine, theirs, empty ^ placed, square, kind)
            if odd & placed != 0:
                score += parity
        note(base, length, score, square, turned)
        length += 1
    return length


@njit("int64(uint64, uint64, int64, int64, int64, int64, int64, int64)")
def refuted(
    own: Word, other: Word, base: Int, length: Int, depth: Int, alpha: Int, confidence: Int, here: Int
) -> Int:
    """The value (centidiscs) of a listed move that the table knows to be above alpha; LIMIT if there is none.

    The table must know the move's position ``depth`` deep and as confidently.
    """
    for place in range(length):
        turned = turned_at(base, place)
        placed = ONE << np.uint64(square_at(base, place))
        said = look_up(hashed(other ^ turned, own | turned | placed), here)
        if said != NOTHING and depth_of(said) >= depth:
            if -high_of(said) > alpha and confidence_of(said) >= confidence:
                return -high_of(said)
    return LIMIT


@njit("int64(uint64, uint64, uint64, int64, int64)")
def _end(own: Word, other: Word, empty: Word, alpha: Int, here: Int) -> Int:
    # Few empty squares, or next to none.
    empties = count(empty)
    if empties > 3:
        return _few(own, other, empty, alpha, here)
    if empties == 3:
        return _three(own, other, empty, alpha, here)
    if empties == 2:
        return _two(own, other, lowest(empty), lowest(empty & (empty - ONE)), alpha, here)
    if empties == 1:
        return _one(own, other, lowest(empty), alpha)
    return settled(own, other, empty)


@njit("int64(uint64, uint64, uint64, int64, int64, int64)")
def finish(own: Word, other: Word, empty: Word, alpha: Int, ply: Int, here: Int) -> Int:
    """The exact result, as far as a null window shows it; meaningless once the desk's STOP is set."""
    empties = count(empty)
    if empties <= FEW:
        return _end(own, other, empty, alpha, here)
    nodes = number(here, NODES) + 1
    put(here, NODES, nodes)
    if number(here, STOP) != 0 or nodes > number(here, BUDGET):
        put(here, STOP, 1)
        return 0
    key = hashed(own, other)
    expect(key, here)
    if alpha >= STABLE_FROM[empties]:
        bound = most(own, other, empty)
        if bound <= alpha:
            return bound
    squares = raw_moves(own, other) & empty
    if squares == 0:
        if raw_moves(other, own) & empty == 0:
            return settled(own, other, empty)
        return -finish(other, own, empty, -alpha - 1, ply + 1, here)

    said, first = look_up(key, here), -1
    if said != NOTHING:
        first = move_of(said)
        if depth_of(said) == empties:  # else it is of a search that looked less deep
            low, high = low_of(said), high_of(said)
            if low > 100 * alpha:
                return low // 100
            if high <= 100 * alpha:
                return high // 100
    base = list_at(here, ply)
    length = _list(own, other, empty, squares, first, base, here)
    if empties >= _TRANSPOSED:
        value = refuted(own, other, base, length, empties - 1, 100 * alpha, EXACT, here)
        if value != LIMIT:
            return value // 100
    best, best_square = NONE, -1
    for place in range(length):
        square = take_best(base, place, length)
        turned = turned_at(base, place)
        placed = ONE << np.uint64(square)
        mine, theirs = own | turned | placed, other ^ turned
        if empties - 1 <= FEW:
            value = -_few(theirs, mine, empty ^ placed, -alpha - 1, here)
        else:
            value = -finish(theirs, mine, empty ^ placed, -alpha - 1, ply + 1, here)
        if number(here, STOP) != 0:
            return 0
        if value > best:
            best, best_square = value, square
            if best > alpha:
                break
    store(key, empties, EXACT, 100 * best, 100 * alpha, 100 * alpha + 100, best_square, here)
    return best
