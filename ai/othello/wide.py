"""Boards too large for 64 bits, which is 10x10, searched on cells: a searcher for `ai/othello/root.py`.

Start reading at `search`. The same player as on 8x8 (same features, same negamax), on a slower board, and
with no end-game solver of its own: a search to the last disc is exact.
"""

# ruff: noqa: PLR0911, PLR0912  (kernels: arguments and branches are cheaper than objects)
from __future__ import annotations

import numpy as np

from ai.kernels import Array, Int, Word, njit, numba
from ai.othello.cells import BOARDS, CELLS, EMPTY, can_move, cell_of, cells_of, index_of, result, turn
from ai.othello.evaluate import DECIDED, FULL, INFINITY, LARGEST, SQUARES
from ai.othello.table import (
    BUDGET,
    FIRST,
    LIST,
    LISTS,
    NODES,
    PLIES,
    SQUARE_BITS,
    STOP,
    STYLE,
    TABLE,
    WORK,
    find,
    new_table,
    new_work,
    store,
    take_best,
)
from ai.othello.weights import square_weights, stage_weights
from games.base import Move
from games.othello import OthelloPosition

SIZE = 10
WIDTH = SIZE + 2

_TABLE_BITS = 18  # two orders of magnitude fewer nodes a second than on bitboards
_SORT_DEPTH = 3
_INT = numba.int64

_STAGE = stage_weights(SIZE)
_WEIGHTS = np.zeros(WIDTH * WIDTH, dtype=np.int64)
for _index, _weight in enumerate(square_weights(SIZE)):
    _WEIGHTS[cell_of(_index, SIZE)] = _weight
# For each corner: the corner, the steps along its two edges.
_CORNERS = np.array(
    [
        (cell_of(row * SIZE + column, SIZE), 1 if column == 0 else -1, WIDTH if row == 0 else -WIDTH)
        for row in (0, SIZE - 1)
        for column in (0, SIZE - 1)
    ],
    dtype=np.int64,
)
_ZOBRIST = np.random.default_rng(64).integers(1 << 62, size=(3, WIDTH * WIDTH), dtype=np.uint64)
_SECOND_MOVES = np.uint64(0xD6E8FEB86659FD93)


@njit(numba.uint64(CELLS, _INT))
def hashed(cells: Array, side: Int) -> Word:
    """A hash of a board and the side to move; never 0."""
    key = np.uint64(1) if side == 1 else _SECOND_MOVES
    for cell in range(WIDTH, len(cells) - WIDTH):
        if cells[cell] == 1 or cells[cell] == 2:
            key ^= _ZOBRIST[cells[cell], cell]
    return key | np.uint64(1)


@njit(_INT(CELLS, _INT))
def _corner_values(cells: Array, side: Int) -> Int:
    # Corners, anchored edges, X and C squares: own minus other's, weighed by the stage of the game.
    empties = 0
    for cell in range(WIDTH, len(cells) - WIDTH):
        if cells[cell] == EMPTY:
            empties += 1
    weight = _STAGE[empties]
    total = weight[9]
    for place in range(4):
        corner, along, across = _CORNERS[place]
        holder = cells[corner]
        if holder == EMPTY:
            for cell, worth in (
                (corner + along, weight[5]),
                (corner + across, weight[5]),
                (corner + along + across, weight[4]),
            ):
                if cells[cell] != EMPTY:
                    total += worth if cells[cell] == side else -worth
            continue
        sign = 1 if holder == side else -1
        total += sign * weight[3]
        for step in (along, across):
            cell = corner + step
            while cells[cell] == holder:
                total += sign * weight[6]
                cell += step
    return total


