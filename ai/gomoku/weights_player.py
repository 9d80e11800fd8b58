"""The second source's own player: weights on empty points, minimax five plies deep.

What the source says, and how it is read where it says nothing:

- Each color has its own weight board; weights add up on every empty point from which a five through the
  stones found is still possible, "counting gaps inside and both directions (up to 8 points a line figure)". A
  figure is a largest set of one color's stones on a line that one five can hold: five points in a row without
  an enemy (and, where only exactly five win, without a further own stone at either end). Each figure adds its
  weights once, to every empty point of the fives that hold all its stones: a lone stone's reach four points
  either way, eight in all. A set inside a larger one is no figure of its own.
- "Next to enemy", "next to own": read of the empty point, by its two neighbors on the figure's line. The edge
  is no enemy; what it takes away shows in "only one way to five", which is the column of a figure that a
  single five can hold.
- Candidates are weighed by the larger of a point's two weights, as the leaf asks for largest weights. Points
  of weight 0 are no candidates. The 15 best and all that tie with the 15th; if one weighs 100 or more, only
  those among them that do. They are tried heaviest first, equal ones in board order, rows from the top; the
  first of equal value is played.
- A leaf is worth the player's largest weight minus the other side's; a won game 100000 and a lost one
  -100000, however many plies away; a full board 0. Five plies, alpha-beta, which changes no choice.
- Here it plays either side of every variant: points that are refused to the side to move are no candidates,
  and a five is what the variant calls one. On the empty board, where nothing has weight, it takes the center;
  where no point has weight, the first legal point. If its time runs out, it plays the best of the candidates
  that it has searched, the heaviest if there is none.
"""

from __future__ import annotations

import math
import time

import numpy as np

from ai import deepening
from ai.base import Choice, Limit
from ai.gomoku.board import (
    AREA,
    BLACK,
    BOARD,
    MARGIN,
    RULES,
    STEPS,
    STRIDE,
    WALL,
    WHITE,
    board_of,
    may_play,
    move_of,
    place,
    rules_of,
    shape_of,
    take_back,
)
from ai.gomoku.point_patterns import FIVES
from ai.gomoku.search_limit import RESERVE, SearchLimit
from ai.gomoku.table import LIST, POINT, POINT_BITS
from ai.kernels import Array, Int, bare, numba
from games.base import PASS, Move
from games.gomoku import GomokuPosition

DEPTH = 5
WON = 100_000
BEST = 15
HEAVY = 100

TABLE = np.array(
    [
        # not next to enemy     next to enemy
        # by own   apart        by own   apart    only one way to five
        (0, 0, 0, 0, 0),
        (13, 10, 7, 5, 5),
        (55, 50, 35, 30, 30),
        (600, 500, 57, 57, 57),
        (5000, 5000, 5000, 5000, 5000),
    ],
    dtype=np.int64,
)
"""The source's weights by the number of stones in a figure (0 to 4) and the five columns of its table."""
ONE_WAY = 4
"""The column of a figure that only one five can hold."""

# By the stones on five points, a bit each: the first stone, the last stone, and how many.
LOWEST: Array = np.array([0, *((held & -held).bit_length() - 1 for held in range(1, 32))])
HIGHEST: Array = np.array([0, *(held.bit_length() - 1 for held in range(1, 32))])
NUMBER: Array = np.array([held.bit_count() for held in range(32)])

Weights = np.ndarray[tuple[int], np.dtype[np.int32]]

_INT = numba.int64
_CERTAIN = 5_000
WEIGHTS = numba.int32[::1]
"""Weights by side * AREA + point."""
PLIES = numba.int32[:, ::1]
"""Weights of each ply: shape (DEPTH + 1, 3 * AREA)."""
WORK_FIELDS = np.dtype(
    [
        ("nodes", "i8"),
        ("budget", "i8"),  # nodes allowed
        ("stop", "i8"),  # not 0 when the search must end now
        ("best_point", "i8"),  # at the root
        ("lists", "i8", (DEPTH, LIST)),  # the candidates by ply, each a weight and a point
    ]
)
WORK = numba.from_dtype(WORK_FIELDS)


@bare(numba.void(WEIGHTS, *[_INT] * 8))
def _add(
    weights: Array, at: Int, step: Int, five: Int, ways: Int, stones: Int, mine: Int, theirs: Int, sign: Int
) -> None:
    # Add a figure's weights to the empty points of its fives; the first five begins at ``five``.
    for place_in_line in range(five, five + ways + 4):
        if ((mine | theirs) >> (place_in_line + 1)) & 1:
            continue
        neighbors = 5 << place_in_line  # 101: the points on either side
        column = 0 if mine & neighbors else 1
        if theirs & neighbors:
            column += 2
        if ways == 1:
            column = ONE_WAY
        weights[at + place_in_line * step] += sign * TABLE[stones, column]


