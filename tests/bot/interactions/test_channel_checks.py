"""Where a match can be played: permissions, chosen channels, levels, limits."""

from __future__ import annotations

import discord
import pytest

from bot.exceptions import Refusal
from bot.interactions.channel_checks import check_permissions, current_place, guild_settings_of, limits_of
from bot.match.limits import MATCHES_IN_SERVER
from tests.bot.discord_fakes import (
    CHANNEL,
    DM_OFFSET,
    GUILD,
    FakeChannel,
    FakeInteraction,
    FakeTextChannel,
    FakeThread,
)
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN

EXTERNAL = discord.Permissions(use_external_apps=True, use_application_commands=True, send_messages=True)


def uninvited(h: Harness, permissions: discord.Permissions = EXTERNAL) -> FakeInteraction:
    """A command in a server that the bot is not in."""
    channel = FakeChannel(h.discord, 500)
    return h.interaction(ANA, channel=channel, guild_id=GUILD + 9, permissions=permissions)


async def refused(interaction: FakeInteraction, level: str | None = None, *, shared: bool = True) -> Refusal:
    with pytest.raises(Refusal) as caught:
        await current_place(interaction.typed(), level, shared=shared)
    return caught.value


async def test_a_place_has_its_limits_and_its_language(h: Harness) -> None:
    await h.services.settings.update(GUILD, boards=4)
    here = await current_place(h.interaction(BEN).typed(), None, shared=True)
    assert (here.guild_id, here.channel_id, here.locale, here.tokens_only) == (GUILD, CHANNEL, "ko", False)
    assert (here.limits.in_channel, here.limits.in_guild) == (4, MATCHES_IN_SERVER)
    shared = h.interaction(BEN, guild_locale=discord.Locale.american_english)
    assert (await current_place(shared.typed(), None, shared=True)).locale == "en-US"
    assert (await limits_of(shared.typed())) == here.limits


async def test_direct_messages_have_no_settings(h: Harness) -> None:
    channel = FakeChannel(h.discord, DM_OFFSET + ANA)
    interaction = h.interaction(
        ANA, channel=channel, guild_id=None, app_permissions=discord.Permissions.none()
    )
    place = await current_place(interaction.typed(), "8", shared=False)
    assert (place.guild_id, place.tokens_only) == (None, False)
    assert await guild_settings_of(interaction.typed()) is None


async def test_where_the_bot_is_not_it_can_only_answer(h: Harness) -> None:
    place = await current_place(uninvited(h).typed(), None, shared=True)
    assert place.tokens_only and await guild_settings_of(uninvited(h).typed()) is None
    hidden = uninvited(h, discord.Permissions.none())
    assert (await refused(hidden)).key == "play.answers-hidden"
    assert (await current_place(hidden.typed(), "3", shared=False)).tokens_only


def test_the_permissions_that_a_board_needs(h: Harness) -> None:
    channel, thread = FakeTextChannel(h.discord, 71), FakeThread(h.discord, 72, 71)
    needed = discord.Permissions(view_channel=True, send_messages=True, attach_files=True)
    for permissions, where, key in (
        (needed, channel, None),
        (needed, thread, "play.cannot-send"),
        (discord.Permissions(needed.value, send_messages_in_threads=True), thread, None),
        (discord.Permissions(view_channel=True, attach_files=True), channel, "play.cannot-send"),
        (discord.Permissions(send_messages=True, attach_files=True), channel, "play.cannot-send"),
        (discord.Permissions(view_channel=True, send_messages=True), channel, "play.cannot-attach"),
    ):
        interaction = h.interaction(ANA, channel=where, app_permissions=permissions).typed()
        if key is None:
            check_permissions(interaction)
        else:
            with pytest.raises(Refusal) as caught:
                check_permissions(interaction)
            assert caught.value.key == key


async def test_a_server_chooses_its_channels_and_a_thread_counts_as_its_channel(h: Harness) -> None:
    guild = h.client.guilds[GUILD]
    lounge = guild.channels[71] = FakeTextChannel(h.discord, 71)
    await h.services.settings.update(GUILD, channels=(71,))
    error = await refused(h.interaction(ANA))
    assert (error.key, error.arguments) == ("play.not-in-this-channel", {"channels": "<#71>"})
    for channel in (lounge, FakeThread(h.discord, 72, 71)):
        await current_place(h.interaction(ANA, channel=channel).typed(), None, shared=True)
    del guild.channels[71]
    assert (await refused(h.interaction(ANA))).key == "play.channels-gone"


async def test_a_server_can_exclude_the_strongest_levels(h: Harness) -> None:
    await h.services.settings.update(GUILD, strong=False)
    for level in ("7", "8"):
        assert (await refused(h.interaction(ANA), level)).key == "play.level-not-here"
    for allowed in ("6", "classic", None):
        await current_place(h.interaction(ANA).typed(), allowed, shared=True)
