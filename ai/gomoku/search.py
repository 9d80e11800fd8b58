"""Alpha-beta over threats: negamax with principal variation search and a transposition table.

Start reading at `search`. A side that can make five does, one that is about to lose answers, and only when
nothing is forced are quiet moves tried. Values are for the side to move; the driver (deepening, time, the
root's moves) is `ai/gomoku/root.py`.
"""

# ruff: noqa: PLR0911, PLR0912  (kernels: arguments and branches are cheaper than objects)
from __future__ import annotations

import numpy as np

from ai.gomoku.board import (
    AREA,
    BOARD,
    CELLS,
    COUNTS,
    EMPTIES,
    EMPTY,
    MARGIN,
    SHAPES,
    SIZE,
    STONES,
    STRIDE,
    TOTALS,
    TURN,
    find_shape,
    may_play,
    place,
    promise,
    take_back,
)
from ai.gomoku.forms import FIVES, FOUR_THREE, FOURS, REFUSED, SHAPE, TEMPO, WINNING_FOUR
from ai.gomoku.fours import chase
from ai.gomoku.table import (
    BUDGET,
    DECIDED,
    FOUR_NODES,
    FOURS_END,
    INFINITY,
    KILLERS,
    LIST,
    LISTS,
    NODES,
    PLIES,
    POINT,
    POINT_BITS,
    SEEN,
    STOP,
    TABLE,
    WIDTH,
    WIN,
    WORK,
    find,
    from_here,
    insert,
    store,
)
from ai.kernels import Array, Int, Word, njit, numba

_INT = numba.int64
QUIET, DEFENCE, FORCED = 0, 1, 2
"""What a side may do: anything; only stop or outrun a four that would win; only stop a five."""

_DEFENCES = -4  # how deep below the horizon winning fours are still answered
_DEEPEST = PLIES // 2
_UNKNOWN = 1 << 40  # no value
_FIRST = 1 << 40  # a score beyond all others: the move the table remembers is tried first
_KILLER = 60
_LATE, _VERY_LATE = 4, 10  # quiet moves from these places on are searched less deep at first


@njit(_INT(BOARD, _INT))
def pressure(board: Array, side: Int) -> Int:
    """QUIET, DEFENCE or FORCED for the side to move."""
    if board[COUNTS + (3 - side) * 8 + FIVES] > 0:
        return FORCED
    return DEFENCE if find_shape(board, 3 - side, WINNING_FOUR) > 0 else QUIET


@njit(numba.boolean(BOARD, _INT, _INT, _INT, _INT))
def _answers(board: Array, point: Int, side: Int, pressed: Int, depth: Int) -> bool:
    # Whether a move can do anything about the other side's threat. A winning four is stopped on one of the
    # points of its rows, where the other side would make a four too, or put off by a four of one's own.
    theirs = board[SHAPES + (3 - side) * AREA + point] & SHAPE
    if pressed == FORCED:
        return theirs == FIVES  # type: ignore[no-any-return]
    mine = board[SHAPES + side * AREA + point] & SHAPE
    return theirs >= FOURS or theirs == REFUSED or (mine >= FOURS and depth > 0)  # type: ignore[no-any-return]


@njit(_INT(BOARD, _INT, _INT, _INT, _INT, _INT, WORK))
def list_moves(board: Array, side: Int, pressed: Int, depth: Int, first: Int, ply: Int, work: Array) -> Int:
    """Write the moves worth trying to the ply's list, ``first`` before all others; how many."""
    base, length = LISTS + ply * LIST, 0
    width = work[WIDTH] if pressed == QUIET else LIST
    size = board[SIZE]
    for row in range(MARGIN, MARGIN + size):
        start = row * STRIDE + MARGIN
        for point in range(start, start + size):
            if board[CELLS + point] != EMPTY:
                continue
            if pressed != QUIET and not _answers(board, point, side, pressed, depth):
                continue
            mine = promise(board, point, side)
            score = mine + (mine >> 2) + promise(board, point, 3 - side)
            if point == first:
                score = _FIRST
            elif point == work[KILLERS + 2 * ply] or point == work[KILLERS + 2 * ply + 1]:
                score += _KILLER
            entry = (score << POINT_BITS) | point
            if (length < width or entry > work[base + length - 1]) and may_play(board, point, side):
                length = insert(work, base, length, width, entry)
    return length


@njit(_INT(BOARD, _INT))
def stand(board: Array, side: Int) -> Int:
    """The estimate of a position with ``side`` to move."""
    value = TEMPO + np.int64(board[TOTALS + side * 2]) - np.int64(board[TOTALS + (3 - side) * 2 + 1])
    return min(max(value, 1 - DECIDED), DECIDED - 1)


