"""The truth about a position, from the shipped table and a few moves of looking. Start reading at `truth`.

The table says which positions are lost and in about how many plies. So a position is won if a move leads to
a lost one, and drawn if it is neither lost nor won. The exact number of plies is found by asking whether a
lost position is lost within fewer plies than the table's class allows: one move of both sides later the
question is about two plies less, and after a few moves the classes themselves answer it.

Values are plies to the end with best play of both: positive if the side to move wins, negative if it loses,
0 for a draw. The reply to a King's entry counts. That a position comes back for the third time is not seen.
"""

# ruff: noqa: PLR0912  (kernels: branches are cheaper than objects)
from __future__ import annotations

import numpy as np

from ai.kernels import Array, Int, Word, njit, numba
from ai.twelve_janggi.index import calm_place
from ai.twelve_janggi.state import LIST
from ai.twelve_janggi.steps import DROPS, LATE, OPEN, standing, write_all_after, write_safe_after
from ai.twelve_janggi.table import BOUNDS, TABLE, context_of, look_up

_INT, _STATE, _ROOM = numba.int64, numba.uint64, numba.uint64[:, ::1]
_ONE = np.uint64(1)
LEVELS = 18
"""Rows for the moves of each ply; the spans of the classes are such that no question goes as deep."""


def new_room() -> np.ndarray[tuple[int, int], np.dtype[np.uint64]]:
    """The lists of moves a search writes."""
    return np.zeros((LEVELS, LIST), dtype=np.uint64)


@njit("UniTuple(int64, 3)(Array(uint64, 1, 'C', readonly=True), uint64, uint64[:, ::1], int64)")
def glance(words: Array, state: Word, room: Array, level: Int) -> tuple[Int, Int, Int]:
    """The value at least and at most, and how many safe moves there are, written to room[level].

    Two plies of looking and one question to the table. 0 and 0: not lost, and not won in less than four.
    """
    kind = standing(state)
    if kind != OPEN:
        value = -1 if kind == LATE else 1
        return value, value, 0
    safe = write_safe_after(state, DROPS, room[level])
    if safe <= 0:
        value = -2 if safe == 0 else 2
        return value, value, 0
    entering = 0
    for place in range(safe):
        answers = write_safe_after(room[level, place], DROPS, room[level + 1])
        if answers == 0:
            return 3, 3, safe
        entering += answers < 0
    if entering == safe:
        return -3, -3, safe
    answer = look_up(words, calm_place(state), context_of(state))
    if answer == 0:
        return 0, 0, safe
    return -BOUNDS[answer], 1 - BOUNDS[answer + 1], safe


@njit(numba.boolean(TABLE, _STATE, _INT, _ROOM, _INT))
def lost_within(words: Array, state: Word, plies: Int, room: Array, level: Int) -> Int:
    """Whether a position is lost in at most so many plies."""
    least, most, replies = glance(words, state, room, level)
    if least >= 0 or -least > plies:
        return False
    if -most <= plies:
        return True
    if level > LEVELS - 4:  # only what the table knows nothing of, and answers at random, leads here
        return False
    for reply in range(replies):
        won, _, answers = glance(words, room[level, reply], room, level + 1)
        if won != 0:
            if won > 0 and won < plies:
                continue
            return False
        found, asked = False, np.uint64(0)
        for answer in range(answers):
            least, most, _ = glance(words, room[level + 1, answer], room, level + 2)
            if least < 0 and -most <= plies - 2:
                found = True
                break
            if least < 0 and -least <= plies - 2:
                asked |= _ONE << np.uint64(min(answer, 63))
        for answer in range(answers):
            if found:
                break
            if (asked >> np.uint64(min(answer, 63))) & _ONE:
                found = lost_within(words, room[level + 1, answer], plies - 2, room, level + 2)
        if not found:
            return False
    return True


@njit(_INT(TABLE, _STATE, _INT, _ROOM, _INT))
def soonest(words: Array, state: Word, below: Int, room: Array, level: Int) -> Int:
    """In how many plies a lost position is lost, if in fewer than ``below``; else ``below`` or more."""
    least, most, _ = glance(words, state, room, level)
    for plies in range(-least, min(-most, below)):
        if lost_within(words, state, plies, room, level):
            return plies
    return min(-most, below)


@njit(_INT(TABLE, _STATE, _ROOM, _INT))
def truth(words: Array, state: Word, room: Array, level: Int) -> Int:
    """The exact value of a position that is not over."""
    least, most, moves = glance(words, state, room, level)
    if least == most and least != 0:
        return least
    if least < 0:
        return -soonest(words, state, 1 << 20, room, level)
    best: Int = 1 << 20
    for move in range(moves):  # in these classes the soonest win is
        low, high, _ = glance(words, room[level, move], room, level + 1)
        if low < 0:
            best = min(best, -high)
    if best == 1 << 20:
        return 0
    for move in range(moves):
        low, high, _ = glance(words, room[level, move], room, level + 1)
        if low < 0 and -low < best:
            best = soonest(words, room[level, move], best, room, level + 1)
    return best + 1


@njit(_INT(TABLE, _STATE, _ROOM, _INT))
def outlook(words: Array, state: Word, room: Array, level: Int) -> Int:
    """1 if a position that is not over is won, -1 if lost, 0 if drawn."""
    least, _, moves = glance(words, state, room, level)
    if least != 0:
        return 1 if least > 0 else -1
    for move in range(moves):
        low, _, _ = glance(words, room[level, move], room, level + 1)
        if low < 0:
            return 1
    return 0


@njit(_INT(TABLE, _STATE, _ROOM))
def holding(words: Array, state: Word, room: Array) -> Int:
    """How many moves of a drawn position keep the draw."""
    kept = 0
    for move in range(write_all_after(state, DROPS, room[0])):
        kept += outlook(words, room[0, move], room, 1) == 0
    return kept
