"""The middle game: negamax with alpha-beta, principal variation search and a transposition table.

Start reading at `search`. Values are centidiscs for the side to move, see `ai/othello/evaluate.py`. The
driver (deepening, time, the root's moves) is `ai/othello/root.py`; boards are those of `bits.py`.
"""

# ruff: noqa: PLR0911, PLR0912  (kernels: arguments and branches are cheaper than objects)
from __future__ import annotations

import numpy as np

from ai.kernels import Array, Int, Word, njit, numba
from ai.othello.bits import BOARDS, ONE, final_score, moves
from ai.othello.evaluate import CORNERS, DECIDED, INFINITY, SQUARE_WEIGHTS, SQUARES, evaluate, weigh_squares
from ai.othello.lanes import count, flips, lowest
from ai.othello.table import (
    BUDGET,
    FIRST,
    KIND,
    LIST,
    LISTS,
    NODES,
    SQUARE_BITS,
    STOP,
    STYLE,
    TABLE,
    WORK,
    find,
    hashed,
    store,
    take_best,
)

_SORT_DEPTH = 3  # below this depth, ordering by mobility costs more than it saves


@njit("int64(uint64, uint64, int64)")
def decided(own: Word, other: Word, kind: Int) -> Int:
    """The value of a finished game."""
    score = final_score(own, other, BOARDS[kind])
    if score == 0:
        return 0
    return 100 * score + (DECIDED if score > 0 else -DECIDED)


@njit("int64(uint64, uint64, uint64, int64, int64)")
def estimate(own: Word, other: Word, open_squares: Word, kind: Int, style: Int) -> Int:
    """What a leaf is worth by the evaluation of a style."""
    if style == SQUARES:
        return weigh_squares(own, other, kind)
    return evaluate(own, other, open_squares, moves(other, own, BOARDS[kind]), kind)


@njit("int64(uint64, uint64, uint64, int64, int64, int64)")
def promise(own: Word, other: Word, board: Word, square: Int, depth: Int, kind: Int) -> Int:
    """How early a move deserves to be looked at: the fewer answers it leaves, the earlier."""
    score = SQUARE_WEIGHTS[kind, square]
    if depth >= _SORT_DEPTH:
        placed = ONE << np.uint64(square)
        turned = flips(own, other, square)
        answers = moves(other ^ turned, own | turned | placed, board)
        score -= 15 * (count(answers) + count(answers & CORNERS[kind]))
    return score


@njit(numba.int64(*[numba.uint64] * 4, *[numba.int64] * 4, WORK))
def list_moves(
    own: Word,
    other: Word,
    board: Word,
    open_squares: Word,
    base: Int,
    depth: Int,
    first: Int,
    kind: Int,
    work: Array,
) -> Int:
    """Write the moves with their promise to work[base:], ``first`` before all others; how many."""
    length = 0
    while open_squares != 0:
        square = lowest(open_squares)
        open_squares &= open_squares - ONE
        score = FIRST if square == first else promise(own, other, board, square, depth, kind)
        work[base + length] = (score << SQUARE_BITS) | square
        length += 1
    return length


@njit(numba.int64(*[numba.uint64] * 2, *[numba.int64] * 4, TABLE, WORK))
def search(
    own: Word, other: Word, depth: Int, alpha: Int, beta: Int, ply: Int, table: Array, work: Array
) -> Int:
    """The value of a position ``depth`` discs deep (fail-soft); meaningless once work[STOP] is set.

    A pass costs no depth.
    """
    work[NODES] += 1
    if work[STOP] != 0 or work[NODES] > work[BUDGET]:
        work[STOP] = 1
        return 0
    kind = work[KIND]
    board = BOARDS[kind]
    open_squares = moves(own, other, board)
    if open_squares == 0:
        if moves(other, own, board) == 0:
            return decided(own, other, kind)
        return -search(other, own, depth, -beta, -alpha, ply + 1, table, work)
    if depth <= 0:
        return estimate(own, other, open_squares, kind, work[STYLE])

    key: Word = np.uint64(0)
    first: Int = -1
    if depth >= 2:
        key = hashed(own, other)
        place = find(table, key)
        if place >= 0:
            entry = table[place]
            first = np.int64(entry.move)
            if entry.depth >= depth and beta - alpha == 1:  # the principal variation is always searched
                if entry.low >= beta:
                    return np.int64(entry.low)
                if entry.high <= alpha:
                    return np.int64(entry.high)

    base = LISTS + ply * LIST
    length = list_moves(own, other, board, open_squares, base, depth, first, kind, work)
    best, best_square, floor = -INFINITY, -1, alpha
    for place in range(base, base + length):
        square = take_best(work, place, base + length)
        turned = flips(own, other, square)
        mine, theirs = own | turned | (ONE << np.uint64(square)), other ^ turned
        if place > base:
            value = -search(theirs, mine, depth - 1, -floor - 1, -floor, ply + 1, table, work)
        if place == base or floor < value < beta:
            value = -search(theirs, mine, depth - 1, -beta, -floor, ply + 1, table, work)
        if work[STOP] != 0:
            return 0
        if value > best:
            best, best_square = value, square
            floor = max(floor, value)
            if floor >= beta:
                break
    if depth >= 2:
        store(table, key, depth, best, alpha, beta, INFINITY, best_square)
    return best
