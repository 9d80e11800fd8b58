"""Which strength of the computer a person plays like, by their latest matches against it.

The strengths of levels are those that `ai.strengths` has, and docs/STRENGTH.md shows. The estimate is the
strength at which the results, and the moves of some of the matches, are most likely, given that before any
match all levels are about equally so. It is computed when somebody wants to see it, and moves no rating.

`bench.likeness` measures how far off it is with simulated people.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from ai import strengths
from data.model.rating_categories import Category, game_of
from data.ratings.store import LevelResult
from data.ratings.values import Estimate

FEWEST = 3
"""With fewer matches in a category whose moves are not judged, nothing is said."""
MOVES_OF = 3
"""The moves of more matches say no more than those of so many: results say whether the model is right."""
_MOVES_WEIGHT = {"othello": 0.2, "gomoku": 0.1, "hare_and_hounds": 0.4, "twelve_janggi": 0.3}
"""How much the likelihood of moves counts, by game, so that the margin is right for simulated people.

Errors of one match are less independent than the model of a move says. In Go moves do not count.
"""
MAX_MARGIN = 300
"""Points; the moves of a match that say less than this say nothing."""
_ELO = math.log(10) / 400
"""What a point of rating adds to the logarithm of the odds of winning."""
_STEP = 5
"""Points between two strengths that are tried."""
_BEYOND = 300
"""How far beyond the weakest and the strongest level a person may be, in points."""
_SPREAD = 1.5
"""The standard deviation of what is expected of people, as a share of the distance of all levels."""
_SURE = 0.8
"""How likely the strength is within the margin of an estimate."""


class Score(NamedTuple):
    """A score, 1, 0.5 or 0, against an opponent of a strength, and how much it counts."""

    opponent: float
    score: float
    weight: float = 1.0


@dataclass(frozen=True)
class MovesCurve:
    """How likely somebody's moves are of each strength: straight lines between the rungs of a scale."""

    strengths: tuple[float, ...] = (0.0,)
    """Of the rungs, the weakest first."""
    logarithms: tuple[float, ...] = (0.0,)
    """Of the likelihood, by rung."""

    @classmethod
    def of(cls, slug: str, matches: Iterable[Sequence[float]], worth: float = MOVES_OF) -> MovesCurve:
        """The curve of the moves of some matches, which say no more than those of ``worth`` matches.

        Each match has the logarithms of the likelihood by rung; one of another scale is left out.
        """
        rungs = strengths.rungs(slug)
        known = [match for match in matches if len(match) == len(rungs)]
        if not known:
            return cls()
        weight = _MOVES_WEIGHT.get(slug, 0.0) * min(1.0, worth / len(known))
        return cls(rungs, tuple(weight * sum(of_rung) for of_rung in zip(*known, strict=True)))

    @property
    def is_known(self) -> bool:
        """Whether there are moves."""
        return len(self.strengths) > 1

    def at(self, strength: float) -> float:
        """The logarithm of the likelihood; beyond the rungs that of the nearest one."""
        above = bisect_left(self.strengths, strength)
        if above in (0, len(self.strengths)):
            return self.logarithms[min(above, len(self.strengths) - 1)]
        low, high = self.strengths[above - 1 : above + 1]
        share = (strength - low) / (high - low)
        return (1 - share) * self.logarithms[above - 1] + share * self.logarithms[above]


