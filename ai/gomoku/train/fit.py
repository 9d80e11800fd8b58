"""Fitting `ai.gomoku.values.Values` to games: logistic regression. Start reading at `learn`.

A position's evaluation is a sum over codes and a threat, so a game's result gives a gradient for the values
of exactly the codes on the board. A code's value is the sum of parts for its four classes, its shape and
itself, so that rare codes share what common ones learn. Steps shrink as in Adagrad (Duchi, Hazan and Singer,
2011). The gain of moves is fitted by softmax regression to the moves that searches chose.
"""

from __future__ import annotations

import math

import numpy as np

from ai.gomoku import point_patterns
from ai.gomoku.board import (
    AREA,
    BOARD,
    RULES,
    WORDS,
    lowest_bit,
    may_play,
    place,
    shape_of,
)
from ai.gomoku.evaluate import threat_mask
from ai.gomoku.line_patterns import CLASSES
from ai.gomoku.point_patterns import CLASSES_OF, CODES, FIVES, LIVE, REFUSALS, SHAPE
from ai.gomoku.search import UNKNOWN, immediate_value
from ai.gomoku.values import Values
from ai.kernels import Array, Int, njit, numba

SCALE = 200.0
"""The evaluation of one unit of log odds."""
MOVE_SCALE = 40.0
"""The gain of one unit of log odds that a move is chosen."""
PARTS = CLASSES + 8 + CODES
"""The parts of a code's value: classes, shapes, the code itself."""
WORTH, GAIN = 0, 1
LOSS, POSITIONS, RIGHT, CHOICES = range(4)
"""What `learn` counts: the sum of log losses, of how many positions; moves guessed right, of how many."""

_INT = numba.int64
_REAL = numba.float64
_PARTS = numba.float64[:, :, :, ::1]
_THREATS = numba.float64[:, :, ::1]
_KINDS = numba.uint8[:, :, ::1]
_GAME = numba.int32[:, ::1]
_POINTS = numba.int32[::1]
_LOGITS = numba.float64[::1]
_ONE = np.uint64(1)
_RESULT = 0.7  # the game's share of the target; the rest is the search's value
_LARGEST = 12_000.0
_DAMPING = 4.0

KINDS = np.stack(
    [
        np.column_stack([CLASSES_OF, CLASSES + (point_patterns.shapes(refused) & SHAPE)])
        for refused in range(REFUSALS)
    ]
).astype(np.uint8)
"""By refusal and code: the classes and the shape whose parts it has."""


class Parts:
    """Values in parts, with the sums of their gradients since the last step."""

    def __init__(self, values: Values) -> None:
        self.codes = np.zeros((2, 2, REFUSALS * 2, PARTS))
        self.threats = np.zeros((2, REFUSALS, point_patterns.THREATS))
        self._squares = np.zeros_like(self.codes[0]), np.zeros_like(self.threats[0])
        for what, whole in ((WORTH, values.worth), (GAIN, values.gain)):
            self.codes[0, what, :, CLASSES + 8 :] = whole.reshape(-1, CODES)
        self.threats[0] = values.threat

    def step(self, rate: float) -> None:
        """Move every part down its gradient, by steps that shrink with earlier gradients."""
        for parts, squares in zip((self.codes, self.threats), self._squares, strict=True):
            np.add(squares, parts[1] ** 2, out=squares)
            parts[0] -= rate * parts[1] / np.sqrt(_DAMPING + squares)
            parts[1] = 0

    def values(self) -> Values:
        """The values that the parts add up to; codes without a stone near are worth nothing."""
        whole = np.zeros((2, REFUSALS, 2, CODES))
        for refused in range(REFUSALS):
            live = (point_patterns.shapes(refused) & LIVE) > 0
            kinds = KINDS[refused]
            for what in (WORTH, GAIN):
                for role in (0, 1):
                    row = self.codes[0, what, 2 * refused + role]
                    whole[what, refused, role] = (row[kinds].sum(axis=1) + row[CLASSES + 8 :]) * live
        whole = np.clip(whole, -_LARGEST, _LARGEST)
        return Values(whole[GAIN], whole[WORTH], np.clip(self.threats[0], -_LARGEST, _LARGEST))


@njit(_REAL(_PARTS, _KINDS, _INT, _INT, _INT, _INT))
def _value(parts: Array, kinds: Array, what: Int, refused: Int, role: Int, code: Int) -> float:
    row = parts[0, what, 2 * refused + role]
    value = row[CLASSES + 8 + code]
    for part in range(5):
        value += row[kinds[refused, code, part]]
    return value  # type: ignore[no-any-return]


@njit(numba.void(_PARTS, _KINDS, *[_INT] * 4, _REAL))
def _add_gradient(
    parts: Array, kinds: Array, what: Int, refused: Int, role: Int, code: Int, gradient: float
) -> None:
    # Add to the gradient of a code's value, that is, of each of its parts.
    row = parts[1, what, 2 * refused + role]
    row[CLASSES + 8 + code] += gradient
    for part in range(5):
        row[kinds[refused, code, part]] += gradient


