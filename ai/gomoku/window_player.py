"""The first source's own player: windows of five points, two plies deep. Start reading at `play`.

In this order: 1 win now, 2 block the other side's five, 3 minimax with alpha-beta two plies deep over
windows, 4 on the empty board the center, 5 on any error a random empty point. Where the source says nothing,
it is read so:

- A window is five points in a row on the board, and "open" is decided inside it: one to four own stones are
  open if the window's other points are empty. So four own stones and an empty point are an open four (10000),
  four own stones and an enemy a four (5000), and so on down to one stone, which scores 1 either way. Of the
  other side's windows only those that the source names count: four stones and an empty point (-5000), three
  and two empty points (-50).
- The bonus for the center is small: each own stone earns a tenth for each ring that it is nearer to the
  center than the edge is, in all less than the smallest window score. Scores here are in tenths.
- Every leaf is scored from the player's own view. A reply that makes five ends the game: -100000.
- Of equal moves, the first in board order, rows from the top, is played; also of several fives to make or
  block.
- Here it plays every variant: a five is what the variant calls one (five own stones in a longer row that does
  not win score nothing), and neither side plays points that are refused to it. A refused block is no block:
  the search continues.
"""

from __future__ import annotations

import math
import random

import numpy as np

from ai.base import Choice, Limit
from ai.gomoku.board import (
    AREA,
    BOARD,
    EMPTY,
    MARGIN,
    RULES,
    STEPS,
    STRIDE,
    WALL,
    board_of,
    find_shape,
    may_play,
    move_of,
    place,
    rules_of,
    shape_of,
    take_back,
)
from ai.gomoku.point_patterns import FIVES
from ai.kernels import Array, Int, bare, numba
from games.base import PASS, Move
from games.gomoku import GomokuPosition

FIVE = 100_000
OWN = np.array([(0, 0), (1, 1), (5, 10), (50, 100), (5_000, 10_000), (FIVE, FIVE)], dtype=np.int64)
"""The source's scores of a window, by the number of own stones and whether it is open."""
THEIRS = np.array([0, 0, 0, -50, -5_000, 0], dtype=np.int64)
"""The source's scores of an open window of the other side, by the number of its stones."""
TENTHS = 10
_CERTAIN = 100_000

_INT = numba.int64
WORK = numba.int64[::1]
"""NODES, and the BEST_POINT at the root."""
NODES, BEST_POINT = 0, 1


@bare(_INT(BOARD, _INT, _INT, _INT))
def window_score(board: Array, start: Int, step: Int, player: Int) -> Int:
    """The score of the five points from ``start`` on, for a player; 0 if they leave the board."""
    mine, theirs = 0, 0
    for k in range(5):
        cell = board.cells[start + k * step]
        if cell == WALL:
            return 0
        if cell == player:
            mine += 1
        elif cell != EMPTY:
            theirs += 1
    if mine == 0:
        return np.int64(THEIRS[theirs])
    if mine == 5 and board.exact[player]:
        around = board.cells[start - step] == player or board.cells[start + 5 * step] == player
        return 0 if around else FIVE
    return np.int64(OWN[mine, 1 if theirs == 0 else 0])


