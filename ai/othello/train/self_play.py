"""Quick games of the engine against itself, for positions to learn from. Start reading at `play`.

A game begins with random moves. Then its moves are the best by a one-ply search, or random: from one in
twenty-four to all, a rate drawn for each game. So the positions include all kinds that a search meets, not
only those of good play.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.bitops import count, lowest
from ai.kernels import Array, Int, Word, njit, numba
from ai.othello.bitboard import BOARDS, ONE
from ai.othello.evaluate import evaluate, set_features, update_features
from ai.othello.line_scans import enclosing_squares, flips
from ai.othello.pointers import load_int
from ai.othello.search_state import BOARD_KIND

TAMEST = 24
"""In the games with the fewest random moves, one move in this many is random."""
_BOARDS = numba.uint64[:, :, ::1]


@njit("uint64(uint64)")
def roll(dice: Word) -> Word:
    """The next state of the random generator: Marsaglia's xorshift, 64 bits."""
    dice ^= dice << np.uint64(13)
    dice ^= dice >> np.uint64(7)
    return dice ^ (dice << np.uint64(17))


@njit("int64(uint64, int64)")
def random_below(dice: Word, limit: Int) -> Int:
    """A number below ``limit`` from the state of the generator."""
    return np.int64((dice >> np.uint64(33)) % np.uint64(limit))


@njit("int64(uint64, uint64, uint64, uint64, int64, int64)")
def one_ply_move(own: Word, other: Word, empty: Word, squares: Word, random_index: Int, state: Int) -> Int:
    """The best move by a one-ply search, or the move at ``random_index`` if that is not negative."""
    best, best_square, place = -100_000, -1, 0
    set_features(own, other, 0, state)
    while squares != 0:
        square = lowest(squares)
        squares &= squares - ONE
        if random_index < 0:
            turned, placed = flips(own, other, square), ONE << np.uint64(square)
            update_features(state, 0, square, turned)
            value = -evaluate(other ^ turned, own | turned | placed, empty ^ placed, 1, state)
            if value > best:
                best, best_square = value, square
        elif place == random_index:
            best_square = square
        place += 1
    return best_square


@njit(numba.uint64(numba.uint64, numba.uint64, numba.uint64, _BOARDS, numba.int64))
def play(own: Word, other: Word, dice: Word, boards: Array, state: Int) -> Word:
    """Play games from a position, one for each row of ``boards``. Returns the state of the random generator.

    ``boards`` has shape (games, squares + 1, 2): own and other discs by the number of empty squares, zeros
    where the game had no such position with a move.
    """
    whole = BOARDS[load_int(state, BOARD_KIND)]
    for game in range(len(boards)):
        mine, theirs = own, other
        dice = roll(dice)
        opening = count(whole & ~(own | other)) - random_below(dice, count(whole) // 4)
        dice = roll(dice)
        wild = 1 + random_below(dice, TAMEST)
        while True:
            empty = whole & ~(mine | theirs)
            squares = enclosing_squares(mine, theirs) & empty
            if squares == 0:
                mine, theirs = theirs, mine
                squares = enclosing_squares(mine, theirs) & empty
                if squares == 0:
                    break
            empties = count(empty)
            boards[game, empties, 0], boards[game, empties, 1] = mine, theirs
            dice = roll(dice)
            at_random = empties > opening or random_below(dice, wild) == 0
            dice = roll(dice)
            choice = random_below(dice, count(squares)) if at_random else -1
            square = one_ply_move(mine, theirs, empty, squares, choice, state)
            turned = flips(mine, theirs, square)
            mine, theirs = theirs ^ turned, mine | turned | (ONE << np.uint64(square))
    return dice


def positions(boards: NDArray[np.uint64], low: int, high: int, seed: int) -> NDArray[np.uint64]:
    """One position of each game with ``low`` to ``high`` empty squares, where it has one: shape (n, 2)."""
    dice = np.random.default_rng(seed)
    chosen = dice.integers(low, high + 1, size=len(boards))
    picked = boards[np.arange(len(boards)), chosen]
    return np.unique(picked[picked.any(axis=1)], axis=0)
