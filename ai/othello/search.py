"""The search of boards up to 8x8: negamax with alpha-beta, to a depth or to the end. Start at `search`.

Principal variation search with a transposition table (`table.py`) over the evaluation (`evaluate.py`); where
the depth reaches the end and few squares are empty, `end.py` takes over. Null windows may be cut forward by
Multi-ProbCut (Buro 1995, 1997): a shallow search that is far enough beyond the window stands for a deep one.
Values are centidiscs for the side to move; boards are those of `bits.py`.
"""

# ruff: noqa: PLR0911, PLR0912, PLR0915, SIM102  (kernels: arguments and branches are cheaper than objects)
from __future__ import annotations

import numpy as np

from ai.bitops import count, lowest
from ai.kernels import Int, Word, njit
from ai.othello.bits import BOARDS, ONE, flips, raw_moves
from ai.othello.desk import BUDGET, CONFIDENCE, ERRORS, KIND, NODES, PROBING, STOP
from ai.othello.end import STABLE_FROM, finish, most, odd_regions, promise, refuted, settled
from ai.othello.evaluate import LARGEST, follow, follow_pass, judge
from ai.othello.memory import number, put
from ai.othello.moves import FIRST, list_at, note, take_best, turned_at
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

FINISHED = 14
"""With so few empty squares, `end.py` solves what is to be solved."""
_JUDGED = 5
"""From this depth on, the evaluation helps to sort moves."""
_SEARCHED = 9
"""From this depth on, a search of one disc does."""
_TRANSPOSED = 4
"""From this depth on, the table is asked whether one of the moves refutes at once."""
PROBED = 3
"""From this depth on, forward cuts are tried."""
DEPTHS = 61
"""The depths and the numbers of empty squares there are: the shape of the table of errors."""


