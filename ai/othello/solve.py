"""The end game, exactly: disc differences under best play, empty squares to the winner.

Start reading at `solve`. Three kernels, by empty squares: many (`solve`: transposition table, the moves
that leave the fewest answers first), few (`_few`: only odd regions before even ones) and one (`_last`).
Boards are those of `ai/othello/bits.py`; values are discs, -64 to 64, for the side to move.
"""

# ruff: noqa: PLR0911, PLR0912  (kernels: arguments and branches are cheaper than objects)
from __future__ import annotations

import numpy as np

from ai.kernels import Array, Int, Word, njit, numba
from ai.othello.bits import BOARDS, ONE, final_score, moves
from ai.othello.evaluate import CORNERS, SQUARE_WEIGHTS, evaluate
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
    TABLE,
    WORK,
    find,
    hashed,
    store,
    take_best,
)

LARGEST = 64
"""No result is beyond plus or minus this many discs."""

_FEW = 6  # with so few empty squares, listing and sorting moves costs more than it saves
_JUDGED = 11  # from so many empty squares on, the evaluation helps to sort moves
_QUADRANTS = tuple(
    np.uint64(0x000000000F0F0F0F << shift) for shift in (0, 4, 32, 36)
)  # the odd regions of an end game are mostly its corners' quadrants


@njit("uint64(uint64)")
def odd_regions(empty: Word) -> Word:
    """The quadrants that hold an odd number of empty squares: whoever plays there first plays there last."""
    odd = np.uint64(0)
    for quadrant in _QUADRANTS:
        if count(empty & quadrant) & 1 != 0:
            odd |= quadrant
    return odd


@njit("int64(uint64, uint64, uint64, int64)")
def _last(own: Word, other: Word, empty: Word, whole: Int) -> Int:
    # One empty square on a board of ``whole`` squares: whoever can fills it.
    square = lowest(empty)
    mine = count(own)
    gain = count(flips(own, other, square))
    if gain != 0:
        return 2 * (mine + gain + 1) - whole
    gain = count(flips(other, own, square))
    if gain != 0:
        return 2 * (mine - gain) - whole
    score = 2 * mine - whole + 1  # nobody can: the square goes to the winner
    return score + 1 if score > 0 else score - 1 if score < 0 else 0


@njit(numba.int64(*[numba.uint64] * 3, *[numba.int64] * 3, WORK))
def _few(own: Word, other: Word, empty: Word, alpha: Int, beta: Int, whole: Int, work: Array) -> Int:
    work[NODES] += 1
    if empty & (empty - ONE) == 0:
        return _last(own, other, empty, whole)
    odd = odd_regions(empty) & empty
    best = -LARGEST - 1
    for part in (odd, empty & ~odd):
        left = part
        while left != 0:
            square = lowest(left)
            placed = left & (~left + ONE)
            left ^= placed
            turned = flips(own, other, square)
            if turned == 0:
                continue
            floor = max(alpha, best)
            mine = own | turned | placed
            value = -_few(other ^ turned, mine, empty ^ placed, -beta, -floor, whole, work)
            if value > best:
                best = value
                if best >= beta:
                    return best
    if best >= -LARGEST:
        return best
    if moves(other, own, own | other | empty) == 0:
        return final_score(own, other, own | other | empty)
    return -_few(other, own, empty, -beta, -alpha, whole, work)


@njit("int64(uint64, uint64, uint64, int64, int64, int64)")
def _promise(own: Word, other: Word, odd: Word, square: Int, empties: Int, kind: Int) -> Int:
    # Fastest first: few answers (corners count double), then odd regions, then what the evaluation says.
    placed = ONE << np.uint64(square)
    turned = flips(own, other, square)
    mine, theirs = own | turned | placed, other ^ turned
    answers = moves(theirs, mine, BOARDS[kind])
    score = SQUARE_WEIGHTS[kind, square] - 64 * (count(answers) + count(answers & CORNERS[kind]))
    if odd & placed != 0:
        score += 40
    if empties >= _JUDGED:
        score -= evaluate(theirs, mine, answers, moves(mine, theirs, BOARDS[kind]), kind) // 8
    return score


@njit(numba.int64(*[numba.uint64] * 3, *[numba.int64] * 4, WORK))
def _list(
    own: Word, other: Word, open_squares: Word, base: Int, first: Int, empties: Int, kind: Int, work: Array
) -> Int:
    length = 0
    odd = odd_regions(BOARDS[kind] & ~(own | other))
    while open_squares != 0:
        square = lowest(open_squares)
        open_squares &= open_squares - ONE
        score = FIRST if square == first else _promise(own, other, odd, square, empties, kind)
        work[base + length] = (score << SQUARE_BITS) | square
        length += 1
    return length


@njit(numba.int64(*[numba.uint64] * 2, *[numba.int64] * 3, TABLE, WORK))
def solve(own: Word, other: Word, alpha: Int, beta: Int, ply: Int, table: Array, work: Array) -> Int:
    """The exact result (fail-soft), by principal variation search; meaningless once work[STOP] is set."""
    work[NODES] += 1
    if work[STOP] != 0 or work[NODES] > work[BUDGET]:
        work[STOP] = 1
        return 0
    kind = work[KIND]
    board = BOARDS[kind]
    empty = board & ~(own | other)
    empties = count(empty)
    if empties == 0:
        return final_score(own, other, board)
    if empties <= _FEW:
        return _few(own, other, empty, alpha, beta, count(board), work)
    open_squares = moves(own, other, board)
    if open_squares == 0:
        if moves(other, own, board) == 0:
            return final_score(own, other, board)
        return -solve(other, own, -beta, -alpha, ply + 1, table, work)

    key = hashed(own, other)
    first: Int = -1
    place = find(table, key)
    if place >= 0:
        entry = table[place]
        first = np.int64(entry.move)
        if entry.low >= beta or entry.low == entry.high:
            return np.int64(entry.low)
        if entry.high <= alpha:
            return np.int64(entry.high)

    base = LISTS + ply * LIST
    length = _list(own, other, open_squares, base, first, empties, kind, work)
    best, best_square, floor = -LARGEST - 1, -1, alpha
    for place in range(base, base + length):
        square = take_best(work, place, base + length)
        turned = flips(own, other, square)
        mine, theirs = own | turned | (ONE << np.uint64(square)), other ^ turned
        if place > base:
            value = -solve(theirs, mine, -floor - 1, -floor, ply + 1, table, work)
        if place == base or floor < value < beta:
            value = -solve(theirs, mine, -beta, -floor, ply + 1, table, work)
        if work[STOP] != 0:
            return 0
        if value > best:
            best, best_square = value, square
            floor = max(floor, value)
            if floor >= beta:
                break
    store(table, key, empties, best, alpha, beta, LARGEST, best_square)
    return best
