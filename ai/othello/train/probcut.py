"""By how much shallow searches miss deep ones, for forward cuts (Multi-ProbCut). Start at `measure`.

Positions of games are searched to every depth from 0 to DEEPEST. What the search of `shallow(depth)` misses
that of ``depth`` by has a standard deviation, which is fitted by a smooth function of the empty squares and
both depths, so that depths nobody can measure quickly have one too.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.othello.bits import KINDS
from ai.othello.narrow import NarrowSearcher
from ai.othello.search import DEPTHS, PROBED, shallow
from ai.othello.train.label import Labeller
from ai.othello.weights import Weights

DEEPEST = 10
_TABLE_BITS = 18
_INFINITY = 30_000
_LEAST = 50  # no pair of searches is trusted to agree better than half a disc


def measure(size: int, weights: Weights, positions: int, seed: int) -> NDArray[np.int64]:
    """The table of errors for `Weights`: shape (DEPTHS, DEPTHS), centidiscs by empty squares and depth."""
    assert size in KINDS
    boards = Labeller(size).boards(weights, DEEPEST + 4, size * size - 8, positions, seed)
    searcher = NarrowSearcher(size, weights, _TABLE_BITS)
    rows, missed = [], []
    for own, other in boards:
        empties = size * size - (int(own) | int(other)).bit_count()
        values = [
            searcher.value(int(own), int(other), depth, -_INFINITY, _INFINITY) for depth in range(DEEPEST + 1)
        ]
        for depth in range(PROBED, DEEPEST + 1):
            rows.append(_terms(empties, depth, int(shallow(depth))))
            missed.append(abs(values[depth] - values[int(shallow(depth))]))
    # The mean of a normal variable's absolute value is 0.798 of its standard deviation.
    found, *_ = np.linalg.lstsq(np.array(rows), np.array(missed) / 0.798, rcond=None)
    errors = np.zeros((DEPTHS, DEPTHS), dtype=np.int64)
    for empties in range(1, size * size - 3):
        for depth in range(PROBED, empties + 1):
            errors[empties, depth] = max(_LEAST, int(_terms(empties, depth, int(shallow(depth))) @ found))
    return errors


def _terms(empties: int, depth: int, less: int) -> NDArray[np.float64]:
    return np.array([1.0, empties, empties**2 / 60, depth - less, less, depth % 2])
