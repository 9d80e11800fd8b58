"""The message of a recap: which periods it offers, and that its alt text says what its picture says."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from bot.match.recap import TurningPoint
from bot.texts import LANGUAGES, texts
from bot.ui.panel import Panel
from bot.ui.recap import (
    Recap,
    RecapPage,
    Turned,
    period_name,
    recap_in_words,
    recap_picture,
    recap_view,
)
from data.model.match_rating import Standing
from data.model.rating_categories import Category
from data.ratings.profile import Tally
from data.ratings.recap import NotableWin, Period, PersonRecap, ServerRecap, Span, Streak
from games.base import Move
from tests.boards import on_board
from tests.bot.stories import match_of

from .shown import payload_of

ANNA, BORA = 111, 222
TODAY = date(2026, 11, 29)
NOVEMBER = Period(Span.MONTH, date(2026, 11, 1))
MATCH = on_board(
    match_of(
        "othello", "8x8", moves=tuple(map(Move, ("d3", "c3", "c4", "c5"))), first_id=ANNA, second_id=BORA
    ),
    guild_id=7,
    channel_id=8,
    message_id=9,
)
PERSON = Recap(
    RecapPage(ANNA, NOVEMBER),
    PersonRecap(
        ANNA,
        {Category.OTHELLO: Tally(5, 1, 2), Category.GO: Tally(0, 0, 1)},
        2,
        [(BORA, Tally(3, 0, 1))],
        NotableWin(ANNA, BORA, Standing(1720, 60)),
        streak=Streak(ANNA, 4),
    ),
    "Anna",
    {ANNA: "Anna", BORA: "Bora"},
    Turned(TurningPoint(MATCH.id, 3, 0.44, -0.58), MATCH),
)
SERVER = Recap(
    RecapPage(None, NOVEMBER),
    ServerRecap(
        {Category.OTHELLO: 12},
        2,
        [(ANNA, 12)],
        [((ANNA, BORA), 12)],
        NotableWin(BORA, ANNA, Standing(1500, 350)),
        Streak(BORA, 3),
    ),
    "Club",
    {ANNA: "Anna", BORA: "Bora"},
)


def words(recap: Recap, language: str = "en") -> str:
    return recap_in_words(recap_picture(recap, "dark", texts(language)))


def test_the_alt_text_says_what_the_picture_of_a_person_shows() -> None:
    assert words(PERSON) == (
        "Anna, Recap · November 2026. matches: 9, won: 5, opponents: 2, wins in a row: 4. "
        "Othello: 5 won, 1 drawn, 2 lost. Go: 1 lost. Rivals: Bora · 3 won, 1 lost. Best win: Bora (1720). "
        "Turning point: Bora: move 4, c5, win chance 72%, then 21%."
    )


def test_the_alt_text_says_what_the_picture_of_a_server_shows() -> None:
    assert words(SERVER) == (
        "Club, Recap · November 2026. matches: 12, people: 2, games: 1, wins in a row: 3. "
        "Othello: 12 matches. Most active: Anna · 12 matches. Rivals: Anna – Bora · 12 matches. "
        "Longest streak: Bora · 3 wins. Best win: Bora – Anna (1500?)."
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("recap", [PERSON, SERVER])
def test_everything_that_is_drawn_is_in_the_alt_text(recap: Recap, language: str) -> None:
    picture, alt = recap_picture(recap, "dark", texts(language)), words(recap, language)
    drawn = [picture.title, picture.subtitle, *picture.caption]
    drawn += [text for tile in picture.tiles for text in (tile.value, tile.label)]
    drawn += [text for fact in picture.facts for text in (fact.label, *fact.lines)]
    drawn += [bar.name for bar in picture.bars]
    assert [text for text in drawn if text not in alt] == []


def test_somebody_whom_discord_does_not_name_is_somebody() -> None:
    assert "Rivals: Somebody · 3 won" in words(replace(PERSON, names={ANNA: "Anna"}))


def test_the_best_level_stands_where_there_is_no_rated_win() -> None:
    beaten = frozenset({(Category.GO, "2"), (Category.OTHELLO, "1250"), (Category.OTHELLO, "classic")})
    person = PersonRecap(ANNA, {Category.GO: Tally(1, 0, 0)}, beaten=beaten)
    assert "Best win: Othello · 1250, about level " in words(replace(PERSON, of=person, turned=None))


@pytest.mark.parametrize(
    ("period", "english", "korean"),
    [
        (NOVEMBER, "November 2026", "2026년 11월"),
        (Period(Span.YEAR, date(2026, 1, 1)), "2026", "2026년"),
    ],
)
def test_periods_have_names(period: Period, english: str, korean: str) -> None:
    assert (period_name(period, texts("en")), period_name(period, texts("ko"))) == (english, korean)


def test_a_page_is_read_from_its_custom_id_and_from_the_menu() -> None:
    page = RecapPage(ANNA, NOVEMBER, "ask")
    assert RecapPage.read(page.panel) == page
    assert RecapPage.read(Panel("recap", "s.y2025")) == RecapPage(None, Period(Span.YEAR, date(2025, 1, 1)))
    chosen = Panel("recap", "s.y2025", ("m2026-11",))
    assert RecapPage.read(chosen) == RecapPage(None, NOVEMBER)
    for argument in ("", "x.y2025", "s.y20", "s.m2026-14"):
        assert RecapPage.read(Panel("recap", argument)) is None
    assert RecapPage.read(Panel("profile", "s.y2025")) is None


@pytest.mark.parametrize(("day", "month"), [(7, "m2026-10"), (8, "m2026-11")])
def test_in_the_first_days_of_a_month_the_last_one_is_shown(day: int, month: str) -> None:
    assert RecapPage.usual(ANNA, date(2026, 11, day)).period.name == month


def test_the_menu_has_this_and_the_last_week_month_and_year_and_the_one_shown() -> None:
    old = replace(PERSON, page=RecapPage(ANNA, Period(Span.MONTH, date(2025, 3, 1))))
    payload = payload_of(recap_view(old, TODAY, texts("en"), can_post=False, is_here=False))
    (menu,) = [row["components"][0] for row in payload[0]["components"] if row["type"] == 1]
    values = [option["value"] for option in menu["options"]]
    assert values == ["w2026-11-23", "w2026-11-16", "m2026-11", "m2026-10", "y2026", "y2025", "m2025-03"]
    assert [option["value"] for option in menu["options"] if option["default"]] == ["m2025-03"]


def test_only_ones_own_and_the_servers_can_be_posted() -> None:
    shown = str(payload_of(recap_view(PERSON, TODAY, texts("en"), can_post=True, is_here=False)))
    assert "📢" in shown and "This server" in shown
    shown = str(payload_of(recap_view(PERSON, TODAY, texts("en"), can_post=False, is_here=True)))
    assert "📢" not in shown and "This server" not in shown
    assert "My recap" in str(payload_of(recap_view(SERVER, TODAY, texts("en"), can_post=True, is_here=True)))


def test_without_matches_there_is_no_picture() -> None:
    empty = Recap(RecapPage(ANNA, NOVEMBER), PersonRecap(ANNA))
    payload = payload_of(recap_view(empty, TODAY, texts("en"), can_post=True, is_here=False))
    assert "No matches in this time" in str(payload) and "attachment" not in str(payload)
