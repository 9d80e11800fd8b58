"""A profile's message: its lines, the same in words, and its keys."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.match.advice import Advice, Phase, WeakPhase, WeakTheme
from bot.presenters.openings import named_positions, start_positions
from bot.texts import LANGUAGES, texts
from bot.time_zones import time_zone
from bot.ui.links import link_for
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
from data.model.tournament import LEFT, NOT_BEGUN, REMOVED, Result
from data.ratings.profile import BestWin, OpeningRow, Profile, RatedAt, Tally
from data.ratings.values import Estimate, PersonRating
from games.base import Move, Outcome, Side
from tests.bot.stories import match_of
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
    [12, 9],
    [(6, Tally(5, 0, 2))],
    BestWin(6, Standing(1720, 70), 1e9),
    2,
    5,
    [
        OpeningRow(1, TIGER, Move("c4"), Side.FIRST, 1, Move("d3")),
        OpeningRow(1, ROSE, Move("c4"), Side.FIRST, 1, Move("d3")),
        OpeningRow(2, ROSE, Move("c4"), Side.SECOND, 0, Move("d3")),
        OpeningRow(3, TIGER, Move("c4"), Side.SECOND, 0.5, Move("d3")),
    ],
    84.4,
    9,
)


def said(profile: Profile, notes: ProfileNotes, language: str = "en") -> str:
    view = profile_view(profile, notes, 1e9, texts(language))
    check_limits(view)
    return "\n".join(one["content"] for one in components_of(view) if one["type"] == TEXT)


def test_every_fact_has_a_line() -> None:
    assert said(PROFILE, ProfileNotes(level=Estimate(4, 1180, 140))).replace(
        "\N{NO-BREAK SPACE}", " "
    ).splitlines() == [
        "### <@5>",
        "Othello: **1540** ± 60, 12 rated matches · plays like level 4 (1180 ± 140)",
        "-# Most played: <@6> (5 won, 2 lost)",
        "-# Best win: <@6> (**1720**), <t:1000000000:d>",
        "-# Wins in a row: **2** now, best streak **5**",
        "-# Openings: Rose (1 won, 1 lost), Diagonal opening (1 drawn)",
        "-# Average accuracy: **84 %** (in 9 matches)",
        "-# Of matches in this server; the rating is the same in every server.",
    ]


def test_other_ratings_levels_and_the_latest_matches_have_lines() -> None:
    match = match_of(
        "othello", "8x8", (Move("d3"),), id=12, state="over", outcome=Outcome(Side.FIRST, "outcome.resigned")
    )
    match = replace(match, first_id=5, second_id=None, level="3", ended_at=1e9)
    go = PersonRating(5, Category.GO, Rating(1620.0, 200.0), 3, 1, 2, 1e9)
    levels = {"5": Tally(0, 0, 1), "3": Tally(2, 1, 0)}
    notes = ProfileNotes(levels=levels, others={Category.GO: go}, latest=[match])
    for language, lines in {
        "en": (
            "-# Other ratings: Go **1620?**",
            "-# Against the computer: level 3 (2 won, 1 drawn), level 5 (1 lost)",
            f"-# [#12]({link_for(match, 5)}) **Win** · Computer (lv. 3/8) · <t:1000000000:d>",
        ),
        "ko": (
            "-# 다른 레이팅: 바둑 **1620?**",
            "-# 컴퓨터 상대: 3단계 (2승, 1무), 5단계 (1패)",
            f"-# [#12]({link_for(match, 5)}) **승** · 컴퓨터 (3/8단계) · <t:1000000000:d>",
        ),
    }.items():
        text = said(PROFILE, notes, language).replace("\N{NO-BREAK SPACE}", " ").splitlines()
        assert [line for line in lines if line not in text] == [], text


@pytest.mark.parametrize(
    ("reason", "corrected", "result"),
    [
        (NOT_BEGUN, None, "**Win** by forfeit"),
        (LEFT, None, "**Win** by forfeit"),
        (REMOVED, None, "**Win** by forfeit"),
        (NOT_BEGUN, Result.DRAW, "Draw (corrected)"),
        ("outcome.resigned", Result.SECOND, "Loss (corrected)"),
        ("outcome.resigned", Result.NOBODY, "Void (corrected)"),
    ],
)
def test_a_forfeit_and_a_corrected_result_are_not_called_a_win(
    reason: str, corrected: Result | None, result: str
) -> None:
    match = match_of(
        "othello", "8x8", (Move("d3"),), id=12, state="over", outcome=Outcome(Side.FIRST, reason)
    )
    match = replace(match, first_id=5, second_id=6, ended_at=1e9)
    profile = replace(PROFILE, corrected={} if corrected is None else {12: corrected})
    assert f") {result} · <@6>" in said(profile, ProfileNotes(latest=[match]))


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
    assert profile_in_words(new, ProfileNotes(), EN) == "" and len(payload_of(view)[0]["components"]) == 2


def test_whoever_plays_only_the_computer_has_bars_of_its_levels() -> None:
    notes = ProfileNotes(levels={"5": Tally(0, 0, 1), "3": Tally(2, 1, 0)})
    chart = profile_chart(Profile(5, Category.GO), notes, "dark", texts("ko"))
    assert [(bar.name, bar.words) for bar in chart.results] == [
        ("3단계", ("2승", "1무", "0패")),
        ("5단계", ("0승", "0무", "1패")),
    ]
    assert profile_in_words(Profile(5, Category.GO), notes, EN).startswith("level 3: 2 won, 1 drawn, 0 lost.")


def test_the_picture_in_words() -> None:
    assert profile_in_words(PROFILE, ProfileNotes(), EN) == (
        "Rating in Othello over 2 matches: 1500 at first, 1540 now, 1500 to 1540. "
        "Othello: 7 won, 1 drawn, 4 lost. Go: 0 won, 0 drawn, 2 lost."
    )


def test_the_chart_has_days_or_months() -> None:
    chart = profile_chart(PROFILE, ProfileNotes(), "dark", EN)
    assert chart.axes == ("Rating", "Date")
    assert [(bar.name, bar.counts) for bar in chart.results] == [("Othello", (7, 1, 4)), ("Go", (0, 0, 2))]
    assert chart.results[0].words == ("7 won", "1 drawn", "4 lost") and len(chart.points) == 2
    assert profile_chart(PROFILE, ProfileNotes(), "dark", texts("ko")).results[0].words == (
        "7승",
        "1무",
        "4패",
    )
    assert chart.dates == ("09-08", "09-09")
    year = replace(PROFILE, curve=[RatedAt(1e9 - 365 * DAY, 1500.0, 90.0), *PROFILE.curve])
    assert profile_chart(year, ProfileNotes(), "dark", EN).dates == ("2000-09", "2001-03", "2001-09")


def test_dates_are_those_of_the_time_zone_of_the_server() -> None:
    chart = profile_chart(PROFILE, ProfileNotes(), "dark", EN, time_zone("Asia/Seoul"))
    assert chart.dates == ("09-08", "09-09")
    late = replace(PROFILE, curve=[point._replace(at=point.at + 14 * 3600) for point in PROFILE.curve])
    assert profile_chart(late, ProfileNotes(), "dark", EN).dates == ("09-08", "09-09")
    assert profile_chart(late, ProfileNotes(), "dark", EN, time_zone("Asia/Seoul")).dates == (
        "09-09",
        "09-10",
    )


def test_a_single_rating_is_no_curve() -> None:
    fresh = replace(PROFILE, curve=PROFILE.curve[:1])
    chart = profile_chart(fresh, ProfileNotes(), "dark", EN)
    assert not chart.points and not chart.dates and chart.results
    assert "Rating in" not in profile_in_words(fresh, ProfileNotes(), EN)


def test_what_a_question_mark_means_and_whose_results_the_bars_are_is_said_where_it_can_be_asked() -> None:
    sure, unsure = EN("profile.only-people"), EN("profile.provisional")
    assert sure not in said(PROFILE, ProfileNotes()) and unsure not in said(PROFILE, ProfileNotes())
    go = PersonRating(5, Category.GO, Rating(1620.0, 200.0), 3, 1, 2, 1e9)
    text = said(PROFILE, ProfileNotes(levels={"3": Tally(1, 0, 0)}, others={Category.GO: go}))
    assert sure in text and unsure in text


def test_games_without_names_of_openings_have_first_moves() -> None:
    number = next(number for number, variant in start_positions("go").items() if variant.startswith("9x9"))
    first_moves = ((Side.FIRST, "c7"), (Side.SECOND, "e5"), (Side.FIRST, "g3"), (Side.FIRST, "g3"))
    rows = [
        OpeningRow(match_id, number, Move("c3"), side, 1, Move(first))
        for match_id, (side, first) in enumerate(first_moves)
    ]
    openings = favorite_openings(replace(PROFILE, category=Category.GO, openings=rows), EN)
    assert [(name.lower()[-2:], tally) for name, tally in openings.items()] == [("g3", Tally(3))], (
        "the point that was played most, of those that are alike"
    )


def test_keys_lead_to_games_and_people() -> None:
    notes = ProfileNotes(advice=Advice(), practice=Panel("practice", "d1.2.show"), can_post=True)
    view = profile_view(PROFILE, notes, 1e9, EN)
    found = [one["custom_id"] for one in check_limits(view) if "custom_id" in one]
    assert found == [
        "p:profile:5.othello", "p:practice:d1.2.show", "p:recap:5.open", "p:profile:5.othello.ask"
    ]  # fmt: skip
    assert ProfilePage.read(Panel("profile", "5.othello", ("go",))) == ProfilePage(5, Category.GO)
    assert ProfilePage.read(Panel("profile", "5.go.post")) == ProfilePage(5, Category.GO, POST)
    assert ProfilePage.read(ProfilePage(7).panel) == ProfilePage(7)
    assert ProfilePage.read(Panel("profile", "0.go.pick", ("8",))) == ProfilePage(8, Category.GO, "pick")
    for wrong in (Panel("profile", "x"), Panel("profile", "1.chess"), Panel("profile", "0.go.pick")):
        assert ProfilePage.read(wrong) is None
