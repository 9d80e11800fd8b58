"""The exact value of a position, from the tablebase and a short search. Start reading at `exact_value`.

The tablebase says which positions are lost and in about how many plies. So a position is won if a move leads
to a lost one, and drawn if it is neither lost nor won. The exact number of plies is found by asking whether a
lost position is lost within fewer plies than its class allows: one move of both sides later the question is
about two plies less, and after a few moves the classes themselves answer it.

Values are plies to the end with best play: positive if the side to move wins, negative if it loses, 0 for a
draw. The reply to a King's entry counts. Repetitions are not considered.
"""

# ruff: noqa: PLR0912  (kernels: branches are cheaper than objects)
from __future__ import annotations

import numpy as np

from ai.kernels import Array, Int, Word, njit, numba
from ai.twelve_janggi.index import quiet_index
from ai.twelve_janggi.state import LIST
from ai.twelve_janggi.successors import (
    DROPS,
    INTRUDED,
    OPEN,
    status,
    write_all_successors,
    write_safe_successors,
)
from ai.twelve_janggi.tablebase import BOUNDS, TABLE, context_of, look_up

_INT, _STATE, _ROOM = numba.int64, numba.uint64, numba.uint64[:, ::1]
_ONE = np.uint64(1)
BUFFER_LEVELS = 18
"""Rows for the moves of each ply; the spans of the classes keep questions shallower than this."""


def new_buffer() -> np.ndarray[tuple[int, int], np.dtype[np.uint64]]:
    """The move lists of a probe."""
    return np.zeros((BUFFER_LEVELS, LIST), dtype=np.uint64)


@njit("UniTuple(int64, 3)(Array(uint64, 1, 'C', readonly=True), uint64, uint64[:, ::1], int64)")
def probe(words: Array, state: Word, buffer: Array, level: Int) -> tuple[Int, Int, Int]:
    """Lower and upper bound of the value, and the number of safe moves, which are written to buffer[level].

    Two plies of search and one question to the tablebase. 0 and 0: not lost, and not won in less than four.
    """
    kind = status(state)
    if kind != OPEN:
        value = -1 if kind == INTRUDED else 1
        return value, value, 0
    safe = write_safe_successors(state, DROPS, buffer[level])
    if safe <= 0:
        value = -2 if safe == 0 else 2
        return value, value, 0
    entering = 0
    for place in range(safe):
        answers = write_safe_successors(buffer[level, place], DROPS, buffer[level + 1])
        if answers == 0:
            return 3, 3, safe
        entering += answers < 0
    if entering == safe:
        return -3, -3, safe
    answer = look_up(words, quiet_index(state), context_of(state))
    if answer == 0:
        return 0, 0, safe
    return -BOUNDS[answer], 1 - BOUNDS[answer + 1], safe


@njit(numba.boolean(TABLE, _STATE, _INT, _ROOM, _INT))
def lost_within(words: Array, state: Word, plies: Int, buffer: Array, level: Int) -> Int:
    """Whether a position is lost in at most ``plies``."""
    lower, upper, replies = probe(words, state, buffer, level)
    if lower >= 0 or -lower > plies:
        return False
    if -upper <= plies:
        return True
    if level > BUFFER_LEVELS - 4:  # only a position that the tablebase does not have leads here
        return False
    for table_move in range(replies):
        won, _, answers = probe(words, buffer[level, table_move], buffer, level + 1)
        if won != 0:
            if won > 0 and won < plies:
                continue
            return False
        is_lost, undecided = False, np.uint64(0)
        for answer in range(answers):
            lower, upper, _ = probe(words, buffer[level + 1, answer], buffer, level + 2)
            if lower < 0 and -upper <= plies - 2:
                is_lost = True
                break
            # One bit an answer. From the 64th on they share the last bit, so some are searched without need.
            if lower < 0 and -lower <= plies - 2:
                undecided |= _ONE << np.uint64(min(answer, 63))
        for answer in range(answers):
            if is_lost:
                break
            if (undecided >> np.uint64(min(answer, 63))) & _ONE:
                is_lost = lost_within(words, buffer[level + 1, answer], plies - 2, buffer, level + 2)
        if not is_lost:
            return False
    return True


@njit(_INT(TABLE, _STATE, _INT, _ROOM, _INT))
def exact_loss(words: Array, state: Word, below: Int, buffer: Array, level: Int) -> Int:
    """In how many plies a lost position is lost, if in fewer than ``below``; else ``below`` or more."""
    lower, upper, _ = probe(words, state, buffer, level)
    for plies in range(-lower, min(-upper, below)):
        if lost_within(words, state, plies, buffer, level):
            return plies
    return min(-upper, below)


@njit(_INT(TABLE, _STATE, _ROOM, _INT))
def exact_value(words: Array, state: Word, buffer: Array, level: Int) -> Int:
    """The exact value of a position that is not over."""
    lower, upper, moves = probe(words, state, buffer, level)
    if lower == upper and lower != 0:
        return lower
    if lower < 0:
        return -exact_loss(words, state, 1 << 20, buffer, level)
    best: Int = 1 << 20
    for move in range(moves):  # in these classes the soonest win is
        low, high, _ = probe(words, buffer[level, move], buffer, level + 1)
        if low < 0:
            best = min(best, -high)
    if best == 1 << 20:
        return 0
    for move in range(moves):
        low, high, _ = probe(words, buffer[level, move], buffer, level + 1)
        if low < 0 and -low < best:
            best = exact_loss(words, buffer[level, move], best, buffer, level + 1)
    return best + 1


@njit(_INT(TABLE, _STATE, _ROOM, _INT))
def result_of(words: Array, state: Word, buffer: Array, level: Int) -> Int:
    """1 if a position that is not over is won, -1 if lost, 0 if drawn."""
    lower, _, moves = probe(words, state, buffer, level)
    if lower != 0:
        return 1 if lower > 0 else -1
    for move in range(moves):
        low, _, _ = probe(words, buffer[level, move], buffer, level + 1)
        if low < 0:
            return 1
    return 0


@njit(_INT(TABLE, _STATE, _ROOM))
def drawing_replies(words: Array, state: Word, buffer: Array) -> Int:
    """How many moves of a drawn position keep the draw."""
    kept = 0
    for move in range(write_all_successors(state, DROPS, buffer[0])):
        kept += result_of(words, buffer[0, move], buffer, 1) == 0
    return kept
