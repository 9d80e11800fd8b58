"""Levels 1 and 2: how beginners play Twelve Janggi, in plain Python. Start reading at `play`.

A beginner likes to capture, walks forward, and considers the replies to a move only now and then. Level 1
often leaves a piece, sometimes even the King, to be captured; level 2 sees most threats of one move. Neither
looks further ahead, and neither considers recaptures.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from ai.base import Choice, Limit
from games.base import Move, Side
from games.twelve_janggi import COLUMNS, IN_HAND, INDEX, JanggiPosition


@dataclass(frozen=True, slots=True)
class Beginner:
    """The chances that a beginner notices a piece to capture, the King to capture, a threat, a check.

    ``whim`` is the standard deviation of random noise, in Men.
    """

    sees_prey: float
    sees_king: float
    sees_threat: float
    sees_check: float
    whim: float


BEGINNERS = {
    "1": Beginner(sees_prey=0.6, sees_king=0.9, sees_threat=0.25, sees_check=0.75, whim=1.0),
    "2": Beginner(sees_prey=0.9, sees_king=1.0, sees_threat=0.7, sees_check=0.93, whim=0.8),
}
_WORTH = {"K": 100.0, "J": 4.0, "S": 3.5, "Z": 1.0, "H": 3.0}
_FORWARD = 0.4  # the value of a step towards the other side
_CERTAIN = 6.0


def play(position: JanggiPosition, beginner: Beginner, limit: Limit) -> Choice:
    """The move that looks best to a beginner."""
    rng = random.Random(limit.seed)
    moves = position.legal_moves()
    # A beginner who overlooks the King beside a piece overlooks it for this whole turn.
    sees_king = rng.random() < beginner.sees_king
    liked = max(moves, key=lambda move: _appeal(position, move, beginner, sees_king, rng))
    after = position.play(liked)
    outcome = after.outcome()
    if outcome is not None and outcome.winner is position.to_move:
        return Choice(liked, 1.0, 1, len(moves), (liked,), proven=True)
    if outcome is not None:  # there may have been a better move
        return Choice(liked, 0.0 if outcome.winner is None else -0.99, 1, len(moves), (liked,))
    lead = _holdings(after, position.to_move) - _holdings(after, after.to_move)
    score = max(-0.99, min(0.99, math.tanh(lead / _CERTAIN)))
    return Choice(liked, score, 1, len(moves), (liked,))


def _appeal(
    position: JanggiPosition, move: Move, beginner: Beginner, sees_king: bool, rng: random.Random
) -> float:
    # Every move draws its random numbers in the same order, so that a seed repeats a choice.
    whim = rng.gauss(0.0, beginner.whim)
    sees_prey, sees_threat = rng.random() < beginner.sees_prey, rng.random() < beginner.sees_threat
    sees_check = rng.random() < beginner.sees_check
    appeal = whim + _FORWARD * _advance(move, position.to_move)
    prey = position.board[INDEX[move[-2:]]].upper()
    if (sees_king if prey == "K" else sees_prey) and prey != ".":
        appeal += _WORTH[prey]
    after = position.play(move)
    if after.outcome() is None:
        appeal -= max(_loss(after, answer, sees_threat, sees_check) for answer in after.legal_moves())
    return appeal


def _loss(after: JanggiPosition, answer: Move, sees_threat: bool, sees_check: bool) -> float:
    prey = after.board[INDEX[answer[-2:]]].upper()
    if prey == "." or not (sees_check if prey == "K" else sees_threat):
        return 0.0
    return _WORTH[prey]


def _advance(move: Move, side: Side) -> int:
    if move[1] == "*":
        return 0
    step = INDEX[move[-2:]] % COLUMNS - INDEX[move[:2]] % COLUMNS
    return step if side is Side.FIRST else -step


def _holdings(position: JanggiPosition, side: Side) -> float:
    on_board = sum(
        _WORTH[piece.upper()] for square, piece in enumerate(position.board) if position.owns(square, side)
    )
    return on_board + sum(_WORTH[IN_HAND[piece]] for piece in position.hands[side - 1])
