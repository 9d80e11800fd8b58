"""Which rating a match counts for, and what a side's advantage in it is worth in rating points.

Go has one rating for all sizes and handicaps. What a handicap is worth is published by OGS
(online-go/goratings, ``analysis/util/RatingMath.py``): a rank is ``ln(rating / 525) * 23.15``. A stone is
worth 12 points, or 13 where stones are counted; 12 points are one rank on 19×19, 3 on 13×13 and 6 on 9×9.
Unlike there, the first handicap stone is Black's first move, so that with n stones and half a point of komi
Black is about n - 1/2 stones ahead.
"""

from __future__ import annotations

import math
from enum import StrEnum

from games.go.variant import Ruleset, Variant

_STONE = 12.0
_LOWEST_RANK, _HIGHEST_RANK = -30.0, 39.0  # 39: OGS's own limit; 9 dan on its scale


class Category(StrEnum):
    """What a person has a rating for, by its stored value. Menus show them in this order."""

    OTHELLO = "othello"
    GOMOKU = "gomoku"
    """All variants but Renju."""
    RENJU = "renju"
    GO = "go"
    HARE_AND_HOUNDS = "hare_and_hounds"
    TWELVE_JANGGI = "twelve_janggi"


def category_of(game: str, variant: str) -> Category:
    """The category of a match.

    >>> category_of("gomoku", "renju-15"), category_of("go", "9x9-korean")
    (<Category.RENJU: 'renju'>, <Category.GO: 'go'>)
    """
    if game == "gomoku" and variant.startswith("renju"):
        return Category.RENJU
    return Category(game)


def game_of(category: Category) -> str:
    """The slug of a category's game."""
    return "gomoku" if category is Category.RENJU else category.value


def advantage(game: str, variant: str, first: float, second: float) -> tuple[float, float]:
    """How much stronger the first side is by the start of a match, in points of two scales.

    They are for players with these ratings: how much stronger the first plays than their rating, then how
    much weaker the second plays than theirs. A rank has more points at the top of the scale.
    """
    named = Variant.named(variant) if game == "go" else None
    ranks = 0.0 if named is None else _ranks(named)
    return _points(first, ranks), -_points(second, -ranks)


def _ranks(variant: Variant) -> float:
    """How many ranks Black is ahead before the first move."""
    counts_stones = variant.ruleset is Ruleset.CHINESE
    stone = _STONE + counts_stones
    points = _STONE / 2 + counts_stones - variant.komi + stone * max(0, variant.handicap - 1)
    stones = points / _STONE
    if variant.size <= 9:
        return 6 * stones
    return 3 * stones if variant.size <= 13 else stones


def _points(rating: float, ranks: float) -> float:
    before = min(_HIGHEST_RANK, max(_LOWEST_RANK, _rank(rating)))
    return _rating(min(_HIGHEST_RANK, max(_LOWEST_RANK, before + ranks))) - _rating(before)


def _rank(rating: float) -> float:
    return math.log(max(1.0, rating) / 525) * 23.15


def _rating(rank: float) -> float:
    return 525 * math.exp(rank / 23.15)
