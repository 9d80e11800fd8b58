"""The patterns and counts of Othello's evaluation, and where their weights are. Start at `GEOMETRIES`.

A pattern is a set of squares; its contents are a number in balanced ternary (own disc 1, other -1, empty 0),
so that exchanging the sides changes only the sign. 8x8 and 6x6 have the same slots, so that one kernel
evaluates both: corners, edges with the squares beside them, lines, diagonals (Buro 1997; Delorme's Edax).
Each mobility count (`ai/othello/mobility.py`) has one weight per value.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.othello.bitboard import KINDS, square_of
from ai.othello.mobility import COUNT_VALUES, COUNTS

Squares = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern: its squares (row, column) in the top left corner of a board, and where its weights begin."""

    squares: Squares
    at: int

    @property
    def size(self) -> int:
        """How many contents it can have."""
        return int(3 ** len(self.squares))

    @property
    def middle(self) -> int:
        """The index of the weight of the empty pattern: indices go both ways from there."""
        return self.at + self.size // 2


def _line(row: int, size: int) -> Squares:
    return tuple((row, column) for column in range(size))


def _diagonal(length: int) -> Squares:
    return tuple((length - 1 - i, i) for i in range(length))


def _forms(size: int) -> list[Squares]:
    # Rows 2 to 4 of 6x6 are rows 2 and 3 twice over: the third slot is unused there.
    edge = ((1, 1), *_line(0, size), (1, size - 2))
    corner = tuple((row, column) for row in range(3) for column in range(3))
    block = tuple((row, column) for row in range(2) for column in range(5 if size == 8 else 4))
    lines = [_line(row, size) for row in range(1, size // 2)]
    return [corner, edge, block, *lines, *(_diagonal(length) for length in range(size, 3, -1))]


def _turns(squares: Squares, size: int) -> list[Squares]:
    # The distinct places of a pattern on the board, each by its first rotation or mirror image.
    images: dict[frozenset[tuple[int, int]], Squares] = {}
    for turned in range(4):
        for mirrored in (False, True):
            image = tuple(_place(square, turned, mirrored, size) for square in squares)
            images.setdefault(frozenset(image), image)
    return list(images.values())


def _place(square: tuple[int, int], turned: int, mirrored: bool, size: int) -> tuple[int, int]:
    row, column = reversed(square) if mirrored else square
    for _ in range(turned):
        row, column = column, size - 1 - row
    return row, column


SLOTS = 48
"""How many places of patterns a board may have; unused ones weigh nothing."""


@dataclass(frozen=True)
class Geometry:
    """The patterns of one board size; ``rows`` says what a disc on each square adds to the indices.

    ``rows`` has shape (64, SLOTS), ``middles`` (SLOTS,): the weight index of each place's empty pattern.
    ``same`` maps every weight to the one that represents it and its mirror image.
    """

    size: int
    patterns: tuple[Pattern, ...]
    rows: NDArray[np.int16]
    middles: NDArray[np.int64]
    same: NDArray[np.int64]


def _geometry(size: int) -> Geometry:
    patterns, at = [], 0
    rows = np.zeros((64, SLOTS), dtype=np.int16)
    middles = np.full(SLOTS, WEIGHTS_PER_STAGE - 1, dtype=np.int64)  # the mark of an unused slot
    same = np.arange(WEIGHTS_PER_STAGE, dtype=np.int64)
    slot = 0
    for squares in _forms(size):
        pattern = Pattern(squares, at)
        patterns.append(pattern)
        at += pattern.size
        for image in _turns(squares, size):
            middles[slot] = pattern.middle
            for digit, (row, column) in enumerate(image):
                rows[square_of(row * size + column, size), slot] = 3**digit
            slot += 1
        _join_mirrored(pattern, size, same)
    return Geometry(size, tuple(patterns), rows, middles, same)


def _join_mirrored(pattern: Pattern, size: int, same: NDArray[np.int64]) -> None:
    # A pattern that is its own image in another order: both orders share a weight.
    for turned in range(4):
        for mirrored in (False, True):
            image = tuple(_place(square, turned, mirrored, size) for square in pattern.squares)
            if image != pattern.squares and set(image) == set(pattern.squares):
                order = [image.index(square) for square in pattern.squares]
                filled = np.arange(pattern.size)
                digits = [(filled // 3**digit) % 3 for digit in range(len(order))]
                twin = sum(digits[source] * 3**digit for digit, source in enumerate(order))
                same[pattern.at + filled] = pattern.at + np.minimum(
                    filled, twin
                )  # the lower index of the two


def _total(sizes: Iterable[int]) -> int:
    return max(sum(int(3 ** len(squares)) for squares in _forms(size)) for size in sizes)


COUNTS_AT = _total(KINDS)
"""Where the weights of the counts begin, `COUNT_VALUES` for each."""
WEIGHTS_PER_STAGE = COUNTS_AT + COUNTS * COUNT_VALUES + 1
"""The weights of one stage; the last one, of no pattern, is the value of the move."""

GEOMETRIES = {size: _geometry(size) for size in KINDS}
"""The patterns by board size."""
