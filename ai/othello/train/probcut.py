"""The errors of shallow searches, for Multi-ProbCut. Start reading at `measure`.

Positions of games are searched to every depth from 0 to DEEPEST. The difference between the search of
`probcut_depth(depth)` and that of ``depth`` has a standard deviation, which is fitted by a smooth function of
the empty squares and both depths, to extrapolate to depths that are too slow to measure.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.othello.bitboard import KINDS
from ai.othello.bitboard_searcher import BitboardSearcher
from ai.othello.search import DEPTHS, PROBCUT_DEPTH, probcut_depth
from ai.othello.train.labels import Labeler
from ai.othello.weights import Weights

DEEPEST = 10
_TABLE_BITS = 18
_INFINITY = 30_000
_LEAST = 50  # no pair of searches is trusted to agree better than half a disc


def measure(size: int, weights: Weights, positions: int, seed: int) -> NDArray[np.int64]:
    """The table of errors for `Weights`: shape (DEPTHS, DEPTHS), centidiscs by empty squares and depth."""
    if size not in KINDS:
        raise ValueError(f"no bitboard has {size} lines")
    boards = Labeler(size).boards(weights, DEEPEST + 4, size * size - 8, positions, seed)
    searcher = BitboardSearcher(size, weights, _TABLE_BITS)
    rows, missed = [], []
    for own, other in boards:
        empties = size * size - (int(own) | int(other)).bit_count()
        values = [
            searcher.value(int(own), int(other), searched, -_INFINITY, _INFINITY)
            for searched in range(DEEPEST + 1)
        ]
        for depth in range(PROBCUT_DEPTH, DEEPEST + 1):
            rows.append(_terms(empties, depth, int(probcut_depth(depth))))
            missed.append(abs(values[depth] - values[int(probcut_depth(depth))]))
    # The mean of a normal variable's absolute value is 0.798 of its standard deviation.
    coefficients, *_ = np.linalg.lstsq(np.array(rows), np.array(missed) / 0.798, rcond=None)
    errors = np.zeros((DEPTHS, DEPTHS), dtype=np.int64)
    for empties in range(1, size * size - 3):
        for depth in range(PROBCUT_DEPTH, empties + 1):
            errors[empties, depth] = max(
                _LEAST, int(_terms(empties, depth, int(probcut_depth(depth))) @ coefficients)
            )
    return errors


def _terms(empties: int, depth: int, shallow_depth: int) -> NDArray[np.float64]:
    return np.array([1.0, empties, empties**2 / 60, depth - shallow_depth, shallow_depth, depth % 2])
