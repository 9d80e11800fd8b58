"""Where a match can be played: permissions, chosen channels, levels, limits."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import discord
import pytest

from bot.exceptions import Refusal
from bot.interactions.channel_checks import (
    check_permissions,
    current_place,
    guild_settings_of,
    limits_to_join,
    usual_level,
)
from bot.match.limits import MATCHES_IN_SERVER, limits
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


async def refused(
    interaction: FakeInteraction, level: str | None = None, *, shared: bool = True, game: str = "othello"
) -> Refusal:
    with pytest.raises(Refusal) as caught:
        await current_place(interaction.typed(), game, level, shared=shared)
    return caught.value


async def test_a_place_has_its_limits_and_its_language(h: Harness) -> None:
    await h.services.settings.update(GUILD, boards=4)
    here = await current_place(h.interaction(BEN).typed(), "othello", None, shared=True)
    assert (here.guild_id, here.channel_id, here.locale, here.tokens_only) == (GUILD, CHANNEL, "ko", False)
    assert (here.limits.in_channel, here.limits.in_guild) == (4, MATCHES_IN_SERVER)
    shared = h.interaction(BEN, guild_locale=discord.Locale.american_english)
    assert (await current_place(shared.typed(), "othello", None, shared=True)).locale == "en-US"


async def test_direct_messages_have_no_settings(h: Harness) -> None:
    channel = FakeChannel(h.discord, DM_OFFSET + ANA)
    interaction = h.interaction(
        ANA, channel=channel, guild_id=None, app_permissions=discord.Permissions.none()
    )
    place = await current_place(interaction.typed(), "othello", "8", shared=False)
    assert (place.guild_id, place.tokens_only) == (None, False)
    assert await guild_settings_of(interaction.typed()) is None


async def test_where_the_bot_is_not_it_can_only_answer(h: Harness) -> None:
    place = await current_place(uninvited(h).typed(), "othello", None, shared=True)
    assert place.tokens_only and await guild_settings_of(uninvited(h).typed()) is None
    hidden = uninvited(h, discord.Permissions.none())
    assert (await refused(hidden)).key == "play.answers-hidden"
    assert (await current_place(hidden.typed(), "othello", "3", shared=False)).tokens_only


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
    guild = h.client.servers[GUILD]
    lounge = guild.channels[71] = FakeTextChannel(h.discord, 71)
    await h.services.settings.update(GUILD, channels=(71,))
    error = await refused(h.interaction(ANA))
    assert (error.key, error.arguments) == ("play.not-in-this-channel", {"channels": "<#71>"})
    for channel in (lounge, FakeThread(h.discord, 72, 71)):
        await current_place(h.interaction(ANA, channel=channel).typed(), "othello", None, shared=True)
    del guild.channels[71]
    assert (await refused(h.interaction(ANA))).key == "play.channels-gone"


async def test_a_server_chooses_levels(h: Harness) -> None:
    await h.services.settings.update(GUILD, levels=("1", "6"))
    for level in ("7", "2", "classic"):
        error = await refused(h.interaction(ANA), level)
        assert (error.key, error.arguments) == ("play.level-not-here", {"levels": "1, 6"})
    for allowed in ("6", "1", None):
        await current_place(h.interaction(ANA).typed(), "othello", allowed, shared=True)
    await h.services.settings.update(GUILD, levels=("other",))
    assert (await refused(h.interaction(ANA), "6")).key == "play.only-other-levels"
    await current_place(h.interaction(ANA).typed(), "othello", "classic", shared=True)


async def test_the_usual_level_is_the_nearest_that_is_allowed(h: Harness) -> None:
    for levels, usual in (((), "3"), (("1", "8"), "1"), (("4", "2"), "2"), (("other",), "3")):
        await h.services.settings.update(GUILD, levels=levels)
        assert await usual_level(h.interaction(ANA).typed(), "othello", "3") == usual


async def test_a_server_chooses_games(h: Harness) -> None:
    await h.services.settings.update(GUILD, games=("go", "gomoku"))
    error = await refused(h.interaction(ANA), game="othello")
    assert (error.key, error.arguments) == ("play.game-not-here", {"games": "gomoku go"})
    for begins in (True, False):
        await current_place(h.interaction(ANA).typed(), "go", None, shared=True, begins=begins)


async def test_nothing_begins_in_quiet_hours_and_matches_go_on(h: Harness) -> None:
    await h.services.settings.update(GUILD, quiet=(23, 7), zone="Asia/Seoul")
    in_seoul = timezone(timedelta(hours=9))
    for hour, minute, is_quiet in ((22, 59, False), (23, 0, True), (3, 30, True), (7, 0, False)):
        now = datetime(2026, 11, 27, hour, minute, tzinfo=in_seoul)
        interaction = h.interaction(ANA, created_at=now)
        if is_quiet:
            error = await refused(interaction)
            end = datetime(2026, 11, 27 + (hour == 23), 7, tzinfo=in_seoul).timestamp()
            assert (error.key, error.arguments) == ("play.quiet", {"when": f"<t:{round(end)}:t>"})
        else:
            await current_place(interaction.typed(), "othello", "3", shared=True)
        await current_place(interaction.typed(), "othello", "3", shared=True, begins=False)


async def test_who_accepts_plays_what_the_server_still_allows(h: Harness) -> None:
    match = await h.challenge()
    settings = h.services.settings
    quiet = await settings.update(GUILD, quiet=(0, 23), boards=4)
    assert (await limits_to_join(h.interaction(BEN).typed(), match)) == limits(quiet), "it is posted already"
    await settings.update(GUILD, games=("go",))
    with pytest.raises(Refusal) as caught:
        await limits_to_join(h.interaction(BEN).typed(), match)
    assert caught.value.key == "play.game-not-here"