@bare(_INT(BOARD, _INT))
def center_bonus(board: Array, point: Int) -> Int:
    """The bonus of a stone near the center, in tenths."""
    half = board.size // 2
    middle = MARGIN + half
    return half - max(abs(point // STRIDE - middle), abs(point % STRIDE - middle))


@bare(_INT(BOARD, _INT, _INT))
def score_around(board: Array, point: Int, player: Int) -> Int:
    """The part of the score, in tenths, that one point can change."""
    total = 0
    for direction in range(4):
        step = STEPS[direction]
        for back in range(-1, 6):  # a window beside the point may lose its five to an overline
            total += window_score(board, point - back * step, step, player)
    bonus = center_bonus(board, point) if board.cells[point] == player else 0
    return TENTHS * total + bonus


@bare(_INT(BOARD, _INT))
def whole_score(board: Array, player: Int) -> Int:
    """The position's score in tenths: all windows in rows, columns and both diagonals, and the bonus."""
    total = 0
    for point in range(MARGIN * STRIDE, AREA - MARGIN * STRIDE):
        if board.cells[point] == WALL:
            continue
        for direction in range(4):
            total += TENTHS * window_score(board, point, STEPS[direction], player)
        if board.cells[point] == player:
            total += center_bonus(board, point)
    return total


@bare(_INT(BOARD, RULES, _INT, _INT, _INT, WORK))
def worst_reply(board: Array, rules: Array, player: Int, score: Int, alpha: Int, work: Array) -> Int:
    """The lowest score that a reply of the other side leaves, or any score not above alpha."""
    other = 3 - player
    if find_shape(board, rules, other, FIVES) > 0:
        return -FIVE * TENTHS
    worst: Int = FIVE * 10_000
    replied = False
    for point in range(MARGIN * STRIDE, AREA - MARGIN * STRIDE):
        if board.cells[point] != EMPTY or not may_play(board, rules, point, other):
            continue
        work[NODES] += 1
        replied = True
        value = score - score_around(board, point, player)
        board.cells[point] = other
        value += score_around(board, point, player)
        board.cells[point] = EMPTY
        worst = min(worst, value)
        if worst <= alpha:
            break
    return worst if replied else score


@bare(_INT(BOARD, RULES, _INT, WORK))
def search(board: Array, rules: Array, player: Int, work: Array) -> Int:
    """The value of the best move, which is left in work[BEST_POINT], two plies deep by alpha-beta."""
    best = -FIVE * 10_000
    score = whole_score(board, player)
    for point in range(MARGIN * STRIDE, AREA - MARGIN * STRIDE):
        if board.cells[point] != EMPTY or not may_play(board, rules, point, player):
            continue
        work[NODES] += 1
        before = score_around(board, point, player)
        place(board, rules, point, player)
        after = score - before + score_around(board, point, player)
        value = worst_reply(board, rules, player, after, best, work)
        take_back(board, rules, point)
        if value > best:
            best = value
            work[BEST_POINT] = point
    return best


def play(position: GomokuPosition, limit: Limit) -> Choice:
    """Choose the move that the source chooses."""
    moves = position.legal_moves()
    try:
        return _chosen(position, moves)
    except Exception:  # the source's last rule
        move = random.Random(limit.seed).choice(moves)
        return Choice(move, 0.0, 1, 1, (move,))


def _chosen(position: GomokuPosition, moves: list[Move]) -> Choice:
    if moves == [PASS]:
        return Choice(PASS, 0.0, 1, 1, (PASS,))
    if not any(position.cells):
        center = position.board.grid.name(position.size**2 // 2)
        return Choice(center, 0.0, 1, 1, (center,))
    board, rules, side = board_of(position), rules_of(position.variant), int(position.to_move)
    if winning := int(find_shape(board, rules, side, FIVES)):
        move = move_of(position, winning)
        return Choice(move, 1.0, 1, 1, (move,), proven=True)
    if (block := _block(board, rules, side)) is not None:
        move = move_of(position, block)
        return Choice(move, 0.0, 1, 1, (move,))
    work = np.zeros(2, dtype=np.int64)
    value = int(search(board, rules, side, work)) / TENTHS
    move = move_of(position, int(work[BEST_POINT]))
    score = max(-0.99, min(0.99, math.tanh(value / _CERTAIN)))
    return Choice(move, score, 2, int(work[NODES]), (move,))


def _block(board: np.void, rules: np.void, side: int) -> int | None:
    """The first point where the other side would make five and this one may play."""
    other = 3 - side
    points = (int(point) for point in np.flatnonzero(board["cells"] == EMPTY))
    fives = (point for point in points if shape_of(board, rules, other, point) == FIVES)
    return next((point for point in fives if may_play(board, rules, point, side)), None)