@dataclass(frozen=True)
class Likelihood:
    """How likely each strength is of somebody with these scores and moves.

    A normal prior, times the Elo curve, times the curve of the moves.
    """

    scores: Sequence[Score]
    center: float
    spread: float
    strengths: range
    moves: MovesCurve = MovesCurve()

    @classmethod
    def between(cls, lowest: float, highest: float, scores: Iterable[Score], moves: MovesCurve) -> Likelihood:
        """Before any match all strengths of the levels are about equally likely."""
        tried = range(round(lowest) - _BEYOND, round(highest) + _BEYOND + 1, _STEP)
        return cls(tuple(scores), (lowest + highest) / 2, _SPREAD * (highest - lowest), tried, moves)

    @property
    def most_likely(self) -> int:
        """The strength that explains the scores and moves best.

        Without moves, likelihood rises up to it, then falls.
        """
        if self.moves.is_known:
            return max(self.strengths, key=self._logarithm)

        def falls(number: int) -> bool:
            low, high = self.strengths[number : number + 2]
            return self._logarithm(high) <= self._logarithm(low)

        return self.strengths[bisect_left(range(len(self.strengths) - 1), True, key=falls)]

    def interval(self, share: float) -> tuple[int, int]:
        """The strengths between which it is with this probability; below and above are equally likely."""
        logarithms = [self._logarithm(strength) for strength in self.strengths]
        highest = max(logarithms)  # as 1: likelihoods of many moves are too small for a float
        sums = list(accumulate(math.exp(logarithm - highest) for logarithm in logarithms))
        low, high = (
            next(number for number, total in enumerate(sums) if total >= part * sums[-1])
            for part in ((1 - share) / 2, (1 + share) / 2)
        )
        return self.strengths[low], self.strengths[high]

    def _logarithm(self, strength: float) -> float:
        prior = -(((strength - self.center) / self.spread) ** 2) / 2
        return (
            prior
            + self.moves.at(strength)
            + sum(
                weight * _log_likelihood((strength - opponent) * _ELO, score)
                for opponent, score, weight in self.scores
            )
        )


def estimates(results: Mapping[Category, Iterable[LevelResult]]) -> dict[Category, Estimate]:
    """How a person plays, in each category with enough matches."""
    known = {category: _estimate(category, rows) for category, rows in results.items()}
    return {category: estimate for category, estimate in known.items() if estimate is not None}


def _estimate(category: Category, results: Iterable[LevelResult]) -> Estimate | None:
    slug = game_of(category)
    measured = strengths.of(slug)
    if measured is None:
        return None
    known = [
        (strength, result)
        for result in results
        if (strength := strengths.strength_of(slug, result.level)) is not None
    ]
    moves = MovesCurve.of(slug, (result.likelihoods for _, result in known))
    if len(known) < FEWEST and not moves.is_known:
        return None
    scores = [Score(opponent, result.score) for opponent, result in known]
    estimate = _estimated(measured, scores, moves)
    return estimate if len(known) >= FEWEST or estimate.margin <= MAX_MARGIN else None


def estimate_of_moves(slug: str, likelihoods: Sequence[float]) -> Estimate | None:
    """Which strength the moves of a side in one match are like; None if they say nothing."""
    measured, moves = strengths.of(slug), MovesCurve.of(slug, [likelihoods])
    if measured is None or not moves.is_known:
        return None
    estimate = _estimated(measured, [], moves)
    return estimate if estimate.margin <= MAX_MARGIN else None


def _estimated(measured: strengths.Measured, scores: Sequence[Score], moves: MovesCurve) -> Estimate:
    likelihood = Likelihood.between(measured.levels[0].elo, measured.levels[-1].elo, scores, moves)
    low, high = likelihood.interval(_SURE)
    strength = (low + high) / 2
    nearest = min(measured.levels, key=lambda level: abs(level.elo - strength))
    return Estimate(int(nearest.level), _rounded(strength), _rounded((high - low) / 2))


def _rounded(points: float) -> int:
    return 10 * round(points / 10)


def _log_likelihood(difference: float, score: float) -> float:
    """The logarithm of how likely a score is; ``difference`` is the logarithm of the odds of a win.

    A draw is half a win and half a loss.
    """
    # score · difference - log(1 + e^difference), in a form in which no power is too large for a float.
    return score * difference - max(0.0, difference) - math.log1p(math.exp(-abs(difference)))
