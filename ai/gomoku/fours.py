"""Winning by continuous fours: every move makes a four, every answer is forced. Start reading at `chase`.

The tree is narrow and each of its wins is a proof: a four leaves the other side one point, or none if renju
forbids that point to Black.
"""

# ruff: noqa: PLR0911  (kernels: branches are cheaper than objects)
from __future__ import annotations

import numpy as np

from ai.gomoku.board import (
    AREA,
    BOARD,
    CELLS,
    COUNTS,
    EMPTY,
    MARGIN,
    SHAPES,
    SIZE,
    STONES,
    STRIDE,
    find_shape,
    may_play,
    place,
    promise,
    take_back,
)
from ai.gomoku.forms import FIVES, FOUR_THREE, FOURS, SHAPE, WINNING_FOUR
from ai.gomoku.table import (
    FOURS_END,
    LINE,
    LIST,
    LISTS,
    NODES,
    PLIES,
    POINT,
    POINT_BITS,
    SEEN,
    STOP,
    WORK,
    insert,
)
from ai.kernels import Array, Int, Word, njit, numba

_INT = numba.int64
CUT = -1
"""The chase was ended before it knew."""


@njit(_INT(BOARD, _INT, _INT, WORK))
def list_fours(board: Array, side: Int, ply: Int, work: Array) -> Int:
    """Write the side's moves that make a four to the ply's list, best first; how many.

    If the other side threatens to make five, only the move that stops it counts.
    """
    base, length = LISTS + ply * LIST, 0
    if board[COUNTS + (3 - side) * 8 + FIVES] > 0:
        point = find_shape(board, 3 - side, FIVES)
        if board[SHAPES + side * AREA + point] & SHAPE >= FOURS and may_play(board, point, side):
            work[base] = point
            return 1
        return 0
    left = board[COUNTS + side * 8 + FOURS] + board[COUNTS + side * 8 + FOUR_THREE]
    size = board[SIZE]
    for row in range(MARGIN, MARGIN + size):
        if left == 0:
            break
        start = row * STRIDE + MARGIN
        for point in range(start, start + size):
            shape = board[SHAPES + side * AREA + point] & SHAPE
            if board[CELLS + point] != EMPTY or shape not in (FOURS, FOUR_THREE):
                continue
            left -= 1
            if may_play(board, point, side):
                worth = promise(board, point, side) + promise(board, point, 3 - side)
                length = insert(work, base, length, LIST, (worth << POINT_BITS) | point)
    return length


@njit(_INT(BOARD, numba.uint64, _INT, _INT, SEEN, WORK))
def chase(board: Array, key: Word, side: Int, ply: Int, seen: Array, work: Array) -> Int:
    """In how many plies ``side``, to move, wins by fours alone; 0 if it does not, CUT if it is not known.

    The winning moves, each with its forced answer, are left in work[LINE + ply:].
    """
    work[NODES] += 1
    if work[STOP] != 0 or work[NODES] > work[FOURS_END] or ply >= PLIES - 2:
        return CUT
    other = 3 - side
    if board[COUNTS + side * 8 + FIVES] > 0:
        work[LINE + ply] = find_shape(board, side, FIVES)
        return 1
    threats = board[COUNTS + other * 8 + FIVES]
    if threats >= 2:
        return 0
    winning = find_shape(board, side, WINNING_FOUR) if threats == 0 else 0
    if winning > 0:
        work[LINE + ply] = winning
        return 3
    known = np.int64(key & np.uint64(len(seen) - 1))
    if seen[known] == key:
        return 0
    base = LISTS + ply * LIST
    for entry in range(base, base + list_fours(board, side, ply, work)):
        point = work[entry] & POINT
        place(board, point, side)
        answer = find_shape(board, side, FIVES)
        won = 1  # two fives to stop, or one where he may not play
        if board[COUNTS + side * 8 + FIVES] == 1 and may_play(board, answer, other):
            place(board, answer, other)
            won = chase(board, key ^ STONES[side, point] ^ STONES[other, answer], side, ply + 2, seen, work)
            take_back(board, answer)
        take_back(board, point)
        if won == CUT:
            return CUT
        if won > 0:
            work[LINE + ply] = point
            work[LINE + ply + 1] = answer
            return won + 2
    seen[known] = key
    return 0
