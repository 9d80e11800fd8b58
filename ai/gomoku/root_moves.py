"""The moves at the root: their list, their search at a depth, and the best line. Start at `search_root`.

``root.py`` runs once per move of a level in Python; what runs once per root move is here, in kernels.
"""

from __future__ import annotations

import math

from ai.gomoku.board import BOARD, EMPTY, RULES, may_play, place, shape_of, take_back
from ai.gomoku.moves import list_moves
from ai.gomoku.point_patterns import FIVES
from ai.gomoku.search import key_of, search
from ai.gomoku.table import DECIDED, INFINITY, POINT, STATE, TABLE, find
from ai.kernels import Array, Int, bare, numba

POINT_COLUMN, BONUS, VALUE = 0, 1, 2
"""The columns of a table of branches: the point, the bonus that varies openings, and the value."""

_INT = numba.int64
_BRANCHES = numba.int64[:, ::1]
_LATE = 0.5
"""How much less deep later branches are searched at first, per unit of log depth times log place."""
_WINDOW, _WINDOW_DEPTH, _WIDER = 24, 5, 3


@bare(_INT(BOARD, RULES, STATE, _INT, _INT))
def list_root_moves(board: Array, rules: Array, state: Array, side: Int, urgency: Int) -> Int:
    """Write the legal moves worth trying to the list of ply 0; how many."""
    length = list_moves(board, rules, state, side, urgency, 0, 0)
    moves, kept = state.lists[0], 0
    for index in range(length):
        if may_play(board, rules, moves[index] & POINT, side):
            moves[kept] = moves[index]
            kept += 1
    moves[kept] = 0
    return kept


@bare(inline="always")  # each kernel that calls `search` compiles it once more
def _judge(
    board: Array,
    rules: Array,
    state: Array,
    table: Array,
    side: Int,
    point: Int,
    depth: float,
    low: Int,
    high: Int,
) -> Int:
    # The value of a move at the root, searched to this depth after it.
    state.moves[0] = point
    place(board, rules, point, side)
    value = -search(board, rules, state, table, 3 - side, depth, -high, -low, 1, high - low == 1)
    take_back(board, rules, point)
    return value


@bare(inline="always")
def _expect(
    board: Array, rules: Array, state: Array, table: Array, side: Int, point: Int, depth: Int, was: Int
) -> Int:
    # The value of the best branch so far, by an aspiration window around its last value that widens.
    width = _WINDOW if depth >= _WINDOW_DEPTH and abs(was) < DECIDED else 2 * INFINITY
    low, high = max(-INFINITY, was - width), min(INFINITY, was + width)
    while True:
        value: Int = _judge(board, rules, state, table, side, point, depth - 1.0, low, high)
        if state.stop != 0 or low < value < high:
            return value
        width *= _WIDER
        if value <= low:
            low = max(-INFINITY, value - width)
        else:
            high = min(INFINITY, value + width)


@bare(_INT(BOARD, RULES, STATE, TABLE, _BRANCHES, _INT, _INT))
def search_root(
    board: Array, rules: Array, state: Array, table: Array, branches: Array, side: Int, depth: Int
) -> Int:
    """Search every branch ``depth`` plies deep and move the best to the front; 0 if cut short, else 1."""
    best, floor = -INFINITY, -INFINITY
    for index in range(len(branches)):
        point, bonus = branches[index, POINT_COLUMN], branches[index, BONUS]
        if index == 0:
            value: Int = _expect(board, rules, state, table, side, point, depth, branches[0, VALUE])
        else:
            floor = best - bonus
            reduction = _LATE * math.log(depth) * math.log(index + 1)
            shallow = max(depth - 1 - reduction, min(1.0, depth - 1.0))
            value = _judge(board, rules, state, table, side, point, shallow, floor, floor + 1)
            if value > floor and state.stop == 0:
                value = _judge(board, rules, state, table, side, point, depth - 1.0, floor, INFINITY)
        if state.stop != 0:
            return 0
        if value > floor:
            best = value + bonus
            for at in range(index, 0, -1):
                for part in range(
                    POINT_COLUMN, VALUE + 1
                ):  # assigning a row takes two seconds more to compile
                    branches[at, part] = branches[at - 1, part]
            branches[0, POINT_COLUMN], branches[0, BONUS], branches[0, VALUE] = point, bonus, value
    return 1


@bare(_INT(BOARD, RULES, TABLE, _INT, _INT, numba.int64[::1]))
def table_line(board: Array, rules: Array, table: Array, side: Int, point: Int, line: Array) -> Int:
    """Write a move at the root and the table's best moves after it; how many. The stones stay."""
    for index in range(len(line)):
        line[index] = point
        won = shape_of(board, rules, side, point) == FIVES
        place(board, rules, point, side)
        side = 3 - side
        known = find(table, key_of(board, side))
        point = table[known].move if known >= 0 else 0
        if won or point == 0 or board.cells[point] != EMPTY or not may_play(board, rules, point, side):
            return index + 1
    return len(line)
