"""A Gomoku board for search: stones, and what each empty point would make. Start reading at `place`.

One flat array of int32 holds everything; the constants below say where. Points are numbered along rows of
24, so that a line of eleven never leaves the array and a wall lies between rows. Placing a stone brings the
keys of at most forty points up to date (see `ai/gomoku/lines.py`), taking it back undoes exactly that: the
stones must come off in the reverse order.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ai.gomoku.forms import (
    ASK,
    FREE,
    OMOK,
    PLACES,
    PROMISE,
    REFUSED,
    RENJU,
    SHAPE,
    SHAPE_OF,
    STANDING,
)
from ai.gomoku.lines import DOUBLE_FOUR, ENDS, FIVE, FOUR, LINES, OPEN_FOUR, OPEN_THREE, OVERLINE, POWERS
from ai.kernels import Array, Int, Word, njit, numba
from games.base import Move, Side
from games.gomoku import VARIANTS, GomokuPosition

EMPTY, BLACK, WHITE, WALL = 0, 1, 2, 3
STRIDE = 24
MARGIN = 5
AREA = STRIDE * 30

CELLS = 0
"""The points: EMPTY, BLACK, WHITE or WALL."""
KEYS = AREA
"""KEYS + (side * AREA + point) * 4 + direction: the line's key; kept only for empty points, as all below.
There is room for a side 0, which does not exist."""
FORMS = KEYS + 12 * AREA
"""FORMS + side * AREA + point: the classes of the four lines as one number."""
SHAPES = FORMS + 3 * AREA
"""SHAPES + side * AREA + point: the form's shape, with ASK where renju must be asked."""
COUNTS = SHAPES + 3 * AREA
"""COUNTS + side * 8 + shape: how many empty points have this shape (ASK aside)."""
TOTALS = COUNTS + 24
"""TOTALS + side * 2 + role: the sum of `STANDING`."""
EMPTIES = TOTALS + 6
"""How many points are empty."""
SIZE = EMPTIES + 1
"""How many points a row has."""
EXACT = SIZE + 1
"""EXACT + side: 1 if only exactly five win for the side."""
REFUSES = EXACT + 3
"""REFUSES + side: FREE, OMOK or RENJU."""
LENGTH = REFUSES + 3

STEPS = np.array([1, STRIDE, STRIDE - 1, STRIDE + 1])
BOARD = numba.int32[::1]
_INT = numba.int64

_RNG = np.random.default_rng(15)
STONES = _RNG.integers(1 << 63, size=(3, AREA), dtype=np.uint64)
"""Zobrist numbers of a stone by side and point."""
TURN = np.uint64(0x9E3779B97F4A7C15)
"""The Zobrist number of White being to move."""

ALLOWED, WINS, FORBIDDEN = 0, 1, 2
"""What renju says of a move."""


@njit(_INT(BOARD, _INT, _INT, _INT))
def line_key(board: Array, side: Int, point: Int, direction: Int) -> Int:
    """The key of a line through a point, read from the stones."""
    key = 0
    step = STEPS[direction]
    for k in range(11):
        cell = board[CELLS + point + (k - 5) * step]
        if k != 5 and cell != EMPTY:
            key += POWERS[k] if cell == side else 2 * POWERS[k]
    return key


@njit(numba.void(BOARD, _INT, _INT, _INT))
def _count(board: Array, side: Int, point: Int, sign: Int) -> None:
    # Take an empty point's shape and standing into the sums, or out of them.
    refused = board[REFUSES + side]
    form = board[FORMS + side * AREA + point]
    board[COUNTS + side * 8 + (board[SHAPES + side * AREA + point] & SHAPE)] += sign
    board[TOTALS + side * 2] += sign * STANDING[refused, 0, form]
    board[TOTALS + side * 2 + 1] += sign * STANDING[refused, 1, form]


@njit(numba.void(BOARD))
def scan(board: Array) -> None:
    """Work everything out afresh from the stones."""
    board[KEYS : EMPTIES + 1] = 0
    for point in range(AREA):
        if board[CELLS + point] != EMPTY:
            continue
        board[EMPTIES] += 1
        for side in (BLACK, WHITE):
            at = side * AREA + point
            form = 0
            for direction in range(4):
                key = line_key(board, side, point, direction)
                board[KEYS + at * 4 + direction] = key
                form += LINES[board[EXACT + side], key] * PLACES[direction]
            board[FORMS + at] = form
            board[SHAPES + at] = SHAPE_OF[board[REFUSES + side], form]
            _count(board, side, point, 1)


@njit(numba.void(BOARD, _INT, _INT, _INT, _INT))
def _shift(board: Array, side: Int, point: Int, direction: Int, change: Int) -> None:
    # One line of an empty point has changed for a side.
    at = side * AREA + point
    key = board[KEYS + at * 4 + direction]
    lines = LINES[board[EXACT + side]]
    old, new = np.int64(lines[key]), np.int64(lines[key + change])
    board[KEYS + at * 4 + direction] = key + change
    if old != new:
        _count(board, side, point, -1)
        form = board[FORMS + at] + (new - old) * PLACES[direction]
        board[FORMS + at] = form
        board[SHAPES + at] = SHAPE_OF[board[REFUSES + side], form]
        _count(board, side, point, 1)


