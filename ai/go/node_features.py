"""Tactics for the priors of a new node: captures, rescues and ladders at every point. Start at `fill_hints`.

A chain in atari is saved where it escapes every ladder or captures an attacker; running into a ladder is bad.
A chain of two liberties is captured by the atari that begins a ladder, and saved by a move after which none
works. A point's hint has three parts, see `CAPTURE`, `RESCUE` and `DOOMED`; `ai.go.move_features` weights
them.
"""

# ruff: noqa: PLR1714  (kernels: branches are cheaper than objects)
from __future__ import annotations

import numpy as np

from ai.go.board import BOARD, CELL, COLOR, END, HEAD, MANY, NOWHERE, SCRATCH, STONES, copy, legal, place
from ai.go.patterns import BLACK, STRIDE, WHITE
from ai.go.tactics import LADDERS, READ, caught_in_ladder, list_escapes, two_liberties
from ai.kernels import Array, Int, bare, numba

HINTS = numba.int32[::1]
"""One number a cell."""
#   bit   6        5  4  3    2  1  0
#         DOOMED   RESCUE     CAPTURE
CAPTURE, RESCUE, DOOMED = 0, 3, 6
"""The parts of a hint: three bits each for what a stone there captures and saves, one for DOOMED.

A doomed stone only makes a lost chain larger. Captures and saves: 0 nothing; 1, 2 or 3 for a chain of one, up
to three, or more stones by a ladder; 4, 5 or 6 for one that is in atari now.
"""
LEVELS = 7
_INT = numba.int64
_NOW = 3  # what atari adds to a level of 1 to 3


@bare(numba.void(HINTS, CELL, _INT, _INT))
def raise_hint(hints: Array, cell: Int, part: Int, level: Int) -> None:
    """Raise `CAPTURE` or `RESCUE` on a cell to a level."""
    before = hints[cell] >> part & 7
    if level > before:
        hints[cell] += (level - before) << part


@bare(numba.boolean(BOARD, LADDERS, CELL, _INT, CELL))
def caught_after(board: Array, boards: Array, cell: Int, mover: Int, stone: Int) -> bool:
    """Whether a chain is caught in a ladder after ``mover``, its enemy or its owner, plays on a cell."""
    if not legal(board, cell, mover):
        return False
    # `caught_in_ladder` expects the chain's side to move on even plies, so it is read from ply 1 after a
    # move of its own and from ply 0 after the enemy's.
    ply = 1 if mover == np.int64(board[COLOR + stone]) else 0
    copy(boards[ply], board)
    boards[0, READ] = 0
    place(boards[ply], cell, mover)
    return bool(caught_in_ladder(boards, ply, stone))


@bare(numba.void(BOARD, LADDERS, HINTS, CELL, _INT))
def rescue(board: Array, boards: Array, hints: Array, head: Int, level: Int) -> None:
    """Hint at the moves that save an own chain, and at an extension that only makes it larger."""
    first, second = two_liberties(board, head)
    color = np.int64(board[COLOR + head])
    number = list_escapes(board, head, first)
    if second != NOWHERE:
        board[SCRATCH + number] = second
        number += 1
    for turn in range(number):
        cell = board[SCRATCH + turn]
        if not legal(board, cell, color):
            continue
        if not caught_after(board, boards, cell, color, head):
            raise_hint(hints, cell, RESCUE, level)
        elif second == NOWHERE and cell == first:
            hints[cell] |= 1 << DOOMED


@bare(numba.void(BOARD, _INT, HINTS, LADDERS))
def fill_hints(board: Array, color: Int, hints: Array, boards: Array) -> None:
    """Fill ``hints`` for the side to move."""
    hints[:] = 0
    for at in range(STRIDE + 1, np.int64(board[END])):
        stone = board[COLOR + at]
        if (stone != BLACK and stone != WHITE) or board[HEAD + at] != at:
            continue
        head = np.uint32(at)
        first, second = two_liberties(board, head)
        if first == MANY:
            continue
        stones = board[STONES + head]
        level = 1 if stones == 1 else 2 if stones <= 3 else 3
        if stone == color:
            threat = second == NOWHERE
            if threat:
                level += _NOW
            # Not in atari: is there an atari of the enemy, on either liberty, that begins a ladder?
            threat = threat or caught_after(board, boards, first, 3 - color, head)
            threat = threat or caught_after(board, boards, second, 3 - color, head)
            if threat:
                rescue(board, boards, hints, head, level)
        elif second == NOWHERE:
            if legal(board, first, color):
                raise_hint(hints, first, CAPTURE, level + _NOW)
        else:
            for turn in range(2):
                cell = second if turn else first
                if caught_after(board, boards, cell, color, head):
                    raise_hint(hints, cell, CAPTURE, level)
