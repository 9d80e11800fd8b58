"""What ``/play`` starts where somebody leaves options open: by the defaults of the server."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bot.interactions.channel_checks import usual_clock
from bot.interactions.commands.play import chosen_clock, chosen_variant
from games import GAMES
from tests.bot.discord_fakes import GUILD
from tests.bot.harness import Harness
from tests.bot.interactions.panel_presses import direct
from tests.bot.service import ANA


@pytest.mark.parametrize(
    ("values", "variant"),
    [
        ({}, "13x13-chinese"),
        ({"ruleset": "korean"}, "13x13-korean"),
        ({"size": "19x19"}, "19x19-chinese"),
        ({"handicap": "2"}, "13x13-chinese-h2"),
        ({"size": "5x5"}, "5x5-korean"),
    ],
)
async def test_parts_that_are_not_chosen_are_the_servers(
    h: Harness, values: Mapping[str, str], variant: str
) -> None:
    await h.services.settings.update(GUILD, variants=("go:13x13-chinese", "othello:6x6"))
    assert await chosen_variant(h.interaction(ANA).typed(), GAMES["go"], values) == variant


async def test_without_a_server_the_variant_is_the_first(h: Harness) -> None:
    assert await chosen_variant(direct(h).typed(), GAMES["go"], {}) == "9x9-korean"
    assert await chosen_variant(h.interaction(ANA).typed(), GAMES["othello"], {}) == "8x8"


@pytest.mark.parametrize(
    ("stored", "usual"), [((), "3-days"), (("go:byo-yomi",), "byo-yomi"), (("go:none",), None)]
)
async def test_the_clock_between_people_is_the_servers(
    h: Harness, stored: tuple[str, ...], usual: str | None
) -> None:
    await h.services.settings.update(GUILD, clocks=stored)
    interaction = h.interaction(ANA).typed()
    assert await usual_clock(interaction, "go") == usual
    assert await chosen_clock(interaction, "go", None, of_two=True) == usual
    assert await chosen_clock(interaction, "go", "1-day", of_two=True) == "1-day"
    assert await chosen_clock(interaction, "go", "none", of_two=True) is None
    assert await chosen_clock(interaction, "go", None, of_two=False) is None, "nor against the computer"
    assert await usual_clock(interaction, "othello") == "3-days"
