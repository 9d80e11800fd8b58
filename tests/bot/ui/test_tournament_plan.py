"""The panel in which a tournament is planned."""

from __future__ import annotations

import itertools
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import discord
import pytest
from discord.components import _component_factory
from discord.ui import Select

from ai import strengths
from bot.interactions.tournament_plans import game_in_name
from bot.presenters.registry import game_title
from bot.texts import LANGUAGES, texts
from bot.ui.panel import PANEL
from bot.ui.tournament_form import LESS, MORE, cleaned_title, plan_view, title_form, title_in
from bot.ui.tournament_plan import Plan
from data.model.tournament import Kind
from games import GAMES
from games.clock import CONTROLS, ROUNDS
from tests.bot.tournaments.played import OPEN
from tests.bot.ui.shown import words

LOWEST, HIGHEST = strengths.playable("othello")[0], strengths.playable("othello")[-1]
PLANS = [
    Plan(kind, game, variant=GAMES[game].variants[-1], control=control).fitting()
    for kind, game, control in itertools.product(Kind, GAMES, CONTROLS)
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plan_fits_the_limits_of_discord(language: str) -> None:
    for plan, page in itertools.product(PLANS, (LESS, MORE)):
        view = plan_view(plan, None, texts(language), page=page)
        menus = [item for item in view.walk_children() if isinstance(item, Select)]
        for menu in menus:
            assert PANEL.fullmatch(menu.custom_id) and len(menu.custom_id) <= 100
            assert 2 <= len(menu.options) <= 25 and sum(one.default for one in menu.options) == 1
            assert len({one.label for one in menu.options}) == len(menu.options)
        assert len(menus) <= 4


def test_a_plan_is_read_from_what_custom_ids_carry() -> None:
    for plan in PLANS:
        assert Plan.read(plan.text) == plan


@pytest.mark.parametrize(("level", "fitting"), [(3, 3), (1250, 1250), (9, LOWEST), (9999, HIGHEST)])
def test_a_computer_has_a_level_or_a_strength_at_which_the_game_is_played(level: int, fitting: int) -> None:
    plan = Plan(game="othello", level=level).fitting()
    assert plan.level == fitting
    assert Plan.read(plan.text) == plan
    assert str(fitting) in plan.offered("level")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "0.0.8x8.0.0.0.60.0.0",
        "9.0.8x8.0.0.0.60.0.0.0",
        "0.0.8x8.0.x.0.60.0.0.0",
        "0.0.8x8.0.-1.0.60.0.0.0",
        "0.0.8x8.0.0.0.10.0.0.0",
        "0.0.8x8.0.0.0.60.7.0.0",
        "0.0.8x8.0.0.0.3.60.0.0.0",
    ],
)
def test_what_is_no_plan_is_refused(text: str) -> None:
    assert Plan.read(text) is None


def test_byo_yomi_is_offered_where_the_game_has_it() -> None:
    with_periods = {name for name, control in CONTROLS.items() if control.periods}
    assert with_periods & {*Plan(Kind.ARENA, "go").fitting().offered("control")}
    assert not with_periods & {*Plan(Kind.ARENA, "othello").fitting().offered("control")}
    assert Plan(Kind.ARENA, "othello", control=min(with_periods)).fitting().control not in with_periods


def test_choices_that_do_not_go_together_are_fitted() -> None:
    swiss = Plan(Kind.SWISS, "go", "9x9-korean", level=3)
    arena = swiss.choose("kind", "arena")
    assert arena == replace(swiss, kind=Kind.ARENA, control="5+5", level=0)
    live = swiss.choose("control", "10+10")
    assert live is not None and live.starts == 0, "a clock changes no start"
    ladder = live.choose("kind", "ladder")
    assert ladder is not None and (ladder.starts, ladder.control) == (0, "1-day")
    groups = replace(swiss, kind=Kind.ROUND_ROBIN).choose("groups", "4")
    assert groups is not None and groups.level == 0


