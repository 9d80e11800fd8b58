"""A profile's message: its lines, the same in words, and its keys."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.match.advice import Advice, Phase, WeakPhase, WeakTheme
from bot.presenters.openings import named_positions, start_positions
from bot.texts import LANGUAGES, texts
from bot.ui.panel import Panel
from bot.ui.profile import (
    POST,
    ProfileNotes,
    ProfilePage,
    favorite_openings,
    profile_chart,
    profile_in_words,
    profile_view,
)
from data.model.glicko import Rating
from data.model.match_rating import Standing
from data.model.rating_categories import Category
from data.ratings.profile import BestWin, OpeningRow, Profile, RatedAt, Tally
from data.ratings.values import PersonRating
from games.base import Move, Side
from tests.bot.ui.shown import TEXT, check_limits, components_of, payload_of

EN = texts("en")
DAY = 86_400.0
ROSE, TIGER = (
    next(
        number for number, (_, key) in named_positions("othello").items() if key == f"opening.othello.{name}"
    )
    for name in ("rose", "diagonal")
)
PROFILE = Profile(
    5,
    Category.OTHELLO,
    PersonRating(5, Category.OTHELLO, Rating(1540.0, 60.0), 12, 7, 4, 1e9),
    [RatedAt(1e9 - DAY, 1500.0, 200.0), RatedAt(1e9, 1540.0, 60.0)],
    {Category.OTHELLO: Tally(7, 1, 4), Category.GO: Tally(0, 0, 2)},
    BestWin(6, Standing(1720, 70), 1e9),
    2,
    5,
    [
        OpeningRow(1, TIGER, Move("c4"), Side.FIRST, 1),
        OpeningRow(1, ROSE, Move("c4"), Side.FIRST, 1),
        OpeningRow(2, ROSE, Move("c4"), Side.SECOND, 0),
        OpeningRow(3, TIGER, Move("c4"), Side.SECOND, 0.5),
    ],
    84.4,
    9,
)


def said(profile: Profile, notes: ProfileNotes, language: str = "en") -> str:
    view = profile_view(profile, notes, 1e9, texts(language))
    check_limits(view)
    return "\n".join(one["content"] for one in components_of(view) if one["type"] == TEXT)


def test_every_fact_has_a_line() -> None:
    assert said(PROFILE, ProfileNotes(level=4)).replace("\N{NO-BREAK SPACE}", " ").splitlines() == [
        "### <@5>",
        "Othello: **1540**, 12 matches · plays like level 4",
        "-# Best win: <@6> (**1720**), <t:1000000000:d>",
        "-# Wins in a row: **2** now, best streak **5**",
        "-# Openings: Rose (1 won, 1 lost), Diagonal opening (1 drawn)",
        "-# Average accuracy: **84 %** (in 9 matches)",
        "-# Of matches in this server; the rating is the same in every server.",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_to_practice_is_in_ones_own_profile(language: str) -> None:
    advice = Advice(3, WeakPhase(Phase.ENDGAME, 4, 6), WeakTheme("ladder", 1, 5))
    line = said(PROFILE, ProfileNotes(is_everywhere=True, advice=advice), language).splitlines()[-1]
    assert line.startswith("🎯") and all(number in line for number in "34615")
    assert "🎯" not in said(PROFILE, ProfileNotes(is_everywhere=True, advice=Advice()), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_somebody_new_has_a_profile_without_a_picture(language: str) -> None:
    new = Profile(5, Category.GO)
    assert said(new, ProfileNotes(), language) != said(new, ProfileNotes(is_everywhere=True), language)
    view = profile_view(new, ProfileNotes(), 1e9, texts(language))
    assert profile_in_words(new, EN) == "" and len(payload_of(view)[0]["components"]) == 2


def test_the_picture_in_words() -> None:
    assert profile_in_words(PROFILE, EN) == (
        "Rating in Othello over 2 matches: 1500 at first, 1540 now, 1500 to 1540. "
        "Othello: 7 won, 1 drawn, 4 lost. Go: 0 won, 0 drawn, 2 lost."
    )


def test_the_chart_has_days_or_months() -> None:
    chart = profile_chart(PROFILE, "dark", EN)
    assert chart.axes == ("Rating", "Date")
    assert chart.results == (("Othello", (7, 1, 4)), ("Go", (0, 0, 2))) and len(chart.points) == 2
    assert chart.dates == ("09-08", "09-09")
    year = replace(PROFILE, curve=[RatedAt(1e9 - 365 * DAY, 1500.0, 90.0), *PROFILE.curve])
    assert profile_chart(year, "dark", EN).dates == ("2000-09", "2001-03", "2001-09")


def test_games_without_names_of_openings_have_first_moves() -> None:
    number = next(number for number, variant in start_positions("go").items() if variant.startswith("9x9"))
    rows = [OpeningRow(one, number, Move("e5"), side, 1) for one, side in enumerate([*Side, Side.FIRST])]
    found = favorite_openings(replace(PROFILE, category=Category.GO, openings=rows), EN)
    assert [(name.lower()[-2:], tally) for name, tally in found.items()] == [("e5", Tally(2))]


def test_keys_lead_to_games_and_people() -> None:
    notes = ProfileNotes(advice=Advice(), practice=Panel("practice", "d1.2.show"), can_post=True)
    view = profile_view(PROFILE, notes, 1e9, EN)
    found = [one["custom_id"] for one in check_limits(view) if "custom_id" in one]
    assert found == ["p:profile:5.othello", "p:practice:d1.2.show", "p:profile:5.othello.ask"]
    assert ProfilePage.read(Panel("profile", "5.othello", ("go",))) == ProfilePage(5, Category.GO)
    assert ProfilePage.read(Panel("profile", "5.go.post")) == ProfilePage(5, Category.GO, POST)
    assert ProfilePage.read(ProfilePage(7).panel) == ProfilePage(7)
    assert ProfilePage.read(Panel("profile", "0.go.pick", ("8",))) == ProfilePage(8, Category.GO, "pick")
    for wrong in (Panel("profile", "x"), Panel("profile", "1.chess"), Panel("profile", "0.go.pick")):
        assert ProfilePage.read(wrong) is None
