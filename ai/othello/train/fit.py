"""Weights that agree with labels: stochastic gradient descent on the squared error. Start at `fit`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.kernels import Array, Int, njit, numba
from ai.othello import weights
from ai.othello.desk import FEATURES, FEATURES_AT
from ai.othello.evaluate import look_over
from ai.othello.narrow import NarrowSearcher
from ai.othello.patterns import SLOTS, WEIGHTS_PER_STAGE, Geometry

_PLACES = numba.int32[:, ::1]
_FLOATS = numba.float32[::1]
_RATE = 0.006
"""How much of an error each of a position's weights takes over at first; it falls to a twentieth."""
_EPOCHS = 30


def places(boards: NDArray[np.uint64], geometry: Geometry) -> NDArray[np.int32]:
    """Which weights each board (own, other) adds up: shape (boards, SLOTS + 1)."""
    searcher = NarrowSearcher(geometry.size, weights.of_squares(geometry.size), table_bits=1)
    indices = np.empty((len(boards), SLOTS), dtype=np.int16)
    desk = searcher.desk
    features = desk[FEATURES_AT : FEATURES_AT + FEATURES].view(np.int16)[:SLOTS]
    for place, (own, other) in enumerate(boards):
        look_over(own, other, 0, searcher.here)
        indices[place] = features
    found = geometry.same[indices.astype(np.int64) + geometry.middles]
    last = np.full((len(boards), 1), WEIGHTS_PER_STAGE - 1)
    return np.ascontiguousarray(np.hstack([found, last]).astype(np.int32))


@njit(numba.void(_PLACES, _FLOATS, _FLOATS, numba.int64[::1], numba.float32, numba.int64))
def _epoch(places: Array, labels: Array, weights: Array, order: Array, rate: float, none: Int) -> None:
    # ``none`` is the weight of slots that a board has no pattern for: they are not learnt from.
    width = places.shape[1]
    for place in order:
        row = places[place]
        total = weights[row[width - 1]]
        for slot in range(width - 1):
            if row[slot] != none:
                total += weights[row[slot]]
        step = rate * (labels[place] - total)
        for slot in range(width - 1):
            if row[slot] != none:
                weights[row[slot]] += step
        weights[row[width - 1]] += step


def predict(places: NDArray[np.int32], weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """What weights say of positions."""
    of_patterns = np.where(places[:, :-1] == WEIGHTS_PER_STAGE - 1, 0.0, weights[places[:, :-1]])
    return np.asarray(of_patterns.sum(axis=1) + weights[places[:, -1]], dtype=np.float32)


def fit(
    places: NDArray[np.int32], labels: NDArray[np.float32], start: NDArray[np.float32], seed: int
) -> NDArray[np.float32]:
    """Weights in centidiscs for positions' `places` and labels, beginning from ``start``."""
    weights, dice = start.astype(np.float32), np.random.default_rng(seed)
    for epoch in range(_EPOCHS):
        rate = _RATE * 0.05 ** (epoch / (_EPOCHS - 1))
        order = dice.permutation(len(places))
        _epoch(places, labels, weights, order, rate, WEIGHTS_PER_STAGE - 1)
    return weights
