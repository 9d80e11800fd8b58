"""The endgame solver, by null windows: is the result more than ``alpha`` discs? Start at `solve_above`.

There is a kernel for many empty squares (`solve_above`: transposition table, fastest-first ordering), for few
(`_solve_few`: parity ordering), and for three, two and one. Results are disc differences for the side to
move, with empty squares for the winner. All kernels are fail-soft: a result above alpha is a lower bound, one
at or below it an upper bound. The methods are those of Andersson's, Buro's and Delorme's solvers.
"""

# ruff: noqa: PLR0911, PLR0912, SIM102  (kernels: arguments and branches are cheaper than objects)
from __future__ import annotations

import numpy as np

from ai.bitops import count, lowest
from ai.kernels import Int, Word, njit
from ai.othello.bitboard import CORNERS, EDGES, NEIGHBORS, ONE, SQUARE_VALUES, spread
from ai.othello.line_scans import enclosing_squares, flips, stable
from ai.othello.move_list import FIRST, list_at, pick_best, put_move, square_at, turned_at
from ai.othello.pointers import load_int, store_int
from ai.othello.search_state import BOARD_KIND, BUDGET, NODES, STOP
from ai.othello.table import (
    EXACT,
    LIMIT,
    NOTHING,
    confidence_of,
    depth_of,
    hash_of,
    high_of,
    low_of,
    move_of,
    prefetch,
    probe,
    store,
)

_ETC_FROM = 11
"""From this many empty squares on, enhanced transposition cutoffs are tried."""
FEW_EMPTIES = 7
"""With this few empty squares, listing, sorting and storing moves costs more than it saves."""
NO_RESULT = -100
"""Below every result."""

_QUADRANTS = tuple(
    np.uint64(0x000000000F0F0F0F << shift) for shift in (0, 4, 32, 36)
)  # the regions of an endgame are mostly the quadrants
STABLE_FROM = np.array(
    [99, 99, 99, 99, 6, 8, 10, 12, 14, 16, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46]
    + [48, 48, 50, 50, 52, 52, 54, 54, 56, 56, 58, 58, 60, 60, 62, 62]
    + [99] * 25,
    dtype=np.int64,
)
"""By empty squares: the alpha from which counting stable discs pays."""


@njit("uint64(uint64)")
def odd_regions(empty: Word) -> Word:
    """Quadrants with an odd number of empty squares: the side that plays there first plays there last."""
    odd = np.uint64(0)
    for quadrant in _QUADRANTS:
        if count(empty & quadrant) & 1 != 0:
            odd |= quadrant
    return odd


@njit("int64(uint64, uint64, uint64)")
def final_score(own: Word, other: Word, empty: Word) -> Int:
    """The result when neither side can move."""
    difference = count(own) - count(other)
    if difference == 0:
        return 0
    return difference + count(empty) if difference > 0 else difference - count(empty)


@njit("int64(uint64, uint64, uint64)")
def stability_bound(own: Word, other: Word, empty: Word) -> Int:
    """An upper bound of the result: the other side keeps its stable discs."""
    occupied = own | other
    return count(occupied | empty) - 2 * count(stable(other, occupied, ~(occupied | empty)))


@njit("int64(uint64, uint64, int64, int64)")
def _solve_1(own: Word, other: Word, square: Int, alpha: Int) -> Int:
    # One empty square: own fills it if it can, else the other side, else it goes to the winner.
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
def _solve_2(own: Word, other: Word, first: Int, second: Int, alpha: Int, state: Int) -> Int:
    store_int(state, NODES, load_int(state, NODES) + 1)
    # Own's two moves; if there are none, the other side's two, whose values are own's already; else the end.
    best = NO_RESULT
    turned = flips(own, other, first)
    if turned != 0:
        best = -_solve_1(other ^ turned, own | turned | (ONE << np.uint64(first)), second, -alpha - 1)
        if best > alpha:
            return best
    turned = flips(own, other, second)
    if turned != 0:
        return max(
            best, -_solve_1(other ^ turned, own | turned | (ONE << np.uint64(second)), first, -alpha - 1)
        )
    if best != NO_RESULT:
        return best
    turned = flips(other, own, first)
    if turned != 0:
        best = _solve_1(own ^ turned, other | turned | (ONE << np.uint64(first)), second, alpha)
        if best <= alpha:
            return best
    turned = flips(other, own, second)
    if turned != 0:
        value = _solve_1(own ^ turned, other | turned | (ONE << np.uint64(second)), first, alpha)
        return value if best == NO_RESULT else min(best, value)
    if best != NO_RESULT:
        return best
    difference = count(own) - count(other)
    return difference + 2 if difference > 0 else difference - 2 if difference < 0 else 0


