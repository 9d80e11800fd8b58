"""Levels 1 and 2: how beginners play Go, in plain Python. Start reading at `play`.

A beginner plays near other stones, captures when it notices that it can, and overlooks ataris. Level 1
notices fewer than half of them, plays into atari and likes contact; level 2 notices most, loses a stone now
and then, and prefers the third and fourth lines.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from ai.base import Choice, Limit
from ai.go.one_ply_features import OnePlyFeatures
from games.base import Move
from games.go import GoPosition


@dataclass(frozen=True, slots=True)
class Beginner:
    """What a beginner notices and likes.

    ``sees_capture``, ``sees_rescue`` and ``sees_danger`` are the chances to notice, at a point, stones to
    capture, stones to save and a move into atari. ``contact`` is the bonus of a point beside an enemy stone,
    ``lines`` that of each line up to the fourth, ``noise`` a standard deviation.
    """

    sees_capture: float
    sees_rescue: float
    sees_danger: float
    contact: float
    lines: float
    noise: float


BEGINNERS = {
    "1": Beginner(0.45, 0.3, 0.4, contact=1.0, lines=0.4, noise=2.0),
    "2": Beginner(0.9, 0.75, 0.85, contact=0.6, lines=0.7, noise=1.1),
}
_CAPTURE, _RESCUE, _DANGER = 4.0, 3.0, 5.0
_MORE = 1.0
"""For each stone of the chains that are captured, saved or lost."""
_ATARI = 1.2
_NEARBY, _FRIENDS = 0.9, 0.25
_REACH = 2


def play(position: GoPosition, beginner: Beginner, points: Sequence[int], limit: Limit) -> Choice:
    """The point that looks best to a beginner, of those worth a stone."""
    rng = random.Random(limit.seed)
    features = OnePlyFeatures(position)
    liked = max(points, key=lambda point: _liking(features, point, beginner, rng))
    move = Move(position.board.names[liked])
    return Choice(move, _estimate_score(position), 1, len(points), (move,))


def _liking(features: OnePlyFeatures, point: int, beginner: Beginner, rng: random.Random) -> float:
    # Every point draws its random numbers in the same order, so that a seed repeats a choice.
    appeal = rng.gauss(0.0, beginner.noise)
    sees_capture, sees_rescue = rng.random() < beginner.sees_capture, rng.random() < beginner.sees_rescue
    sees_danger = rng.random() < beginner.sees_danger
    captured = sum(len(chain.points) for chain in features.captured(point))
    saved = sum(len(chain.points) for chain in features.saved(point))
    if captured and sees_capture:
        appeal += _CAPTURE + _MORE * captured
    if saved and sees_rescue:
        appeal += _RESCUE + _MORE * saved
    if sees_danger and not captured and features.liberties(point) < 2:
        appeal -= _DANGER + _MORE * sum(len(chain.points) for chain in features.chains(point, features.own))
    appeal += _ATARI * len(features.threatened(point))
    appeal += beginner.contact * bool(features.chains(point, features.enemy))
    return appeal + beginner.lines * min(features.line(point), 4) + _stones_nearby(features, point)


def _stones_nearby(features: OnePlyFeatures, point: int) -> float:
    """The bonus of stones nearby, of either color."""
    friends, enemies = (
        features.near(point, features.own, _REACH),
        features.near(point, features.enemy, _REACH),
    )
    return (_NEARBY if friends + enemies else 0.0) + _FRIENDS * min(friends, 2)


def _estimate_score(position: GoPosition) -> float:
    """The expected result for the side to move, from -0.99 to 0.99, by the prisoners alone."""
    by_black, by_white = position.captures
    lead = (by_black - by_white) * (1 if position.to_move == 1 else -1)
    return max(-0.99, min(0.99, math.tanh(lead / 10)))
