"""The move list of a ply in the search state, picked best first."""

from __future__ import annotations

from ai.kernels import Int, Word, njit
from ai.othello.pointers import load_int, load_word, store_int, store_word
from ai.othello.search_state import LIST, LISTS_AT

FIRST = 1 << 40
"""An ordering score above all others: the move of the transposition table is tried first."""


@njit("int64(int64, int64)")
def list_at(state: Int, ply: Int) -> Int:
    """The address of a ply's list."""
    return state + 8 * (LISTS_AT + ply * LIST)


@njit("void(int64, int64, int64, int64, uint64)")
def put_move(base: Int, place: Int, score: Int, square: Int, turned: Word) -> None:
    """Write a move to a place of the list: its ordering score and square, and the discs it flips."""
    store_int(base, 2 * place, (score << 8) | square)
    store_word(base, 2 * place + 1, turned)


@njit("int64(int64, int64)")
def square_at(base: Int, place: Int) -> Int:
    """The square of the move at a place."""
    return load_int(base, 2 * place) & 255


@njit("uint64(int64, int64)")
def turned_at(base: Int, place: Int) -> Word:
    """The discs that the move at a place flips."""
    return load_word(base, 2 * place + 1)


@njit("int64(int64, int64, int64)")
def pick_best(base: Int, start: Int, length: Int) -> Int:
    """Swap the move with the highest score, from ``start`` on, to ``start``; its square."""
    best, most_promising = start, load_int(base, 2 * start)
    for place in range(start + 1, length):
        if load_int(base, 2 * place) > most_promising:
            best, most_promising = place, load_int(base, 2 * place)
    if best != start:
        turned = load_word(base, 2 * best + 1)
        store_int(base, 2 * best, load_int(base, 2 * start))
        store_word(base, 2 * best + 1, load_word(base, 2 * start + 1))
        store_int(base, 2 * start, most_promising)
        store_word(base, 2 * start + 1, turned)
    return most_promising & 255