@njit(_INT(BOARD, numba.uint64, _INT, _INT, SEEN, WORK))
def at_once(board: Array, key: Word, side: Int, ply: Int, seen: Array, work: Array) -> Int:
    """In how many plies the side to move wins by five or by fours; 0 if it does not as far as is known."""
    if board[COUNTS + side * 8 + FIVES] > 0:
        return 1
    if board[COUNTS + (3 - side) * 8 + FIVES] == 0 and find_shape(board, side, WINNING_FOUR) > 0:
        return 3
    fours = board[COUNTS + side * 8 + FOURS] + board[COUNTS + side * 8 + FOUR_THREE]
    if fours == 0 or work[FOUR_NODES] == 0:
        return 0
    work[FOURS_END] = min(work[BUDGET], work[NODES] + work[FOUR_NODES])
    return max(0, chase(board, key, side, ply, seen, work))


@njit(numba.void(WORK, _INT, _INT))
def _remember_killer(work: Array, ply: Int, point: Int) -> None:
    if work[KILLERS + 2 * ply] != point:
        work[KILLERS + 2 * ply + 1] = work[KILLERS + 2 * ply]
        work[KILLERS + 2 * ply] = point


@njit(_INT(TABLE, *[_INT] * 5))
def _recall(table: Array, known: Int, depth: Int, alpha: Int, beta: Int, ply: Int) -> Int:
    # The value the table remembers if it settles the question; what is proven holds for every depth.
    entry = table[known]
    low, high = from_here(np.int64(entry.low), -ply), from_here(np.int64(entry.high), -ply)
    deep = entry.depth >= depth
    if low >= beta and (deep or low > DECIDED):
        return low
    if high <= alpha and (deep or high < -DECIDED):
        return high
    return low if low == high and abs(low) > DECIDED else _UNKNOWN


@njit(_INT(*[_INT] * 4))
def _lost(best: Int, pressed: Int, depth: Int, ply: Int) -> Int:
    # What a node is worth of which every move that was tried loses.
    if pressed == QUIET or (pressed == DEFENCE and depth <= 0):
        return -DECIDED  # not every move was tried: as good as lost, but not proven
    if best == -INFINITY:  # nothing stops the five, or the four that comes before it
        return ply + (2 if pressed == FORCED else 4) - WIN
    return best


@njit(_INT(BOARD, numba.uint64, *[_INT] * 5, TABLE, SEEN, WORK))
def search(
    board: Array,
    key: Word,
    side: Int,
    depth: Int,
    alpha: Int,
    beta: Int,
    ply: Int,
    table: Array,
    seen: Array,
    work: Array,
) -> Int:
    """The value of a position (fail-soft); meaningless once work[STOP] is set.

    A forced move costs no depth.
    """
    work[NODES] += 1
    if work[STOP] != 0 or work[NODES] > work[BUDGET]:
        work[STOP] = 1
        return 0
    other = 3 - side
    if board[COUNTS + side * 8 + FIVES] > 0:
        return WIN - ply - 1
    if board[EMPTIES] == 0:
        return 0
    if board[COUNTS + other * 8 + FIVES] >= 2:
        return ply + 2 - WIN
    first: Int = 0
    known = find(table, key)
    if known >= 0:
        first = np.int64(table[known].move)
        value: Int = _recall(table, known, depth, alpha, beta, ply)
        if value != _UNKNOWN:
            return value
    won = at_once(board, key, side, ply, seen, work)
    if won > 0:
        store(table, key, depth, WIN - won, -INFINITY, INFINITY, first)
        return WIN - ply - won
    pressed = pressure(board, side)
    if ply >= _DEEPEST or (depth <= 0 and (pressed == QUIET or (pressed == DEFENCE and depth <= _DEFENCES))):
        return stand(board, side)

    base = LISTS + ply * LIST
    length = list_moves(board, side, pressed, depth, first, ply, work)
    if length == 0 and pressed == QUIET:
        return stand(board, side)  # renju leaves Black no move: he passes
    best, best_point, floor = -INFINITY, 0, alpha
    below = depth if pressed == FORCED else depth - 1
    for index in range(length):
        point = work[base + index] & POINT
        less = 0
        if pressed == QUIET and depth >= 3 and index >= _LATE:
            less = 2 if index >= _VERY_LATE and depth >= 4 else 1
        after = key ^ STONES[side, point] ^ TURN
        place(board, point, side)
        if index > 0:
            value = -search(board, after, other, below - less, -floor - 1, -floor, ply + 1, table, seen, work)
            if less > 0 and value > floor:
                value = -search(board, after, other, below, -floor - 1, -floor, ply + 1, table, seen, work)
        if index == 0 or floor < value < beta:
            value = -search(board, after, other, below, -beta, -floor, ply + 1, table, seen, work)
        take_back(board, point)
        if work[STOP] != 0:
            return 0
        if value > best:
            best, best_point = value, point
            floor = max(floor, value)
            if floor >= beta:
                _remember_killer(work, ply, point)
                break
    if best < -DECIDED:
        best = _lost(best, pressed, depth, ply)
    store(table, key, depth, from_here(best, ply), from_here(alpha, ply), from_here(beta, ply), best_point)
    return best
