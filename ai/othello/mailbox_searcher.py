"""The searcher for boards too large for 64 bits, which is 10x10, see `ai/othello/root.py`.

Start reading at `search`. It is the same player as on 8x8, with hand-made features, on a slower board and
without an endgame solver: a search to the last disc is exact.
"""

# ruff: noqa: PLR0911, PLR0912  (kernels: arguments and branches are cheaper than objects)
from __future__ import annotations

import numpy as np

from ai.kernels import Array, Int, Word, bare, numba
from ai.othello.features import square_weights, stage_weights
from ai.othello.mailbox import BOARDS, CELLS, EMPTY, can_move, cell_of, cells_of, copy, flip_discs, result
from ai.othello.move_list import FIRST, list_at, pick_best, put_move
from ai.othello.pointers import load_int, store_int
from ai.othello.search_state import BUDGET, NODES, PLIES, STOP, TableSearcher
from ai.othello.table import (
    EXACT,
    LIMIT,
    NO_MOVE,
    NOTHING,
    depth_of,
    high_of,
    low_of,
    move_of,
    probe,
    store,
)
from games.base import Move
from games.othello import OthelloPosition

SIZE = 10
WIDTH = SIZE + 2

_TABLE_BITS = 18  # two orders of magnitude fewer nodes a second than on bitboards
_SORT_DEPTH = 3
_INT = numba.int64
LARGEST = 9_900
"""No evaluation is beyond plus or minus this: only taking every disc is worth more."""

_STAGE = stage_weights(SIZE)
_WEIGHTS = np.zeros(WIDTH * WIDTH, dtype=np.int64)
for _index, _weight in enumerate(square_weights(SIZE)):
    _WEIGHTS[cell_of(_index, SIZE)] = _weight
# For each corner: its cell and the steps along its two edges.
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


@bare(numba.uint64(CELLS, _INT))
def hash_of(cells: Array, side: Int) -> Word:
    """A hash of a board and the side to move; never 0."""
    key = np.uint64(1) if side == 1 else _SECOND_MOVES
    for cell in range(WIDTH, len(cells) - WIDTH):
        if cells[cell] == 1 or cells[cell] == 2:
            key ^= _ZOBRIST[cells[cell], cell]
    return key | np.uint64(1)


@bare(_INT(CELLS, _INT))
def _corner_values(cells: Array, side: Int) -> Int:
    # Corners, anchored edges, X and C squares: own minus other's, weighted by the stage of the game.
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


