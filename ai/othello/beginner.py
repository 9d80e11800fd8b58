"""Levels 1 and 2: how beginners play Othello, in plain Python. Start reading at `play`.

A beginner likes to flip many discs, looks one move ahead and learns about corners by losing them. Level 1
usually overlooks corners and does not fear the squares beside them. Level 2 takes most corners, often avoids
giving one away, and knows that few discs are better than many.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from ai.base import Choice, Limit
from games.base import Move
from games.othello import OthelloPosition


@dataclass(frozen=True, slots=True)
class Beginner:
    """How a beginner evaluates a move, in discs: what a flipped disc and an edge square are worth.

    ``sees_corner`` and ``sees_gift`` are the chances that the beginner notices a corner to take, and one that
    a move gives away. ``whim`` is the standard deviation of random noise.
    """

    disc: float
    edge: float
    sees_corner: float
    sees_gift: float
    whim: float


BEGINNERS = {
    "1": Beginner(disc=1.0, edge=1.0, sees_corner=0.35, sees_gift=0.0, whim=1.5),
    "2": Beginner(disc=-0.3, edge=1.5, sees_corner=0.9, sees_gift=0.8, whim=1.5),
}
_CORNER = 12.0


def play(position: OthelloPosition, beginner: Beginner, limit: Limit) -> Choice:
    """The move that looks best to a beginner."""
    rng = random.Random(limit.seed)
    moves = position.legal_moves()
    liked = max(moves, key=lambda move: _appeal(position, move, beginner, rng))
    after = position.play(liked)
    if after.outcome() is not None:
        mine, theirs = after.count(position.to_move), after.count(position.to_move.other)
        return Choice(liked, float((mine > theirs) - (mine < theirs)), 1, len(moves), (liked,), proven=True)
    return Choice(liked, _feeling(after, position), 1, len(moves), (liked,))


def _appeal(position: OthelloPosition, move: Move, beginner: Beginner, rng: random.Random) -> float:
    # Every move draws its random numbers in the same order, so that a seed repeats a choice.
    whim = rng.gauss(0.0, beginner.whim)
    sees_corner, sees_gift = rng.random() < beginner.sees_corner, rng.random() < beginner.sees_gift
    after = position.play(move)
    if after.outcome() is not None:  # even a beginner counts the last move
        return 1000.0 * _feeling(after, position)
    gained = after.count(position.to_move) - position.count(position.to_move)
    appeal = whim + beginner.disc * gained
    corners = _corners(position)
    if move in corners:
        return appeal + (_CORNER if sees_corner else 0.0)
    if sees_gift and any(answer in corners for answer in after.legal_moves()):
        appeal -= _CORNER
    return appeal + (beginner.edge if _on_edge(position, move) else 0.0)


def _feeling(after: OthelloPosition, position: OthelloPosition) -> float:
    mine, theirs = after.count(position.to_move), after.count(position.to_move.other)
    return max(-0.99, min(0.99, math.tanh((mine - theirs) / 20)))


def _corners(position: OthelloPosition) -> set[Move]:
    last, names = position.size - 1, position.board.names
    return {names[row * position.size + column] for row in (0, last) for column in (0, last)}


def _on_edge(position: OthelloPosition, move: Move) -> bool:
    if move not in position.board.names:
        return False
    row, column = divmod(position.board.grid.index(move), position.size)
    return row in (0, position.size - 1) or column in (0, position.size - 1)
