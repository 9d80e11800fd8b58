"""The hand-made features of Othello's evaluation for boards of any size. Start reading at `stage_weights`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FEATURES = ("mobility", "ratio", "frontier", "corners", "x", "c", "anchored", "edges", "discs", "tempo")
"""The features, each own minus the other side's; see `ai/othello/mailbox_searcher.py`."""

# One quarter of the table: by row and column, each counted from the nearest edge, 3 and more being alike.
_QUARTER = ((100, -20, 10, 5), (-20, -50, -2, -2), (10, -2, 1, 1), (5, -2, 1, 0))

# Centidiscs per unit of each feature at _KNOTS, from the last back to the first: fitted by least squares
# to the results of 20,000 games of this engine against itself, four plies deep, endgames solved.
_STAGES = (
    (-30, -30, 34, 25, 353),  # mobility
    (17, 44, 33, 55, 18),  # ratio
    (54, 39, 33, -33, -125),  # frontier
    (497, 471, 253, 182, -14),  # corners
    (-548, -685, -566, -511, -221),  # x
    (-152, -24, 26, -92, -123),  # c
    (595, 350, 215, 138, 60),  # anchored
    (77, 81, 6, -35, -91),  # edges
    (-58, -65, -30, -11, 59),  # discs
    (-189, -214, -207, -229, -31),  # tempo
)
_KNOTS = (8 / 64, 18 / 64, 28 / 64, 38 / 64, 48 / 64)  # the fractions of the board that are empty


def square_weight(size: int, row: int, column: int) -> int:
    """The weight of a disc on a square in the plain table of square weights (a corner is 100)."""
    return _QUARTER[min(row, size - 1 - row, 3)][min(column, size - 1 - column, 3)]


def square_weights(size: int) -> NDArray[np.int64]:
    """`square_weight` of every square, row by row: shape (size * size,)."""
    return np.array([square_weight(size, *divmod(i, size)) for i in range(size * size)], dtype=np.int64)


def stage_weights(size: int) -> NDArray[np.int64]:
    """Centidiscs of each of FEATURES by the number of empty squares: shape (size * size + 1, 10)."""
    empty = np.linspace(0.0, 1.0, size * size + 1)
    table = np.zeros((size * size + 1, len(FEATURES)), dtype=np.int64)
    for column, stages in enumerate(_STAGES):
        table[:, column] = np.rint(np.interp(empty, _KNOTS, stages[::-1]))
    return table
