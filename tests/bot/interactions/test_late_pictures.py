"""Answers whose picture takes long: the bot thinks for the person alone, and then shows it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest
from discord.ui import LayoutView, TextDisplay

from bot import puzzles
from bot.interactions.daily import show_days
from bot.interactions.explorer import show_explorer
from bot.interactions.lessons import show_lessons
from bot.interactions.practice import show_due
from bot.interactions.puzzles import open_daily, show_puzzle
from bot.interactions.setups import show_editor
from bot.interactions.tournaments import show_tournament
from bot.match.tournaments import Tournaments
from bot.messages import interaction_responses
from bot.messages.interaction_responses import Composed, answer_privately_in_time, in_time
from bot.services import Interaction
from bot.ui.explorer import Exploration
from data.model.tournament import Kind, NewTournament
from data.puzzles.daily_puzzles import DailyPuzzle, DailySettings
from data.store import Store
from tests.bot.discord_fakes import CHANNEL, GUILD, FakeChannel, FakeMessage, Method
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, CHO

DAY = "2026-11-27"
NEW = NewTournament(
    guild_id=GUILD,
    channel_id=CHANNEL,
    locale="ko",
    creator_id=ANA,
    kind=Kind.ROUND_ROBIN,
    game="othello",
    variant="6x6",
    control="1-day",
    rounds=None,
    level=None,
    rated=False,
)
Act = Callable[[Interaction], Awaitable[None]]


def late(work: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    async def waited(*arguments: Any, **words: Any) -> Any:
        await asyncio.sleep(0.02)
        return await work(*arguments, **words)

    return waited


@pytest.fixture(autouse=True)
async def nothing_is_at_once(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures, and the list of days, take longer than the bot waits."""
    monkeypatch.setattr(interaction_responses, "WAIT_SECONDS", 0.001)
    composer, days = type(h.services.composer), type(h.store.daily_puzzles)
    monkeypatch.setattr(composer, "render", late(composer.render))
    monkeypatch.setattr(days, "days", late(days.days))


async def post_daily(store: Store) -> None:
    puzzle = puzzles.of_game("go")[0]
    settings = DailySettings(GUILD, CHANNEL, 9, next_at=1.0)
    await store.daily_puzzles.configure(settings)
    daily = DailyPuzzle(GUILD, DAY, puzzle.id, CHANNEL, 1, 1.0, 2e9)
    assert await store.daily_puzzles.begin(settings, daily, 2e9)


async def answered(h: Harness, act: Act, **fields: Any) -> None:
    """An act is answered by a sign that the person alone sees, which becomes the message."""
    interaction = h.interaction(ANA, **fields)
    await act(interaction.typed())
    answer = interaction.response.answered
    assert answer is not None
    assert (answer.method, answer.ephemeral, answer.thinking) == (Method.DEFER, True, True)
    (edit,) = h.discord.of(Method.EDIT_RESPONSE)
    assert edit.text


ACTS: dict[str, Act] = {
    "puzzle": lambda interaction: show_puzzle(interaction, "go", None),
    "days": show_days,
    "setup": lambda interaction: show_editor(interaction, "othello", "8x8"),
    "lesson": lambda interaction: show_lessons(interaction, "othello"),
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
async def test_a_command_is_answered_for_the_person_alone(h: Harness, act: Act) -> None:
    await post_daily(h.store)
    await answered(h, act)


async def test_the_explorer_outside_servers(h: Harness) -> None:
    seen = Exploration("othello", "8x8")
    await answered(h, lambda interaction: show_explorer(interaction, seen), guild_id=None)


async def test_a_mistake_that_is_due(h: Harness) -> None:
    match = await h.over()
    await h.store.mistakes.add(match.id, ANA, [0], 1.0)
    await answered(h, show_due)


async def test_the_days_puzzle_is_opened_from_the_message_that_everybody_sees(h: Harness) -> None:
    await post_daily(h.store)
    public = FakeMessage(1, FakeChannel(h.discord, CHANNEL))
    await answered(h, lambda interaction: open_daily(interaction, DAY), message=public)


async def test_the_standings_of_a_tournament(h: Harness) -> None:
    tournaments = Tournaments(h.store, h.events, time.time)
    tournament = await tournaments.create(NEW)
    for user in (ANA, BEN, CHO):
        await tournaments.join(tournament.id, user)
    await tournaments.start(tournament.id)
    await tournaments.go_on(await tournaments.get(tournament.id))
    await answered(h, lambda interaction: show_tournament(interaction, tournament.id))


async def test_what_a_report_has_deferred_already_is_deferred_once(h: Harness) -> None:
    """As for the next mistake of a review: its report is late, and then its picture."""
    flags = discord.MessageFlags(ephemeral=True)
    message = FakeMessage(1, FakeChannel(h.discord, CHANNEL), flags)
    interaction = h.interaction(ANA, message=message)
    await in_time(interaction.typed(), asyncio.sleep(0.02))

    async def compose() -> Composed:
        await asyncio.sleep(0.02)
        return mistake_view(), []

    await answer_privately_in_time(interaction.typed(), compose())
    assert len(h.discord.of(Method.DEFER)) == 1
    assert len(h.discord.of(Method.EDIT_RESPONSE)) == 1


def mistake_view() -> LayoutView:
    view = LayoutView()
    view.add_item(TextDisplay("the next mistake"))
    return view
