"""Victory by continuous fours (VCF): every move makes a four, every answer is forced. Start at `search_vcf`.

The tree is narrow and each win is a proof: a four leaves the other side one point, or none if renju forbids
that point to Black.
"""

# ruff: noqa: PLR0911  (kernels: branches are cheaper than objects)
from __future__ import annotations

import numpy as np

from ai.gomoku.board import (
    BOARD,
    RULES,
    WORDS,
    find_shape,
    lowest_bit,
    may_play,
    place,
    shape_of,
    take_back,
)
from ai.gomoku.point_patterns import FIVES, FOUR_THREE, FOURS, WINNING_FOUR
from ai.gomoku.table import PLIES, POINT, POINT_BITS, STATE
from ai.kernels import Array, Int, bare, numba

_INT = numba.int64
INTERRUPTED = -1
"""The search was cut short before it could decide."""
_ONE = np.uint64(1)


@bare(_INT(STATE, _INT, _INT))
def pick_best(state: Array, ply: Int, index: Int) -> Int:
    """Swap the best entry of the ply's list from ``index`` on to that place, and return it.

    The list ends with 0.
    """
    moves = state.lists[ply]
    best = index
    at = index + 1
    while moves[at] != 0:
        if moves[at] > moves[best]:
            best = at
        at += 1
    entry = np.int64(moves[best])
    moves[best] = moves[index]
    moves[index] = entry
    return entry


@bare(_INT(BOARD, RULES, _INT, _INT))
def move_gain(board: Array, rules: Array, point: Int, side: Int) -> Int:
    """The ordering score of a side's move, by what both sides would make there."""
    mine = rules.gain[side, 0, board.codes[side, point]]
    return np.int64(mine) + np.int64(rules.gain[side, 1, board.codes[3 - side, point]])


@bare(_INT(BOARD, RULES, STATE, _INT, _INT))
def list_fours(board: Array, rules: Array, state: Array, side: Int, ply: Int) -> Int:
    """Write the side's moves that make a four, and no more than that, to the ply's list; how many.

    If the other side threatens to make five, only a move that stops it counts.
    """
    moves, length = state.lists[ply], 0
    if board.counts[3 - side, FIVES] > 0:
        point = find_shape(board, rules, 3 - side, FIVES)
        if shape_of(board, rules, side, point) >= FOURS and may_play(board, rules, point, side):
            moves[0] = 1 << POINT_BITS | point
            length = 1
        moves[length] = 0
        return length
    for word in range(WORDS):
        left = board.sets[side, FOURS, word] | board.sets[side, FOUR_THREE, word]
        while left:
            point = 64 * word + lowest_bit(left)
            if may_play(board, rules, point, side):
                # Score above point in one number, so that the largest is the best; 8192 makes gains positive.
                moves[length] = (move_gain(board, rules, point, side) + 8192) << POINT_BITS | point
                length += 1
            left &= left - _ONE
    moves[length] = 0
    return length


@bare(_INT(BOARD, RULES, STATE, _INT, _INT))
def search_vcf(board: Array, rules: Array, state: Array, side: Int, ply: Int) -> Int:
    """In how many plies ``side``, to move, wins by fours alone; 0: it does not, INTERRUPTED: unknown.

    The winning moves, each with its forced answer, are left in state.line from the ply on.
    """
    state.nodes += 2  # the four and its answer
    if state.stop != 0 or state.nodes > state.vcf_end or ply >= PLIES - 4:
        return INTERRUPTED
    other = 3 - side
    if board.counts[side, FIVES] > 0:
        state.line[ply] = find_shape(board, rules, side, FIVES)
        return 1
    fives = board.counts[other, FIVES]
    if fives >= 2:
        return 0
    winning = find_shape(board, rules, side, WINNING_FOUR) if fives == 0 else 0
    if winning > 0:
        state.line[ply] = winning
        return 3
    # Fours in another order lead to the same position, so `seen` saves most of the work. It has one place
    # for all keys with the same low bits and keeps the newest.
    known = np.int64((board.key ^ np.uint64(side)) & np.uint64(len(state.seen) - 1))
    if state.seen[known] == board.key ^ np.uint64(side):
        return 0
    for index in range(list_fours(board, rules, state, side, ply)):
        point = pick_best(state, ply, index) & POINT
        place(board, rules, point, side)
        answer = find_shape(board, rules, side, FIVES)
        won: Int = 1  # two fives to stop, or one where the other side may not play
        if board.counts[side, FIVES] == 1 and may_play(board, rules, answer, other):
            place(board, rules, answer, other)
            won = search_vcf(board, rules, state, side, ply + 2)
            take_back(board, rules, answer)
        take_back(board, rules, point)
        if won == INTERRUPTED:
            return INTERRUPTED
        if won > 0:
            state.line[ply] = point
            state.line[ply + 1] = answer
            return won + 2
    state.seen[known] = board.key ^ np.uint64(side)
    return 0
