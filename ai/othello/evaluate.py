"""What an unfinished position is worth, in centidiscs for the side to move. Start reading at `evaluate`.

The weights come from `ai/othello/weights.py`. The boards are those of `ai/othello/bits.py`: ``kind`` 0
is 8x8, 1 is 6x6.
"""

from __future__ import annotations

import numpy as np

from ai.kernels import Int, Word, njit
from ai.othello.bits import BOARDS, EIGHT, NOT_A, NOT_H, ONE, spread, square_of
from ai.othello.lanes import count, lowest
from ai.othello.weights import square_weights, stage_weights

LARGEST = 6_400
"""No estimate is beyond plus or minus this, in centidiscs."""
DECIDED = 10_000
"""Added to the centidiscs of a game that is over, away from zero: a result outweighs any estimate."""
INFINITY = 25_000
"""Beyond every value."""

SQUARES = 0
FULL = 1
"""The two evaluations: square weights alone, and everything."""

_SIZES = (8, 6)


def _mask(size: int, *squares: tuple[int, int]) -> int:
    # A square of the top left quarter stands for all that mirror and turn into it.
    bits = 0
    for row, column in squares:
        for r, c in ((row, column), (column, row)):
            for y in (r, size - 1 - r):
                for x in (c, size - 1 - c):
                    bits |= 1 << square_of(y * size + x, size)
    return bits


def _masks(make: object) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    assert callable(make)
    return np.array([make(size) for size in _SIZES], dtype=np.uint64)


CORNERS = _masks(lambda size: _mask(size, (0, 0)))
_EDGES = _masks(lambda size: _mask(size, *((0, i) for i in range(size))))
_DIAGONAL = _masks(lambda size: _mask(size, (1, 1)))  # X squares
_BESIDE = _masks(lambda size: _mask(size, (0, 1)))  # C squares
_STAGE = np.stack([np.pad(stage_weights(size), ((0, 65 - size * size - 1), (0, 0))) for size in _SIZES])


def _placed_weights(size: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    placed = np.zeros(64, dtype=np.int64)
    for index, weight in enumerate(square_weights(size)):
        placed[square_of(index, size)] = weight
    return placed


SQUARE_WEIGHTS = np.stack([_placed_weights(size) for size in _SIZES])
"""The plain table of square weights: shape (2 kinds, 64)."""


@njit("int64(uint64, uint64, int64)")
def weigh_squares(own: Word, other: Word, kind: Int) -> Int:
    """The sum of square weights, own minus other, times ten so that it reads as centidiscs."""
    total = 0
    while own != 0:
        total += SQUARE_WEIGHTS[kind, lowest(own)]
        own &= own - ONE
    while other != 0:
        total -= SQUARE_WEIGHTS[kind, lowest(other)]
        other &= other - ONE
    return min(max(10 * total, -LARGEST), LARGEST)


@njit("uint64(uint64, uint64, uint64)")
def _anchored(discs: Word, corners: Word, edges: Word) -> Word:
    # Edge discs joined to an own corner along the edge can never be turned.
    held = discs & corners
    rim = discs & edges
    if held != 0:
        for _ in range(6):
            beside = ((held << ONE) & NOT_A) | ((held >> ONE) & NOT_H)
            held |= rim & (beside | (held << EIGHT) | (held >> EIGHT))
    return held


@njit("int64(uint64, uint64, uint64, uint64, int64)")
def evaluate(own: Word, other: Word, own_moves: Word, other_moves: Word, kind: Int) -> Int:
    """The expected final disc difference, from FEATURES weighed by the number of empty squares."""
    corners, edges = CORNERS[kind], _EDGES[kind]
    empty = BOARDS[kind] & ~(own | other)
    weight = _STAGE[kind, count(empty)]
    mine, theirs = count(own_moves), count(other_moves)
    both = mine + theirs + 2
    total = weight[0] * (mine - theirs) + weight[1] * (64 * mine // both - 64 * theirs // both)
    total += weight[2] * (count(spread(other) & empty) - count(spread(own) & empty))
    total += weight[3] * (count(own & corners) - count(other & corners))
    danger = spread(corners & empty)
    total += weight[4] * (count(own & danger & _DIAGONAL[kind]) - count(other & danger & _DIAGONAL[kind]))
    total += weight[5] * (count(own & danger & _BESIDE[kind]) - count(other & danger & _BESIDE[kind]))
    own_held, other_held = _anchored(own, corners, edges), _anchored(other, corners, edges)
    total += weight[6] * (count(own_held) - count(other_held))
    total += weight[7] * (count(own & edges & ~own_held) - count(other & edges & ~other_held))
    total += weight[8] * (count(own) - count(other)) + weight[9]
    return min(max(total, -LARGEST), LARGEST)
