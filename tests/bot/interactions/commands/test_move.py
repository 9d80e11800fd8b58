"""``/move`` in a channel without a match of the person's asks before it plays elsewhere."""

from __future__ import annotations

import discord

from bot.interactions.commands.move import move_command
from data.model.match import Place
from tests.bot.discord_fakes import CHANNEL, GUILD, FakeChannel, run
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN

OTHER = 77
"""A channel without a match of Ana's."""


async def types(h: Harness, move: str, channel_id: int = CHANNEL, number: int | None = None) -> None:
    """Ana uses ``/move`` in a channel."""
    channel = FakeChannel(h.discord, channel_id)
    command = h.interaction(ANA, channel=channel, type=discord.InteractionType.application_command)
    await run(move_command, command.typed(), move, number)


async def test_in_a_channel_without_a_match_it_asks_first(h: Harness) -> None:
    match = await h.match("go", "19x19-korean")
    await types(h, "a15", OTHER)
    assert (await h.now(match)).moves == ()
    ((message_id, question),) = h.notes().items()
    assert f"channels/{GUILD}/{CHANNEL}/{match.home.message_id}" in question.text
    assert question.custom_ids == (f"b:move:{match.id}:0.0:a15",)
    note, channel = h.ephemeral(message_id), FakeChannel(h.discord, OTHER)
    answer = await h.presses(ANA, match, "move", "a15", message=note, channel=channel)
    assert (await h.now(match)).moves == ("a15",)
    assert f"[match #{match.id}](" in answer.text, "the board is elsewhere"


async def test_with_the_number_of_a_match_it_plays_at_once(h: Harness) -> None:
    match = await h.match("go", "19x19-korean")
    await types(h, "a15", OTHER, match.id)
    assert (await h.now(match)).moves == ("a15",)


async def test_what_cannot_be_played_elsewhere_is_refused_at_once(h: Harness) -> None:
    match = await h.match("go", "19x19-korean", moves=("d4",))
    await types(h, "a15", OTHER)
    (note,) = h.notes().values()
    assert note.text == h.reader(ANA)("match.not-your-turn")
    assert (await h.now(match)).moves == ("d4",)


async def test_a_match_of_this_channel_comes_before_another_in_which_it_is_ones_turn(h: Harness) -> None:
    elsewhere = await h.match("go", "19x19-korean")
    place = Place(guild_id=GUILD, channel_id=OTHER, locale="en-US")
    here = await h.match("go", "9x9-korean", moves=("d4",), place=place)
    await types(h, "c3", OTHER)
    assert [(await h.now(match)).moves for match in (elsewhere, here)] == [(), ("d4",)]
    await h.services.matches.play(here.id, None, BEN, "e5")
    await types(h, "c3", OTHER)
    assert (await h.now(here)).moves == ("d4", "e5", "c3")
    assert (await h.now(elsewhere)).moves == ()
