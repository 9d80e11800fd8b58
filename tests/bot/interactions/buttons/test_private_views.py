"""Hints and move numbers."""

from __future__ import annotations

import asyncio

from bot.match.limits import HINTS
from bot.texts import texts
from games.base import Move
from tests.bot.discord_fakes import CHANNEL, Method
from tests.bot.harness import Harness
from tests.bot.interactions.buttons.verbs import refused
from tests.bot.service import ANA, CHO, until


async def test_a_hint_is_ephemeral_and_offers_the_move(h: Harness) -> None:
    match = await h.against_computer()
    asked = asyncio.create_task(h.presses(ANA, match, "hint"))
    await until(lambda: h.player.thinking)
    h.player.answer(Move("b3"))
    answer = await asked
    (hint,) = h.discord.of(Method.EDIT_RESPONSE)
    assert (answer.method, answer.ephemeral, answer.thinking) == (Method.DEFER, True, True)
    assert hint.custom_ids == (f"b:move:{match.id}:0.0:b3",)
    assert h.edits(match) == []


async def test_hints_are_one_at_a_time_and_counted(h: Harness) -> None:
    match, other = await h.against_computer(), await h.against_computer()
    first = asyncio.create_task(h.presses(ANA, match, "hint"))
    await until(lambda: h.player.thinking)
    assert await refused(h, ANA, other, "hint") == texts("en")("hint.one-at-a-time")
    h.player.answer()
    await first
    for _ in range(HINTS - 1):
        asked = asyncio.create_task(h.presses(ANA, match, "hint"))
        await until(lambda: h.player.thinking)
        h.player.answer()
        await asked
    assert str(HINTS) in await refused(h, ANA, match, "hint")


async def test_a_hint_of_an_engine_that_fails_is_explained(h: Harness) -> None:
    match = await h.against_computer()
    asked = asyncio.create_task(h.presses(ANA, match, "hint"))
    await until(lambda: h.player.thinking)
    h.player.thinking[-1][1].set_exception(ZeroDivisionError("an engine's mistake"))
    await asked
    (said,) = h.discord.of(Method.EDIT_RESPONSE)
    assert said.ephemeral and "`" in said.text and said.custom_ids == ()


async def test_numbers_are_for_people_who_see_the_board(h: Harness) -> None:
    match = await h.match(moves=("b3",))
    answer = await h.presses(CHO, match, "numbers")
    (shown,) = h.discord.of(Method.EDIT_RESPONSE)
    assert answer.ephemeral and (shown.ephemeral, shown.attachments) == (True, 1)
    elsewhere = h.client.get_partial_messageable(CHANNEL + 9)
    hidden = await h.presses(CHO, match, "numbers", channel=elsewhere)
    assert (hidden.text, hidden.ephemeral) == (texts("en")("match.not-seated"), True)