@bare(_INT(CELLS, _INT))
def evaluate(cells: Array, side: Int) -> Int:
    """The evaluation in centidiscs, from `FEATURES`."""
    mine, theirs, discs, empties = 0, 0, 0, 0
    frontier: Int = 0
    for cell in range(WIDTH, len(cells) - WIDTH):
        disc = cells[cell]
        if disc == side:
            discs += 1
        elif disc == 3 - side:
            discs -= 1
        elif disc == EMPTY:
            empties += 1
            by_own, by_other = False, False
            for row in (-WIDTH, 0, WIDTH):
                for column in (-1, 0, 1):
                    by_own |= cells[cell + row + column] == side
                    by_other |= cells[cell + row + column] == 3 - side
            frontier += np.int64(by_other) - np.int64(by_own)
            if by_other and flip_discs(cells, WIDTH, cell, side, False) > 0:
                mine += 1
            if by_own and flip_discs(cells, WIDTH, cell, 3 - side, False) > 0:
                theirs += 1
    weight = _STAGE[empties]
    both = mine + theirs + 2
    total = weight[0] * (mine - theirs) + weight[1] * (64 * mine // both - 64 * theirs // both)
    total += weight[2] * frontier + weight[8] * discs + _corner_values(cells, side)
    return min(max(total, -LARGEST), LARGEST)


@bare(_INT(BOARDS, _INT, _INT, _INT, _INT, _INT))
def list_moves(boards: Array, ply: Int, side: Int, depth: Int, first: Int, state: Int) -> Int:
    """Write the moves with their ordering scores to the ply's list, ``first`` before all others; how many."""
    cells, child = boards[ply], boards[ply + 1]
    base, length = list_at(state, ply), 0
    for cell in range(WIDTH, len(cells) - WIDTH):
        if cells[cell] != EMPTY or flip_discs(cells, WIDTH, cell, side, False) == 0:
            continue
        score = FIRST if cell == first else _WEIGHTS[cell]
        if depth >= _SORT_DEPTH and cell != first:
            copy(child, cells)
            flip_discs(child, WIDTH, cell, side, True)
            # Fastest first: the fewer replies a move leaves, the sooner it is tried.
            for answer in range(WIDTH, len(cells) - WIDTH):
                if child[answer] == EMPTY and flip_discs(child, WIDTH, answer, 3 - side, False) > 0:
                    score -= 15
        put_move(base, length, score, cell, np.uint64(0))
        length += 1
    return length


@bare(_INT(_INT))
def _cell_of_move(move: Int) -> Int:
    # The table stores a move's index among the squares; -1 for none.
    return -1 if move == NO_MOVE else (move // SIZE + 1) * WIDTH + move % SIZE + 1


@bare(_INT(BOARDS, _INT, _INT, _INT, _INT, _INT, _INT))
def search(boards: Array, ply: Int, side: Int, depth: Int, alpha: Int, beta: Int, state: Int) -> Int:
    """The value of boards[ply] for ``side`` to move, as in `ai.othello.search.search`."""
    nodes = load_int(state, NODES) + 1
    store_int(state, NODES, nodes)
    if load_int(state, STOP) != 0 or nodes > load_int(state, BUDGET):
        store_int(state, STOP, 1)
        return 0
    cells, child = boards[ply], boards[ply + 1]
    if depth <= 0 and (can_move(cells, WIDTH, side) or can_move(cells, WIDTH, 3 - side)):
        return evaluate(cells, side)
    # The last ply is as fast without the table, whose hash reads the whole board.
    key: Word = np.uint64(0)
    first: Int = -1
    if depth >= 2:
        key = hash_of(cells, side)
        entry = probe(key, state)
        if entry != NOTHING:
            first = _cell_of_move(move_of(entry))
            if depth_of(entry) >= depth and beta - alpha == 1:
                if low_of(entry) >= beta:
                    return low_of(entry)
                if high_of(entry) <= alpha:
                    return high_of(entry)

    length, base = list_moves(boards, ply, side, depth, first, state), list_at(state, ply)
    if length == 0:
        if not can_move(cells, WIDTH, 3 - side):
            return 100 * result(cells, side)
        copy(child, cells)
        return -search(boards, ply + 1, 3 - side, depth, -beta, -alpha, state)
    best, best_cell, floor = -LIMIT, -1, alpha
    for place in range(length):
        cell = pick_best(base, place, length)
        copy(child, cells)
        flip_discs(child, WIDTH, cell, side, True)
        if place > 0:
            value = -search(boards, ply + 1, 3 - side, depth - 1, -floor - 1, -floor, state)
        if place == 0 or floor < value < beta:
            value = -search(boards, ply + 1, 3 - side, depth - 1, -beta, -floor, state)
        if load_int(state, STOP) != 0:
            return 0
        if value > best:
            best, best_cell = value, cell
            floor = max(floor, value)
            if floor >= beta:
                break
    if depth >= 2:
        move = (best_cell // WIDTH - 1) * SIZE + best_cell % WIDTH - 1
        store(key, depth, EXACT, best, alpha, beta, move, state)
    return best


class MailboxSearcher(TableSearcher):
    """Searches 10x10 boards."""

    def __init__(self) -> None:
        super().__init__(_TABLE_BITS)
        self._boards = np.zeros((PLIES + 1, WIDTH * WIDTH), dtype=np.int8)

    def search(self, position: OthelloPosition, depth: int, low: int, high: int, confidence: int) -> int:
        """The value ``depth`` discs deep, exact inside (low, high); without forward cuts."""
        self._boards[0] = cells_of(position)
        return int(search(self._boards, 0, int(position.to_move), depth, low, high, self.address))

    def table_move(self, position: OthelloPosition) -> Move | None:
        """The best move in the transposition table, if the position is there."""
        entry = probe(hash_of(cells_of(position), int(position.to_move)), self.address)
        if entry == NOTHING or move_of(entry) == NO_MOVE:
            return None
        return position.board.names[int(move_of(entry))]
