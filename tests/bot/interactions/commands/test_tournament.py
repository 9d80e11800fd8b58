"""The completion of a tournament: every one of the server can be chosen by what is typed of its name."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.interactions.commands.completion import MAX_CHOICES
from bot.interactions.commands.tournament import complete_tournament
from data.model.tournament import Kind, NewTournament, TournamentState
from tests.bot.discord_fakes import CHANNEL, GUILD
from tests.bot.harness import Harness
from tests.bot.service import ANA

NEW = NewTournament(
    guild_id=GUILD,
    channel_id=CHANNEL,
    locale="en-US",
    creator_id=ANA,
    kind=Kind.SWISS,
    game="othello",
    variant="8x8",
    control="1-day",
    rounds=2,
    level=None,
    rated=False,
)


async def create(h: Harness, title: str | None, state: TournamentState = TournamentState.OPEN) -> int:
    """A tournament with this title; returns its number."""
    created = await h.store.tournaments.create(replace(NEW, title=title))
    if state is not TournamentState.OPEN:
        await h.store.tournaments.replace(created, replace(created, state=state))
    return created.id


async def completed(h: Harness, typed: str) -> dict[int, str]:
    """The choices after this text, by the numbers of their tournaments."""
    complete = cast(Callable[..., Awaitable[Sequence[Any]]], complete_tournament)
    interaction = h.interaction(ANA, type=discord.InteractionType.autocomplete, namespace=SimpleNamespace())
    return {choice.value: choice.name for choice in await complete(interaction, typed)}


async def test_without_a_text_the_open_ones_and_then_the_newest_are_offered(h: Harness) -> None:
    ladder = await create(h, "Ladder")
    others = [await create(h, f"Cup {number}", TournamentState.CANCELED) for number in range(MAX_CHOICES)]
    assert [*await completed(h, "")] == [ladder, *reversed(others[1:])]


async def test_all_tournaments_of_the_server_are_searched(h: Harness) -> None:
    spring = await create(h, "Spring Cup", TournamentState.CANCELED)
    for number in range(MAX_CHOICES):
        await create(h, f"Autumn {number}", TournamentState.CANCELED)
    assert [*await completed(h, "spring")] == [spring]


@pytest.mark.parametrize("typed", ["8x8", "8×8", "OTHELLO", "swiss"])
async def test_game_and_kind_are_searched_as_people_type_them(h: Harness, typed: str) -> None:
    cup = await create(h, "Spring Cup")
    assert [*await completed(h, typed)] == [cup]


async def test_a_choice_is_plain_text(h: Harness) -> None:
    cup = await create(h, "Cup_of *stars*")
    choices = await completed(h, "cup_of *")
    assert choices[cup].startswith("Cup_of *stars* · ")


@pytest.mark.parametrize("title", [None, "Spring Cup"])
async def test_a_tournament_is_completed_by_its_number(h: Harness, title: str | None) -> None:
    numbers = [await create(h, title) for _ in range(3)]
    assert [*await completed(h, f"#{numbers[1]}")] == [numbers[1]]


async def test_of_other_servers_nothing_is_offered(h: Harness) -> None:
    await h.store.tournaments.create(replace(NEW, guild_id=GUILD + 1, title="Elsewhere"))
    assert await completed(h, "") == {}
