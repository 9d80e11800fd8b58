"""The leaderboard's message: pages, one's own place, and what it takes to be listed."""

from __future__ import annotations

import pytest

from bot.texts import LANGUAGES, texts
from bot.ui.layout import UNBROKEN
from bot.ui.leaderboard import LeaderboardPage, leaderboard_view, people_on
from bot.ui.panel import Panel
from data.model.glicko import Rating
from data.model.rating_categories import Category
from data.ratings.leaderboard import Leaderboard, RatedPerson
from tests.bot.ui.shown import TEXT, check_limits, components_of

EN = texts("en")
PEOPLE = [RatedPerson(100 + number, Rating(1900 - number, 60.0), 10 + number) for number in range(25)]
BOARD = Leaderboard(Category.RENJU, PEOPLE, [])


def lines(board: Leaderboard, page: int = 0, reader_id: int = 1, language: str = "en") -> list[str]:
    view = leaderboard_view(board, page, reader_id, texts(language))
    check_limits(view)
    return [
        line for one in components_of(view) if one["type"] == TEXT for line in one["content"].splitlines()
    ]


def test_a_page_has_ten_people_with_places_and_ranges() -> None:
    found = lines(BOARD)
    assert found[0] == "### Leaderboard: Renju"
    assert found[1] == f"**1.** <@100> · **1900{UNBROKEN}±{UNBROKEN}60**, 10 matches", "a range does not wrap"
    assert len(found) == 12 and found[-1].startswith("-# On the list: 10 rated matches")
    assert lines(BOARD, 2)[1].startswith("**21.** <@120>")
    assert lines(BOARD, 999) == lines(BOARD, 2)


def test_ones_own_place_is_below_a_page_without_it() -> None:
    assert lines(BOARD, reader_id=124)[-3:-1] == [
        "…",
        f"**25.** <@124> · **1876{UNBROKEN}±{UNBROKEN}60**, 34 matches",
    ]
    assert lines(BOARD, 2, reader_id=124) == lines(BOARD, 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_anybody_it_says_what_it_takes(language: str) -> None:
    empty = lines(Leaderboard(Category.GO, [], []), language=language)
    assert len(empty) == 2 and all(number in empty[1] for number in ("10", "80", "30"))
    closest = [RatedPerson(5, Rating(1540.0, 120.0), 4)]
    assert (
        f"<@5> · **1540?{UNBROKEN}±{UNBROKEN}120**"
        in lines(Leaderboard(Category.GO, [], closest), language=language)[-1]
    )


def test_keys_lead_to_pages_and_games() -> None:
    view = leaderboard_view(BOARD, 1, 1, EN)
    found = [Panel.read(one) for one in components_of(view) if "custom_id" in one]
    pages = [LeaderboardPage.read(one) for one in found if one is not None and one.verb == "leaderboard"]
    assert [one.page for one in pages] == [0, 1, 2, 0, 1]
    chosen = LeaderboardPage.read(Panel("leaderboard", "renju.2", ("go",)))
    assert chosen == LeaderboardPage(Category.GO)
    assert LeaderboardPage.read(Panel("leaderboard", "nonsense.x")) == LeaderboardPage(Category.OTHELLO)


def test_the_world_is_named_without_mentions_of_others() -> None:
    view = leaderboard_view(BOARD, 0, 100, EN, {101: "*Bob*", 102: "Chul"})
    found = check_limits(view)
    text = next(one["content"] for one in found if one["type"] == TEXT)
    assert "World leaderboard: Renju" in text and "/me" in text
    assert text.count("<@") == text.count("<@100>") == 1, "the reader's alone"
    assert f"**2.** \\*Bob\\* · **1899{UNBROKEN}±{UNBROKEN}60**" in text and "**4.** ? ·" in text
    keys = [one["custom_id"] for one in found if "custom_id" in one]
    assert keys[-1] == "p:leaderboard:renju.0w" and "p:leaderboard:renju.0.other" in keys
    assert LeaderboardPage.read(Panel("leaderboard", "renju.2w.on")) == LeaderboardPage(
        Category.RENJU, 2, True
    )
    chosen = LeaderboardPage.read(Panel("leaderboard", "renju.2w", ("go",)))
    assert chosen == LeaderboardPage(Category.GO, is_world=True)
    assert people_on(BOARD, 2) == [120, 121, 122, 123, 124] == people_on(BOARD, 99)
