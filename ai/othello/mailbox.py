"""Othello on a board of any size, one byte a square ("mailbox"). Start reading at `flip_discs`.

``cells`` is a board with a border, row by row: shape ((size + 2) ** 2,) of int8, `EMPTY`, `FIRST` or `SECOND`
on squares and `BORDER` around them. It is slower than bitboards but has no size limit: 10x10 and the source's
player use it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.kernels import Array, Int, bare, numba
from games.othello import OthelloPosition

EMPTY, FIRST, SECOND, BORDER = 0, 1, 2, 3
CELLS = numba.int8[::1]
BOARDS = numba.int8[:, ::1]
"""A stack of boards, one for every ply: shape (plies, cells)."""


def cells_of(position: OthelloPosition) -> NDArray[np.int8]:
    """A position's board with a border around it."""
    size = position.size
    board = np.full((size + 2, size + 2), BORDER, dtype=np.int8)
    squares = [
        FIRST if position.black >> i & 1 else SECOND if position.white >> i & 1 else EMPTY
        for i in range(size * size)
    ]
    board[1:-1, 1:-1] = np.array(squares, dtype=np.int8).reshape(size, size)
    return board.reshape(-1)


def cell_of(index: int, size: int) -> int:
    """A square's place among the cells, from its index in rows of ``size``."""
    return (index // size + 1) * (size + 2) + index % size + 1


def index_of(cell: int, size: int) -> int:
    """The inverse of `cell_of`."""
    return (cell // (size + 2) - 1) * size + cell % (size + 2) - 1


@bare(numba.void(CELLS, CELLS))
def copy(to: Array, cells: Array) -> None:
    """Copy a board cell by cell: a slice assignment takes two seconds to compile."""
    for cell in range(len(cells)):
        to[cell] = cells[cell]


@bare(numba.int64(CELLS, numba.int64, numba.int64, numba.int64, numba.boolean))
def flip_discs(cells: Array, width: Int, cell: Int, side: Int, really: Int) -> Int:
    """How many discs ``side`` flips by a disc on ``cell``. If ``really``, place the disc and flip them.

    0 if the cell is occupied, so a move is legal exactly if this is not 0.
    """
    if cells[cell] != EMPTY:
        return 0
    other = 3 - side
    turned = 0
    for row in (-width, 0, width):
        for column in (-1, 0, 1):
            step = row + column
            reached = cell + step
            while cells[reached] == other:  # never for a step of 0: the cell is empty
                reached += step
            if cells[reached] != side or reached == cell + step:
                continue
            while reached - step != cell:
                reached -= step
                turned += 1
                if really:
                    cells[reached] = side
    if really and turned > 0:
        cells[cell] = side
    return turned


@bare(numba.boolean(CELLS, numba.int64, numba.int64))
def can_move(cells: Array, width: Int, side: Int) -> bool:
    """Whether ``side`` has a legal move."""
    for cell in range(width + 1, len(cells) - width - 1):
        if flip_discs(cells, width, cell, side, False) > 0:
            return True
    return False  # (numba has no any() of a generator)


@bare(numba.int64(CELLS, numba.int64))
def discs(cells: Array, side: Int) -> Int:
    """How many discs ``side`` has."""
    total = 0
    for cell in range(len(cells)):
        if cells[cell] == side:
            total += 1
    return total


@bare(numba.int64(CELLS, numba.int64))
def result(cells: Array, side: Int) -> Int:
    """The disc difference of a finished game for ``side``, empty squares to the winner."""
    mine, theirs, empty = discs(cells, side), discs(cells, 3 - side), discs(cells, EMPTY)
    if mine > theirs:
        return mine + empty - theirs
    if mine < theirs:
        return mine - theirs - empty
    return 0
