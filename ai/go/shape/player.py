"""The source's player: score every point, take the best, ties at random. Start reading at `play`.

A point's score is tactics + strategy × phase + good shape − bad shape + territory. Suicide is minus infinity
unless it captures: the rules refuse it, so such points never come up, nor do those of a ko or a repetition.
The source says nothing of passing: it passes as every level does (`ai/go/endgame.py`), when the opponent has
passed and the count wins, or when every point left is settled.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from ai.base import Choice, Limit
from ai.go.shape.forms import bad, good
from ai.go.shape.strategy import strategy
from ai.go.shape.tactics import tactics
from ai.go.shape.territory import territory
from ai.go.shape.weights import GOOD_SHAPE, MULTIPLIER, phase
from ai.go.sight import Sight
from games.base import Move, Side
from games.go import GoPosition

_SURE = 0.99


def play(position: GoPosition, points: Sequence[int], limit: Limit) -> Choice:
    """The best of ``points``, all of them legal."""
    sight = Sight(position)
    scores = {point: score(sight, point) for point in points}
    best = max(scores.values())
    chosen = random.Random(limit.seed).choice([point for point in points if scores[point] == best])
    move = Move(position.board.names[chosen])
    return Choice(move, feeling(position), 1, len(points), (move,))


def score(sight: Sight, point: int) -> float:
    """What a stone of the side to move is worth on a point; minus infinity if it were suicide."""
    if sight.liberties(point) == 0:
        return float("-inf")
    now = phase(sight.total, sight.size)
    return (
        tactics(sight, point)
        + strategy(sight, point) * MULTIPLIER[now]
        + good(sight, point) * GOOD_SHAPE[now]
        - bad(sight, point)
        + territory(sight, point, now)
    )


def feeling(position: GoPosition) -> float:
    """How the side to move stands, by what its stones reach: the source's player has no other idea of it."""
    reached = dict.fromkeys(Side, 0)
    for point, stone in enumerate(position.stones):
        near = {position.stones[at] for at in position.board.neighbors[point]} | {stone}
        for side in Side:
            reached[side] += side in near and side.other not in near
    own, other = reached[position.to_move], reached[position.to_move.other]
    komi = position.variant.komi * (1 if position.to_move is Side.SECOND else -1)
    return max(-_SURE, min(_SURE, (own - other + komi) / position.board.area))
