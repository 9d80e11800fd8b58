"""The prior of a move before any playout, from its features. Start at `features_of`.

A move is a team of features, one of each group (what it captures, where it is, what surrounds it …). Their
strengths are learned from the engine's own games (`ai.go.train`): the strength of a team is the product of
its features' strengths, and the chance of a move is its share of the strengths of all moves (the
Bradley-Terry model of Rémi Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007, who also
uses the point's likely owner). The weights are the logarithms of the strengths.
"""

# ruff: noqa: PLR1714, SIM109  (kernels: branches are cheaper than objects)
from __future__ import annotations

import logging
import zipfile
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.go.board import BOARD, CELL, CODE, COLOR, HEAD, MANY, NOWHERE, STONES
from ai.go.node_features import CAPTURE, DOOMED, HINTS, LEVELS, RESCUE
from ai.go.patterns import BORDER, EMPTY, STEPS, STRIDE
from ai.go.tactics import liberties_after, two_liberties
from ai.kernels import Array, Int, bare, numba

_INT = numba.int64
_ADJACENT = STEPS[:4]

# -- groups -------------------------------------------------------------------------------------------------

_PLACES, _PHASES, _SIZES = 15, 3, 3
_LINES = ((-2.5, -1.2, 0.6, 0.5, -0.2), (-1.0, -0.3, 0.1, 0.1, 0.1))
"""By phase, the weights of the first to the fifth line on board sizes for which no place was learned."""
_DISTANCES = 18
_OWNERS = 9
_EDGE = 5
"""Lines are distinguished up to this one."""
_NEARER = [low for high in range(_EDGE) for low in range(high + 1)]
"""For every place, the nearer of its two lines, the first being 0."""


def _shapes() -> NDArray[np.uint16]:
    """For each color to move and every code: a number that its mirror images and rotations share."""
    codes = np.arange(1 << 16)
    around = [codes >> 2 * place & 3 for place in range(8)]
    swapped = [np.where((cell == 1) | (cell == 2), 3 - cell, cell) for cell in around]
    canonical = np.full((2, len(codes)), 1 << 16)
    spots = [divmod(step + STRIDE + 1, STRIDE) for step in STEPS]
    for color, seen in enumerate((around, swapped)):
        for turn in range(8):
            order = [spots.index(_turned(spot, turn)) for spot in spots]
            code = sum(seen[at] << 2 * place for place, at in enumerate(order))
            canonical[color] = np.minimum(canonical[color], code)
    classes = np.unique(canonical, return_inverse=True)[1]
    return classes.reshape(canonical.shape).astype(np.uint16)


def _turned(spot: tuple[int, int], turn: int) -> tuple[int, int]:
    row, column = spot
    for _ in range(turn & 3):
        row, column = column, 2 - row
    return (row, 2 - column) if turn & 4 else (row, column)


SHAPES = _shapes()
"""By the color to move, less one, and a cell's code: the number of its surroundings."""

_COUNTS = (
    int(SHAPES.max()) + 1,
    _PLACES * _PHASES * _SIZES,
    _DISTANCES,
    _DISTANCES,
    LEVELS,
    LEVELS,
    8,
    6,
    _OWNERS,
)
GROUPS = len(_COUNTS)
"""How many features a move has, one of each group.

Surroundings, place, distance to the last move and to the one before, what it captures and saves, its
liberties, which chain it threatens, and who is likely to own the point.
"""
STARTS = tuple(int(start) for start in np.cumsum((0, *_COUNTS)))
"""Where each group's features begin among all; the last entry is the number of features."""
FEATURES = STARTS[-1]
(_SHAPE, _PLACE, _LAST, _BEFORE, _TAKES, _SAVES, _LIBERTIES, _THREAT, _OWNER) = STARTS[:-1]
TEAM = numba.int32[::1]
WEIGHTS = numba.float32[::1]
LEARNED = Path(__file__).with_name("move_features.npz")
"""What `python -m ai.go.train` wrote."""


