"""The option ``level`` of ``/play``: what can be chosen, and what is understood."""

from __future__ import annotations

from types import SimpleNamespace

import discord
import pytest

from ai import strengths
from ai.base import levels
from bot.exceptions import Refusal
from bot.interactions.commands.levels import (
    chosen_computer,
    chosen_level,
    complete_computer,
    level_completion,
)
from bot.interactions.usual_levels import automatic_level, suiting_level
from bot.texts import texts
from games import GAMES
from games.base import Outcome, Side
from tests.bot.discord_fakes import GUILD
from tests.bot.harness import KOREAN, Harness
from tests.bot.service import ANA

LOWEST, HIGHEST = strengths.playable("othello")[0], strengths.playable("othello")[-1]


async def offered(h: Harness, slug: str, typed: str, user: int = ANA) -> list[tuple[str, str]]:
    interaction = h.interaction(user, type=discord.InteractionType.autocomplete)
    choices = await level_completion(slug)(interaction.typed(), typed)
    return [(choice.name, choice.value) for choice in choices]


@pytest.mark.parametrize("slug", GAMES)
async def test_all_levels_are_offered_auto_first(h: Harness, slug: str) -> None:
    assert [value for _, value in await offered(h, slug, "")] == ["auto", *levels(slug)]


@pytest.mark.parametrize(
    ("typed", "values"),
    [
        ("1250", ["1250"]),
        ("12", ["1200"]),
        ("8", ["8", "800"]),
        ("5000", []),
        ("disc", ["classic"]),
        ("Au", ["auto"]),
    ],
)
async def test_what_is_typed_is_found(h: Harness, typed: str, values: list[str]) -> None:
    assert [value for _, value in await offered(h, "othello", typed)] == values


async def test_a_strength_is_offered_with_the_level_that_is_near(h: Harness) -> None:
    near = strengths.nearest_level("othello", "1250")
    assert await offered(h, "othello", "1250") == [(f"1250, about level {near}", "1250")]
    assert await offered(h, "othello", "1250", KOREAN) == [(f"1250, 약 {near}단계", "1250")]


@pytest.mark.parametrize(
    ("typed", "level"),
    [
        ("4", "4"),
        ("Level 4", "4"),
        ("4단계", "4"),
        ("1 (beginner)", "1"),
        ("classic", "classic"),
        ("Disc counter", "classic"),
        ("1250", "1250"),
        ("１２５０", "1250"),
        ("AUTO", "auto"),
        ("자동", "auto"),
    ],
)
def test_text_that_was_not_chosen_but_typed_is_understood(typed: str, level: str) -> None:
    language = "ko" if any(letter > "가" and letter < "힣" for letter in typed) else "en"
    assert chosen_level("othello", typed, texts(language)) == level


@pytest.mark.parametrize("typed", ["9", str(LOWEST - 1), str(HIGHEST + 1), "strong", "-1", "x" * 999])
def test_other_text_is_refused(typed: str) -> None:
    with pytest.raises(Refusal) as caught:
        chosen_level("othello", typed, texts("en"))
    assert caught.value.key == "play.unknown-level"
    assert (caught.value.arguments["lowest"], caught.value.arguments["highest"]) == (LOWEST, HIGHEST)


@pytest.mark.parametrize(
    ("game", "typed", "values"),
    [
        ("go", "", ["1", "2", "3", "4", "5", "6", "7", "8"]),
        ("othello", "1250", ["1250"]),
        ("othello", "au", []),
        (None, "8", ["8", "800"]),
        ("chess", "125", ["1250"]),
    ],
)
async def test_where_the_game_is_an_option_numbers_and_strengths_are_offered(
    h: Harness, game: str | None, typed: str, values: list[str]
) -> None:
    interaction = h.interaction(ANA, type=discord.InteractionType.autocomplete)
    interaction.namespace = SimpleNamespace(game=game)
    choices = await complete_computer(interaction.typed(), typed)
    assert [choice.value for choice in choices] == values


@pytest.mark.parametrize("typed", ["auto", "classic", "9"])
def test_a_computer_of_a_channel_or_a_tournament_has_a_level_or_a_strength(typed: str) -> None:
    assert chosen_computer("othello", "Level 4", texts("en")) == "4"
    assert chosen_computer("othello", "1250", texts("en")) == "1250"
    with pytest.raises(Refusal) as caught:
        chosen_computer("othello", typed, texts("en"))
    assert caught.value.key == "play.unknown-level"


async def lost(h: Harness, times: int) -> None:
    for _ in range(times):
        match = await h.against_computer()
        await h.store.matches.finish(match.id, match.position_id, Outcome(Side.SECOND, "outcome.resigned"))
    await h.settled()


async def test_after_three_matches_the_usual_level_is_auto(h: Harness) -> None:
    interaction = h.interaction(ANA).typed()
    assert await automatic_level(interaction, "othello", "6x6") == "1"
    await lost(h, 2)
    assert await suiting_level(interaction, "othello", "6x6", "2") == "2"
    await lost(h, 1)
    level = await suiting_level(interaction, "othello", "6x6", "2")
    level_3 = strengths.strength_of("othello", "3")
    assert level_3 and LOWEST <= int(level) < level_3, "it won three times"
    assert await automatic_level(interaction, "othello", "6x6") == level
    assert await suiting_level(interaction, "go", "9x9-korean", "2") == "2", "in this game only"


async def test_auto_keeps_to_the_levels_of_the_server(h: Harness) -> None:
    await h.services.settings.update(GUILD, levels=("6", "7"))
    assert await automatic_level(h.interaction(ANA).typed(), "othello", "6x6") == "6"