@njit(numba.void(BOARD, _INT, _INT, _INT))
def _spread(board: Array, point: Int, side: Int, sign: Int) -> None:
    # Tell all empty points on the lines through a point that a stone came (1) or went (-1).
    for direction in range(4):
        for way in (-1, 1):
            step = way * STEPS[direction]
            for k in range(1, 6):
                there = point + k * step
                cell = board[CELLS + there]
                if cell == WALL:
                    break
                if cell == EMPTY:
                    power = sign * POWERS[5 - way * k]
                    _shift(board, side, there, direction, power)
                    _shift(board, 3 - side, there, direction, 2 * power)


@njit(numba.void(BOARD, _INT, _INT))
def place(board: Array, point: Int, side: Int) -> None:
    """Put a stone on an empty point."""
    _count(board, BLACK, point, -1)
    _count(board, WHITE, point, -1)
    board[CELLS + point] = side
    board[EMPTIES] -= 1
    _spread(board, point, side, 1)


@njit(numba.void(BOARD, _INT))
def take_back(board: Array, point: Int) -> None:
    """Take the stone off that was placed last."""
    side = board[CELLS + point]
    board[CELLS + point] = EMPTY
    _spread(board, point, side, -1)
    board[EMPTIES] += 1
    _count(board, BLACK, point, 1)
    _count(board, WHITE, point, 1)


@njit(_INT(BOARD, _INT))
def renju_verdict(board: Array, point: Int) -> Int:
    """ALLOWED, WINS or FORBIDDEN for Black on an empty point, as `games.gomoku.forbidden` says.

    It looks at the stones alone, since the recursion puts more on the board without telling the rest.
    """
    fours, threes, overline = 0, 0, False
    for direction in range(4):
        kind = LINES[1, line_key(board, BLACK, point, direction)]
        if kind == FIVE:
            return WINS
        overline |= kind == OVERLINE
        threes += kind == OPEN_THREE
        fours += 2 if kind == DOUBLE_FOUR else 1 if kind in (FOUR, OPEN_FOUR) else 0
    if overline or fours >= 2:
        return FORBIDDEN
    if threes < 2:
        return ALLOWED
    real = 0
    for direction in range(4):
        ends = ENDS[line_key(board, BLACK, point, direction)]
        board[CELLS + point] = BLACK
        for place_of_end in range(7):
            end = point + (place_of_end - 3) * STEPS[direction]
            if (ends >> place_of_end) & 1 and renju_verdict(board, end) == ALLOWED:
                real += 1
                break
        board[CELLS + point] = EMPTY
    return FORBIDDEN if real >= 2 else ALLOWED


@njit(numba.boolean(BOARD, _INT, _INT))
def may_play(board: Array, point: Int, side: Int) -> Any:
    """Whether the rules let a side play an empty point."""
    shape = board[SHAPES + side * AREA + point]
    if shape & ASK:
        return renju_verdict(board, point) != FORBIDDEN
    return shape != REFUSED


@njit(_INT(BOARD, _INT, _INT))
def find_shape(board: Array, side: Int, shape: Int) -> Int:
    """The first point of a shape which the side may play; 0 if there is none."""
    if board[COUNTS + side * 8 + shape] == 0:
        return 0
    size = board[SIZE]
    for row in range(MARGIN, MARGIN + size):
        start = row * STRIDE + MARGIN
        for point in range(start, start + size):
            if (
                board[CELLS + point] == EMPTY
                and (board[SHAPES + side * AREA + point] & SHAPE) == shape
                and may_play(board, point, side)
            ):
                return point
    return 0


@njit(_INT(BOARD, _INT, _INT))
def promise(board: Array, point: Int, side: Int) -> Int:
    """How much a side gains by playing an empty point."""
    return np.int64(PROMISE[board[REFUSES + side], board[FORMS + side * AREA + point]])


def new_board(variant: str) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """The empty board of a variant."""
    rules = VARIANTS[variant]
    board = np.zeros(LENGTH, dtype=np.int32)
    cells = board[:AREA].reshape(-1, STRIDE)
    cells[:] = WALL
    cells[MARGIN : MARGIN + rules.size, MARGIN : MARGIN + rules.size] = EMPTY
    board[SIZE] = rules.size
    for side in Side:
        board[EXACT + side] = side in rules.exactly_five
        omok = OMOK if side in rules.no_three_three else FREE
        board[REFUSES + side] = RENJU if rules.renju and side is Side.FIRST else omok
    scan(board)
    return board


def board_of(position: GomokuPosition) -> np.ndarray[tuple[int], np.dtype[np.int32]]:
    """A position's board."""
    board, size = new_board(position.variant), position.size
    inside = slice(MARGIN, MARGIN + size)
    stones = np.frombuffer(position.cells, dtype=np.uint8).reshape(size, size)
    board[:AREA].reshape(-1, STRIDE)[inside, inside] = stones
    scan(board)
    return board


def point_of(position: GomokuPosition, move: Move) -> int:
    """The number of a point here, from its name."""
    row, column = divmod(position.board.grid.index(move), position.size)
    return (row + MARGIN) * STRIDE + column + MARGIN


def move_of(position: GomokuPosition, point: int) -> Move:
    """The inverse of `point_of`."""
    row, column = point // STRIDE - MARGIN, point % STRIDE - MARGIN
    return position.board.grid.name(row * position.size + column)


def hash_of(board: np.ndarray[tuple[int], np.dtype[np.int32]], to_move: int) -> Word:
    """The Zobrist hash of a board with a side to move."""
    key = TURN if to_move == WHITE else np.uint64(0)
    for point in np.flatnonzero((board[:AREA] == BLACK) | (board[:AREA] == WHITE)):
        key ^= STONES[board[point], point]
    return key