def weights(path: Path = LEARNED) -> NDArray[np.float32]:
    """The weight of every feature; all 0, with a warning in the log, if the file is missing or damaged."""
    try:
        # NumPy leaves a file open that it cannot read.
        with path.open("rb") as file, np.load(file) as kept:
            learned = np.asarray(kept["weights"], dtype=np.float32)
        if learned.shape == (FEATURES,) and np.isfinite(learned).all():
            return _everywhere(learned)
        problem = "its features are not those of this version"
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        problem = str(error)
    logging.getLogger(__name__).warning("Go searches without its learned priors: %s: %s", path.name, problem)
    return np.zeros(FEATURES, dtype=np.float32)


def _everywhere(learned: NDArray[np.float32]) -> NDArray[np.float32]:
    """Weights with `_LINES` for the sizes for which no place was learned."""
    for places in learned[STARTS[1] : STARTS[2]].reshape(_SIZES, _PHASES, _PLACES):
        if not places.any():
            places[: len(_LINES)] = np.array(_LINES)[:, _NEARER]
    return learned


def groups() -> list[slice]:
    """The features of each group, as slices of the weights."""
    return [slice(*ends) for ends in pairwise(STARTS)]


# -- kernels ------------------------------------------------------------------------------------------------


@bare(_INT(_INT, _INT))
def distance(first: Int, second: Int) -> Int:
    """Rows plus columns between two cells, plus the larger of the two; 0 if one is no cell."""
    if first == NOWHERE or second == NOWHERE:
        return 0
    rows = abs(first // STRIDE - second // STRIDE)
    columns = abs(first % STRIDE - second % STRIDE)
    return min(_DISTANCES - 1, rows + columns + max(rows, columns))


@bare(_INT(CELL, _INT, _INT))
def place_of(cell: Int, size: Int, empties: Int) -> Int:
    """A point's lines from its two nearest edges, how full the board is, and how large."""
    row, column = np.int64(cell) // STRIDE, np.int64(cell) % STRIDE
    row_line, column_line = min(row, size + 1 - row, _EDGE), min(column, size + 1 - column, _EDGE)
    low, high = min(row_line, column_line), max(row_line, column_line)
    filled = size * size - empties
    phase = 0 if 8 * filled < size * size else 1 if 2 * filled < size * size else 2
    large = 0 if size <= 9 else 1 if size <= 13 else 2
    return ((large * _PHASES) + phase) * _PLACES + high * (high - 1) // 2 + low - 1


@bare(_INT(BOARD, CELL, _INT))
def threat(board: Array, cell: Int, color: Int) -> Int:
    """The enemy chain put in atari (none, one stone, more), and whether an own chain has two liberties."""
    largest, short = 0, 0
    for step in _ADJACENT:
        near = board[COLOR + cell + step]
        if near == EMPTY or near == BORDER:
            continue
        head = board[HEAD + cell + step]
        first, second = two_liberties(board, head)
        if first == MANY or second == NOWHERE:
            continue
        if near == color:
            short = 1
        else:
            largest = max(largest, 1 if board[STONES + head] == 1 else 2)
    return 2 * largest + short


@bare(_INT(numba.float64))
def share_level(owned: float) -> Int:
    """The level of a side's share of a point."""
    level: Int = np.int64((owned + 1.0) * 0.5 * _OWNERS)
    return min(_OWNERS - 1, max(0, level))


@bare(numba.void(BOARD, CELL, _INT, CELL, CELL, _INT, _INT, HINTS, numba.float64, TEAM))
def features_of(
    board: Array,
    cell: Int,
    color: Int,
    last: Int,
    before: Int,
    size: Int,
    empties: Int,
    hints: Array,
    owned: float,
    team: Array,
) -> None:
    """Fill ``team`` with the features of a legal move of ``color``.

    ``last`` and ``before`` are the last two moves, ``owned`` is the side's share of the point, -1 to 1, in
    playouts.
    """
    hint = np.int64(hints[cell])
    team[0] = _SHAPE + SHAPES[color - 1, board[CODE + cell]]
    team[1] = _PLACE + place_of(cell, size, empties)
    team[2] = _LAST + distance(cell, last)
    team[3] = _BEFORE + distance(cell, before)
    team[4] = _TAKES + (hint >> CAPTURE & 7)
    team[5] = _SAVES + (hint >> RESCUE & 7)
    team[6] = _LIBERTIES + liberties_after(board, cell, color) + 4 * (hint >> DOOMED & 1)
    team[7] = _THREAT + threat(board, cell, color)
    team[8] = _OWNER + share_level(owned)
