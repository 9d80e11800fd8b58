"""Levels 1 and 2: how beginners play Go, in plain Python. Start reading at `play`.

A beginner plays near the stones that are there, takes what can be taken when seen, and learns about ataris
by overlooking them. Level 1 sees fewer than half of them, walks into atari and loves contact; level 2 sees
most, gives a stone away now and then, and likes the third and fourth lines better.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from ai.base import Choice, Limit
from ai.go.sight import Sight
from games.base import Move
from games.go import GoPosition


@dataclass(frozen=True, slots=True)
class Beginner:
    """How often a beginner sees what, and how much it likes what it sees.

    ``sees_capture``, ``sees_rescue`` and ``sees_danger`` are the chances to notice, at a point, stones to
    take, stones to save and an atari to walk into; ``contact`` is the liking for a point beside an enemy,
    ``lines`` for each line up to the fourth, ``whim`` the spread of a mood that has no reason at all.
    """

    sees_capture: float
    sees_rescue: float
    sees_danger: float
    contact: float
    lines: float
    whim: float


BEGINNERS = {
    "1": Beginner(0.45, 0.3, 0.4, contact=1.0, lines=0.4, whim=2.0),
    "2": Beginner(0.9, 0.75, 0.85, contact=0.6, lines=0.7, whim=1.1),
}
_CAPTURE, _RESCUE, _DANGER = 4.0, 3.0, 5.0
_MORE = 1.0
"""For each stone of the chains that are taken, saved or given up."""
_ATARI = 1.2
_NEARBY, _FRIENDS = 0.9, 0.25
_REACH = 2


def play(position: GoPosition, beginner: Beginner, points: Sequence[int], limit: Limit) -> Choice:
    """The point, of those worth a stone, that a beginner likes best at a glance."""
    rng = random.Random(limit.seed)
    sight = Sight(position)
    liked = max(points, key=lambda point: _appeal(sight, point, beginner, rng))
    move = Move(position.board.names[liked])
    return Choice(move, _feeling(position), 1, len(points), (move,))


def _appeal(sight: Sight, point: int, beginner: Beginner, rng: random.Random) -> float:
    # The dice are thrown for every point in the same order, so that a seed repeats a choice.
    appeal = rng.gauss(0.0, beginner.whim)
    sees_capture, sees_rescue = rng.random() < beginner.sees_capture, rng.random() < beginner.sees_rescue
    sees_danger = rng.random() < beginner.sees_danger
    captured = sum(len(chain.points) for chain in sight.captured(point))
    saved = sum(len(chain.points) for chain in sight.saved(point))
    if captured and sees_capture:
        appeal += _CAPTURE + _MORE * captured
    if saved and sees_rescue:
        appeal += _RESCUE + _MORE * saved
    if sees_danger and not captured and sight.liberties(point) < 2:
        appeal -= _DANGER + _MORE * sum(len(chain.points) for chain in sight.chains(point, sight.own))
    appeal += _ATARI * len(sight.threatened(point))
    appeal += beginner.contact * bool(sight.chains(point, sight.enemy))
    return appeal + beginner.lines * min(sight.line(point), 4) + _company(sight, point)


def _company(sight: Sight, point: int) -> float:
    """The pull of stones nearby, of either colour."""
    friends, enemies = sight.near(point, sight.own, _REACH), sight.near(point, sight.enemy, _REACH)
    return (_NEARBY if friends + enemies else 0.0) + _FRIENDS * min(friends, 2)


def _feeling(position: GoPosition) -> float:
    """Beginners count prisoners."""
    by_black, by_white = position.captures
    lead = (by_black - by_white) * (1 if position.to_move == 1 else -1)
    return max(-0.99, min(0.99, math.tanh(lead / 10)))
