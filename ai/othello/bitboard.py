"""Othello on bitboards: moves, neighbors, perft.

A board is two uint64, the discs of the side to move (``own``) and of the other side (``other``). Bit 0 is a1,
and bits run along rows of eight. The 6x6 board is the middle of the 8x8 one (its a1 is bit 9); ``board`` is
the mask of the squares that exist.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ai.bitops import count, lowest
from ai.kernels import Int, Word, njit
from ai.othello.line_scans import enclosing_squares, flips
from games.othello import bits as indices

FULL = 0xFFFFFFFFFFFFFFFF
MIDDLE = 0x007E7E7E7E7E7E00
BOARDS = np.array([FULL, MIDDLE], dtype=np.uint64)
"""The squares of a board by its kind: 0 is 8x8, 1 is 6x6."""
KINDS = {8: 0, 6: 1}

ONE = np.uint64(1)
EIGHT = np.uint64(8)
NOT_A = np.uint64(0xFEFEFEFEFEFEFEFE)
NOT_H = np.uint64(0x7F7F7F7F7F7F7F7F)


def _mask(size: int, squares: Iterable[tuple[int, int]]) -> int:
    # A square of the top left quarter represents all its mirror images and rotations.
    mask = 0
    for row, column in squares:
        for r, c in ((row, column), (column, row)):
            for y in (r, size - 1 - r):
                for x in (c, size - 1 - c):
                    mask |= 1 << square_of(y * size + x, size)
    return mask


def square_of(index: int, size: int) -> int:
    """A square's number in a kernel's board, from its index in rows of ``size``."""
    margin = (8 - size) // 2
    return (index // size + margin) * 8 + index % size + margin


CORNERS = np.array([_mask(size, [(0, 0)]) for size in KINDS], dtype=np.uint64)
EDGES = np.array([_mask(size, [(0, i) for i in range(size)]) for size in KINDS], dtype=np.uint64)
"""Corners and edges of a board by its kind."""


def _neighbors(square: int) -> int:
    row, column = divmod(square, 8)
    return sum(
        1 << y * 8 + x
        for y in range(max(0, row - 1), min(8, row + 2))
        for x in range(max(0, column - 1), min(8, column + 2))
        if (y, x) != (row, column)
    )


NEIGHBORS = np.array([_neighbors(square) for square in range(64)], dtype=np.uint64)
"""The squares next to each square."""

# The order in which squares are tried when nothing else is known: the top left quarter, highest first.
_LIKED = ((18, 4, 16, 12), (4, 2, 6, 8), (16, 6, 14, 10), (12, 8, 10, 0))


def _square_values(size: int) -> list[int]:
    values = [0] * 64
    for row in range(size):
        for column in range(size):
            y, x = (min(i, size - 1 - i) for i in (row, column))
            values[square_of(row * size + column, size)] = _LIKED[y][x]
    return values


SQUARE_VALUES = np.array([_square_values(size) for size in KINDS], dtype=np.int64)
"""How early a square is tried, other things being equal: shape (kinds, 64)."""


def embed(mask: int, size: int) -> int:
    """The bits of a board of ``size`` rows of ``size``, moved to their places in a kernel's board."""
    return mask if size == 8 else sum(1 << square_of(index, size) for index in indices(mask))


def index_of(square: int, size: int) -> int:
    """The inverse of `square_of`."""
    margin = (8 - size) // 2
    return (square // 8 - margin) * size + square % 8 - margin


@njit("uint64(uint64, uint64, uint64)")
def moves(own: Word, other: Word, board: Word) -> Word:
    """The squares on which the side to move may place a disc."""
    return enclosing_squares(own, other) & board & ~(own | other)


@njit("uint64(uint64)")
def spread(discs: Word) -> Word:
    """The discs and all squares next to them."""
    row = discs | ((discs << ONE) & NOT_A) | ((discs >> ONE) & NOT_H)
    return row | (row << EIGHT) | (row >> EIGHT)


@njit("int64(uint64, uint64, uint64, int64)")
def perft(own: Word, other: Word, board: Word, depth: Int) -> Int:
    """How many move sequences of ``depth`` plies there are; a pass is a ply, a finished game counts once."""
    if depth == 0:
        return 1
    open_squares = moves(own, other, board)
    if open_squares == 0:
        if moves(other, own, board) == 0:
            return 1
        return perft(other, own, board, depth - 1)
    if depth == 1:
        return count(open_squares)
    total = 0
    while open_squares != 0:
        square = lowest(open_squares)
        placed = open_squares & (~open_squares + ONE)
        open_squares ^= placed
        turned = flips(own, other, square)
        total += perft(other ^ turned, own | turned | placed, board, depth - 1)
    return total
