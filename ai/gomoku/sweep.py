"""The moves at the root: which there are, what each is worth at a depth, and the line that follows the best.

Start reading at `sweep`. What the driver in `ai/gomoku/root.py` does once per move of a level is in Python;
what it does once per move it considers is here.
"""

from __future__ import annotations

import math

from ai.gomoku.board import BOARD, EMPTY, RULES, may_play, place, shape_of, take_back
from ai.gomoku.forms import FIVES
from ai.gomoku.moves import list_moves
from ai.gomoku.search import key_of, search
from ai.gomoku.table import DECIDED, INFINITY, MEMORY, POINT, TABLE, find
from ai.kernels import Array, Int, bare, numba

PLACE, FAVOUR, VALUE = range(3)
"""The columns of a table of branches: the point, what its value is bettered by so that openings vary, and
the value that was found."""

_INT = numba.int64
_BRANCHES = numba.int64[:, ::1]
_LATE = 0.5
"""How much less deep later branches are searched at first, for each unit of log depth times log place."""
_WINDOW, _WINDOW_DEPTH, _WIDER = 24, 5, 3


@bare(_INT(BOARD, RULES, MEMORY, _INT, _INT))
def list_legal(board: Array, rules: Array, memory: Array, side: Int, pressed: Int) -> Int:
    """Write the moves worth trying that are legal to the list of ply 0; how many."""
    length = list_moves(board, rules, memory, side, pressed, 0, 0)
    moves, kept = memory.lists[0], 0
    for index in range(length):
        if may_play(board, rules, moves[index] & POINT, side):
            moves[kept] = moves[index]
            kept += 1
    moves[kept] = 0
    return kept


@bare(inline="always")  # each kernel that calls `search` compiles all of it once more
def _judge(
    board: Array,
    rules: Array,
    memory: Array,
    table: Array,
    side: Int,
    point: Int,
    depth: float,
    low: Int,
    high: Int,
) -> Int:
    # The value of a move at the root, searched so many plies deep after it.
    memory.moves[0] = point
    place(board, rules, point, side)
    value = -search(board, rules, memory, table, 3 - side, depth, -high, -low, 1, high - low == 1)
    take_back(board, rules, point)
    return value


@bare(inline="always")
def _expect(
    board: Array, rules: Array, memory: Array, table: Array, side: Int, point: Int, depth: Int, was: Int
) -> Int:
    # The value of the best branch so far, looked for near what it was, in a window that widens (aspiration).
    width = _WINDOW if depth >= _WINDOW_DEPTH and abs(was) < DECIDED else 2 * INFINITY
    low, high = max(-INFINITY, was - width), min(INFINITY, was + width)
    while True:
        value: Int = _judge(board, rules, memory, table, side, point, depth - 1.0, low, high)
        if memory.stop != 0 or low < value < high:
            return value
        width *= _WIDER
        if value <= low:
            low = max(-INFINITY, value - width)
        else:
            high = min(INFINITY, value + width)


@bare(_INT(BOARD, RULES, MEMORY, TABLE, _BRANCHES, _INT, _INT))
def sweep(
    board: Array, rules: Array, memory: Array, table: Array, branches: Array, side: Int, depth: Int
) -> Int:
    """Judge every branch, ``depth`` plies deep, and bring the best to the front; 0 if cut short, else 1."""
    best, floor = -INFINITY, -INFINITY
    for index in range(len(branches)):
        point, favour = branches[index, PLACE], branches[index, FAVOUR]
        if index == 0:
            value: Int = _expect(board, rules, memory, table, side, point, depth, branches[0, VALUE])
        else:
            floor = best - favour
            less = _LATE * math.log(depth) * math.log(index + 1)
            shallow = max(depth - 1 - less, min(1.0, depth - 1.0))
            value = _judge(board, rules, memory, table, side, point, shallow, floor, floor + 1)
            if value > floor and memory.stop == 0:
                value = _judge(board, rules, memory, table, side, point, depth - 1.0, floor, INFINITY)
        if memory.stop != 0:
            return 0
        if value > floor:
            best = value + favour
            for at in range(index, 0, -1):
                for part in range(PLACE, VALUE + 1):  # a row at once takes two seconds more to compile
                    branches[at, part] = branches[at - 1, part]
            branches[0, PLACE], branches[0, FAVOUR], branches[0, VALUE] = point, favour, value
    return 1


@bare(_INT(BOARD, RULES, TABLE, _INT, _INT, numba.int64[::1]))
def follow(board: Array, rules: Array, table: Array, side: Int, point: Int, line: Array) -> Int:
    """Write a move at the root and what the table holds best after it; how many. The stones stay."""
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
