"""Ratings in words: numbers, changes, reasons, and one's own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.texts import LANGUAGES, texts
from bot.ui.layout import UNBROKEN
from bot.ui.ratings import agreed_line, category_name, outcome_line, own_lines, value_label
from data.model.glicko import Rating
from data.model.match import Match
from data.model.match_rating import MatchRating, Standing, Unrated
from data.model.rating_categories import Category
from data.ratings.values import Estimate, PersonRating
from games.base import Side
from tests.bot.stories import AGREED, RATED, match_of

EN = texts("en")


def rated(rating: MatchRating | None) -> Match:
    return replace(match_of("othello", "8x8"), rated=rating)


def plain(line: str | None) -> str | None:
    """A line as it looks: the sides' parts do not break."""
    return line and line.replace(UNBROKEN, " ")


def side_name(side: Side) -> str:
    return "Black" if side is Side.FIRST else "White"


def test_a_rating_is_one_number_and_marked_while_it_is_provisional() -> None:
    assert value_label(Standing(1540, 110)) == "1540"
    assert value_label(Standing(1540, 111)) == "1540?"


def test_a_challenge_shows_the_ratings_that_are_known() -> None:
    assert plain(agreed_line(rated(AGREED), side_name, EN)) == "📈 Rated: Black 1500? · White 1702"
    assert plain(agreed_line(rated(replace(AGREED, second=None)), side_name, EN)) == "📈 Rated: Black 1500?"
    assert agreed_line(rated(None), side_name, EN) is None


def test_a_match_that_is_over_shows_what_it_changed() -> None:
    assert (
        plain(outcome_line(rated(RATED), side_name, EN))
        == "Black 1500? → 1722? (+222) · White 1702 → 1689 (−13)"
    )
    even = MatchRating(Standing(1500, 50), Standing(1500, 50), Standing(1500, 49), Standing(1500, 49))
    assert (
        plain(outcome_line(rated(even), side_name, EN)) == "Black 1500 → 1500 (±0) · White 1500 → 1500 (±0)"
    )
    assert outcome_line(rated(None), side_name, EN) is None
    assert outcome_line(rated(AGREED), side_name, EN) is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", Unrated)
def test_each_reason_has_a_sentence(reason: Unrated, language: str) -> None:
    line = outcome_line(rated(AGREED.without_effect(reason)), side_name, texts(language))
    if reason is Unrated.NO_RESULT:
        assert line is None
    else:
        assert line is not None and line.endswith(".") and "{" not in line


def test_numbers_of_the_rules_are_in_their_sentences() -> None:
    lines = [
        outcome_line(rated(AGREED.without_effect(one)), side_name, EN)
        for one in (Unrated.SHORT, Unrated.DAILY_LIMIT)
    ]
    assert ["10 moves" in str(lines[0]), "5 rated matches" in str(lines[1])] == [True, True]


def test_renju_has_a_name_of_its_own() -> None:
    assert [category_name(one, EN) for one in (Category.RENJU, Category.GOMOKU)] == ["Renju", "Gomoku"]


def test_ones_own_ratings_and_levels_are_a_line_each() -> None:
    rating = PersonRating(1, Category.GO, Rating(1612.4, 80, 0.06), 12, 7, 5, 0.0)
    levels = {Category.GO: Estimate(4, 1080, 140), Category.RENJU: Estimate(2, 760, 200)}
    lines = own_lines({Category.GO: rating}, levels, 0.0, EN)
    assert [line.replace("\xa0", " ") for line in lines] == [
        "Renju: plays like level 2 (760 ± 200)",
        "Go: **1612** ± 80, 12 rated matches · plays like level 4 (1080 ± 140)",
    ]
    (later,) = own_lines({Category.GO: rating}, {}, 365 * 86_400.0, EN)
    assert later == "Go: **1612?**, 12 rated matches"