@njit(_REAL(BOARD, RULES, _PARTS, _KINDS, _THREATS, _INT, _REAL, _INT))
def _position_loss(
    board: Array,
    rules: Array,
    parts: Array,
    kinds: Array,
    threat: Array,
    side: Int,
    target: float,
    learning: Int,
) -> float:
    # The log loss of a position's evaluation; when learning, add its gradient.
    mask = threat_mask(board, side)
    value: float = threat[0, board.refuses[side], mask]
    gradient = 0.0
    for step in range(2):
        for color in range(1, 3):
            role = 0 if color == side else 1
            sign = 1.0 if role == 0 else -1.0
            refused = np.int64(board.refuses[color])
            for word in range(WORDS):
                left = board.live[color, word]
                while left:
                    code = np.int64(board.codes[color, 64 * word + lowest_bit(left)])
                    left &= left - _ONE
                    if step == 0:
                        value += sign * _value(parts, kinds, WORTH, refused, role, code)
                    else:
                        _add_gradient(parts, kinds, WORTH, refused, role, code, sign * gradient)
        if step == 0:
            chance = 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, value / SCALE))))
            gradient = chance - target
            if learning == 0:
                break
    if learning != 0:
        threat[1, board.refuses[side], mask] += gradient
    chance = min(1.0 - 1e-6, max(1e-6, chance))
    return -target * math.log(chance) - (1.0 - target) * math.log(1.0 - chance)


@njit(_INT(BOARD, RULES, _PARTS, _KINDS, _INT, _INT, _INT, _POINTS, _LOGITS))
def _move_loss(
    board: Array,
    rules: Array,
    parts: Array,
    kinds: Array,
    side: Int,
    chosen: Int,
    learning: Int,
    points: Array,
    logits: Array,
) -> Int:
    # Whether the chosen move has the largest gain; when learning, add the gradient.
    length, best = 0, 0
    mine, theirs = np.int64(board.refuses[side]), np.int64(board.refuses[3 - side])
    for word in range(WORDS):
        left = board.live[1, word] | board.live[2, word]
        while left:
            point = 64 * word + lowest_bit(left)
            left &= left - _ONE
            if not may_play(board, rules, point, side):
                continue
            gain = _value(parts, kinds, GAIN, mine, 0, np.int64(board.codes[side, point]))
            gain += _value(parts, kinds, GAIN, theirs, 1, np.int64(board.codes[3 - side, point]))
            points[length], logits[length] = point, gain / MOVE_SCALE
            best = length if logits[length] > logits[best] else best
            length += 1
    if length == 0 or learning == 0:
        return np.int64(length > 0 and points[best] == chosen)
    total, highest = 0.0, logits[best]
    for index in range(length):
        logits[index] = math.exp(logits[index] - highest)
        total += logits[index]
    for index in range(length):
        gradient = logits[index] / total - (1.0 if points[index] == chosen else 0.0)
        if abs(gradient) > 1e-4:
            point = points[index]
            _add_gradient(parts, kinds, GAIN, mine, 0, np.int64(board.codes[side, point]), gradient)
            _add_gradient(parts, kinds, GAIN, theirs, 1, np.int64(board.codes[3 - side, point]), gradient)
    return np.int64(points[best] == chosen)


@njit(numba.void(BOARD, RULES, _PARTS, _KINDS, _THREATS, _GAME, _INT, _INT, numba.float64[::1]))
def learn(
    board: Array,
    rules: Array,
    parts: Array,
    kinds: Array,
    threat: Array,
    game: Array,
    winner: Int,
    learning: Int,
    counts: Array,
) -> None:
    """Replay a game on an empty board and count errors; when ``learning``, add up the gradients too.

    Each row of the game is a move's point, its side, the value the search gave it, and whether to learn from
    it. ``winner`` is 0 for a draw.
    """
    points, logits = np.zeros(AREA, np.int32), np.zeros(AREA)
    for ply in range(len(game)):
        point, side = np.int64(game[ply, 0]), np.int64(game[ply, 1])
        fives = board.counts[3 - side, FIVES]
        if game[ply, 3] != 0 and fives == 0 and shape_of(board, rules, side, point) != FIVES:
            counts[RIGHT] += _move_loss(board, rules, parts, kinds, side, point, learning, points, logits)
            counts[CHOICES] += 1
            if immediate_value(board, rules, side, 0) == UNKNOWN:
                result = 0.5 if winner == 0 else 1.0 if winner == side else 0.0
                thought = 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, game[ply, 2] / SCALE))))
                target = _RESULT * result + (1 - _RESULT) * thought
                counts[LOSS] += _position_loss(board, rules, parts, kinds, threat, side, target, learning)
                counts[POSITIONS] += 1
        place(board, rules, point, side)
