"""Othello's levels 1 to 7 on 8x8 before they erred as people do, made again from their parameters.

Levels 1 and 2 liked discs, edges and corners, with whims. Levels 3 to 7 searched to a fixed depth, misjudged
each move by a random number, and solved the end of the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ai.othello import weights
from ai.othello.bitboard_searcher import BitboardSearcher
from ai.othello.root import EXACT, INFINITY, empties_of
from games.base import Move
from games.othello import OthelloPosition

_DRAWS = 400
"""How often a level's random numbers are drawn."""
_CORNER, _LAST_MOVE = 12.0, 1000.0
_TABLE_BITS = 16


@dataclass(frozen=True, slots=True)
class Beginner:
    """What a flipped disc and an edge were worth, in discs, how often corners were noticed, and the noise."""

    disc: float
    edge: float
    sees_corner: float
    sees_gift: float
    whim: float


@dataclass(frozen=True, slots=True)
class Plan:
    """The depth in discs, from how many empty squares on the end was solved, the greatest misjudgment.

    ``squares``: the evaluation was a table of square weights.
    """

    depth: int
    exact: int
    slip: int
    squares: bool = False


BEGINNERS = {
    "1": Beginner(disc=1.0, edge=1.0, sees_corner=0.35, sees_gift=0.0, whim=1.5),
    "2": Beginner(disc=-0.3, edge=1.5, sees_corner=0.9, sees_gift=0.8, whim=1.5),
}
PLANS = {
    "3": Plan(depth=2, exact=0, slip=150, squares=True),
    "4": Plan(depth=4, exact=6, slip=150, squares=True),
    "5": Plan(depth=3, exact=8, slip=500),
    "6": Plan(depth=4, exact=12, slip=250),
    "7": Plan(depth=7, exact=16, slip=60),
}
_VARIETY, _VARIED_PLIES = 80, 10
"""Level 7 misjudged the moves of the first plies by more."""
_CONFIDENCE = 110


def values(position: OthelloPosition) -> dict[str, list[int]]:
    """What each level that searched saw of each legal move, in centidiscs, before it misjudged them."""
    return {
        level: [_value(position, move, plan) for move in position.legal_moves()]
        for level, plan in PLANS.items()
    }


def _value(position: OthelloPosition, move: Move, plan: Plan) -> int:
    solved = _is_solved(position, plan)
    depth = empties_of(position) if solved else plan.depth
    confidence = EXACT if solved else _CONFIDENCE
    searcher = _searcher(plan.squares)
    return -searcher.search(position.play(move), depth - 1, -INFINITY, INFINITY, confidence)


def _is_solved(position: OthelloPosition, plan: Plan) -> bool:
    return empties_of(position) <= max(plan.exact, plan.depth)


@cache
def _searcher(squares: bool) -> BitboardSearcher:
    return BitboardSearcher(8, weights.of_squares(8) if squares else weights.of_size(8), _TABLE_BITS)


def chances(level: str, position: OthelloPosition, seen: Mapping[str, Sequence[int]]) -> NDArray[np.float64]:
    """How often a level played each legal move; ``seen`` is what `values` returned."""
    random = np.random.default_rng(0)
    if level in BEGINNERS:
        appeals = _appeals(position, BEGINNERS[level], random)
    else:
        plan = PLANS[level]
        varied = level == "7" and 60 - empties_of(position) < _VARIED_PLIES
        slip = 0 if _is_solved(position, plan) else _VARIETY if varied else plan.slip
        bonuses = random.integers(0, slip, (_DRAWS, len(seen[level])), endpoint=True)
        appeals = np.array(seen[level]) + bonuses + random.random(bonuses.shape)  # equal ones by chance
    return np.bincount(appeals.argmax(axis=1), minlength=appeals.shape[1]) / _DRAWS


def _appeals(
    position: OthelloPosition, beginner: Beginner, random: np.random.Generator
) -> NDArray[np.float64]:
    moves = position.legal_moves()
    draws = (_DRAWS, len(moves))
    whims = random.normal(0.0, beginner.whim, draws)
    sees_corner = random.random(draws) < beginner.sees_corner
    sees_gift = random.random(draws) < beginner.sees_gift
    for number, move in enumerate(moves):
        after = position.play(move)
        mine, theirs = after.count(position.to_move), after.count(position.to_move.other)
        if after.outcome() is not None:
            whims[:, number] = _LAST_MOVE * np.tanh((mine - theirs) / 20)
            continue
        whims[:, number] += beginner.disc * (mine - position.count(position.to_move))
        if is_corner(move):
            whims[:, number] += _CORNER * sees_corner[:, number]
            continue
        if any(is_corner(answer) for answer in after.legal_moves()):
            whims[:, number] -= _CORNER * sees_gift[:, number]
        whims[:, number] += beginner.edge * is_on_edge(move)
    return whims


def is_corner(move: Move) -> bool:
    """Whether a move is to a corner."""
    return move in ("a1", "a8", "h1", "h8")


def is_on_edge(move: Move) -> bool:
    """Whether a move is to the edge of the board, or a corner."""
    return move[0] in "ah" or move[1] in "18"