@bare(numba.void(WEIGHTS, *[_INT] * 7))
def _weigh_side(
    weights: Array, at: Int, step: Int, length: Int, mine: Int, theirs: Int, exactly: Int, sign: Int
) -> None:
    # Add one side's weights on a line: bit k + 1 of ``mine`` and ``theirs`` is the stone on its point k. A
    # figure is a run of fives that hold the same stones, first to last. As a five moves along the line, its
    # first and its last stone never move back, so a larger set that holds a smaller one follows or precedes
    # it directly.
    first, last, from_five, ways, stones, covered = -1, -1, 0, 0, 0, False
    for five in range(length - 3):  # past the end, to finish the last run
        held = (mine >> (five + 1)) & 31
        ends = five == length - 4
        if not ends and (held == 0 or (theirs >> (five + 1)) & 31):
            continue
        if not ends and exactly and ((mine >> five) & 1 or (mine >> (five + 6)) & 1):
            continue
        low, high = (length, length) if ends else (five + LOWEST[held], five + HIGHEST[held])
        if low == first and high == last:
            ways += 1
            continue
        if ways > 0 and not covered and low != first:
            _add(weights, at, step, from_five, ways, stones, mine, theirs, sign)
        covered = ways > 0 and high == last
        first, last, from_five, ways, stones = low, high, five, 1, min(NUMBER[held], 4)


@bare(numba.void(BOARD, WEIGHTS, *[_INT] * 4))
def weigh_line(board: Array, weights: Array, start: Int, step: Int, stone: Int, side: Int) -> None:
    """Add both sides' weights of a whole line, from its first point ``start`` on.

    With a ``stone`` (0: none), an empty point of the line, what the line weighs without it is taken away, and
    what it weighs with a stone of ``side`` on it is added.
    """
    black: Int = 0
    white: Int = 0
    bit: Int = 0
    length = 0
    point = start
    while board.cells[point] != WALL:
        black |= np.int64(board.cells[point] == BLACK) << (length + 1)
        white |= np.int64(board.cells[point] == WHITE) << (length + 1)
        bit |= np.int64(point == stone) << (length + 1)
        length += 1
        point += step
    for color in range(BLACK, WHITE + 1):
        mine, theirs = (black, white) if color == BLACK else (white, black)
        at, exactly = color * AREA + start, board.exact[color]
        if mine:
            _weigh_side(weights, at, step, length, mine, theirs, exactly, -1 if bit else 1)
        if color == side:
            mine |= bit
        else:
            theirs |= bit
        if mine and bit:
            _weigh_side(weights, at, step, length, mine, theirs, exactly, 1)


@bare(numba.void(BOARD, WEIGHTS, WEIGHTS, _INT, _INT))
def reweigh(board: Array, weights: Array, after: Array, point: Int, side: Int) -> None:
    """``after`` becomes the weights with a stone of ``side`` on an empty point. The board is unchanged."""
    for at in range(len(weights)):  # a slice would take two seconds to compile
        after[at] = weights[at]
    for direction in range(4):
        step = STEPS[direction]
        start = point
        while board.cells[start - step] != WALL:
            start -= step
        weigh_line(board, after, start, step, point, side)


@bare(_INT(WEIGHTS, _INT))
def largest(weights: Array, side: Int) -> Int:
    """A side's largest weight."""
    maximum = weights[0]
    for at in range(side * AREA, (side + 1) * AREA):
        maximum = max(maximum, weights[at])
    return np.int64(maximum)


@bare(_INT(BOARD, WEIGHTS, WEIGHTS, _INT, _INT))
def leaf(board: Array, weights: Array, after: Array, point: Int, side: Int) -> Int:
    """The value for ``side`` of its stone on ``point``, without further search."""
    if board.empties == 1:
        return 0
    reweigh(board, weights, after, point, side)
    return largest(after, side) - largest(after, 3 - side)


@bare(_INT(WORK, *[_INT] * 4))
def insert(work: Array, ply: Int, length: Int, width: Int, entry: Int) -> Int:
    """Insert an entry into the ply's list, heaviest first, of at most ``width``; its new length."""
    entries = work.lists[ply]
    if length == width:
        if entry <= entries[length - 1]:
            return length
        length -= 1
    place_in_list = length
    while place_in_list > 0 and entries[place_in_list - 1] < entry:
        entries[place_in_list] = entries[place_in_list - 1]
        place_in_list -= 1
    entries[place_in_list] = entry
    return length + 1


