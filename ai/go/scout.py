"""What fights promise on every point, read out once for a node of the tree. Start reading at `scout`.

A chain in atari is saved where it runs out of every ladder or takes an attacker; running into a ladder is
bad. A chain of two liberties is caught by the atari that begins a ladder, and saved by a move after which
none works. What a point promises is a number of three parts, see `CAPTURE`, `RESCUE` and `DOOMED`;
`ai.go.traits` weighs them.
"""

# ruff: noqa: PLR1714  (kernels: branches are cheaper than objects)
from __future__ import annotations

import numpy as np

from ai.go.board import BOARD, CELL, COLOUR, END, HEAD, MANY, NOTES, NOWHERE, STONES, copy, legal, place
from ai.go.patterns import BLACK, STRIDE, WHITE
from ai.go.tactics import LADDERS, READ, hunted, pair, tries
from ai.kernels import Array, Int, bare, numba

HINTS = numba.int32[::1]
"""One number a cell."""
CAPTURE, RESCUE, DOOMED = 0, 3, 6
"""Where a hint tells, in three bits each, what a stone there takes and what it saves, and in one bit that it
only makes a lost chain larger. Takes and saves: 0 nothing; 1, 2 or 3 for a chain of one, up to three, or
more stones by way of a ladder; 4, 5 or 6 for one that is in atari now."""
LEVELS = 7
_INT = numba.int64
_NOW = 3


@bare(numba.void(HINTS, CELL, _INT, _INT))
def hint(hints: Array, cell: Int, part: Int, level: Int) -> None:
    """Tell a level of `CAPTURE` or `RESCUE` on a cell, unless a higher one is told."""
    before = hints[cell] >> part & 7
    if level > before:
        hints[cell] += (level - before) << part


@bare(numba.boolean(BOARD, LADDERS, CELL, _INT, CELL))
def falls(board: Array, boards: Array, cell: Int, mover: Int, stone: Int) -> bool:
    """Whether a chain is caught in a ladder once ``mover``, its enemy or its owner, has played on a cell."""
    if not legal(board, cell, mover):
        return False
    ply = 1 if mover == np.int64(board[COLOUR + stone]) else 0
    copy(boards[ply], board)
    boards[0, READ] = 0
    place(boards[ply], cell, mover)
    return bool(hunted(boards, ply, stone))


@bare(numba.void(BOARD, LADDERS, HINTS, CELL, _INT))
def rescue(board: Array, boards: Array, hints: Array, head: Int, level: Int) -> None:
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
            hint(hints, cell, RESCUE, level)
        elif two == NOWHERE and cell == one:
            hints[cell] |= 1 << DOOMED


@bare(numba.void(BOARD, _INT, HINTS, LADDERS))
def scout(board: Array, colour: Int, hints: Array, boards: Array) -> None:
    """Fill ``hints`` for the side to move."""
    hints[:] = 0
    for at in range(STRIDE + 1, np.int64(board[END])):
        stone = board[COLOUR + at]
        if (stone != BLACK and stone != WHITE) or board[HEAD + at] != at:
            continue
        head = np.uint32(at)
        one, two = pair(board, head)
        if one == MANY:
            continue
        stones = board[STONES + head]
        level = 1 if stones == 1 else 2 if stones <= 3 else 3
        if stone == colour:
            threat = two == NOWHERE
            if threat:
                level += _NOW
            threat = threat or falls(board, boards, one, 3 - colour, head)
            threat = threat or falls(board, boards, two, 3 - colour, head)
            if threat:
                rescue(board, boards, hints, head, level)
        elif two == NOWHERE:
            if legal(board, one, colour):
                hint(hints, one, CAPTURE, level + _NOW)
        else:
            for turn in range(2):
                cell = two if turn else one
                if falls(board, boards, cell, colour, head):
                    hint(hints, cell, CAPTURE, level)
