"""Weights that agree with labels: stochastic gradient descent on the squared error. Start at `fit`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.kernels import Array, Int, njit, numba
from ai.othello import weights
from ai.othello.bits import BOARDS
from ai.othello.counts import COUNTS, SHOWN, counted, shown
from ai.othello.desk import FEATURES_AT, KIND
from ai.othello.evaluate import look_over
from ai.othello.memory import number
from ai.othello.narrow import NarrowSearcher
from ai.othello.patterns import COUNTS_AT, WEIGHTS_PER_STAGE, Geometry

_PLACES = numba.int32[:, ::1]
_FLOATS = numba.float32[::1]
_SHORTS = 4  # in a word of features


class Pace(NamedTuple):
    """How much of an error a position takes over at first (it falls to a twentieth), and how many times."""

    rate: float
    epochs: int


BOLDLY, GENTLY = Pace(0.01, 12), Pace(0.004, 8)
"""For labels that are nearly right; for labels that are right on average."""


def places(boards: NDArray[np.uint64], geometry: Geometry) -> NDArray[np.int32]:
    """Which weights each board (own, other) adds up: shape (boards, patterns' places + counts + 1)."""
    searcher = NarrowSearcher(geometry.size, weights.of_squares(geometry.size), table_bits=1)
    used = np.flatnonzero(geometry.middles != WEIGHTS_PER_STAGE - 1)
    found = np.full((len(boards), len(used) + COUNTS + 1), WEIGHTS_PER_STAGE - 1, dtype=np.int32)
    _fill(
        np.ascontiguousarray(boards),
        used,
        geometry.middles,
        geometry.same,
        searcher.desk,
        found,
        searcher.here,
    )
    return found


@njit(
    numba.void(
        numba.uint64[:, ::1],
        numba.int64[::1],
        numba.int64[::1],
        numba.int64[::1],
        numba.int64[::1],
        _PLACES,
        numba.int64,
    )
)
def _fill(
    boards: Array, used: Array, middles: Array, same: Array, desk: Array, found: Array, here: Int
) -> None:
    whole = BOARDS[number(here, KIND)]
    for place in range(len(boards)):
        own, other = boards[place]
        look_over(own, other, 0, here)
        for column in range(len(used)):
            slot = used[column]
            packed = desk[FEATURES_AT + slot // _SHORTS] << (48 - 16 * (slot % _SHORTS))
            found[place, column] = same[middles[slot] + (packed >> 48)]
        counts = counted(own, other, whole & ~(own | other))
        for which in range(COUNTS):
            found[place, len(used) + which] = COUNTS_AT + SHOWN * which + shown(counts, which)


@njit(numba.void(_PLACES, _FLOATS, _FLOATS, numba.int64[::1], numba.float32))
def _epoch(places: Array, labels: Array, weights: Array, order: Array, rate: float) -> None:
    for place in order:
        row = places[place]
        total = np.float32(0)
        for weight in row:
            total += weights[weight]
        step = rate * (labels[place] - total)
        for weight in row:
            weights[weight] += step


@njit(numba.void(_PLACES, _FLOATS, _FLOATS))
def _predict(places: Array, weights: Array, values: Array) -> None:
    for place in range(len(places)):
        total = np.float32(0)
        for weight in places[place]:
            total += weights[weight]
        values[place] = total


def predict(places: NDArray[np.int32], weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """What weights say of positions."""
    values = np.empty(len(places), dtype=np.float32)
    _predict(np.ascontiguousarray(places), weights, values)
    return values


def fit(
    places: NDArray[np.int32],
    labels: NDArray[np.float32],
    start: NDArray[np.float32],
    seed: int,
    pace: Pace,
) -> NDArray[np.float32]:
    """Weights in centidiscs for positions' `places` and labels, beginning from ``start``."""
    weights, dice = start.astype(np.float32), np.random.default_rng(seed)
    for epoch in range(pace.epochs):
        rate = pace.rate * 0.05 ** (epoch / (pace.epochs - 1))
        _epoch(places, labels, weights, dice.permutation(len(places)), rate)
    return weights