@njit("int64(int64)")
def shallow(depth: Int) -> Int:
    """The depth of the search that stands for one of ``depth``: about half, alike in parity."""
    less = 2 * (depth // 4) + (depth & 1)
    return less if less > 0 else depth - 2


@njit("int64(uint64, uint64, uint64, int64, int64, int64, int64)")
def resolve(own: Word, other: Word, empty: Word, alpha: Int, beta: Int, ply: Int, here: Int) -> Int:
    """The exact result in centidiscs with any window, by null windows that climb."""
    low = alpha // 100
    value = finish(own, other, empty, low, ply, here)
    while value > low and 100 * value < beta and number(here, STOP) == 0:
        low = value
        value = max(low, finish(own, other, empty, low, ply, here))
    return 100 * value


@njit("int64(uint64, uint64, uint64, uint64, int64, int64, int64)")
def _frontier(own: Word, other: Word, empty: Word, squares: Word, beta: Int, ply: Int, here: Int) -> Int:
    # One disc deep: the best of the boards after each move, by their evaluation.
    best, tried = -LIMIT, 0
    while squares != 0 and best < beta:
        square = lowest(squares)
        squares &= squares - ONE
        turned = flips(own, other, square)
        if turned == other:
            return 100 * count(own | other | empty)
        follow(here, ply, square, turned)
        placed = ONE << np.uint64(square)
        best = max(best, -judge(other ^ turned, own | turned | placed, empty ^ placed, ply + 1, here))
        tried += 1
    put(here, NODES, number(here, NODES) + tried)
    return best


@njit("int64(uint64, uint64, uint64, uint64, int64, int64, int64, int64)")
def _list(
    own: Word, other: Word, empty: Word, squares: Word, first: Int, depth: Int, ply: Int, here: Int
) -> Int:
    base, kind = list_at(here, ply), number(here, KIND)
    odd, length = odd_regions(empty), 0
    while squares != 0:
        square = lowest(squares)
        placed = squares & (~squares + ONE)
        squares ^= placed
        turned = flips(own, other, square)
        mine, theirs = own | turned | placed, other ^ turned
        score = FIRST
        if theirs == 0:
            score = FIRST + 1
        elif square != first:
            score = promise(mine, theirs, empty ^ placed, square, kind)
            if odd & placed != 0:
                score += 4
            if depth >= _JUDGED:
                follow(here, ply, square, turned)
                answers = raw_moves(theirs, mine) & empty & ~placed
                if depth >= _SEARCHED and answers != 0:
                    value = _frontier(theirs, mine, empty ^ placed, answers, LIMIT + 0, ply + 1, here)
                    score += (LIMIT - value) << 7
                else:
                    score += (LIMIT - judge(theirs, mine, empty ^ placed, ply + 1, here)) << 6
        note(base, length, score, square, turned)
        length += 1
    return length


@njit("int64(int64, int64, int64)")
def error(here: Int, empties: Int, depth: Int) -> Int:
    """What a forward cut must overcome, in centidiscs: the shallow search's error times the confidence."""
    spread = number(number(here, ERRORS), empties * DEPTHS + depth)
    return spread * number(here, CONFIDENCE) // 100


@njit("int64(uint64, uint64, int64, int64, int64, int64, int64)")
def search(own: Word, other: Word, depth: Int, alpha: Int, beta: Int, ply: Int, here: Int) -> Int:
    """The value of a position ``depth`` discs deep (fail-soft); meaningless once the desk's STOP is set.

    A pass costs no depth. A depth of all empty squares is exact, unless forward cuts are allowed. The
    features of ``ply`` must be on the desk.
    """
    nodes = number(here, NODES) + 1
    put(here, NODES, nodes)
    if number(here, STOP) != 0 or nodes > number(here, BUDGET):
        put(here, STOP, 1)
        return 0
    empty = BOARDS[number(here, KIND)] & ~(own | other)
    empties = count(empty)
    if depth >= empties and empties <= FINISHED:
        return resolve(own, other, empty, alpha, beta, ply, here)
    if own == 0 or other == 0:
        return 100 * settled(own, other, empty)
    if depth <= 0:
        return judge(own, other, empty, ply, here)
    key, narrow = hashed(own, other), beta - alpha == 1
    expect(key, here)
    if narrow and alpha >= 100 * STABLE_FROM[empties]:
        bound = 100 * most(own, other, empty)
        if bound <= alpha:
            return bound
    squares = raw_moves(own, other) & empty
    if squares == 0:
        if raw_moves(other, own) & empty == 0:
            return 100 * settled(own, other, empty)
        follow_pass(here, ply)
        return -search(other, own, depth, -beta, -alpha, ply + 1, here)
    if depth == 1:
        return _frontier(own, other, empty, squares, beta, ply, here)

    said, first, confidence = look_up(key, here), -1, number(here, CONFIDENCE)
    if said != NOTHING:
        first = move_of(said)
        if depth_of(said) >= depth and confidence_of(said) >= confidence and narrow:
            if low_of(said) > alpha:
                return low_of(said)
            if high_of(said) <= alpha:
                return high_of(said)
    if narrow and depth >= PROBED and confidence != EXACT and number(here, PROBING) < 2:
        margin = error(here, empties, depth)
        stand, less = judge(own, other, empty, ply, here), shallow(depth)
        put(here, PROBING, number(here, PROBING) + 1)
        above, below = beta + margin, alpha - margin
        cut = LIMIT
        if stand >= beta - margin and above < LARGEST:
            if search(own, other, less, above - 1, above, ply, here) >= above:
                cut = beta
        if cut == LIMIT and stand < beta + margin and below > -LARGEST:
            if search(own, other, less, below, below + 1, ply, here) <= below:
                cut = alpha
        put(here, PROBING, number(here, PROBING) - 1)
        if number(here, STOP) != 0:
            return 0
        if cut != LIMIT:
            return cut

    base = list_at(here, ply)
    length = _list(own, other, empty, squares, first, depth, ply, here)
    if narrow and depth >= _TRANSPOSED:
        value = refuted(own, other, base, length, depth - 1, alpha, confidence, here)
        if value != LIMIT:
            return value
    best, best_square, floor = -LIMIT, -1, alpha
    for place in range(length):
        square = take_best(base, place, length)
        turned = turned_at(base, place)
        mine, theirs = own | turned | (ONE << np.uint64(square)), other ^ turned
        follow(here, ply, square, turned)
        value = best
        if place > 0:
            value = -search(theirs, mine, depth - 1, -floor - 1, -floor, ply + 1, here)
        if place == 0 or floor < value < beta:
            value = -search(theirs, mine, depth - 1, -beta, -floor, ply + 1, here)
        if number(here, STOP) != 0:
            return 0
        if value > best:
            best, best_square = value, square
            floor = max(floor, value)
            if floor >= beta:
                break
    store(key, depth, confidence, best, alpha, beta, best_square, here)
    return best
