"""The list of moves of a ply on the desk, taken best first. Start reading at `note`."""

from __future__ import annotations

from ai.kernels import Int, Word, njit
from ai.othello.desk import LIST, LISTS_AT
from ai.othello.memory import number, put, put_word, word

FIRST = 1 << 40
"""A promise beyond all others: the move the table remembers is tried first."""


@njit("int64(int64, int64)")
def list_at(here: Int, ply: Int) -> Int:
    """The address of a ply's list."""
    return here + 8 * (LISTS_AT + ply * LIST)


@njit("void(int64, int64, int64, int64, uint64)")
def note(base: Int, place: Int, promise: Int, square: Int, turned: Word) -> None:
    """Write a move to a place of the list: how early it deserves to be tried, and the discs it turns over."""
    put(base, 2 * place, (promise << 8) | square)
    put_word(base, 2 * place + 1, turned)


@njit("int64(int64, int64)")
def square_at(base: Int, place: Int) -> Int:
    """The square of the move at a place."""
    return number(base, 2 * place) & 255


@njit("uint64(int64, int64)")
def turned_at(base: Int, place: Int) -> Word:
    """The discs that the move at a place turns over."""
    return word(base, 2 * place + 1)


@njit("int64(int64, int64, int64)")
def take_best(base: Int, start: Int, length: Int) -> Int:
    """Bring the most promising move, from ``start`` on, to ``start``; its square."""
    best, most_promising = start, number(base, 2 * start)
    for place in range(start + 1, length):
        if number(base, 2 * place) > most_promising:
            best, most_promising = place, number(base, 2 * place)
    if best != start:
        turned = word(base, 2 * best + 1)
        put(base, 2 * best, number(base, 2 * start))
        put_word(base, 2 * best + 1, word(base, 2 * start + 1))
        put(base, 2 * start, most_promising)
        put_word(base, 2 * start + 1, turned)
    return most_promising & 255
