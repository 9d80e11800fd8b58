"""Levels 1 and 2: how beginners play Gomoku, in plain Python. Start reading at `play`.

A beginner plays near stones and likes to extend rows and to block them. Level 1 overlooks every second four
of the opponent and nearly all threes; level 2 some fours and every second three.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import numpy as np

from ai.base import Choice, Limit
from ai.gomoku.board import board_of, point_of, rules_of, shape_of
from ai.gomoku.point_patterns import FIVES, FOURS
from ai.gomoku.values import Values
from games.base import PASS, Move
from games.gomoku import GomokuPosition


@dataclass(frozen=True, slots=True)
class Beginner:
    """The chances that a beginner notices a five or a four at a point, its own or the opponent's.

    A shape that is not noticed is worth as much as any point beside stones. ``whim`` is the standard
    deviation of random noise.
    """

    five: float
    their_five: float
    four: float
    their_four: float
    whim: float


BEGINNERS = {
    "1": Beginner(five=0.8, their_five=0.55, four=0.35, their_four=0.15, whim=60.0),
    "2": Beginner(five=0.94, their_five=0.85, four=0.65, their_four=0.45, whim=35.0),
}
_UNNOTICED = 30.0
_NEAR = 2
_PROMISE = Values.untrained().gain[:, 1]
_CERTAIN = 4000.0  # the gain of a five, see `ai/gomoku/values.py`


def play(position: GomokuPosition, beginner: Beginner, limit: Limit) -> Choice:
    """The move that looks best to a beginner."""
    rng = random.Random(limit.seed)
    moves = position.legal_moves()
    near = _near(position, [legal for legal in moves if legal != PASS])
    if not near:
        return Choice(moves[0], 0.0, 1, 1, (moves[0],))
    board, rules = board_of(position), rules_of(position.variant)
    appeals = [_appeal(board, rules, position, point, beginner, rng) for point in near]
    best = max(appeals)
    move = near[appeals.index(best)]
    outcome = position.play(move).outcome()
    if outcome is not None:
        return Choice(move, float(outcome.winner is not None), 1, len(near), (move,), proven=True)
    return Choice(move, max(-0.99, min(0.99, math.tanh(best / _CERTAIN))), 1, len(near), (move,))


def _near(position: GomokuPosition, moves: list[Move]) -> list[Move]:
    """The moves at most two points from a stone; on an empty board, those near the middle."""
    size = position.size
    stones = np.frombuffer(position.cells, dtype=np.uint8).reshape(size, size) > 0
    if not stones.any():
        stones = np.zeros((size, size), dtype=bool)
        stones[size // 2, size // 2] = True
    wide = np.pad(stones, _NEAR)
    steps = range(2 * _NEAR + 1)
    near = np.logical_or.reduce([wide[r : r + size, c : c + size] for r in steps for c in steps]).ravel()
    return [move for move in moves if near[position.board.grid.index(move)]] or moves


def _appeal(
    board: np.void,
    rules: np.void,
    position: GomokuPosition,
    move: Move,
    beginner: Beginner,
    rng: random.Random,
) -> float:
    # Every move draws its random numbers in the same order, so that a seed repeats a choice.
    whim = rng.gauss(0.0, beginner.whim)
    dice = rng.random(), rng.random()
    point, side = point_of(position, move), int(position.to_move)
    mine = _worth(board, rules, point, side, dice[0], beginner.five, beginner.four)
    theirs = _worth(board, rules, point, 3 - side, dice[1], beginner.their_five, beginner.their_four)
    return whim + 1.25 * mine + theirs


def _worth(
    board: np.void, rules: np.void, point: int, side: int, dice: float, five: float, four: float
) -> float:
    shape = shape_of(board, rules, side, point)
    if dice >= (five if shape == FIVES else four if shape >= FOURS else 1.0):
        return _UNNOTICED
    return float(_PROMISE[board["refuses"][side]][board["codes"][side, point]])
