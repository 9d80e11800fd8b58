"""The search of boards up to 8x8: PVS with a transposition table, to a depth or to the end.

Start reading at `search`. Where the depth reaches the end and few squares are empty, ``endgame.py`` takes
over. Null windows may be cut forward by Multi-ProbCut (Buro 1995, 1997): a shallow search that is far enough
outside the window replaces a deep one. Values are centidiscs for the side to move.
"""

# ruff: noqa: PLR0911, PLR0912, PLR0915, SIM102  (kernels: arguments and branches are cheaper than objects)
from __future__ import annotations

import numpy as np

from ai.bitops import count, lowest
from ai.kernels import Int, Word, njit
from ai.othello.bitboard import BOARDS, ONE
from ai.othello.endgame import (
    STABLE_FROM,
    final_score,
    odd_regions,
    ordering_score,
    solve_above,
    stability_bound,
    transposition_cutoff,
)
from ai.othello.evaluate import LARGEST, evaluate, pass_features, update_features
from ai.othello.line_scans import enclosing_squares, flips
from ai.othello.move_list import FIRST, list_at, pick_best, put_move, turned_at
from ai.othello.pointers import load_int, store_int
from ai.othello.search_state import BOARD_KIND, BUDGET, CONFIDENCE, ERRORS, NODES, PROBCUT_LEVEL, STOP
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

SOLVER_EMPTIES = 14
"""With this few empty squares, ``endgame.py`` solves exact searches."""
_SORT_BY_EVALUATION = 5
"""From this depth on, the evaluation helps to sort moves."""
_SORT_BY_SEARCH = 9
"""From this depth on, a search of one disc does."""
_ETC_FROM = 4
"""From this depth on, enhanced transposition cutoffs are tried."""
PROBCUT_DEPTH = 3
"""From this depth on, Multi-ProbCut is tried."""
DEPTHS = 61
"""The number of depths, and of counts of empty squares: the shape of the table of errors."""


