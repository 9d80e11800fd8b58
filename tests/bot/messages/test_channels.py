"""Threads in Discord's channels."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import cast

import discord
import pytest

from bot.messages.channels import DiscordChannels, Thread
from tests.bot.discord_fakes import CHANNEL, GUILD, FakeThread, Method
from tests.bot.harness import Harness

MATCH_AT = 1_800_000_000.0
DAY = 86_400.0


@pytest.mark.parametrize(
    ("opened_at", "is_it"), [(MATCH_AT + 1, True), (MATCH_AT - 1, True), (MATCH_AT - 7 * DAY, False)]
)
async def test_a_thread_of_last_week_with_the_same_name_is_another_one(
    h: Harness, opened_at: float, is_it: bool
) -> None:
    channel = h.client.servers[GUILD].get_channel(CHANNEL)
    assert channel is not None
    opened = FakeThread(
        h.discord, discord.utils.time_snowflake(datetime.fromtimestamp(opened_at, UTC)), CHANNEL
    )
    opened.name = "Friday Cup R1: Ana – Ben"
    channel.opened.append(opened)
    channels = DiscordChannels(cast(discord.Client, h.client))
    thread_id = await channels.thread(GUILD, CHANNEL, Thread(opened.name, MATCH_AT))
    assert (thread_id == opened.id) is is_it
    assert bool(h.discord.of(Method.CREATE_THREAD)) is not is_it
