"""Labels from whole games: how they went on under better play, and how they ended. Start at `play_out`.

A game begins wildly; from some ply on both sides search DEPTH discs deep, and when SOLVED squares are empty
it is solved. What a position of the second part is worth is told partly by the search's own value, partly by
what followed, and so in the end by the result: the returns of temporal differences with lambda = KEPT (Sutton
1988). Unlike the values of searches that end in estimates, results do not shrink from stage to stage.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.bitops import count, lowest
from ai.kernels import Array, Int, Word, njit, numba
from ai.othello.bits import BOARDS, ONE, embed, flips, raw_moves
from ai.othello.desk import KIND
from ai.othello.end import settled
from ai.othello.evaluate import look_over
from ai.othello.memory import number
from ai.othello.narrow import NarrowSearcher
from ai.othello.search import search
from ai.othello.train.games import TAMEST, below, glance, roll
from ai.othello.train.label import exactly
from ai.othello.weights import Weights
from games.othello import OTHELLO

DEPTH, SOLVED = 4, 14
KEPT = 0.95
"""How much of the label of the position after it a position's label takes over."""
NONE = -32_768
"""The label of a place where a game has no position."""

_TABLE_BITS = 17
_INFINITY = 30_000


@njit("UniTuple(int64, 2)(uint64, uint64, uint64, int64)")
def _best(own: Word, other: Word, squares: Word, here: Int) -> tuple[Int, Int]:
    best, best_square = -_INFINITY, -1
    while squares != 0:
        square = lowest(squares)
        squares &= squares - ONE
        turned = flips(own, other, square)
        mine, theirs = own | turned | (ONE << np.uint64(square)), other ^ turned
        look_over(theirs, mine, 0, here)
        value = -search(theirs, mine, DEPTH - 1, -_INFINITY, -best, 0, here)
        if value > best:
            best, best_square = value, square
    return best, best_square


@njit(
    numba.uint64(
        numba.uint64, numba.uint64, numba.uint64, numba.uint64[:, :, ::1], numba.int16[:, ::1], numba.int64
    )
)
def play_out(own: Word, other: Word, dice: Word, found: Array, labels: Array, here: Int) -> Word:
    """Play games from a position, one for each row of ``found``; the dice as they lie afterwards.

    ``found`` has shape (games, 65, 2): boards by their empty squares; ``labels`` (games, 65): centidiscs for
    the side to move, or `NONE`.
    """
    whole = BOARDS[number(here, KIND)]
    first = count(whole & ~(own | other))
    sides, values = np.zeros(65, dtype=np.int64), np.zeros(65, dtype=np.float64)
    for game in range(len(found)):
        labels[game, :] = NONE
        sides[:] = 0
        mine, theirs, side = own, other, 1
        dice = roll(dice)
        wild_to = first - below(dice, first - SOLVED)
        dice = roll(dice)
        wild = 1 + below(dice, TAMEST)
        result, empties = 0.0, first
        while True:
            empty = whole & ~(mine | theirs)
            squares = raw_moves(mine, theirs) & empty
            if squares == 0:
                mine, theirs, side = theirs, mine, -side
                squares = raw_moves(mine, theirs) & empty
            empties = count(empty)
            if squares == 0:
                result = 100.0 * side * settled(mine, theirs, empty)
                break
            if empties <= SOLVED:
                look_over(mine, theirs, 0, here)
                result = 100.0 * side * exactly(mine, theirs, empty, here)
                break
            dice = roll(dice)
            if empties > wild_to:
                at_random = first - empties < first // 6 or below(dice, wild) == 0
                dice = roll(dice)
                chosen = below(dice, count(squares)) if at_random else -1
                square = glance(mine, theirs, empty, squares, chosen, here)
            else:
                value, square = _best(mine, theirs, squares, here)
                found[game, empties, 0], found[game, empties, 1] = mine, theirs
                sides[empties], values[empties] = side, side * value
            turned = flips(mine, theirs, square)
            mine, theirs, side = theirs ^ turned, mine | turned | (ONE << np.uint64(square)), -side
        for place in range(65):
            if sides[place] != 0:
                result = KEPT * result + (1.0 - KEPT) * values[place]
                labels[game, place] = np.int16(np.rint(sides[place] * result))
    return dice


def outcomes(
    size: int, weights: Weights, games: int, seed: int
) -> tuple[NDArray[np.uint64], NDArray[np.float32]]:
    """Boards (n, 2) of games judged by ``weights``, and their labels."""
    start = OTHELLO.start(f"{size}x{size}")
    own, other = (np.uint64(embed(discs, size)) for discs in (start.own, start.other))
    found = np.zeros((games, 65, 2), dtype=np.uint64)
    labels = np.empty((games, 65), dtype=np.int16)
    searcher = NarrowSearcher(size, weights, _TABLE_BITS)
    play_out(own, other, np.uint64(seed * 2 + 1), found, labels, searcher.here)
    known = labels != NONE
    return found[known], labels[known].astype(np.float32)
