"""The level and the strength that a person plays like."""

from __future__ import annotations

import pytest

from ai import strengths
from bot.match.estimated_level import (
    FEWEST,
    Likelihood,
    MovesCurve,
    Score,
    estimate_of_moves,
    estimates,
)
from data.model.rating_categories import Category, game_of
from data.ratings.store import LevelResult

RUNGS = strengths.rungs("othello")


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
    assert str(estimate.level) == strengths.nearest_level("othello", "1250")
    assert abs(estimate.strength - 1250) <= 30


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
            likelihood = Likelihood.between(600, 2000, scores, MovesCurve())
            chance = 1 / (1 + 10 ** ((1300 - strength) / 400))
            weight = (1, 4, 6, 4, 1)[wins] * chance**wins * (1 - chance) ** (4 - wins)
            total += weight
            low, high = likelihood.interval(0.8)
            inside += weight * (low <= strength <= high)
    assert 0.75 < inside / total < 0.9


def test_winning_everything_leads_beyond_the_level_but_not_far_at_once() -> None:
    few, many = (
        Likelihood.between(500, 2500, [Score(1000.0, 1.0)] * number, MovesCurve()).most_likely
        for number in (3, 100)
    )
    assert 1000 < few < many <= 2800


def test_the_strength_explains_the_scores_best() -> None:
    scores = [Score(1000, 1), Score(1000, 1), Score(1500, 0.5), Score(2000, 0), Score(2000, 0)]
    assert Likelihood.between(1000, 2000, scores, MovesCurve()).most_likely == 1500
    assert Likelihood.between(1000, 2000, [], MovesCurve()).most_likely == 1500
    light = [Score(1000, 1, 0.1), *scores[2:]]
    assert Likelihood.between(1000, 2000, light, MovesCurve()).most_likely < 1500


def test_the_strongest_and_the_weakest_level_are_the_ends() -> None:
    beaten = [LevelResult("8", 1.0)] * 20
    lost = [LevelResult("1", 0.0)] * 20
    known = estimates({Category.GO: beaten, Category.OTHELLO: lost})
    assert (known[Category.GO].level, known[Category.OTHELLO].level) == (8, 1)


def test_a_few_matches_and_other_players_say_nothing() -> None:
    few = [LevelResult("3", 1.0)] * (FEWEST - 1)
    others = [LevelResult("classic", 1.0), LevelResult("engine-gnu-go", 0.0)] * 5
    assert estimates({Category.GO: few, Category.OTHELLO: others}) == {}


def of_rung(number: int, sharpness: float = 20.0) -> tuple[float, ...]:
    """What the moves of a match say whose likelihood is highest at a rung of Othello."""
    return tuple(-sharpness * abs(number - other) for other in range(len(RUNGS)))


def test_the_moves_of_one_match_are_enough() -> None:
    for number in (2, 5, 8):
        (estimate,) = estimates(
            {Category.OTHELLO: [LevelResult("1", 1.0, likelihoods=of_rung(number))]}
        ).values()
        assert abs(estimate.strength - RUNGS[number]) < 100
        alone = estimate_of_moves("othello", of_rung(number))
        assert alone is not None and abs(alone.strength - RUNGS[number]) < 100


def test_nothing_is_said_of_no_moves_and_of_those_of_another_scale() -> None:
    for likelihoods in ((), (-1.0, -2.0)):
        assert estimate_of_moves("othello", likelihoods) is None
        assert not estimates({Category.OTHELLO: [LevelResult("1", 1.0, likelihoods=likelihoods)]})


def test_moves_that_could_be_anybodys_say_nothing() -> None:
    likelihoods = of_rung(4, sharpness=0.1)
    assert estimate_of_moves("othello", likelihoods) is None
    result = LevelResult("1", 1.0, likelihoods=likelihoods)
    assert not estimates({Category.OTHELLO: [result] * (FEWEST - 1)})
    assert estimates({Category.OTHELLO: [result] * FEWEST})


def test_the_moves_of_many_matches_count_as_those_of_three() -> None:
    """So that results decide in the end."""
    three, nine = (MovesCurve.of("othello", [of_rung(4)] * number) for number in (3, 9))
    assert [three.at(strength) for strength in RUNGS] == pytest.approx([nine.at(each) for each in RUNGS])
    assert MovesCurve.of("othello", [of_rung(4)]).at(RUNGS[0]) == pytest.approx(three.at(RUNGS[0]) / 3)
    assert three.at(0.0) == three.at(RUNGS[0]) and three.at(9999.0) == three.at(RUNGS[-1])
