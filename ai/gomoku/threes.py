"""Winning by fours and threes: every answer to every threat is tried. Start reading at `win_by_threes`.

A four leaves the other side one point. An open three threatens a four that cannot be stopped, so that only
three kinds of answers count: the points of that four's row, and fours of one's own. All of them are
searched, and what comes out as a win is one. The search deepens by how many threes may be spent; fours are
free. (Allis, van den Herik and Huntjens, *Go-Moku Solved by New Search Techniques*, 1996, name the kinds.)
"""

from __future__ import annotations

import numpy as np

from ai.gomoku.board import (
    BOARD,
    RULES,
    STRIDE,
    WORDS,
    find_shape,
    lowest_bit,
    may_play,
    place,
    take_back,
)
from ai.gomoku.forms import ASK, FIVES, FOUR_THREE, FOURS, OPEN_THREES, REFUSED, TWO_THREES, WINNING_FOUR
from ai.gomoku.fours import CUT, best_left, chase, promise
from ai.gomoku.table import MEMORY, PLIES, POINT, POINT_BITS
from ai.kernels import Array, Int, Word, bare, numba

_INT = numba.int64
_ONE = np.uint64(1)
_BASE = 8192
_PER_DEPTH = np.uint64(0x9E3779B97F4A7C15)
_CHASE = 300
"""So many nodes a chase by fours alone may take before a three is tried."""
_NO_THREAT = -1


@bare(_INT(BOARD, RULES, MEMORY, _INT, _INT))
def _list_threats(board: Array, rules: Array, memory: Array, side: Int, ply: Int) -> Int:
    # Write the side's moves that make a four or an open three to the ply's list; how many.
    moves, length, sets = memory.lists[ply], 0, board.sets[side]
    for word in range(WORDS):
        left = sets[FOURS, word] | sets[FOUR_THREE, word] | sets[OPEN_THREES, word] | sets[TWO_THREES, word]
        while left:
            point = 64 * word + lowest_bit(left)
            if may_play(board, rules, point, side):
                moves[length] = (promise(board, rules, point, side) + _BASE) << POINT_BITS | point
                length += 1
            left &= left - _ONE
    moves[length] = 0
    return length


@bare(_INT(BOARD, RULES, _INT))
def _threat(board: Array, rules: Array, side: Int) -> Int:
    # Where a side can make a four that cannot be stopped, and no answer makes renju refuse it; 0 if nowhere.
    for word in range(WORDS):
        left = board.sets[side, WINNING_FOUR, word]
        while left:
            point = 64 * word + lowest_bit(left)
            if rules.shape[side, board.codes[side, point]] & ASK == 0:
                return point
            left &= left - _ONE
    return 0