@pytest.mark.parametrize(
    ("kind", "groups", "people"),
    [
        ("knockout", 0, ["At most 64 people.", "3 or more"]),
        ("round-robin", 0, ["At most 12 people.", "3 or more"]),
        ("round-robin", 4, ["At most 32 people.", "12 or more"]),
        ("ladder", 0, ["At most 100 people."]),
        ("simul", 0, ["You play up to 8 people at once.", "3 or more"]),
    ],
)
@pytest.mark.parametrize("page", [LESS, MORE])
def test_the_form_says_how_many_people_it_is_for(
    kind: str, groups: int, people: list[str], page: str
) -> None:
    plan = replace(Plan(), kind=Kind(kind), groups=groups).fitting()
    shown = words(plan_view(plan, None, texts("en"), page=page))
    assert [part for part in people if part not in shown] == []


@pytest.mark.parametrize("starts", [0, 30])
def test_a_live_tournament_says_with_how_many_players_it_begins(starts: int) -> None:
    """On the first page, which has no room for how many people can join."""
    plan = replace(Plan(), kind=Kind.ARENA, control="5+5", starts=starts).fitting()
    shown = words(plan_view(plan, None, texts("en"), page=LESS))
    assert "3 or more" in shown and "At most" not in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_simul_has_no_rated_matches_and_says_whom_minutes_time(language: str) -> None:
    plan, reader = Plan(Kind.SWISS, control="5+5", rated=True).choose("kind", "simul"), texts(language)
    assert plan is not None and not plan.rated and plan.control == "1-day"
    assert plan.offered("control") == ["1-day", "3-days", "7-days", *ROUNDS]
    assert Plan.read(replace(plan, rated=True).text) == plan, "nor by a forged press"
    page = words(plan_view(plan, None, reader, page=MORE))
    assert reader("tournament.simul.days") in page and reader("tournament.unrated") in page
    assert reader("tournament.plan.rated") not in page


def test_minutes_for_a_round_are_for_the_giver_of_a_simul_alone() -> None:
    simul = Plan(Kind.SIMUL, control="round-15m").fitting()
    assert simul.control == "round-15m" and Plan.read(simul.text) == simul
    for kind in Kind:
        other = simul.choose("kind", kind)
        assert other is not None and (other.control == "round-15m") == (kind is Kind.SIMUL)


def test_the_computer_that_gives_a_simul_always_has_a_level() -> None:
    simul = Plan(Kind.COMPUTER_SIMUL).fitting()
    assert simul.level and "0" not in simul.offered("level") and simul.choose("level", "0") is None
    chosen = simul.choose("level", "5")
    assert chosen is not None and chosen.level == 5 and Plan.read(chosen.text) == chosen
    assert "5+5" in simul.offered("control"), "the computer's turns are not timed"


def test_what_is_not_offered_cannot_be_chosen() -> None:
    plan = Plan().fitting()
    for field, value in (
        ("game", "go"),
        ("game", "go:chess"),
        ("rounds", "5"),
        ("text", "1"),
        ("rated", "1"),
    ):
        assert plan.choose(field, value) is None


@pytest.mark.parametrize("page", [LESS, MORE])
@pytest.mark.parametrize("title", [None, "Title…", "Autumn Cup 🍁", "x" * 60])
def test_the_panel_keeps_the_title_on_its_button(title: str | None, page: str) -> None:
    view = plan_view(Plan().fitting(), title, texts("en"), page=page)
    parts = view.to_components()  # type: ignore[no-untyped-call]
    shown = SimpleNamespace(components=[_component_factory(part) for part in parts])
    assert title_in(cast(discord.Message, shown)) == title


@pytest.mark.parametrize(
    ("typed", "title"),
    [("  Autumn \n Cup ", "Autumn Cup"), ("\u202e", None), ("", None), ("x" * 99, "x" * 60)],
)
def test_a_title_is_one_line(typed: str, title: str | None) -> None:
    assert cleaned_title(typed) == title