@njit("int64(int64)")
def probcut_depth(depth: Int) -> Int:
    """The depth of the search that replaces one of ``depth``: about half, of equal parity."""
    shallow_depth = 2 * (depth // 4) + (depth & 1)
    return shallow_depth if shallow_depth > 0 else depth - 2


@njit("int64(uint64, uint64, uint64, int64, int64, int64, int64)")
def solve_window(own: Word, other: Word, empty: Word, alpha: Int, beta: Int, ply: Int, state: Int) -> Int:
    """The exact result in centidiscs with any window, by a sequence of null windows that climbs."""
    low = alpha // 100  # the endgame counts in whole discs
    value = solve_above(own, other, empty, low, ply, state)
    while value > low and 100 * value < beta and load_int(state, STOP) == 0:
        low = value
        value = max(low, solve_above(own, other, empty, low, ply, state))
    return 100 * value


@njit("int64(uint64, uint64, uint64, uint64, int64, int64, int64)")
def _frontier(own: Word, other: Word, empty: Word, squares: Word, beta: Int, ply: Int, state: Int) -> Int:
    # One disc deep: the best of the boards after each move, by their evaluation.
    best, tried = -LIMIT, 0
    while squares != 0 and best < beta:
        square = lowest(squares)
        squares &= squares - ONE
        turned = flips(own, other, square)
        if turned == other:  # every disc is taken
            return 100 * count(own | other | empty)
        update_features(state, ply, square, turned)
        placed = ONE << np.uint64(square)
        best = max(best, -evaluate(other ^ turned, own | turned | placed, empty ^ placed, ply + 1, state))
        tried += 1
    store_int(state, NODES, load_int(state, NODES) + tried)
    return best


@njit("int64(uint64, uint64, uint64, uint64, int64, int64, int64, int64)")
def _list_moves(
    own: Word, other: Word, empty: Word, squares: Word, first: Int, depth: Int, ply: Int, state: Int
) -> Int:
    base, kind = list_at(state, ply), load_int(state, BOARD_KIND)
    odd, length = odd_regions(empty), 0
    while squares != 0:
        square = lowest(squares)
        placed = squares & (~squares + ONE)
        squares ^= placed
        turned = flips(own, other, square)
        mine, theirs = own | turned | placed, other ^ turned
        # `FIRST` for the table's move, more only for one that takes every disc. Else the ordering score of
        # the endgame, to which a move's value adds the more the deeper it was searched for that.
        score = FIRST
        if theirs == 0:
            score = FIRST + 1
        elif square != first:
            score = ordering_score(mine, theirs, empty ^ placed, square, kind)
            if odd & placed != 0:
                score += 4
            if depth >= _SORT_BY_EVALUATION:
                update_features(state, ply, square, turned)
                answers = enclosing_squares(theirs, mine) & empty & ~placed
                if depth >= _SORT_BY_SEARCH and answers != 0:
                    value = _frontier(theirs, mine, empty ^ placed, answers, LIMIT + 0, ply + 1, state)
                    score += (LIMIT - value) << 7
                else:
                    score += (LIMIT - evaluate(theirs, mine, empty ^ placed, ply + 1, state)) << 6
        put_move(base, length, score, square, turned)
        length += 1
    return length


@njit("int64(int64, int64, int64)")
def probcut_margin(state: Int, empties: Int, depth: Int) -> Int:
    """How far a shallow search must be outside the window, in centidiscs: its error times the confidence."""
    spread = load_int(load_int(state, ERRORS), empties * DEPTHS + depth)
    return spread * load_int(state, CONFIDENCE) // 100


@njit("int64(uint64, uint64, int64, int64, int64, int64, int64)")
def search(own: Word, other: Word, depth: Int, alpha: Int, beta: Int, ply: Int, state: Int) -> Int:
    """The value of a position ``depth`` discs deep (fail-soft); meaningless once `STOP` is set.

    A pass costs no depth. A depth of all empty squares is exact unless forward cuts are allowed. The features
    of ``ply`` must be in the search state.
    """
    nodes = load_int(state, NODES) + 1
    store_int(state, NODES, nodes)
    if load_int(state, STOP) != 0 or nodes > load_int(state, BUDGET):
        store_int(state, STOP, 1)
        return 0
    empty = BOARDS[load_int(state, BOARD_KIND)] & ~(own | other)
    empties = count(empty)
    if depth >= empties and empties <= SOLVER_EMPTIES:
        return solve_window(own, other, empty, alpha, beta, ply, state)
    if own == 0 or other == 0:
        return 100 * final_score(own, other, empty)
    if depth <= 0:
        return evaluate(own, other, empty, ply, state)
    key, null_window = hash_of(own, other), beta - alpha == 1
    prefetch(key, state)
    if null_window and alpha >= 100 * STABLE_FROM[empties]:
        bound = 100 * stability_bound(own, other, empty)
        if bound <= alpha:
            return bound
    squares = enclosing_squares(own, other) & empty
    if squares == 0:
        if enclosing_squares(other, own) & empty == 0:
            return 100 * final_score(own, other, empty)
        pass_features(state, ply)
        return -search(other, own, depth, -beta, -alpha, ply + 1, state)
    if depth == 1:
        return _frontier(own, other, empty, squares, beta, ply, state)

    entry, first, confidence = probe(key, state), -1, load_int(state, CONFIDENCE)
    if entry != NOTHING:
        first = move_of(entry)
        if depth_of(entry) >= depth and confidence_of(entry) >= confidence and null_window:
            if low_of(entry) > alpha:
                return low_of(entry)
            if high_of(entry) <= alpha:
                return high_of(entry)
    if null_window and depth >= PROBCUT_DEPTH and confidence != EXACT and load_int(state, PROBCUT_LEVEL) < 2:
        margin = probcut_margin(state, empties, depth)
        # The evaluation alone must already point the same way, or the shallow search would cost in vain.
        # `PROBCUT_LEVEL` lets shallow searches cut forward too, but not theirs in turn.
        estimate, shallow_depth = evaluate(own, other, empty, ply, state), probcut_depth(depth)
        store_int(state, PROBCUT_LEVEL, load_int(state, PROBCUT_LEVEL) + 1)
        above, below = beta + margin, alpha - margin
        cut = LIMIT
        if estimate >= beta - margin and above < LARGEST:
            if search(own, other, shallow_depth, above - 1, above, ply, state) >= above:
                cut = beta
        if cut == LIMIT and estimate < beta + margin and below > -LARGEST:
            if search(own, other, shallow_depth, below, below + 1, ply, state) <= below:
                cut = alpha
        store_int(state, PROBCUT_LEVEL, load_int(state, PROBCUT_LEVEL) - 1)
        if load_int(state, STOP) != 0:
            return 0
        if cut != LIMIT:
            return cut

    base = list_at(state, ply)
    length = _list_moves(own, other, empty, squares, first, depth, ply, state)
    if null_window and depth >= _ETC_FROM:
        value = transposition_cutoff(own, other, base, length, depth - 1, alpha, confidence, state)
        if value != LIMIT:
            return value
    best, best_square, floor = -LIMIT, -1, alpha
    for place in range(length):
        square = pick_best(base, place, length)
        turned = turned_at(base, place)
        mine, theirs = own | turned | (ONE << np.uint64(square)), other ^ turned
        update_features(state, ply, square, turned)
        # PVS: the first move with the whole window, the others only if a null window shows that they may
        # be better.
        value = best
        if place > 0:
            value = -search(theirs, mine, depth - 1, -floor - 1, -floor, ply + 1, state)
        if place == 0 or floor < value < beta:
            value = -search(theirs, mine, depth - 1, -beta, -floor, ply + 1, state)
        if load_int(state, STOP) != 0:
            return 0
        if value > best:
            best, best_square = value, square
            floor = max(floor, value)
            if floor >= beta:
                break
    store(key, depth, confidence, best, alpha, beta, best_square, state)
    return best
