"""The learned weights of the evaluation on 8x8 and 6x6, and the errors for ProbCut. Start at `of_size`.

`python -m ai.othello.train` makes them: one file per board size beside this module, with the weights of every
stage (`ai/othello/patterns.py`) and the standard deviations of shallow from deep searches. If a file is
missing or damaged, a warning is logged and a disc is worth its square weight.
"""

from __future__ import annotations

import logging
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.othello.evaluate import STAGES
from ai.othello.features import square_weight
from ai.othello.patterns import GEOMETRIES, WEIGHTS_PER_STAGE, Geometry

DEPTHS = 61
_FOLDER = Path(__file__).parent
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Weights:
    """What a search evaluates by.

    ``stages`` has shape (STAGES, WEIGHTS_PER_STAGE), in centidiscs. ``errors`` has shape (DEPTHS, DEPTHS): by
    empty squares and depth the standard deviation, in centidiscs, of a deep search from the shallow one that
    replaces it; 0 where there is none, and everywhere if they were not measured.
    """

    stages: NDArray[np.int16]
    errors: NDArray[np.int64]

    @property
    def cuts(self) -> bool:
        """Whether forward cuts are possible."""
        return bool(self.errors.any())


@cache
def of_size(size: int) -> Weights:
    """The learned weights of a board size."""
    path = path_of(size)
    try:
        return load(path, size)
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        _log.warning("Othello %sx%s plays by plain square weights: %s: %s", size, size, path.name, error)
        return of_squares(size)


def path_of(size: int) -> Path:
    """The path of the learned weights of a board size."""
    return _FOLDER / f"weights_{size}x{size}.npz"


@cache
def of_squares(size: int) -> Weights:
    """The plain table of square weights, as patterns: half a disc's weight in its row, half in its column."""
    geometry = GEOMETRIES[size]
    stage = np.zeros(WEIGHTS_PER_STAGE, dtype=np.int16)
    for pattern in geometry.patterns:
        line = [square for square in pattern.squares if square[0] == pattern.squares[-2][0]]
        if len(line) != size or len(pattern.squares) > size + 2:
            continue
        filled = np.arange(pattern.size)
        worth = np.zeros(pattern.size, dtype=np.int64)
        for digit, (row, column) in enumerate(pattern.squares):
            if row == line[0][0]:
                worth += ((filled // 3**digit) % 3 - 1) * 5 * square_weight(size, row, column)
        stage[pattern.at : pattern.at + pattern.size] = worth
    return Weights(np.tile(stage, (STAGES, 1)), np.zeros((DEPTHS, DEPTHS), dtype=np.int64))


def load(path: Path, size: int) -> Weights:
    """Read a file made by `save`. Raises OSError, ValueError, KeyError or BadZipFile."""
    geometry = GEOMETRIES[size]
    kept, spread = np.unique(geometry.same, return_inverse=True)
    # NumPy leaves a file open that it cannot read.
    with path.open("rb") as file, np.load(file) as arrays:
        packed, errors = arrays["weights"], arrays["errors"]
    if packed.shape[1:] != kept.shape or len(packed) > STAGES or errors.shape != (DEPTHS, DEPTHS):
        raise ValueError("its shape is not that of the patterns")
    stages = np.zeros((STAGES, WEIGHTS_PER_STAGE), dtype=np.int16)
    stages[: len(packed)] = packed[:, spread]
    stages[len(packed) :] = stages[len(packed) - 1]
    return Weights(stages, errors.astype(np.int64))


def save(path: Path, size: int, weights: Weights) -> None:
    """Write weights, each pair of mirror images once, for the stages that a board of this size has."""
    kept = _kept(GEOMETRIES[size])
    stages = min(STAGES, (size * size - 4) // 4 + 1)
    np.savez_compressed(path, weights=weights.stages[:stages, kept], errors=weights.errors.astype(np.int16))


def _kept(geometry: Geometry) -> NDArray[np.int64]:
    return np.unique(geometry.same)