@pytest.mark.parametrize("kind", list(Kind))
def test_a_plan_like_an_earlier_tournament_has_its_choices(kind: Kind) -> None:
    variant = GAMES["gomoku"].variants[-1]
    plan = Plan(kind, "gomoku", variant, rated=True).fitting()
    minutes = plan.minutes if kind is Kind.ARENA else None
    earlier = replace(
        OPEN,
        kind=kind,
        game="gomoku",
        variant=variant,
        control=plan.control,
        minutes=minutes,
        rounds=3,
        rated=True,
    )
    assert Plan.like(earlier) == plan


@pytest.mark.parametrize("kind", list(Kind))
def test_the_form_says_whether_people_can_join_late(kind: Kind) -> None:
    reader = texts("en")
    shown = words(plan_view(Plan(kind).fitting(), None, reader))
    late = {
        Kind.SWISS: "tournament.late.swiss",
        Kind.ARENA: "tournament.late.until-end",
        Kind.LADDER: "tournament.plan.at-once",
    }
    assert reader(late.get(kind, "tournament.late.never")) in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_panel_says_what_is_created(language: str) -> None:
    reader = texts(language)
    plan = Plan(Kind.SWISS, "go", "9x9-korean", "3-days", starts=60, rated=True).fitting()
    shown = words(plan_view(plan, "Autumn Cup", reader))
    for part in (
        "**Autumn Cup**",
        reader("tournament.kind.swiss"),
        game_title("go", "9x9-korean", reader),
        reader("choice.clock.3-days"),
        reader("tournament.rated"),
        reader("choice.starts.1-hour"),
    ):
        assert str(part) in shown.splitlines()[-1]


def test_every_menu_has_a_heading_and_only_games_of_the_server_are_offered() -> None:
    plan = Plan(game="go").fitting()
    for page, headings in ((LESS, ("Format", "Game", "Clock", "Start")), (MORE, ("Groups", "Computer"))):
        view = plan_view(plan, None, texts("en"), games=("go",), page=page)
        menus = [item for item in view.walk_children() if isinstance(item, Select)]
        assert tuple(menu.placeholder for menu in menus) == headings
        assert all(f"-# **{heading}**" in words(view) for heading in headings)
        games = [option.value for menu in menus for option in menu.options if ":" in option.value]
        assert all(game.startswith("go:") for game in games) and bool(games) is (page == LESS)


def test_the_menu_of_games_says_the_rules_that_names_do_not_say() -> None:
    view = plan_view(Plan(game="gomoku").fitting(), None, texts("en"), games=("go", "gomoku"), page=LESS)
    menus = [item for item in view.walk_children() if isinstance(item, Select)]
    described = {option.value: option.description for menu in menus for option in menu.options}
    assert described["gomoku:freestyle-15"] == "five or more win, nothing is forbidden"
    assert described["go:9x9-korean"] is None


@pytest.mark.parametrize(
    ("channel", "game"),
    [
        ("바둑과-오목", "go"),
        ("오목과-바둑", "gomoku"),
        ("go-corner", "go"),
        ("gomoku", "gomoku"),
        ("hare-and-hounds", "hare_and_hounds"),
        ("십이장기방", "twelve_janggi"),
        ("good-games", None),
        ("", None),
    ],
)
def test_the_name_of_a_channel_names_its_game(channel: str, game: str | None) -> None:
    assert game_in_name(channel) == game


@pytest.mark.parametrize(("page", "action"), [(LESS, "titled"), (MORE, "titled-more")])
def test_the_form_of_the_title_leads_back_to_its_page(page: str, action: str) -> None:
    form = title_form(Plan().fitting(), None, texts("en"), page)
    assert form.custom_id.startswith(f"p:tournament-new:{action}.")
