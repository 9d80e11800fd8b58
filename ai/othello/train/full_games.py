"""Labels from whole games: how they continued under better play, and how they ended.

A game begins with noisy play; from some ply on both sides search DEPTH discs deep, and once SOLVED squares
are empty it is solved. A position of the second part is labeled partly by its own search and partly by what
followed, in the end the result: TD(lambda) returns with lambda = KEPT (Sutton 1988). Unlike the values of
searches that end in evaluations, results do not shrink from stage to stage.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.bitops import count, lowest
from ai.kernels import Array, Int, Word, njit, numba
from ai.othello.bitboard import BOARDS, ONE, embed
from ai.othello.bitboard_searcher import BitboardSearcher
from ai.othello.endgame import final_score
from ai.othello.evaluate import set_features
from ai.othello.line_scans import enclosing_squares, flips
from ai.othello.pointers import load_int
from ai.othello.search import search
from ai.othello.search_state import BOARD_KIND
from ai.othello.train.labels import exact_result
from ai.othello.train.self_play import TAMEST, one_ply_move, random_below, roll
from ai.othello.weights import Weights
from games.othello import OTHELLO

DEPTH, SOLVED = 4, 14
KEPT = 0.95
"""Lambda: how much of the next position's label a position's label takes over."""
NO_RESULT = -32_768
"""The label of a place where a game has no position."""

_TABLE_BITS = 17
_INFINITY = 30_000


@njit("UniTuple(int64, 2)(uint64, uint64, uint64, int64)")
def _best(own: Word, other: Word, squares: Word, state: Int) -> tuple[Int, Int]:
    best, best_square = -_INFINITY, -1
    while squares != 0:
        square = lowest(squares)
        squares &= squares - ONE
        turned = flips(own, other, square)
        mine, theirs = own | turned | (ONE << np.uint64(square)), other ^ turned
        set_features(theirs, mine, 0, state)
        value = -search(theirs, mine, DEPTH - 1, -_INFINITY, -best, 0, state)
        if value > best:
            best, best_square = value, square
    return best, best_square


@njit(
    numba.uint64(
        numba.uint64, numba.uint64, numba.uint64, numba.uint64[:, :, ::1], numba.int16[:, ::1], numba.int64
    )
)
def play_full_games(own: Word, other: Word, dice: Word, boards: Array, labels: Array, state: Int) -> Word:
    """Play games from a position, one for each row of ``boards``. Returns the state of the random generator.

    ``boards`` has shape (games, 65, 2): boards by their empty squares; ``labels`` (games, 65): centidiscs for
    the side to move, or `NO_RESULT`.
    """
    whole = BOARDS[load_int(state, BOARD_KIND)]
    first = count(whole & ~(own | other))
    sides, values = np.zeros(65, dtype=np.int64), np.zeros(65, dtype=np.float64)
    for game in range(len(boards)):
        labels[game, :] = NO_RESULT
        sides[:] = 0
        mine, theirs, side = own, other, 1
        dice = roll(dice)
        wild_to = first - random_below(dice, first - SOLVED)
        dice = roll(dice)
        wild = 1 + random_below(dice, TAMEST)
        result, empties = 0.0, first
        while True:
            empty = whole & ~(mine | theirs)
            squares = enclosing_squares(mine, theirs) & empty
            if squares == 0:
                mine, theirs, side = theirs, mine, -side
                squares = enclosing_squares(mine, theirs) & empty
            empties = count(empty)
            if squares == 0:
                result = 100.0 * side * final_score(mine, theirs, empty)
                break
            if empties <= SOLVED:
                set_features(mine, theirs, 0, state)
                result = 100.0 * side * exact_result(mine, theirs, empty, state)
                break
            dice = roll(dice)
            if empties > wild_to:
                at_random = first - empties < first // 6 or random_below(dice, wild) == 0
                dice = roll(dice)
                chosen = random_below(dice, count(squares)) if at_random else -1
                square = one_ply_move(mine, theirs, empty, squares, chosen, state)
            else:
                value, square = _best(mine, theirs, squares, state)
                boards[game, empties, 0], boards[game, empties, 1] = mine, theirs
                sides[empties], values[empties] = side, side * value
            turned = flips(mine, theirs, square)
            mine, theirs, side = theirs ^ turned, mine | turned | (ONE << np.uint64(square)), -side
        for place in range(65):
            if sides[place] != 0:
                result = KEPT * result + (1.0 - KEPT) * values[place]
                labels[game, place] = np.int16(np.rint(sides[place] * result))
    return dice


def full_games(
    size: int, weights: Weights, games: int, seed: int
) -> tuple[NDArray[np.uint64], NDArray[np.float32]]:
    """Boards (n, 2) of games evaluated by ``weights``, and their labels."""
    start = OTHELLO.start(f"{size}x{size}")
    own, other = (np.uint64(embed(discs, size)) for discs in (start.own, start.other))
    boards = np.zeros((games, 65, 2), dtype=np.uint64)
    labels = np.empty((games, 65), dtype=np.int16)
    searcher = BitboardSearcher(size, weights, _TABLE_BITS)
    play_full_games(own, other, np.uint64(seed * 2 + 1), boards, labels, searcher.address)
    known = labels != NO_RESULT
    return boards[known], labels[known].astype(np.float32)