@bare(_INT(BOARD, RULES, WEIGHTS, _INT, _INT, WORK))
def list_candidates(board: Array, rules: Array, weights: Array, side: Int, ply: Int, work: Array) -> Int:
    """Write the candidates to the ply's list, heaviest first; how many."""
    entries, length = work.lists[ply], 0
    min_weight, width = 1, BEST
    # An entry is the weight above the point, which is subtracted so that of equal weights the first in board
    # order is the largest entry.
    for _ in range(2):  # first the best 15, then all that weigh as much as the last of them
        length = 0
        for row in range(MARGIN, MARGIN + board.size):
            start = row * STRIDE + MARGIN
            for point in range(start, start + board.size):
                weight = np.int64(max(weights[AREA + point], weights[2 * AREA + point]))
                if weight >= min_weight and may_play(board, rules, point, side):
                    length = insert(work, ply, length, width, (weight << POINT_BITS) | (POINT - point))
        if length < BEST:
            break
        min_weight, width = entries[BEST - 1] >> POINT_BITS, LIST
    if length > 0 and entries[0] >> POINT_BITS >= HEAVY:
        while entries[length - 1] >> POINT_BITS < HEAVY:
            length -= 1
    return length


@bare(_INT(BOARD, RULES, PLIES, *[_INT] * 4, WORK))
def search(
    board: Array, rules: Array, plies: Array, side: Int, ply: Int, alpha: Int, beta: Int, work: Array
) -> Int:
    """The value for ``side`` to move, DEPTH - ply plies deep, by alpha-beta; weights are plies[ply].

    Meaningless once work.stop is set; BEST_POINT then is the best of the root moves that were searched
    completely.
    """
    work.nodes += 1
    if work.stop != 0 or work.nodes > work.budget:
        work.stop = 1
        return 0
    weights = plies[ply]
    if board.empties == 0:
        return 0
    length = list_candidates(board, rules, weights, side, ply, work) if ply < DEPTH else 0
    if length == 0:
        return largest(weights, side) - largest(weights, 3 - side)
    for index in range(length):
        point = POINT - (work.lists[ply, index] & POINT)
        if shape_of(board, rules, side, point) == FIVES:
            value: Int = WON
        elif ply == DEPTH - 1:
            work.nodes += 1
            value = leaf(board, weights, plies[DEPTH], point, side)
        else:
            reweigh(board, weights, plies[ply + 1], point, side)
            place(board, rules, point, side)
            value = -search(board, rules, plies, 3 - side, ply + 1, -beta, -alpha, work)
            take_back(board, rules, point)
        if work.stop != 0:
            return alpha
        if value > alpha:
            alpha = value
            if ply == 0:
                work.best_point = point
            if alpha >= beta:
                break
    return alpha


def weigh(board: np.void) -> Weights:
    """Both sides' weights of a board: shape (3 * AREA,), by side * AREA + point."""
    weights = np.zeros(3 * AREA, dtype=np.int32)
    for start in map(int, np.flatnonzero(board["cells"] != WALL)):
        for step in map(int, STEPS):
            if board["cells"][start - step] == WALL:
                weigh_line(board, weights, start, step, 0, 0)
    return weights


def play(position: GomokuPosition, limit: Limit) -> Choice:
    """The source's move; at the limit, the best of the moves searched until then."""
    began = time.perf_counter()
    moves = position.legal_moves()
    if moves == [PASS]:
        return Choice(PASS, 0.0, 1, 1, (PASS,))
    board, side = board_of(position), int(position.to_move)
    work, rules = np.zeros(1, dtype=WORK_FIELDS)[0], rules_of(position.variant)
    plies = np.zeros((DEPTH + 1, 3 * AREA), dtype=np.int32)
    plies[0] = weigh(board)
    with deepening.limited(SearchLimit(work), began, limit, RESERVE):
        value = int(search(board, rules, plies, side, 0, -2 * WON, 2 * WON, work))
    first = int(work["lists"][0, 0])
    heaviest = POINT - (first & POINT) if first else 0
    point = int(work["best_point"]) or heaviest
    move = move_of(position, point) if point else _without_weights(position)
    wins = position.play(move).winner is not None
    score = 1.0 if wins else max(-0.99, min(0.99, math.tanh(value / _CERTAIN)))
    return Choice(move, score, DEPTH, int(work["nodes"]), (move,), proven=wins)


def _without_weights(position: GomokuPosition) -> Move:
    center = position.board.grid.name(position.size**2 // 2)
    return center if not any(position.cells) else position.legal_moves()[0]
