"""What fights promise on every point, read out once for a node of the tree. Start reading at `scout`.

A chain in atari is saved where it runs out of every ladder or takes an attacker; running into a ladder is
bad. A chain of two liberties is caught by the atari that begins a ladder, and saved by a move after which
none works. The hints are virtual games, won where positive and lost where negative (`ai.go.tree`).
"""

# ruff: noqa: PLR1714  (kernels: branches are cheaper than objects)
from __future__ import annotations

import numpy as np

from ai.go.board import BOARD, CELL, CELLS, COLOUR, HEAD, MANY, NOTES, NOWHERE, STONES, legal, place
from ai.go.patterns import BLACK, STRIDE, WHITE
from ai.go.tactics import LADDERS, READ, hunted, pair, tries
from ai.kernels import Array, Int, njit, numba

HINTS = numba.float32[::1]
"""One number a cell."""
_INT = numba.int64
_CAPTURE, _MORE, _MOST = 15.0, 7.0, 36.0
"""What a capture or a rescue is worth; for each further stone of the chain; and at most."""
_DOOMED = 10.0


@njit(numba.boolean(BOARD, LADDERS, CELL, _INT, CELL))
def falls(board: Array, boards: Array, cell: Int, mover: Int, stone: Int) -> bool:
    """Whether a chain is caught in a ladder once ``mover``, its enemy or its owner, has played on a cell."""
    if not legal(board, cell, mover):
        return False
    ply = 1 if mover == np.int64(board[COLOUR + stone]) else 0
    boards[ply] = board
    boards[0, READ] = 0
    place(boards[ply], cell, mover)
    return bool(hunted(boards, ply, stone))


@njit(numba.void(BOARD, LADDERS, HINTS, CELL, _INT))
def rescue(board: Array, boards: Array, hints: Array, head: Int, worth: Int) -> None:
    """Hint at the moves that save an own chain, and at an escape that only makes it larger."""
    one, two = pair(board, head)
    colour = np.int64(board[COLOUR + head])
    number = tries(board, head, one)
    if two != NOWHERE:
        board[NOTES + number] = two
        number += 1
    for turn in range(number):
        cell = board[NOTES + turn]
        if not legal(board, cell, colour):
            continue
        if not falls(board, boards, cell, colour, head):
            hints[cell] = max(hints[cell], worth)
        elif two == NOWHERE and cell == one and hints[cell] == 0:
            hints[cell] = -_DOOMED


@njit(numba.void(BOARD, _INT, HINTS, LADDERS))
def scout(board: Array, colour: Int, hints: Array, boards: Array) -> None:
    """Fill ``hints`` for the side to move."""
    hints[:] = 0.0
    for at in range(STRIDE + 1, CELLS - STRIDE - 1):
        stone = board[COLOUR + at]
        if (stone != BLACK and stone != WHITE) or board[HEAD + at] != at:
            continue
        head = np.uint32(at)
        one, two = pair(board, head)
        if one == MANY:
            continue
        worth = min(_MOST, _CAPTURE + _MORE * (board[STONES + head] - 1))
        if stone == colour:
            threat = two == NOWHERE
            threat = threat or falls(board, boards, one, 3 - colour, head)
            threat = threat or falls(board, boards, two, 3 - colour, head)
            if threat:
                rescue(board, boards, hints, head, worth)
        elif two == NOWHERE:
            if legal(board, one, colour):
                hints[one] = max(hints[one], worth)
        else:
            for turn in range(2):
                cell = two if turn else one
                if falls(board, boards, cell, colour, head):
                    hints[cell] = max(hints[cell], worth)