@njit("int64(uint64, uint64, uint64, int64, int64)")
def _solve_3(own: Word, other: Word, empty: Word, alpha: Int, state: Int) -> Int:
    store_int(state, NODES, load_int(state, NODES) + 1)
    first = lowest(odd_regions(empty) & empty)  # there are one or three odd regions
    rest = empty & ~(ONE << np.uint64(first))
    second, third = lowest(rest), lowest(rest & (rest - ONE))
    best = NO_RESULT
    for _ in range(3):
        turned = flips(own, other, first) if NEIGHBORS[first] & other != 0 else np.uint64(0)
        if turned != 0:
            mine = own | turned | (ONE << np.uint64(first))
            best = max(best, -_solve_2(other ^ turned, mine, second, third, -alpha - 1, state))
            if best > alpha:
                return best
        first, second, third = second, third, first
    if best != NO_RESULT:
        return best
    if enclosing_squares(other, own) & empty == 0:
        return final_score(own, other, empty)
    return -_solve_3(other, own, empty, -alpha - 1, state)


@njit("int64(uint64, uint64, uint64, int64, int64)")
def _solve_few(own: Word, other: Word, empty: Word, alpha: Int, state: Int) -> Int:
    # Four to FEW empty squares.
    store_int(state, NODES, load_int(state, NODES) + 1)
    empties = count(empty)
    if alpha >= STABLE_FROM[empties]:
        bound = stability_bound(own, other, empty)
        if bound <= alpha:
            return bound
    squares = enclosing_squares(own, other) & empty
    if squares == 0:
        if enclosing_squares(other, own) & empty == 0:
            return final_score(own, other, empty)
        return -_solve_few(other, own, empty, -alpha - 1, state)
    # First the moves into odd regions, then the rest: ``squares`` keeps what has not been tried.
    best = NO_RESULT
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
                value = -_solve_3(theirs, mine, empty ^ placed, -alpha - 1, state)
            else:
                value = -_solve_few(theirs, mine, empty ^ placed, -alpha - 1, state)
            best = max(best, value)
            if best > alpha:
                return best
        left = squares
    return best


@njit("int64(uint64, uint64, uint64, int64, int64)")
def ordering_score(mine: Word, theirs: Word, empty: Word, square: Int, kind: Int) -> Int:
    """A move's ordering score from the board after it: few replies (fastest first) and held corners."""
    # From the highest bits down, corners counted twice:
    #
    #   from bit 15     11            5                    0
    #   few replies     held corners  few squares beside   the square's own value
    #                   and edges     the mover's discs
    answers, corners = enclosing_squares(theirs, mine) & empty, CORNERS[kind]
    held = mine & corners
    held |= mine & spread(held) & EDGES[kind]
    open_to = spread(mine) & empty
    score = (64 - count(answers) - count(answers & corners)) << 15
    score += count(held) << 11
    score += (64 - count(open_to) - count(open_to & corners)) << 5
    return score + SQUARE_VALUES[kind, square]


@njit("int64(uint64, uint64, uint64, uint64, int64, int64, int64)")
def _list(own: Word, other: Word, empty: Word, squares: Word, first: Int, base: Int, state: Int) -> Int:
    kind = load_int(state, BOARD_KIND)
    odd = odd_regions(empty)
    parity = 8 if count(empty) < 12 else 4  # parity decides more, the fewer squares are left
    in_table = count(empty) - 1 > FEW_EMPTIES  # few empty squares are solved without the table
    length = 0
    while squares != 0:
        square = lowest(squares)
        placed = squares & (~squares + ONE)
        squares ^= placed
        turned = flips(own, other, square)
        mine, theirs, score = own | turned | placed, other ^ turned, FIRST
        if in_table:
            prefetch(hash_of(theirs, mine), state)
        if square != first:
            score = ordering_score(mine, theirs, empty ^ placed, square, kind)
            if odd & placed != 0:
                score += parity
        put_move(base, length, score, square, turned)
        length += 1
    return length