@bare(numba.boolean(_INT, _INT))
def _in_reach(one: Int, other: Int) -> bool:
    # Whether two points are on a line, at most five apart.
    rows, columns = abs(one // STRIDE - other // STRIDE), abs(one % STRIDE - other % STRIDE)
    return max(rows, columns) <= 5 and (rows == 0 or columns in (0, rows))


@bare(numba.uint64(BOARD, _INT, _INT))
def _makes_four(board: Array, side: Int, word: Int) -> Word:
    # A word of the set of points where a side makes a four.
    sets = board.sets[side]
    return sets[FOURS, word] | sets[FOUR_THREE, word] | sets[WINNING_FOUR, word]


@bare(_INT(BOARD, RULES, MEMORY, _INT, _INT))
def _list_answers(board: Array, rules: Array, memory: Array, side: Int, ply: Int) -> Int:
    # Write all that ``side`` can do against the other's threat to the ply's list; how many, or _NO_THREAT.
    other, moves, length = 3 - side, memory.lists[ply], 0
    fives = board.counts[other, FIVES]
    threat = find_shape(board, rules, other, FIVES) if fives else _threat(board, rules, other)
    if board.counts[side, FIVES] > 0 or threat == 0:
        return _NO_THREAT
    if fives:
        if fives == 1 and may_play(board, rules, threat, side):
            moves[0] = 1 << POINT_BITS | threat
            length = 1
        moves[length] = 0
        return length
    for word in range(WORDS):
        stops = _makes_four(board, other, word) | board.sets[other, REFUSED, word]
        left = mine = _makes_four(board, side, word)
        left |= stops
        while left:
            bit = lowest_bit(left)
            point = 64 * word + bit
            left &= left - _ONE
            useful = (mine >> np.uint64(bit)) & _ONE or _in_reach(point, threat)
            if useful and may_play(board, rules, point, side):
                moves[length] = (promise(board, rules, point, side) + _BASE) << POINT_BITS | point
                length += 1
    moves[length] = 0
    return length


@bare(_INT(BOARD, RULES, MEMORY, _INT, _INT))
def _chase_a_little(board: Array, rules: Array, memory: Array, side: Int, ply: Int) -> Int:
    # In how many plies fours alone win; 0 if they do not, or not soon.
    end = memory.fours_end
    memory.fours_end = min(end, memory.nodes + _CHASE)
    plies: Int = chase(board, rules, memory, side, ply)
    memory.fours_end = end
    return max(plies, 0)


@bare(_INT(BOARD, RULES, MEMORY, _INT, _INT, _INT))
def _threaten(board: Array, rules: Array, memory: Array, side: Int, ply: Int, threes: Int) -> Int:
    # In how many plies at most ``side``, to move, wins with so many threes; 0 if it does not, CUT if unknown.
    other = 3 - side
    memory.nodes += 1
    if memory.stop != 0 or memory.nodes > memory.fours_end or ply >= PLIES - 4:
        return CUT
    stop = find_shape(board, rules, other, FIVES) if board.counts[side, FIVES] == 0 else 0
    if stop == 0:
        plies = _chase_a_little(board, rules, memory, side, ply)
        if plies > 0 or threes == 0:
            return plies
    key = board.key ^ np.uint64(side) ^ np.uint64(threes + 1) * _PER_DEPTH
    known = np.int64(key & np.uint64(len(memory.seen) - 1))
    if memory.seen[known] == key or board.counts[other, FIVES] > 1:
        return 0
    if stop != 0:
        memory.lists[ply, 0] = 1 << POINT_BITS | stop
        memory.lists[ply, 1] = 0
        length = 1 if may_play(board, rules, stop, side) else 0
    else:
        length = _list_threats(board, rules, memory, side, ply)
    for index in range(length):
        point = best_left(memory, ply, index) & POINT
        place(board, rules, point, side)
        memory.nodes += 1
        answers = _list_answers(board, rules, memory, other, ply + 1)
        fewer = threes - (1 if stop == 0 and board.counts[side, FIVES] == 0 else 0)
        won, longest = 0 if answers == _NO_THREAT else 1, 1
        for number in range(max(answers, 0)):
            answer = best_left(memory, ply + 1, number) & POINT
            place(board, rules, answer, other)
            won = _threaten(board, rules, memory, side, ply + 2, fewer)
            take_back(board, rules, answer)
            longest = max(longest, won)
            if won <= 0:
                break
        take_back(board, rules, point)
        if won == CUT:
            return CUT
        if won > 0:
            memory.line[ply] = point
            return longest + 2
    memory.seen[known] = key
    return 0


@bare(_INT(BOARD, RULES, MEMORY, _INT, _INT, _INT, _INT))
def win_by_threes(
    board: Array, rules: Array, memory: Array, side: Int, ply: Int, threes: Int, nodes: Int
) -> Int:
    """In how many plies at most ``side``, to move, wins by fours and up to ``threes`` threes; 0: unknown.

    The first move is left in memory.line[ply].
    """
    memory.fours_end = min(memory.nodes + nodes, memory.budget)
    for most in range(1, threes + 1):
        plies: Int = _threaten(board, rules, memory, side, ply, most)
        if plies != 0:
            return max(plies, 0)
    return 0
