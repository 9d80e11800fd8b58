"""The leaderboard's message: pages, one's own place, and what it takes to be listed."""

from __future__ import annotations

import pytest

from bot.texts import LANGUAGES, Raw, texts
from bot.ui.leaderboard import LeaderboardPage, leaderboard_view, people_on
from bot.ui.panel import Panel
from data.model.glicko import Rating
from data.model.rating_categories import Category
from data.ratings.leaderboard import Leaderboard, RatedPerson
from tests.bot.ui.shown import TEXT, check_limits, components_of, words

EN = texts("en")
PEOPLE = [RatedPerson(100 + number, Rating(1900 - number, 60.0), 10 + number) for number in range(25)]
BOARD = Leaderboard(Category.RENJU, PEOPLE)


def lines(board: Leaderboard, page: int = 0, reader_id: int = 1, language: str = "en") -> list[str]:
    view = leaderboard_view(board, page, reader_id, texts(language))
    check_limits(view)
    return [
        line for one in components_of(view) if one["type"] == TEXT for line in one["content"].splitlines()
    ]


def test_a_page_has_ten_people_with_places() -> None:
    found = lines(BOARD)
    assert found[0] == "### Leaderboard: Renju"
    assert found[1] == "**1.** <@100> · **1900**, 10 rated matches"
    assert len(found) == 12 and found[-1].startswith("-# To appear, you need 3 rated matches")
    assert lines(BOARD, 2)[1].startswith("**21.** <@120>")
    assert lines(BOARD, 999) == lines(BOARD, 2)


def test_ones_own_place_is_below_a_page_without_it() -> None:
    assert lines(BOARD, reader_id=124)[-3:-1] == [
        "…",
        "**25.** <@124> · **1876**, 34 rated matches",
    ]
    assert lines(BOARD, 2, reader_id=124) == lines(BOARD, 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_anybody_it_says_what_it_takes(language: str) -> None:
    empty = lines(Leaderboard(Category.GO, []), language=language)
    assert len(empty) == 3 and all(number in empty[2] for number in ("3", "30"))


@pytest.mark.parametrize(("category", "path"), [(Category.GO, "play go"), (Category.RENJU, "play gomoku")])
def test_an_empty_one_has_a_link_to_the_command_that_starts_a_match(category: Category, path: str) -> None:
    """``/play`` alone cannot be pressed."""
    for language in LANGUAGES:
        view = leaderboard_view(
            Leaderboard(category, []), 0, 1, texts(language), link=lambda path, _: Raw(f"</{path}:5>")
        )
        assert f"</{path}:5>" in words(view)


def test_an_empty_one_says_how_far_people_are() -> None:
    near = [RatedPerson(1, Rating(), 2), RatedPerson(2, Rating(), 1)]
    empty = lines(Leaderboard(Category.GO, [], near=near))
    assert empty[2:4] == ["<@1>: 2 of 3 rated matches", "<@2>: 1 of 3 rated matches"]
    listed = lines(Leaderboard(Category.GO, [RatedPerson(3, Rating(1500.0, 60.0), 30)], near=near))
    assert not [line for line in listed if " of 3 " in line]


def test_those_who_are_provisional_are_below_without_a_place() -> None:
    """The words are there once on a page, above the first of them."""
    certain, uncertain = Rating(1500.0, 60.0), Rating(1740.0, 200.0)
    board = Leaderboard(
        Category.GO,
        [RatedPerson(1, certain, 30)],
        [RatedPerson(number, uncertain, 3) for number in range(2, 14)],
    )
    first, second = lines(board, reader_id=99), lines(board, 1, reader_id=99)
    assert first[1] == "**1.** <@1> · **1500**, 30 rated matches"
    assert first[2].startswith("-# Provisional (**?**)") and first[3] == "<@2> · **1740?**, 3 rated matches"
    assert second[1].startswith("-# Provisional") and second[2] == "<@11> · **1740?**, 3 rated matches"
    assert [sum("Provisional" in line for line in page) for page in (first, second)] == [1, 1]
    assert lines(board, 1, reader_id=1)[-2] == "**1.** <@1> · **1500**, 30 rated matches"


def test_keys_lead_to_pages_and_games() -> None:
    view = leaderboard_view(BOARD, 1, 1, EN)
    found = [Panel.read(one) for one in components_of(view) if "custom_id" in one]
    pages = [LeaderboardPage.read(one) for one in found if one is not None and one.verb == "leaderboard"]
    assert [shown.page for shown in pages] == [0, 1, 2, 0, 1, 1]
    chosen = LeaderboardPage.read(Panel("leaderboard", "renju.2", ("go",)))
    assert chosen == LeaderboardPage(Category.GO)
    assert LeaderboardPage.read(Panel("leaderboard", "nonsense.x")) == LeaderboardPage(Category.OTHELLO)


def test_the_menu_of_a_server_leads_to_those_who_guess_moves_and_to_its_recap() -> None:
    here, world = leaderboard_view(BOARD, 0, 1, EN), leaderboard_view(BOARD, 0, 1, EN, {})
    values = [
        [option["value"] for component in components_of(view) for option in component.get("options", ())]
        for view in (here, world)
    ]
    assert values[0] == [*Category, "guesses", "recap"] and values[1] == [*Category]


def test_a_page_can_be_posted_unless_everybody_sees_it() -> None:
    own, posted = (leaderboard_view(BOARD, 0, 1, EN, is_public=is_public) for is_public in (False, True))
    has_button = [
        any(component.get("custom_id") == "p:leaderboard:renju.0.ask" for component in components_of(view))
        for view in (own, posted)
    ]
    assert has_button == [True, False]


def test_the_world_is_named_without_mentions_of_others() -> None:
    view = leaderboard_view(BOARD, 0, 100, EN, {101: "*Bob*", 102: "Chul"})
    found = check_limits(view)
    text = next(one["content"] for one in found if one["type"] == TEXT)
    assert "World leaderboard: Renju" in text and "/me" in text
    assert text.count("<@") == text.count("<@100>") == 1, "the reader's alone"
    assert "**2.** \\*Bob\\* · **1899**" in text and "**4.** ? ·" in text
    keys = [one["custom_id"] for one in found if "custom_id" in one]
    assert keys[-1] == "p:leaderboard:renju.0w" and "p:leaderboard:renju.0.other" in keys
    assert LeaderboardPage.read(Panel("leaderboard", "renju.2w.on")) == LeaderboardPage(
        Category.RENJU, 2, True, "on"
    )
    chosen = LeaderboardPage.read(Panel("leaderboard", "renju.2w", ("go",)))
    assert chosen == LeaderboardPage(Category.GO, is_world=True)
    assert people_on(BOARD, 2) == [120, 121, 122, 123, 124] == people_on(BOARD, 99)
