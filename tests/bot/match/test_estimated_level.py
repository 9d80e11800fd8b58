"""The level that a person plays like."""

from __future__ import annotations

import pytest

from ai import strengths
from bot.match.estimated_level import FEWEST, estimated_levels, most_likely
from data.model.rating_categories import Category, game_of
from data.ratings.store import LevelResult


@pytest.mark.parametrize("category", Category)
def test_half_of_the_points_against_a_level_is_that_level(category: Category) -> None:
    measured = strengths.of(game_of(category))
    assert measured is not None
    for one in measured.levels[2:6]:
        results = [LevelResult(one.level, score) for score in (1.0, 0.0)] * 10
        assert estimated_levels({category: results}) == {category: int(one.level)}


def test_winning_everything_leads_beyond_the_level_but_not_far_at_once() -> None:
    few, many = ([(1000.0, 1.0)] * number for number in (3, 100))
    assert 1000 < most_likely(few, 500, 2500) < most_likely(many, 500, 2500) <= 2800


def test_the_strongest_and_the_weakest_level_are_the_ends() -> None:
    beaten = [LevelResult("8", 1.0)] * 20
    lost = [LevelResult("1", 0.0)] * 20
    assert estimated_levels({Category.GO: beaten, Category.OTHELLO: lost}) == {
        Category.GO: 8,
        Category.OTHELLO: 1,
    }


def test_a_few_matches_and_other_players_say_nothing() -> None:
    few = [LevelResult("3", 1.0)] * (FEWEST - 1)
    others = [LevelResult("classic", 1.0), LevelResult("engine-gnu-go", 0.0)] * 5
    assert estimated_levels({Category.GO: few, Category.OTHELLO: others}) == {}
