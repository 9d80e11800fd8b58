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

from bot.texts import LANGUAGES, texts
from bot.ui.panel import PANEL
from bot.ui.tournament_plan import Plan, cleaned_title, plan_view, title_in
from data.model.tournament import Kind
from games import GAMES
from games.clock import CONTROLS
from tests.bot.tournaments.played import OPEN

PLANS = [
    Plan(kind, game, variant=GAMES[game].variants[-1], control=control).fitting()
    for kind, game, control in itertools.product(Kind, GAMES, CONTROLS)
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plan_fits_the_limits_of_discord(language: str) -> None:
    for plan in PLANS:
        view = plan_view(plan, None, texts(language))
        menus = [item for item in view.walk_children() if isinstance(item, Select)]
        for menu in menus:
            assert PANEL.fullmatch(menu.custom_id) and len(menu.custom_id) <= 100
            assert 2 <= len(menu.options) <= 25 and sum(one.default for one in menu.options) == 1
            assert len({one.label for one in menu.options}) == len(menu.options)
        assert len(menus) <= 8


def test_a_plan_is_read_from_what_custom_ids_carry() -> None:
    for plan in PLANS:
        assert Plan.read(plan.text) == plan


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "0.0.8x8.0.0.0.3.60.0.0",
        "9.0.8x8.0.0.0.3.60.0.0.0",
        "0.0.8x8.0.x.0.3.60.0.0.0",
        "0.0.8x8.0.-1.0.3.60.0.0.0",
        "0.0.8x8.0.0.0.0.60.0.0.0",
        "0.0.8x8.0.0.0.3.60.7.0.0",
    ],
)
def test_what_is_no_plan_is_refused(text: str) -> None:
    assert Plan.read(text) is None


def test_choices_that_do_not_go_together_are_fitted() -> None:
    swiss = Plan(Kind.SWISS, "go", "9x9-korean", level=3)
    arena = swiss.choose("kind", "arena")
    assert arena == replace(swiss, kind=Kind.ARENA, control="5+5", level=0)
    live = swiss.choose("control", "10+10")
    assert live is not None and live.starts == 30, "everybody has to be there at the same time"
    ladder = live.choose("kind", "ladder")
    assert ladder is not None and (ladder.starts, ladder.control) == (0, "1-day")
    groups = replace(swiss, kind=Kind.ROUND_ROBIN).choose("groups", "4")
    assert groups is not None and groups.level == 0


def test_what_is_not_offered_cannot_be_chosen() -> None:
    plan = Plan().fitting()
    for field, value in (("game", "chess"), ("rounds", "5"), ("text", "1"), ("rated", "1"), ("days", "99")):
        assert plan.choose(field, value) is None


@pytest.mark.parametrize("title", [None, "Title…", "Autumn Cup 🍁", "x" * 60])
def test_the_panel_keeps_the_title_on_its_button(title: str | None) -> None:
    view = plan_view(Plan().fitting(), title, texts("en"))
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
    days, minutes = plan.days, plan.minutes if kind is Kind.ARENA else None
    earlier = replace(
        OPEN,
        kind=kind,
        game="gomoku",
        variant=variant,
        control=plan.control,
        days=days,
        minutes=minutes,
        rounds=3,
        rated=True,
    )
    assert Plan.like(earlier) == plan
