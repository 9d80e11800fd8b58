"""Target values of positions to learn from. Start reading at `Labeler.label`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.bitops import count
from ai.kernels import Array, Int, Word, njit, numba
from ai.othello.bitboard import BOARDS, embed
from ai.othello.bitboard_searcher import BitboardSearcher
from ai.othello.endgame import solve_above
from ai.othello.evaluate import set_features
from ai.othello.pointers import load_int
from ai.othello.search import search
from ai.othello.search_state import BOARD_KIND
from ai.othello.train.self_play import play, positions
from ai.othello.weights import Weights
from games.othello import OTHELLO

EXACT_TO, DEEP_TO = 14, 28
"""Up to EXACT_TO empty squares labels are results; up to DEEP_TO, and beyond, searches of this many discs:"""
DEEP, DEPTH = 6, 4

_GUESSED = 4  # deep enough to guess the result
_INFINITY = 30_000
_TABLE_BITS = 17


@njit("int64(uint64, uint64, uint64, int64)")
def exact_result(own: Word, other: Word, empty: Word, state: Int) -> Int:
    """The result in discs, by null windows that converge from a guess (MTD(f), Plaat 1996).

    The features of ply 0 must be in the search state.
    """
    depth = min(_GUESSED, max(0, count(empty) - 6))
    guess = search(own, other, depth, -_INFINITY, _INFINITY, 0, state) // 100
    low, high, alpha = -64, 64, min(max(guess, -64), 63)
    while low < high:
        value = solve_above(own, other, empty, alpha, 0, state)
        if value > alpha:
            low = alpha = value
        else:
            high, alpha = value, value - 1
    return low


@njit(numba.void(numba.uint64[:, ::1], numba.float32[::1], numba.int64))
def _label(boards: Array, labels: Array, state: Int) -> None:
    whole = BOARDS[load_int(state, BOARD_KIND)]
    for place in range(len(boards)):
        own, other = boards[place]
        empty = whole & ~(own | other)
        empties = count(empty)
        set_features(own, other, 0, state)
        if empties > EXACT_TO:
            depth = DEEP if empties <= DEEP_TO else DEPTH
            labels[place] = search(own, other, depth, -_INFINITY, _INFINITY, 0, state)
        else:
            labels[place] = 100 * exact_result(own, other, empty, state)


class Labeler:
    """Plays games and labels positions of them with the weights learned so far."""

    def __init__(self, size: int) -> None:
        self._size = size

    def boards(self, weights: Weights, low: int, high: int, games: int, seed: int) -> NDArray[np.uint64]:
        """Positions of ``low`` to ``high`` empty squares from games evaluated by ``weights``: (n, 2)."""
        start = OTHELLO.start(f"{self._size}x{self._size}")
        own, other = (np.uint64(embed(discs, self._size)) for discs in (start.own, start.other))
        boards = np.zeros((games, 65, 2), dtype=np.uint64)
        searcher = BitboardSearcher(self._size, weights, _TABLE_BITS)
        play(own, other, np.uint64(seed * 2 + 1), boards, searcher.address)
        return positions(boards, low, high, seed)

    def label(self, boards: NDArray[np.uint64], weights: Weights) -> NDArray[np.float32]:
        """Centidiscs for the side to move, by ``weights`` of later stages or by the result itself."""
        searcher = BitboardSearcher(self._size, weights, _TABLE_BITS)
        labels = np.empty(len(boards), dtype=np.float32)
        _label(np.ascontiguousarray(boards), labels, searcher.address)
        return labels