@njit("int64(uint64, uint64, int64, int64, int64, int64, int64, int64)")
def transposition_cutoff(
    own: Word, other: Word, base: Int, length: Int, depth: Int, alpha: Int, confidence: Int, state: Int
) -> Int:
    """Enhanced transposition cutoff: the value of a listed move that the table knows is above alpha.

    In centidiscs; `LIMIT` if there is none. The entry must be ``depth`` deep and as confident.
    """
    for place in range(length):
        turned = turned_at(base, place)
        placed = ONE << np.uint64(square_at(base, place))
        entry = probe(hash_of(other ^ turned, own | turned | placed), state)
        if entry != NOTHING and depth_of(entry) >= depth:
            if -high_of(entry) > alpha and confidence_of(entry) >= confidence:
                return -high_of(entry)
    return LIMIT


@njit("int64(uint64, uint64, uint64, int64, int64)")
def _solve_end(own: Word, other: Word, empty: Word, alpha: Int, state: Int) -> Int:
    # Few empty squares, or none.
    empties = count(empty)
    if empties > 3:
        return _solve_few(own, other, empty, alpha, state)
    if empties == 3:
        return _solve_3(own, other, empty, alpha, state)
    if empties == 2:
        return _solve_2(own, other, lowest(empty), lowest(empty & (empty - ONE)), alpha, state)
    if empties == 1:
        return _solve_1(own, other, lowest(empty), alpha)
    return final_score(own, other, empty)


@njit("int64(uint64, uint64, uint64, int64, int64, int64)")
def solve_above(own: Word, other: Word, empty: Word, alpha: Int, ply: Int, state: Int) -> Int:
    """The exact result as far as a null window above ``alpha`` shows it; meaningless once `STOP` is set."""
    empties = count(empty)
    if empties <= FEW_EMPTIES:
        return _solve_end(own, other, empty, alpha, state)
    nodes = load_int(state, NODES) + 1
    store_int(state, NODES, nodes)
    if load_int(state, STOP) != 0 or nodes > load_int(state, BUDGET):
        store_int(state, STOP, 1)
        return 0
    key = hash_of(own, other)
    prefetch(key, state)
    if alpha >= STABLE_FROM[empties]:
        bound = stability_bound(own, other, empty)
        if bound <= alpha:
            return bound
    squares = enclosing_squares(own, other) & empty
    if squares == 0:
        if enclosing_squares(other, own) & empty == 0:
            return final_score(own, other, empty)
        return -solve_above(other, own, empty, -alpha - 1, ply + 1, state)

    entry, first = probe(key, state), -1
    if entry != NOTHING:
        first = move_of(entry)
        if depth_of(entry) == empties:  # else the entry is of a search of less depth
            low, high = low_of(entry), high_of(entry)
            if low > 100 * alpha:
                return low // 100
            if high <= 100 * alpha:
                return high // 100
    base = list_at(state, ply)
    length = _list(own, other, empty, squares, first, base, state)
    if empties >= _ETC_FROM:
        value = transposition_cutoff(own, other, base, length, empties - 1, 100 * alpha, EXACT, state)
        if value != LIMIT:
            return value // 100
    best, best_square = NO_RESULT, -1
    for place in range(length):
        square = pick_best(base, place, length)
        turned = turned_at(base, place)
        placed = ONE << np.uint64(square)
        mine, theirs = own | turned | placed, other ^ turned
        if empties - 1 <= FEW_EMPTIES:
            value = -_solve_few(theirs, mine, empty ^ placed, -alpha - 1, state)
        else:
            value = -solve_above(theirs, mine, empty ^ placed, -alpha - 1, ply + 1, state)
        if load_int(state, STOP) != 0:
            return 0
        if value > best:
            best, best_square = value, square
            if best > alpha:
                break
    store(key, empties, EXACT, 100 * best, 100 * alpha, 100 * alpha + 100, best_square, state)
    return best
