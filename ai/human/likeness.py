"""How likely a move is of a player of each skill: what the moves of a match say about a person's strength.

The player is that of `ai.human.player`, with one more assumption: now and then anybody plays any move. What
is noticed is drawn a few times, in strata; what each move then seems to be worth differs by normal noise,
whose effect on the choice is an integral.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from statistics import NormalDist

from ai.human.dice import Dice
from ai.human.mind import Mind
from ai.human.player import Seeming, undoing
from ai.human.sight import Reading, Sight
from games.base import Move

_DRAWS = 13
"""How often it is drawn what a player of a skill notices: a prime number, see `_Draw`."""
_DEEPEST = 8
"""Readings are no deeper, in plies: each further one takes longer than all before it."""
_SLIP = 0.05
"""How often a player plays any move."""
_NORMAL = NormalDist()
_POINTS = tuple(_NORMAL.inv_cdf((number + 0.5) / 15) for number in range(15))
"""Points of the standard normal distribution, each as likely as the others."""


def log_likelihoods(
    sight: Sight, played: Move, skills: Sequence[float], moves: Sequence[Move] = ()
) -> tuple[float, ...]:
    """Return the natural logarithm of the chance that a player of each skill plays a move after ``moves``.

    The position has at least two legal moves.
    """
    remembered = _Remembered(sight)
    slip = _SLIP / max(2, len(remembered.impressions()))
    undone = undoing(moves)
    chances = (_chance(remembered, played, Mind(skill), undone) for skill in skills)
    return tuple(math.log((1 - _SLIP) * chance + slip) for chance in chances)


def _chance(sight: Sight, played: Move, mind: Mind, undone: Move | None) -> float:
    """The mean over what may be noticed."""
    total = 0.0
    for expected in expectations(sight, mind, undone):
        if played in expected:
            lead = expected.pop(played)
            total += _chance_of_best([(lead - other) / mind.noise for other in expected.values()])
    return total / _DRAWS


def expectations(sight: Sight, mind: Mind, undone: Move | None = None) -> Iterator[dict[Move, float]]:
    """What the moves that are considered seem to be worth without the noise, as often as it is drawn.

    All draws are equally likely. ``undone`` is the step that takes the own last one back.
    """
    for number in range(_DRAWS):
        seeming = Seeming(sight, mind, _Draw(number, 0), undone)
        seeming.read(math.inf)
        yield seeming.expected()


def _chance_of_best(leads: Sequence[float]) -> float:
    """How often a move seems best that leads the others by so many standard deviations of the noise."""
    chances = (math.prod(_NORMAL.cdf(lead + point) for lead in leads) for point in _POINTS)
    return sum(chances) / len(_POINTS)


class _Draw(Dice):
    """One of `_DRAWS` draws: each name's chances in all of them are spread evenly, in an order of its own."""

    def _fraction(self, name: str, time: int) -> float:
        drawn = blake2b(f"{time} {name}".encode(), digest_size=6).digest()
        step, start = 1 + drawn[0] % (_DRAWS - 1), drawn[1] % _DRAWS
        return ((step * self._seed + start) % _DRAWS + 0.5) / _DRAWS


class _Remembered:
    """A sight that reads no move twice to the same depth, and none deeper than `_DEEPEST`."""

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        self._impressions = sight.impressions()
        self._readings: dict[tuple[Move, int], Reading] = {}

    @property
    def deepest(self) -> int:
        return min(_DEEPEST, self._sight.deepest)

    @property
    def shown(self) -> frozenset[Move]:
        return self._sight.shown

    def impressions(self) -> Mapping[Move, float]:
        return self._impressions

    def read(self, moves: Sequence[Move], depth: int) -> Sequence[Reading]:
        unread = [move for move in moves if (move, depth) not in self._readings]
        if unread:
            keys = [(move, depth) for move in unread]
            self._readings.update(zip(keys, self._sight.read(unread, depth), strict=True))
        return [self._readings[move, depth] for move in moves]
