"""The placement of an index: the inverse of `ai.twelve_janggi.index`. Start reading at `state_at`."""

from __future__ import annotations

import numpy as np

from ai.bitops import count
from ai.kernels import Int, Word, njit, numba
from ai.twelve_janggi.index import KING_SQUARES, MEN, MINISTERS, QUIET_PAIRS, REST, SQUARES_MASK, STARTS

_INT, _STATE = numba.int64, numba.uint64
_0, _1, _2, _3 = (np.uint64(value) for value in (0, 1, 2, 3))

_KINGS_AT = np.array([1 << 4 * own | 9 << 4 * other for own, other in KING_SQUARES], dtype=np.uint64)
QUIET_FROM = np.array(QUIET_PAIRS, dtype=np.int64)
"""The index of a pair of Kings by its index among the quiet ones."""


@njit(_STATE(_STATE, _INT))
def _free_square(free: Word, rank: Int) -> Word:
    for _ in range(rank):
        free &= free - _1
    return free & (~free + _1)


@njit("UniTuple(int64, 2)(int64)")
def _pair_at(number: Int) -> tuple[Int, Int]:
    # Two ranks, the smaller first, from their joint index.
    larger = 1
    while larger * (larger + 1) // 2 <= number:
        larger += 1
    return number - larger * (larger - 1) // 2, larger


@njit("Tuple((uint64, uint64, int64))(int64, int64, uint64, uint64)")
def _two_at(number: Int, on_board: Int, free: Word, kind: Word) -> tuple[Word, Word, Int]:
    # The pieces as a state has them, the squares that are left, how many are in the own hand.
    if on_board == 0:
        return _0, free, number
    if on_board == 1:
        square = _free_square(free, number >> 2)
        return square * (kind + np.uint64(4 * (number & 2))), free ^ square, number & 1
    smaller, larger = _pair_at(number >> 2)
    first, second = _free_square(free, smaller), _free_square(free, larger)
    pieces = first * (kind + np.uint64(4 * (number & 2))) + second * (kind + np.uint64(8 * (number & 1)))
    return pieces, free ^ first ^ second, 0


@njit(_STATE(_INT))
def _man(form: Int) -> Word:
    return np.uint64(4 + (form & 1) + 4 * (form & 2))


@njit("Tuple((uint64, int64))(int64, uint64, int64)")
def _men_at(number: Int, free: Word, squares: Int) -> tuple[Word, Int]:
    if number < 3:
        return _0, number
    if number < 3 + 8 * squares:
        number -= 3
        return _man(number >> 1) * _free_square(free, number >> 3), 1 if number & 1 else 0
    number -= 3 + 8 * squares
    smaller, larger = _pair_at(number >> 4)
    return _man(number >> 2) * _free_square(free, smaller) + _man(number) * _free_square(free, larger), 0


@njit(_STATE(_STATE, _INT))
def state_with(kings: Word, rest: Int) -> Word:
    """The state of ``kings`` on the board and everything else by its index."""
    block = 8
    while STARTS[block // 3, block % 3] > rest:
        block -= 1
    g, s = block // 3, block % 3
    rest -= STARTS[g, s]
    men, ministers = MEN[g, s], MINISTERS[g, s]
    by_man, both = rest % men, rest // men
    occupied = (kings | (kings >> _1) | (kings >> _2)) & SQUARES_MASK
    generals, free, held_g = _two_at(both // ministers, g, SQUARES_MASK & ~occupied, _2)
    others, free, held_s = _two_at(both % ministers, s, free, _3)
    last, held_z = _men_at(by_man, free, 10 - g - s)
    z = count((last >> _2) & SQUARES_MASK)
    own = held_g | held_s << 2 | held_z << 4
    other = (2 - g - held_g) | (2 - s - held_s) << 2 | (2 - z - held_z) << 4
    return kings | generals | others | last | np.uint64(own | other << 6) << np.uint64(48)


@njit(_STATE(_INT))
def state_at(number: Int) -> Word:
    """The inverse of `index_of`; the state with the smaller index of two mirror images."""
    return state_with(_KINGS_AT[number // REST], number % REST)


@njit(_STATE(_INT))
def quiet_state(number: Int) -> Word:
    """The inverse of `quiet_index`."""
    return state_with(_KINGS_AT[QUIET_FROM[number // REST]], number % REST)
