"""Games the engine plays against itself, to have positions to learn from. Start reading at `play`.

A game begins with random moves; then its moves are the best at a glance or random ones: of the latter
from one in twenty-four to all, as the game is drawn to be tame or wild. So the positions are of all kinds
that a search meets, not only those of good play.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.bitops import count, lowest
from ai.kernels import Array, Int, Word, njit, numba
from ai.othello.bits import BOARDS, ONE, flips, raw_moves
from ai.othello.desk import KIND
from ai.othello.evaluate import follow, judge, look_over
from ai.othello.memory import number

TAMEST = 24
"""In the tamest games one move in so many is a random one."""
_BOARDS = numba.uint64[:, :, ::1]


@njit("uint64(uint64)")
def roll(dice: Word) -> Word:
    """The dice after the next throw: Marsaglia's xorshift, 64 bits."""
    dice ^= dice << np.uint64(13)
    dice ^= dice >> np.uint64(7)
    return dice ^ (dice << np.uint64(17))


@njit("int64(uint64, int64)")
def below(dice: Word, limit: Int) -> Int:
    """What the dice show, as a number below ``limit``."""
    return np.int64((dice >> np.uint64(33)) % np.uint64(limit))


@njit("int64(uint64, uint64, uint64, uint64, int64, int64)")
def glance(own: Word, other: Word, empty: Word, squares: Word, random_one: Int, here: Int) -> Int:
    """The best move at a glance, or the random_one-th move if that is not negative."""
    best, best_square, place = -100_000, -1, 0
    look_over(own, other, 0, here)
    while squares != 0:
        square = lowest(squares)
        squares &= squares - ONE
        if random_one < 0:
            turned, placed = flips(own, other, square), ONE << np.uint64(square)
            follow(here, 0, square, turned)
            value = -judge(other ^ turned, own | turned | placed, empty ^ placed, 1, here)
            if value > best:
                best, best_square = value, square
        elif place == random_one:
            best_square = square
        place += 1
    return best_square


@njit(numba.uint64(numba.uint64, numba.uint64, numba.uint64, _BOARDS, numba.int64))
def play(own: Word, other: Word, dice: Word, found: Array, here: Int) -> Word:
    """Play games from a position, one for each row of ``found``; the dice as they lie afterwards.

    ``found`` has shape (games, squares + 1, 2): own and other discs by the number of empty squares, zeros
    where the game had no such position with a move for its mover.
    """
    whole = BOARDS[number(here, KIND)]
    for game in range(len(found)):
        mine, theirs = own, other
        dice = roll(dice)
        opening = count(whole & ~(own | other)) - below(dice, count(whole) // 4)
        dice = roll(dice)
        wild = 1 + below(dice, TAMEST)
        while True:
            empty = whole & ~(mine | theirs)
            squares = raw_moves(mine, theirs) & empty
            if squares == 0:
                mine, theirs = theirs, mine
                squares = raw_moves(mine, theirs) & empty
                if squares == 0:
                    break
            empties = count(empty)
            found[game, empties, 0], found[game, empties, 1] = mine, theirs
            dice = roll(dice)
            at_random = empties > opening or below(dice, wild) == 0
            dice = roll(dice)
            choice = below(dice, count(squares)) if at_random else -1
            square = glance(mine, theirs, empty, squares, choice, here)
            turned = flips(mine, theirs, square)
            mine, theirs = theirs ^ turned, mine | turned | (ONE << np.uint64(square))
    return dice


def positions(found: NDArray[np.uint64], low: int, high: int, seed: int) -> NDArray[np.uint64]:
    """One position of each game with ``low`` to ``high`` empty squares, where it has one: shape (n, 2)."""
    dice = np.random.default_rng(seed)
    chosen = dice.integers(low, high + 1, size=len(found))
    picked = found[np.arange(len(found)), chosen]
    return np.unique(picked[picked.any(axis=1)], axis=0)
