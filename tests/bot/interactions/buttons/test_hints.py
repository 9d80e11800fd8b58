"""Hints."""

from __future__ import annotations

import asyncio

from bot.match.limits import HINTS
from bot.texts import texts
from games.base import Move
from tests.bot.discord_fakes import Method
from tests.bot.harness import Harness
from tests.bot.interactions.buttons.verbs import refused
from tests.bot.service import ANA, until


async def test_a_hint_is_shown_on_the_board(h: Harness) -> None:
    match = await h.against_computer()
    asked = asyncio.create_task(h.presses(ANA, match, "hint"))
    await until(lambda: h.player.thinking)
    assert ["💡" in one.text for one in h.edits(match)] == [False]
    h.player.answer(Move("b3"))
    answer = await asked
    await h.settled()
    _, found = h.edits(match)
    assert answer.method is Method.UPDATE and "💡 Hint: **b3**" in found.text and not h.notes()


async def test_a_hint_is_found_once(h: Harness) -> None:
    match = await h.against_computer()
    asked = asyncio.create_task(h.presses(ANA, match, "hint"))
    await until(lambda: h.player.thinking)
    again = await h.presses(ANA, match, "hint")
    assert again.method is Method.UPDATE and "💡" not in again.text
    h.player.answer(Move("b3"))
    await asked
    await h.settled()
    assert "💡 Hint: **b3**" in (await h.presses(ANA, match, "hint")).text
    assert len(h.player.thinking) == 0


async def test_a_hint_that_comes_too_late_is_not_shown(h: Harness) -> None:
    match = await h.against_computer()
    asked = asyncio.create_task(h.presses(ANA, match, "hint"))
    await until(lambda: h.player.thinking)
    thought = h.player.thinking[-1][1]
    await h.services.matches.play(match.id, None, ANA, "c2")
    thought.set_result(Move("b3"))
    await asked
    await h.settled()
    assert not any("💡" in one.text for one in h.edits(match)) and not h.notes()


async def test_hints_are_one_at_a_time_and_counted(h: Harness) -> None:
    match, other = await h.against_computer(), await h.against_computer()
    first = asyncio.create_task(h.presses(ANA, match, "hint"))
    await until(lambda: h.player.thinking)
    assert await refused(h, ANA, other, "hint") == texts("en")("hint.one-at-a-time")
    h.player.answer()
    await first
    for _ in range(HINTS.allowed - 1):
        other = await h.against_computer()
        asked = asyncio.create_task(h.presses(ANA, other, "hint"))
        await until(lambda: h.player.thinking)
        h.player.answer()
        await asked
    assert str(HINTS.allowed) in await refused(h, ANA, await h.against_computer(), "hint")


async def test_a_hint_of_an_engine_that_fails_is_explained(h: Harness) -> None:
    match = await h.against_computer()
    asked = asyncio.create_task(h.presses(ANA, match, "hint"))
    await until(lambda: h.player.thinking)
    h.player.thinking[-1][1].set_exception(ZeroDivisionError("an engine's mistake"))
    await asked
    (said,) = h.notes().values()
    assert "`" in said.text and said.custom_ids == ()
    assert h.services.matches.hints.of(match) is None
