"""The level and the strength that a person plays like."""

from __future__ import annotations

import pytest

from ai import strengths
from bot.match.estimated_level import FEWEST, Likelihood, Score, estimates
from data.model.rating_categories import Category, game_of
from data.ratings.store import LevelResult


@pytest.mark.parametrize("category", Category)
def test_half_of_the_points_against_a_level_is_that_level(category: Category) -> None:
    measured = strengths.of(game_of(category))
    assert measured is not None
    for level in measured.levels[2:6]:
        results = [LevelResult(level.level, score) for score in (1.0, 0.0)] * 10
        estimate = estimates({category: results})[category]
        assert estimate.level == int(level.level)
        assert abs(estimate.strength - level.elo) <= 30


def test_strengths_count_like_levels() -> None:
    results = [LevelResult("1250", score) for score in (1.0, 0.0)] * 10
    estimate = estimates({Category.OTHELLO: results})[Category.OTHELLO]
    assert estimate.level == 4 and abs(estimate.strength - 1250) <= 30


def test_the_margin_falls_with_the_matches() -> None:
    margins = [
        estimates({Category.GO: [LevelResult("4", score) for score in (1.0, 0.0)] * number})[
            Category.GO
        ].margin
        for number in (2, 8, 20)
    ]
    assert margins == sorted(margins, reverse=True) and margins[0] > 150 > 80 > margins[-1]


def test_the_interval_holds_the_strength_as_often_as_it_says() -> None:
    """Of people anywhere between the levels: the integral over their strengths and their results."""
    inside = total = 0.0
    for strength in range(700, 1901, 100):
        for wins in range(5):
            scores = [Score(1300.0, 1.0)] * wins + [Score(1300.0, 0.0)] * (4 - wins)
            likelihood = Likelihood.between(600, 2000, scores)
            chance = 1 / (1 + 10 ** ((1300 - strength) / 400))
            weight = (1, 4, 6, 4, 1)[wins] * chance**wins * (1 - chance) ** (4 - wins)
            total += weight
            low, high = likelihood.interval(0.8)
            inside += weight * (low <= strength <= high)
    assert 0.75 < inside / total < 0.9


def test_winning_everything_leads_beyond_the_level_but_not_far_at_once() -> None:
    few, many = (
        Likelihood.between(500, 2500, [Score(1000.0, 1.0)] * number).most_likely for number in (3, 100)
    )
    assert 1000 < few < many <= 2800


def test_the_strength_explains_the_scores_best() -> None:
    scores = [Score(1000, 1), Score(1000, 1), Score(1500, 0.5), Score(2000, 0), Score(2000, 0)]
    assert Likelihood.between(1000, 2000, scores).most_likely == 1500
    assert Likelihood.between(1000, 2000, []).most_likely == 1500
    light = [Score(1000, 1, 0.1), *scores[2:]]
    assert Likelihood.between(1000, 2000, light).most_likely < 1500


def test_the_strongest_and_the_weakest_level_are_the_ends() -> None:
    beaten = [LevelResult("8", 1.0)] * 20
    lost = [LevelResult("1", 0.0)] * 20
    known = estimates({Category.GO: beaten, Category.OTHELLO: lost})
    assert (known[Category.GO].level, known[Category.OTHELLO].level) == (8, 1)


def test_a_few_matches_and_other_players_say_nothing() -> None:
    few = [LevelResult("3", 1.0)] * (FEWEST - 1)
    others = [LevelResult("classic", 1.0), LevelResult("engine-gnu-go", 0.0)] * 5
    assert estimates({Category.GO: few, Category.OTHELLO: others}) == {}
