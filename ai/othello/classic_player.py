"""The source's own player: minimax four plies deep, by the number of discs.

Kept as it was, with no pruning and two mirrored halves; levels 3 and up have the improvements its author
planned. A pass is a ply. A leaf is worth the player's own discs; a decided game plus or minus infinity, a
drawn one 0. Of equal moves the first in board order is played: a1, b1, … along the rows from the top left.
"""

from __future__ import annotations

import math

import numpy as np

from ai.base import Choice
from ai.kernels import Array, Int, bare, numba
from ai.othello.mailbox import BOARDS, can_move, cells_of, copy, discs, flip_discs, index_of, result
from games.base import PASS
from games.othello import OthelloPosition

DEPTH = 4
INFINITY = 1_000_000
_PASSES = 0  # a pass is written as a corner of the border
_INT = numba.int64
_COUNTS = numba.int64[::1]


@bare(_INT(_INT))
def _decided(difference: Int) -> Int:
    return INFINITY if difference > 0 else -INFINITY if difference < 0 else 0


@bare(_INT(BOARDS, _INT, _INT, _INT, _INT, _COUNTS))
def minimax(boards: Array, ply: Int, width: Int, player: Int, side: Int, counts: Array) -> Int:
    """The value of boards[ply] for ``player`` with ``side`` to move, DEPTH - ply plies deep.

    ``counts``: nodes visited so far, and the best cell at ply 0.
    """
    counts[0] += 1
    cells = boards[ply]
    if not can_move(cells, width, side) and not can_move(cells, width, 3 - side):
        return _decided(result(cells, player))
    if ply == DEPTH:
        return discs(cells, player)
    best, best_cell = 0, -1
    for cell in range(width + 1, len(cells) - width - 1):
        if flip_discs(cells, width, cell, side, False) == 0:
            continue
        copy(boards[ply + 1], cells)
        flip_discs(boards[ply + 1], width, cell, side, True)
        value = minimax(boards, ply + 1, width, player, 3 - side, counts)
        better = value > best if side == player else value < best
        if best_cell < 0 or better:
            best, best_cell = value, cell
    if best_cell < 0:
        copy(boards[ply + 1], cells)
        best, best_cell = minimax(boards, ply + 1, width, player, 3 - side, counts), _PASSES
    if ply == 0:
        counts[1] = best_cell
    return best


def play(position: OthelloPosition) -> Choice:
    """The source's move. A forced win or loss is proven; a draw is not, because the search stops early."""
    width = position.size + 2
    boards = np.zeros((DEPTH + 1, width * width), dtype=np.int8)
    boards[0] = cells_of(position)
    counts = np.zeros(2, dtype=np.int64)
    side = int(position.to_move)
    value = int(minimax(boards, 0, width, side, side, counts))
    cell = int(counts[1])
    move = PASS if cell == _PASSES else position.board.names[index_of(cell, position.size)]
    return Choice(move, _score(value, position), DEPTH, int(counts[0]), (move,), abs(value) == INFINITY)


def _score(value: int, position: OthelloPosition) -> float:
    # Own discs at the leaf against the rest, as if every ply up to the leaf had added a disc.
    if abs(value) == INFINITY:
        return math.copysign(1.0, value)
    if value == 0:
        return 0.0
    total = min(
        position.size**2, position.count(position.to_move) + position.count(position.to_move.other) + DEPTH
    )
    return max(-0.99, min(0.99, (2 * value - total) / total))
