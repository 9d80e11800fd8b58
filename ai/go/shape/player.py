"""The source's own player: score every point, play the best, ties at random. Start reading at `play`.

A point's score is tactics + strategy × phase + good shape − bad shape + territory. Suicide is minus infinity
unless it captures: the rules forbid it, so such points never come up, nor do those of a ko or a repetition.
The source does not mention passing: this player passes as every level does (`ai/go/endgame.py`), when the
opponent has passed and the count wins, or when every point left is settled.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from ai.base import Choice, Limit
from ai.go.one_ply_features import OnePlyFeatures
from ai.go.shape.shapes import bad_shape, good_shape
from ai.go.shape.strategy import strategy
from ai.go.shape.tactics import tactics
from ai.go.shape.territory import territory
from ai.go.shape.weights import GOOD_SHAPE, MULTIPLIER, phase
from games.base import Move, Side
from games.go import GoPosition

_MAX_SCORE = 0.99


def play(position: GoPosition, points: Sequence[int], limit: Limit) -> Choice:
    """The best of ``points``, all of them legal."""
    features = OnePlyFeatures(position)
    scores = {point: score(features, point) for point in points}
    best = max(scores.values())
    chosen = random.Random(limit.seed).choice([point for point in points if scores[point] == best])
    move = Move(position.board.names[chosen])
    return Choice(move, estimate_score(position), 1, len(points), (move,))


def score(features: OnePlyFeatures, point: int) -> float:
    """The value of a stone of the side to move on a point; minus infinity for suicide."""
    if features.liberties(point) == 0:
        return float("-inf")
    now = phase(features.total, features.size)
    return (
        tactics(features, point)
        + strategy(features, point) * MULTIPLIER[now]
        + good_shape(features, point) * GOOD_SHAPE[now]
        - bad_shape(features, point)
        + territory(features, point, now)
    )


def estimate_score(position: GoPosition) -> float:
    """The score of the side to move, by the points that its stones reach; the source has no evaluation."""
    reached = dict.fromkeys(Side, 0)
    for point, stone in enumerate(position.stones):
        near = {position.stones[at] for at in position.board.neighbors[point]} | {stone}
        for side in Side:
            reached[side] += side in near and side.other not in near
    own, other = reached[position.to_move], reached[position.to_move.other]
    komi = position.variant.komi * (1 if position.to_move is Side.SECOND else -1)
    return max(-_MAX_SCORE, min(_MAX_SCORE, (own - other + komi) / position.board.area))
