"""Which level of the computer a person plays like, by their latest matches against levels.

The levels' strengths are those that `ai.strengths` has, and docs/STRENGTH.md shows. The estimate is the
strength at which the results are most likely, given that before any match all levels are about equally so. It
is computed when somebody wants to see it, and moves no rating.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from ai import strengths
from data.model.rating_categories import Category, game_of
from data.ratings.store import LevelResult

FEWEST = 3
"""With fewer matches in a category, nothing is said."""
_ELO = math.log(10) / 400
"""What a point of rating adds to the logarithm of the odds of winning."""
_STEP = 5
"""Points between two strengths that are tried."""
_BEYOND = 300
"""How far beyond the weakest and the strongest level a person may be, in points."""
_SPREAD = 1.5
"""The standard deviation of what is expected of people, as a share of the distance of all levels."""


def estimated_levels(results: Mapping[Category, Iterable[LevelResult]]) -> dict[Category, int]:
    """The level that a person plays like, in each category with enough matches."""
    estimates = {category: _estimated(category, list(rows)) for category, rows in results.items()}
    return {category: level for category, level in estimates.items() if level is not None}


def _estimated(category: Category, results: list[LevelResult]) -> int | None:
    measured = strengths.of(game_of(category))
    if measured is None:
        return None
    scale = {level.level: level.elo for level in measured.levels if level.level.isdigit()}
    known = [(scale[result.level], result.score) for result in results if result.level in scale]
    if len(known) < FEWEST:
        return None
    strength = most_likely(known, min(scale.values()), max(scale.values()))
    return int(min(scale, key=lambda number: abs(scale[number] - strength)))


def most_likely(results: Iterable[tuple[float, float]], lowest: int, highest: int) -> int:
    """The strength that explains scores against opponents of these strengths best.

    >>> most_likely([(1000, 1), (1000, 1), (1500, 0.5), (2000, 0), (2000, 0)], 1000, 2000)
    1500
    """
    played = list(results)
    center, spread = (lowest + highest) / 2, _SPREAD * (highest - lowest)

    def likelihood(strength: int) -> float:
        prior = -(((strength - center) / spread) ** 2) / 2
        return prior + sum(_log_likelihood((strength - other) * _ELO, score) for other, score in played)

    return max(range(lowest - _BEYOND, highest + _BEYOND + 1, _STEP), key=likelihood)


def _log_likelihood(difference: float, score: float) -> float:
    """The logarithm of how likely a score is; ``difference`` is the logarithm of the odds of a win.

    A draw is half a win and half a loss.
    """
    return score * difference - max(0.0, difference) - math.log1p(math.exp(-abs(difference)))
