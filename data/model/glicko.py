"""Glicko-2 (Glickman 2012, "Example of the Glicko-2 system"), one match at a time.

Glickman's system rates all matches of a period together. As lichess does, a match is rated on its own here,
and the deviation grows by the fraction of a period that has passed since the last one. No kept library does
this: ``glicko2`` 2.1 adds a whole period with every update, and ``openskill`` rates teams, with neither time
nor volatility.

Whoever wins never loses rating, and whoever loses never gains any: the change has the sign of score minus
expectation.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

PERIOD_SECONDS = 86_400 / 0.21436
"""The length of a rating period, 4.7 days, as on lichess: in a year, a deviation of 60 grows to 110."""

TAU = 0.5
"""How fast volatility can change. Glickman recommends 0.3 to 1.2; docs/experiments/ratings.md compares."""
MIN_TAU, MAX_TAU = 0.1, 2.0
"""With others, the search for a volatility can take very long or find none."""

MIN_DEVIATION = 45.0
"""As on lichess: below it, a person who improves would have to play for months until it shows."""
MAX_DEVIATION = 350.0
MAX_VOLATILITY = 0.1
PROVISIONAL_DEVIATION = 110.0

_SCALE = 400 / math.log(10)  # 173.7178
_CENTER = 1500.0
_PRECISION = 1e-6


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong somebody is, and how certain that is. The default is that of a newcomer."""

    value: float = _CENTER
    deviation: float = MAX_DEVIATION
    """With 68%, the strength is within this distance of the value."""
    volatility: float = 0.06
    """How much the strength is expected to change in a period."""

    @property
    def is_provisional(self) -> bool:
        """Whether there are too few recent matches to tell the strength."""
        return self.deviation > PROVISIONAL_DEVIATION

    def after(self, seconds: float) -> Rating:
        """The rating after so much time without a rated match.

        >>> round(Rating(1500, 60).after(365 * 86_400).deviation)
        110
        """
        return replace(self, deviation=_grown(self, max(0.0, seconds) / PERIOD_SECONDS))

    def shifted(self, points: float) -> Rating:
        """The rating of somebody who is so much stronger."""
        return replace(self, value=self.value + points)


@dataclass(frozen=True, slots=True)
class Result:
    """A match as one of its players sees it."""

    opponent: Rating
    score: float
    """1: won, 0.5: drawn, 0: lost."""


def expected_score(rating: Rating, opponent: Rating) -> float:
    """The score to expect in a match, by what is known about both."""
    spread = math.hypot(rating.deviation, opponent.deviation) / _SCALE
    return _expected((rating.value - opponent.value) / _SCALE, _weight(spread))


def rated(rating: Rating, results: Sequence[Result], periods: float = 0.0, tau: float = TAU) -> Rating:
    """The rating after some results that were achieved within so many ``periods`` (a fraction, or 1).

    Without results only the deviation grows.
    """
    if not results:
        return replace(rating, deviation=_grown(rating, periods))
    mean, deviation = (rating.value - _CENTER) / _SCALE, rating.deviation / _SCALE
    information = surprise = 0.0
    for result in results:
        weight = _weight(result.opponent.deviation / _SCALE)
        expected = _expected(mean - (result.opponent.value - _CENTER) / _SCALE, weight)
        information += weight**2 * expected * (1 - expected)
        surprise += weight * (result.score - expected)
    variance = 1 / information
    volatility = min(MAX_VOLATILITY, _volatility(rating.volatility, deviation, variance, surprise, tau))
    grown = math.sqrt(deviation**2 + periods * volatility**2)
    after = 1 / math.sqrt(1 / min(grown, MAX_DEVIATION / _SCALE) ** 2 + information)
    value = rating.value + _SCALE * after**2 * surprise
    return Rating(value, min(MAX_DEVIATION, max(MIN_DEVIATION, after * _SCALE)), volatility)


def rated_pair(
    first: Rating, second: Rating, score: float, advantage: tuple[float, float] = (0.0, 0.0), tau: float = TAU
) -> tuple[Rating, Rating]:
    """Both ratings after a match, given those just before it (`Rating.after`).

    ``score`` is that of the first. By their ``advantage`` (`data.model.rating_categories`), the first plays
    like somebody so much stronger, and the second like somebody so much weaker.
    """
    return (
        rated(first, [Result(second.shifted(-advantage[1]), score)], tau=tau),
        rated(second, [Result(first.shifted(advantage[0]), 1 - score)], tau=tau),
    )


def _grown(rating: Rating, periods: float) -> float:
    grown = math.hypot(rating.deviation, math.sqrt(periods) * rating.volatility * _SCALE)
    return min(MAX_DEVIATION, grown)


def _weight(deviation: float) -> float:
    """Glickman's g: how much a match against somebody of this deviation says."""
    return 1 / math.sqrt(1 + 3 * deviation**2 / math.pi**2)


def _expected(difference: float, weight: float) -> float:
    """Glickman's E, kept away from 0 and 1, where a match would say nothing."""
    return min(1 - 1e-9, max(1e-9, 1 / (1 + math.exp(min(700.0, -weight * difference)))))


def _volatility(before: float, deviation: float, variance: float, surprise: float, tau: float) -> float:
    """Glickman's step 5: the volatility that explains the results best, by the Illinois algorithm."""
    start, squares = math.log(before**2), deviation**2 + variance
    improvement = (variance * surprise) ** 2

    def slope(x: float) -> float:
        square = math.exp(x)
        return (
            square * (improvement - squares - square) / (2 * (squares + square) ** 2) - (x - start) / tau**2
        )

    low = start
    if improvement > squares:
        high = math.log(improvement - squares)
    else:
        high = start - tau
        while slope(high) < 0:
            high -= tau
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > _PRECISION:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
