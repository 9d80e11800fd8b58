"""Winning by continuous fours: every move makes a four, every answer is forced. Start reading at `chase`.

The tree is narrow and each of its wins is a proof: a four leaves the other side one point, or none if renju
forbids that point to Black.
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
from ai.gomoku.forms import FIVES, FOUR_THREE, FOURS, WINNING_FOUR
from ai.gomoku.table import MEMORY, PLIES, POINT, POINT_BITS
from ai.kernels import Array, Int, bare, numba

_INT = numba.int64
CUT = -1
"""The chase was ended before it knew."""
_ONE = np.uint64(1)


@bare(_INT(MEMORY, _INT, _INT))
def best_left(memory: Array, ply: Int, index: Int) -> Int:
    """Swap the best of the ply's list from ``index`` on to that place, and return its entry.

    The list ends with 0.
    """
    moves = memory.lists[ply]
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
def promise(board: Array, rules: Array, point: Int, side: Int) -> Int:
    """How good a move looks for a side by what both would make there."""
    mine = rules.gain[side, 0, board.codes[side, point]]
    return np.int64(mine) + np.int64(rules.gain[side, 1, board.codes[3 - side, point]])


@bare(_INT(BOARD, RULES, MEMORY, _INT, _INT))
def list_fours(board: Array, rules: Array, memory: Array, side: Int, ply: Int) -> Int:
    """Write the side's moves that make a four, and no more than that, to the ply's list; how many.

    If the other side threatens to make five, only the move that stops it counts.
    """
    moves, length = memory.lists[ply], 0
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
                moves[length] = (promise(board, rules, point, side) + 8192) << POINT_BITS | point
                length += 1
            left &= left - _ONE
    moves[length] = 0
    return length


@bare(_INT(BOARD, RULES, MEMORY, _INT, _INT))
def chase(board: Array, rules: Array, memory: Array, side: Int, ply: Int) -> Int:
    """In how many plies ``side``, to move, wins by fours alone; 0 if it does not, CUT if it is not known.

    The winning moves, each with its forced answer, are left in memory.line from the ply on.
    """
    memory.nodes += 2  # the four and its answer
    if memory.stop != 0 or memory.nodes > memory.fours_end or ply >= PLIES - 4:
        return CUT
    other = 3 - side
    if board.counts[side, FIVES] > 0:
        memory.line[ply] = find_shape(board, rules, side, FIVES)
        return 1
    threats = board.counts[other, FIVES]
    if threats >= 2:
        return 0
    winning = find_shape(board, rules, side, WINNING_FOUR) if threats == 0 else 0
    if winning > 0:
        memory.line[ply] = winning
        return 3
    known = np.int64((board.key ^ np.uint64(side)) & np.uint64(len(memory.seen) - 1))
    if memory.seen[known] == board.key ^ np.uint64(side):
        return 0
    for index in range(list_fours(board, rules, memory, side, ply)):
        point = best_left(memory, ply, index) & POINT
        place(board, rules, point, side)
        answer = find_shape(board, rules, side, FIVES)
        won: Int = 1  # two fives to stop, or one where he may not play
        if board.counts[side, FIVES] == 1 and may_play(board, rules, answer, other):
            place(board, rules, answer, other)
            won = chase(board, rules, memory, side, ply + 2)
            take_back(board, rules, answer)
        take_back(board, rules, point)
        if won == CUT:
            return CUT
        if won > 0:
            memory.line[ply] = point
            memory.line[ply + 1] = answer
            return won + 2
    memory.seen[known] = board.key ^ np.uint64(side)
    return 0
