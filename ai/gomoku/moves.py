"""Move generation: which moves are worth trying, and in which order. Start reading at `list_moves`."""

from __future__ import annotations

import numpy as np

from ai.gomoku.board import (
    BOARD,
    EMPTY,
    MARGIN,
    RULES,
    STRIDE,
    WORDS,
    find_shape,
    lowest_bit,
    may_play,
    shape_of,
)
from ai.gomoku.point_patterns import FIVES, FOUR_THREE, FOURS, OPEN_THREES, REFUSED, WINNING_FOUR
from ai.gomoku.table import POINT_BITS, STATE
from ai.gomoku.vcf import move_gain
from ai.kernels import Array, Int, bare, numba

_INT = numba.int64
QUIET, DEFENSE, FORCED = 0, 1, 2
"""Any move; only moves that stop or outrun a winning four; only the one that stops a five."""
_BASE = 1 << 16
"""Added to scores so that none is negative."""
_FIRST = 1 << 20
"""The score of the transposition table's move."""
_COUNTER, _KILLER = 30, 24
FEW = 24
"""With this few empty points, every one is tried: a point far from stones may be the move that saves."""
_ONE = np.uint64(1)


@bare(_INT(BOARD, RULES, _INT))
def urgency_of(board: Array, rules: Array, side: Int) -> Int:
    """QUIET, DEFENSE or FORCED for the side to move."""
    if board.counts[3 - side, FIVES] > 0:
        return FORCED
    return DEFENSE if find_shape(board, rules, 3 - side, WINNING_FOUR) > 0 else QUIET


@bare(_INT(BOARD, RULES, STATE, _INT, _INT, _INT, _INT))
def _score(board: Array, rules: Array, state: Array, side: Int, ply: Int, point: Int, first: Int) -> Int:
    if point == first:
        return _FIRST
    score = move_gain(board, rules, point, side)
    threatens = 1 if shape_of(board, rules, side, point) >= OPEN_THREES else 0
    score += state.history[side, threatens, point] >> 7
    if ply > 0 and state.counter[3 - side, state.moves[ply - 1]] == point:
        score += _COUNTER
    if point == state.killers[ply, 0] or point == state.killers[ply, 1]:
        score += _KILLER
    return score + _BASE


@bare(numba.uint64(BOARD, _INT, _INT, _INT))
def _candidates(board: Array, side: Int, urgency: Int, word: Int) -> Int:
    # A word of the set of points that may be worth a move. A winning four is stopped on a point of its rows,
    # where the other side would make a four too, or delayed by a four of one's own.
    mine, theirs = board.sets[side], board.sets[3 - side]
    if urgency == FORCED:
        return theirs[FIVES, word]
    if urgency == QUIET:
        return board.live[side, word] | board.live[3 - side, word]
    stops = (
        theirs[FOURS, word] | theirs[FOUR_THREE, word] | theirs[WINNING_FOUR, word] | theirs[REFUSED, word]
    )
    return stops | mine[FOURS, word] | mine[FOUR_THREE, word] | mine[WINNING_FOUR, word]


@bare(_INT(BOARD, RULES, STATE, _INT, _INT, _INT, _INT))
def list_moves(
    board: Array, rules: Array, state: Array, side: Int, urgency: Int, ply: Int, first: Int
) -> Int:
    """Write the moves worth trying to the ply's list, ``first`` with the highest score; how many.

    The list ends with 0. The caller must ask renju's verdict before it plays a move.
    """
    moves, length = state.lists[ply], 0
    if urgency != QUIET or board.empties > FEW:
        for word in range(WORDS):
            left = _candidates(board, side, urgency, word)
            while left:
                point = 64 * word + lowest_bit(left)
                if shape_of(board, rules, side, point) != REFUSED:
                    score = _score(board, rules, state, side, ply, point, first)
                    moves[length] = score << POINT_BITS | point
                    length += 1
                left &= left - _ONE
    if length == 0 and urgency == QUIET:  # few points are left, or all stones are too far from one another
        for row in range(MARGIN, MARGIN + board.size):
            for point in range(row * STRIDE + MARGIN, row * STRIDE + MARGIN + board.size):
                if board.cells[point] == EMPTY and may_play(board, rules, point, side):
                    score = _score(board, rules, state, side, ply, point, first)
                    moves[length] = score << POINT_BITS | point
                    length += 1
    moves[length] = 0
    return length