@njit(_INT(CELLS, _INT, _INT))
def evaluate(cells: Array, side: Int, style: Int) -> Int:
    """What `ai.othello.evaluate` says, but for edge discs that are not anchored."""
    total, mine, theirs, discs, empties = 0, 0, 0, 0, 0
    frontier: Int = 0
    for cell in range(WIDTH, len(cells) - WIDTH):
        here = cells[cell]
        if here == side:
            total += _WEIGHTS[cell]
            discs += 1
        elif here == 3 - side:
            total -= _WEIGHTS[cell]
            discs -= 1
        elif here == EMPTY and style == FULL:
            empties += 1
            by_own, by_other = False, False
            for row in (-WIDTH, 0, WIDTH):
                for column in (-1, 0, 1):
                    by_own |= cells[cell + row + column] == side
                    by_other |= cells[cell + row + column] == 3 - side
            frontier += np.int64(by_other) - np.int64(by_own)
            if by_other and turn(cells, WIDTH, cell, side, False) > 0:
                mine += 1
            if by_own and turn(cells, WIDTH, cell, 3 - side, False) > 0:
                theirs += 1
    if style == SQUARES:
        return min(max(10 * total, -LARGEST), LARGEST)
    weight = _STAGE[empties]
    both = mine + theirs + 2
    total = weight[0] * (mine - theirs) + weight[1] * (64 * mine // both - 64 * theirs // both)
    total += weight[2] * frontier + weight[8] * discs + _corner_values(cells, side)
    return min(max(total, -LARGEST), LARGEST)


@njit(_INT(BOARDS, _INT, _INT, _INT, _INT, WORK))
def list_moves(boards: Array, ply: Int, side: Int, depth: Int, first: Int, work: Array) -> Int:
    """Write the moves with their promise to the ply's list, ``first`` before all others; how many."""
    cells, child = boards[ply], boards[ply + 1]
    base = LISTS + ply * LIST
    length = 0
    for cell in range(WIDTH, len(cells) - WIDTH):
        if cells[cell] != EMPTY or turn(cells, WIDTH, cell, side, False) == 0:
            continue
        score = FIRST if cell == first else _WEIGHTS[cell]
        if depth >= _SORT_DEPTH and cell != first:
            child[:] = cells
            turn(child, WIDTH, cell, side, True)
            for answer in range(WIDTH, len(cells) - WIDTH):
                if child[answer] == EMPTY and turn(child, WIDTH, answer, 3 - side, False) > 0:
                    score -= 15
        work[base + length] = (score << SQUARE_BITS) | cell
        length += 1
    return length


@njit(_INT(CELLS, _INT))
def decided(cells: Array, side: Int) -> Int:
    """The value of a finished game."""
    score = result(cells, side)
    if score == 0:
        return 0
    return 100 * score + (DECIDED if score > 0 else -DECIDED)


@njit(_INT(BOARDS, _INT, _INT, _INT, _INT, _INT, TABLE, WORK))
def search(
    boards: Array, ply: Int, side: Int, depth: Int, alpha: Int, beta: Int, table: Array, work: Array
) -> Int:
    """The value of boards[ply] for ``side`` to move, as `ai.othello.search.search`."""
    work[NODES] += 1
    if work[STOP] != 0 or work[NODES] > work[BUDGET]:
        work[STOP] = 1
        return 0
    cells, child = boards[ply], boards[ply + 1]
    if depth <= 0 and (can_move(cells, WIDTH, side) or can_move(cells, WIDTH, 3 - side)):
        return evaluate(cells, side, work[STYLE])
    key: Word = np.uint64(0)
    first: Int = -1
    if depth >= 2:
        key = hashed(cells, side)
        place = find(table, key)
        if place >= 0:
            entry = table[place]
            first = np.int64(entry.move)
            if entry.depth >= depth and beta - alpha == 1:
                if entry.low >= beta:
                    return np.int64(entry.low)
                if entry.high <= alpha:
                    return np.int64(entry.high)

    base = LISTS + ply * LIST
    length = list_moves(boards, ply, side, depth, first, work)
    if length == 0:
        if not can_move(cells, WIDTH, 3 - side):
            return decided(cells, side)
        child[:] = cells
        return -search(boards, ply + 1, 3 - side, depth, -beta, -alpha, table, work)
    best, best_cell, floor = -INFINITY, -1, alpha
    for place in range(base, base + length):
        cell = take_best(work, place, base + length)
        child[:] = cells
        turn(child, WIDTH, cell, side, True)
        if place > base:
            value = -search(boards, ply + 1, 3 - side, depth - 1, -floor - 1, -floor, table, work)
        if place == base or floor < value < beta:
            value = -search(boards, ply + 1, 3 - side, depth - 1, -beta, -floor, table, work)
        if work[STOP] != 0:
            return 0
        if value > best:
            best, best_cell = value, cell
            floor = max(floor, value)
            if floor >= beta:
                break
    if depth >= 2:
        store(table, key, depth, best, alpha, beta, INFINITY, best_cell)
    return best


class WideSearcher:
    """Searches 10x10 boards; one for a process, made ready by `begin` for every move."""

    def __init__(self) -> None:
        self._whole = self._table = new_table(_TABLE_BITS)
        self._work = new_work()
        self._boards = np.zeros((PLIES + 1, WIDTH * WIDTH), dtype=np.int8)

    def begin(self, full: bool, memory: int) -> None:
        """Forget everything; judge by the ``full`` evaluation or not; remember 2**memory positions."""
        self._table = self._whole[: 1 << min(memory, _TABLE_BITS)]
        self._table[:] = 0
        self._work[:] = 0
        self._work[STYLE] = FULL if full else SQUARES

    def look(self, position: OthelloPosition, depth: int, low: int, high: int) -> int:
        """The value in centidiscs, ``depth`` discs deep, exact inside (low, high)."""
        self._boards[0] = cells_of(position)
        side = int(position.to_move)
        return int(search(self._boards, 0, side, depth, low, high, self._table, self._work))

    def finish(self, position: OthelloPosition, low: int, high: int) -> int:
        """The final disc difference under best play, exact inside (low, high)."""
        value = self.look(position, SIZE * SIZE, _centidiscs(low), _centidiscs(high))
        return (abs(value) - DECIDED) // 100 * (1 if value > 0 else -1) if value else 0

    def reply(self, position: OthelloPosition, exact: bool) -> Move | None:
        """The best move the search remembers here, if it does."""
        place = find(self._table, hashed(cells_of(position), int(position.to_move)))
        if place < 0 or self._table[place]["move"] < 0:
            return None
        return position.board.names[index_of(int(self._table[place]["move"]), SIZE)]

    def allow(self, nodes: int) -> None:
        """Go on until ``nodes`` have been searched since `begin`."""
        self._work[BUDGET] = nodes
        self._work[STOP] = 0

    def stop(self) -> None:
        """End a running search soon; safe from another thread."""
        self._work[STOP] = 1

    @property
    def stopped(self) -> bool:
        """Whether the last search was cut short, by `stop` or its nodes."""
        return bool(self._work[STOP])

    @property
    def nodes(self) -> int:
        """How many nodes have been searched since `begin`."""
        return int(self._work[NODES])


def _centidiscs(discs: int) -> int:
    # Any number beyond DECIDED keeps the order of results; 0 must stay between a loss and a win.
    return 100 * discs + (DECIDED if discs > 0 else -DECIDED if discs < 0 else 0)
