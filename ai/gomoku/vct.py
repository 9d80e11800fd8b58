"""Victory by continuous threats (VCT): fours and threes, with every answer tried. Start at `search_vct`.

A four leaves the other side one point. An open three threatens an unstoppable four, so that only three kinds
of answers count: the points of that four's row, and fours of one's own. All of them are searched, so a win is
a proof. The search deepens by how many threes may be played; fours are free. (Allis, van den Herik and
Huntjens, *Go-Moku Solved by New Search Techniques*, 1996, call this threat-space search and name the kinds.)
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
from ai.gomoku.point_patterns import (
    ASK_RENJU,
    FIVES,
    FOUR_THREE,
    FOURS,
    OPEN_THREES,
    REFUSED,
    TWO_THREES,
    WINNING_FOUR,
)
from ai.gomoku.table import PLIES, POINT, POINT_BITS, STATE
from ai.gomoku.vcf import INTERRUPTED, move_gain, pick_best, search_vcf
from ai.kernels import Array, Int, Word, bare, numba

_INT = numba.int64
_ONE = np.uint64(1)
_BASE = 8192
"""Added to gains so that none is negative."""
_PER_DEPTH = np.uint64(0x9E3779B97F4A7C15)
"""Multiplied by the number of threes into the key: what fails with few threes may win with more."""
_VCF_NODES = 300
"""How many nodes VCF may take before a three is tried."""
NO_THREAT = -1
"""From `list_answers`: nothing has to be answered."""


@bare(_INT(BOARD, RULES, STATE, _INT, _INT))
def _list_threats(board: Array, rules: Array, state: Array, side: Int, ply: Int) -> Int:
    # Write the side's moves that make a four or an open three to the ply's list; how many.
    moves, length, sets = state.lists[ply], 0, board.sets[side]
    for word in range(WORDS):
        left = sets[FOURS, word] | sets[FOUR_THREE, word] | sets[OPEN_THREES, word] | sets[TWO_THREES, word]
        while left:
            point = 64 * word + lowest_bit(left)
            if may_play(board, rules, point, side):
                moves[length] = (move_gain(board, rules, point, side) + _BASE) << POINT_BITS | point
                length += 1
            left &= left - _ONE
    moves[length] = 0
    return length


@bare(_INT(BOARD, RULES, _INT))
def _threat(board: Array, rules: Array, side: Int) -> Int:
    # The point of a side's unstoppable four that no answer makes renju refuse; 0 if there is none.
    for word in range(WORDS):
        left = board.sets[side, WINNING_FOUR, word]
        while left:
            point = 64 * word + lowest_bit(left)
            if rules.shape[side, board.codes[side, point]] & ASK_RENJU == 0:
                return point
            left &= left - _ONE
    return 0


@bare(numba.boolean(_INT, _INT))
def _on_a_line(first: Int, second: Int) -> bool:
    # Whether two points are on a line, at most five apart.
    rows, columns = abs(first // STRIDE - second // STRIDE), abs(first % STRIDE - second % STRIDE)
    return max(rows, columns) <= 5 and (rows == 0 or columns in (0, rows))


@bare(numba.uint64(BOARD, _INT, _INT))
def _makes_four(board: Array, side: Int, word: Int) -> Word:
    # A word of the set of points where a side makes a four.
    sets = board.sets[side]
    return sets[FOURS, word] | sets[FOUR_THREE, word] | sets[WINNING_FOUR, word]


@bare(_INT(BOARD, RULES, STATE, _INT, _INT))
def list_answers(board: Array, rules: Array, state: Array, side: Int, ply: Int) -> Int:
    """Write every answer of ``side`` to the other's threat to the ply's list; how many, or `NO_THREAT`."""
    other, moves, length = 3 - side, state.lists[ply], 0
    fives = board.counts[other, FIVES]
    threat = find_shape(board, rules, other, FIVES) if fives else _threat(board, rules, other)
    if board.counts[side, FIVES] > 0 or threat == 0:
        return NO_THREAT
    if fives:
        if fives == 1 and may_play(board, rules, threat, side):
            moves[0] = 1 << POINT_BITS | threat
            length = 1
        moves[length] = 0
        return length
    for word in range(WORDS):
        stops = _makes_four(board, other, word) | board.sets[other, REFUSED, word]
        # The answers to a three: points of the four that it threatens, points there that the other side is
        # refused (they may block it as well), and any four of one's own, which has to be answered first.
        left = mine = _makes_four(board, side, word)
        left |= stops
        while left:
            bit = lowest_bit(left)
            point = 64 * word + bit
            left &= left - _ONE
            useful = (mine >> np.uint64(bit)) & _ONE or _on_a_line(point, threat)
            if useful and may_play(board, rules, point, side):
                moves[length] = (move_gain(board, rules, point, side) + _BASE) << POINT_BITS | point
                length += 1
    moves[length] = 0
    return length


@bare(_INT(BOARD, RULES, STATE, _INT, _INT))
def _short_vcf(board: Array, rules: Array, state: Array, side: Int, ply: Int) -> Int:
    # In how many plies fours alone win; 0 if they do not, or not soon.
    end = state.vcf_end
    state.vcf_end = min(end, state.nodes + _VCF_NODES)
    plies: Int = search_vcf(board, rules, state, side, ply)
    state.vcf_end = end
    return max(plies, 0)


@bare(_INT(BOARD, RULES, STATE, _INT, _INT, _INT))
def _search_vct(board: Array, rules: Array, state: Array, side: Int, ply: Int, threes: Int) -> Int:
    # In how many plies at most ``side``, to move, wins with this many threes; 0: it does not, INTERRUPTED:
    # unknown.
    other = 3 - side
    state.nodes += 1
    if state.stop != 0 or state.nodes > state.vcf_end or ply >= PLIES - 4:
        return INTERRUPTED
    stop = find_shape(board, rules, other, FIVES) if board.counts[side, FIVES] == 0 else 0
    if stop == 0:
        plies = _short_vcf(board, rules, state, side, ply)
        if plies > 0 or threes == 0:
            return plies
    key = board.key ^ np.uint64(side) ^ np.uint64(threes + 1) * _PER_DEPTH
    known = np.int64(key & np.uint64(len(state.seen) - 1))
    if state.seen[known] == key or board.counts[other, FIVES] > 1:
        return 0
    if stop != 0:
        state.lists[ply, 0] = 1 << POINT_BITS | stop
        state.lists[ply, 1] = 0
        length = 1 if may_play(board, rules, stop, side) else 0
    else:
        length = _list_threats(board, rules, state, side, ply)
    for index in range(length):
        point = pick_best(state, ply, index) & POINT
        place(board, rules, point, side)
        state.nodes += 1
        answers = list_answers(board, rules, state, other, ply + 1)
        # Only a three is counted: a four now threatens a five, and the stop of a five was not chosen.
        fewer = threes - (1 if stop == 0 and board.counts[side, FIVES] == 0 else 0)
        # Every answer must lose (an AND node); without any, the threat wins at once.
        won, longest = 0 if answers == NO_THREAT else 1, 1
        for number in range(max(answers, 0)):
            answer = pick_best(state, ply + 1, number) & POINT
            place(board, rules, answer, other)
            won = _search_vct(board, rules, state, side, ply + 2, fewer)
            take_back(board, rules, answer)
            longest = max(longest, won)
            if won <= 0:
                break
        take_back(board, rules, point)
        if won == INTERRUPTED:
            return INTERRUPTED
        if won > 0:
            state.line[ply] = point
            return longest + 2
    state.seen[known] = key
    return 0


@bare(_INT(BOARD, RULES, STATE, _INT, _INT, _INT, _INT))
def search_vct(board: Array, rules: Array, state: Array, side: Int, ply: Int, threes: Int, nodes: Int) -> Int:
    """In how many plies at most ``side``, to move, wins by fours and up to ``threes`` threes; 0: unknown.

    The first move is left in state.line[ply].
    """
    state.vcf_end = min(state.nodes + nodes, state.budget)
    for max_threes in range(1, threes + 1):
        plies: Int = _search_vct(board, rules, state, side, ply, max_threes)
        if plies != 0:
            return max(plies, 0)
    return 0
