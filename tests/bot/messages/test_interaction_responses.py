"""An interaction is deferred before it waits for long, and a change that waits is never lost."""

from __future__ import annotations

import asyncio

import pytest

from bot.messages import interaction_responses
from bot.messages.interaction_responses import in_time, is_unanswered
from tests.bot.discord_fakes import Method
from tests.bot.harness import Harness
from tests.bot.service import ANA, until


async def soon() -> int:
    return 1


async def test_what_is_quick_is_not_deferred(h: Harness) -> None:
    interaction = h.interaction(ANA)
    assert await in_time(interaction.typed(), soon()) == 1
    assert is_unanswered(interaction.typed()) and h.discord.requests == []


@pytest.mark.parametrize("thinking", [False, True])
async def test_what_waits_is_deferred(h: Harness, monkeypatch: pytest.MonkeyPatch, thinking: bool) -> None:
    monkeypatch.setattr(interaction_responses, "WAIT_SECONDS", 0.001)
    interaction, gate = h.interaction(ANA), asyncio.Event()
    waiting = asyncio.create_task(in_time(interaction.typed(), gate.wait(), thinking=thinking))
    await until(lambda: h.discord.requests)
    assert [one.method for one in h.discord.requests] == [Method.DEFER]
    assert is_unanswered(interaction.typed()) is not thinking, "a message that thinks is another message"
    gate.set()
    assert await waiting is True


async def test_a_press_whose_change_waits_is_deferred_then_edited(
    h: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interaction_responses, "WAIT_SECONDS", 0.001)
    match, gate = await h.match(), asyncio.Event()
    play = h.services.matches.play

    async def slow_play(*arguments: object) -> object:
        await gate.wait()
        return await play(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(h.services.matches, "play", slow_play)
    interaction = h.interaction(ANA, message=h.board(match))
    pressed = asyncio.create_task(h.buttons.handle(interaction.typed(), h.press(match, "move", "b3")))
    await until(lambda: h.discord.of(Method.DEFER))
    gate.set()
    await pressed
    await h.settled()
    assert [one.method for one in h.edits(match)] == [Method.EDIT_RESPONSE]
    assert (await h.now(match)).moves[:1] == ("b3",)
