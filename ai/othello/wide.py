"""Boards too large for 64 bits, which is 10x10, searched on cells: a searcher for `ai/othello/root.py`.

Start reading at `search`. The same player as on 8x8 (same features, same negamax), on a slower board, and
with no end-game solver of its own: a search to the last disc is exact.
"""

# ruff: noqa: PLR0911, PLR0912  (kernels: arguments and branches are cheaper than objects)
from __future__ import annotations

import numpy as np

from ai.kernels import Array, Int, Word, bare, numba
from ai.othello.cells import BOARDS, CELLS, EMPTY, can_move, cell_of, cells_of, copy, result, turn
from ai.othello.desk import BUDGET, NODES, PLIES, STOP, STYLE, DeskSearcher
from ai.othello.features import square_weights, stage_weights
from ai.othello.memory import number, put
from ai.othello.moves import FIRST, list_at, note, take_best
from ai.othello.table import (
    EXACT,
    LIMIT,
    NO_MOVE,
    NOTHING,
    depth_of,
    high_of,
    look_up,
    low_of,
    move_of,
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
"""No estimate is beyond plus or minus this: only taking every disc is worth more."""

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


@bare(numba.uint64(CELLS, _INT))
def hashed(cells: Array, side: Int) -> Word:
    """A hash of a board and the side to move; never 0."""
    key = np.uint64(1) if side == 1 else _SECOND_MOVES
    for cell in range(WIDTH, len(cells) - WIDTH):
        if cells[cell] == 1 or cells[cell] == 2:
            key ^= _ZOBRIST[cells[cell], cell]
    return key | np.uint64(1)


@bare(_INT(CELLS, _INT))
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


@bare(_INT(CELLS, _INT, _INT))
def evaluate(cells: Array, side: Int, squares: Int) -> Int:
    """An estimate in centidiscs, from `FEATURES`; by square weights alone if ``squares`` is not 0."""
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
        elif here == EMPTY and squares == 0:
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
    if squares != 0:
        return min(max(10 * total, -LARGEST), LARGEST)
    weight = _STAGE[empties]
    both = mine + theirs + 2
    total = weight[0] * (mine - theirs) + weight[1] * (64 * mine // both - 64 * theirs // both)
    total += weight[2] * frontier + weight[8] * discs + _corner_values(cells, side)
    return min(max(total, -LARGEST), LARGEST)


@bare(_INT(BOARDS, _INT, _INT, _INT, _INT, _INT))
def list_moves(boards: Array, ply: Int, side: Int, depth: Int, first: Int, here: Int) -> Int:
    """Write the moves with their promise to the ply's list, ``first`` before all others; how many."""
    cells, child = boards[ply], boards[ply + 1]
    base, length = list_at(here, ply), 0
    for cell in range(WIDTH, len(cells) - WIDTH):
        if cells[cell] != EMPTY or turn(cells, WIDTH, cell, side, False) == 0:
            continue
        score = FIRST if cell == first else _WEIGHTS[cell]
        if depth >= _SORT_DEPTH and cell != first:
            copy(child, cells)
            turn(child, WIDTH, cell, side, True)
            for answer in range(WIDTH, len(cells) - WIDTH):
                if child[answer] == EMPTY and turn(child, WIDTH, answer, 3 - side, False) > 0:
                    score -= 15
        note(base, length, score, cell, np.uint64(0))
        length += 1
    return length


@bare(_INT(_INT))
def _cell_of_move(move: Int) -> Int:
    # The table has room for a move's index among the squares; -1 for none.
    return -1 if move == NO_MOVE else (move // SIZE + 1) * WIDTH + move % SIZE + 1


@bare(_INT(BOARDS, _INT, _INT, _INT, _INT, _INT, _INT))
def search(boards: Array, ply: Int, side: Int, depth: Int, alpha: Int, beta: Int, here: Int) -> Int:
    """The value of boards[ply] for ``side`` to move, as `ai.othello.search.search`."""
    nodes = number(here, NODES) + 1
    put(here, NODES, nodes)
    if number(here, STOP) != 0 or nodes > number(here, BUDGET):
        put(here, STOP, 1)
        return 0
    cells, child = boards[ply], boards[ply + 1]
    if depth <= 0 and (can_move(cells, WIDTH, side) or can_move(cells, WIDTH, 3 - side)):
        return evaluate(cells, side, number(here, STYLE))
    key: Word = np.uint64(0)
    first: Int = -1
    if depth >= 2:
        key = hashed(cells, side)
        said = look_up(key, here)
        if said != NOTHING:
            first = _cell_of_move(move_of(said))
            if depth_of(said) >= depth and beta - alpha == 1:
                if low_of(said) >= beta:
                    return low_of(said)
                if high_of(said) <= alpha:
                    return high_of(said)

    length, base = list_moves(boards, ply, side, depth, first, here), list_at(here, ply)
    if length == 0:
        if not can_move(cells, WIDTH, 3 - side):
            return 100 * result(cells, side)
        copy(child, cells)
        return -search(boards, ply + 1, 3 - side, depth, -beta, -alpha, here)
    best, best_cell, floor = -LIMIT, -1, alpha
    for place in range(length):
        cell = take_best(base, place, length)
        copy(child, cells)
        turn(child, WIDTH, cell, side, True)
        if place > 0:
            value = -search(boards, ply + 1, 3 - side, depth - 1, -floor - 1, -floor, here)
        if place == 0 or floor < value < beta:
            value = -search(boards, ply + 1, 3 - side, depth - 1, -beta, -floor, here)
        if number(here, STOP) != 0:
            return 0
        if value > best:
            best, best_cell = value, cell
            floor = max(floor, value)
            if floor >= beta:
                break
    if depth >= 2:
        move = (best_cell // WIDTH - 1) * SIZE + best_cell % WIDTH - 1
        store(key, depth, EXACT, best, alpha, beta, move, here)
    return best


class WideSearcher(DeskSearcher):
    """Searches 10x10 boards, by everything or by square weights; made ready by `begin` for every move."""

    def __init__(self, squares: bool) -> None:
        super().__init__(_TABLE_BITS)
        self.desk[STYLE] = squares
        self._boards = np.zeros((PLIES + 1, WIDTH * WIDTH), dtype=np.int8)

    def look(self, position: OthelloPosition, depth: int, low: int, high: int, confidence: int) -> int:
        """The value ``depth`` discs deep, exact inside (low, high); without forward cuts."""
        self._boards[0] = cells_of(position)
        return int(search(self._boards, 0, int(position.to_move), depth, low, high, self.here))

    def reply(self, position: OthelloPosition) -> Move | None:
        """The best move the search remembers here, if it does."""
        said = look_up(hashed(cells_of(position), int(position.to_move)), self.here)
        if said == NOTHING or move_of(said) == NO_MOVE:
            return None
        return position.board.names[int(move_of(said))]
