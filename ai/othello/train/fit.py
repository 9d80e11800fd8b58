"""Weights fitted to labels: stochastic gradient descent on the squared error. Start reading at `fit`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.kernels import Array, Int, njit, numba
from ai.othello import weights
from ai.othello.bitboard import BOARDS
from ai.othello.bitboard_searcher import BitboardSearcher
from ai.othello.evaluate import set_features
from ai.othello.mobility import COUNT_VALUES, COUNTS, count_at, mobility_counts
from ai.othello.patterns import COUNTS_AT, WEIGHTS_PER_STAGE, Geometry
from ai.othello.pointers import load_int
from ai.othello.search_state import BOARD_KIND, FEATURES_AT

_PLACES = numba.int32[:, ::1]
_FLOATS = numba.float32[::1]
_SHORTS = 4  # int16 values in a word of features


class LearningRate(NamedTuple):
    """The learning rate of the first epoch, which falls to a twentieth, and the number of epochs."""

    rate: float
    epochs: int


FIRST_PACE, REFIT_PACE = LearningRate(0.01, 12), LearningRate(0.004, 8)
"""For labels that are nearly right, and for labels that are right on average."""


def weight_indices(boards: NDArray[np.uint64], geometry: Geometry) -> NDArray[np.int32]:
    """Which weights each board (own, other) adds up: shape (boards, patterns' places + counts + 1)."""
    searcher = BitboardSearcher(geometry.size, weights.of_squares(geometry.size), table_bits=1)
    used = np.flatnonzero(geometry.middles != WEIGHTS_PER_STAGE - 1)
    indices = np.full((len(boards), len(used) + COUNTS + 1), WEIGHTS_PER_STAGE - 1, dtype=np.int32)
    _fill(
        np.ascontiguousarray(boards),
        used,
        geometry.middles,
        geometry.same,
        searcher.words,
        indices,
        searcher.address,
    )
    return indices


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
    boards: Array, used: Array, middles: Array, same: Array, words: Array, indices: Array, state: Int
) -> None:
    whole = BOARDS[load_int(state, BOARD_KIND)]
    for place in range(len(boards)):
        own, other = boards[place]
        set_features(own, other, 0, state)
        for column in range(len(used)):
            slot = used[column]
            packed = words[FEATURES_AT + slot // _SHORTS] << (48 - 16 * (slot % _SHORTS))
            indices[place, column] = same[middles[slot] + (packed >> 48)]
        counts = mobility_counts(own, other, whole & ~(own | other))
        for which in range(COUNTS):
            indices[place, len(used) + which] = COUNTS_AT + COUNT_VALUES * which + count_at(counts, which)


@njit(numba.void(_PLACES, _FLOATS, _FLOATS, numba.int64[::1], numba.float32))
def _epoch(weight_indices: Array, labels: Array, weights: Array, order: Array, rate: float) -> None:
    for place in order:
        row = weight_indices[place]
        total = np.float32(0)
        for weight in row:
            total += weights[weight]
        step = rate * (labels[place] - total)
        for weight in row:
            weights[weight] += step


@njit(numba.void(_PLACES, _FLOATS, _FLOATS))
def _predict(weight_indices: Array, weights: Array, values: Array) -> None:
    for place in range(len(weight_indices)):
        total = np.float32(0)
        for weight in weight_indices[place]:
            total += weights[weight]
        values[place] = total


def predict(weight_indices: NDArray[np.int32], weights: NDArray[np.float32]) -> NDArray[np.float32]:
    """The evaluations of positions by weights."""
    values = np.empty(len(weight_indices), dtype=np.float32)
    _predict(np.ascontiguousarray(weight_indices), weights, values)
    return values


def fit(
    weight_indices: NDArray[np.int32],
    labels: NDArray[np.float32],
    start: NDArray[np.float32],
    seed: int,
    learning: LearningRate,
) -> NDArray[np.float32]:
    """Weights in centidiscs for positions, given as `weight_indices`, and their labels; ``start`` begins."""
    weights, dice = start.astype(np.float32), np.random.default_rng(seed)
    for epoch in range(learning.epochs):
        rate = learning.rate * 0.05 ** (epoch / (learning.epochs - 1))
        _epoch(weight_indices, labels, weights, dice.permutation(len(weight_indices)), rate)
    return weights
