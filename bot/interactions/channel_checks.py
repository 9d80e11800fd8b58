"""The place of an interaction: who can post there, whether a match can be played, what its server has set."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord

from bot.exceptions import Refusal
from bot.guild_settings import DEFAULT_CLOCK, NO_CLOCK, game_default
from bot.match.limits import limits
from bot.match.own_board import side_in
from bot.match.server_rules import check_allowed, nearest_level, quiet_until
from bot.messages.access import is_member
from bot.services import Interaction
from bot.texts import Raw
from bot.ui.panel import Panel
from data.model.match import Limits, Match, MatchState, Place
from data.servers.settings import GuildSettings

_MAX_NAMED = 10  # channels, in a sentence


async def current_place(
    interaction: Interaction, game: str | None, level: str | None, *, shared: bool, begins: bool = True
) -> Place:
    """The place of an interaction, to play in; ``shared``: another person has to see the board too.

    ``begins`` says that the match is a new one; ``game`` is None for matches that are over. Raises `Refusal`
    if the bot could not show a board there, or the server does not allow this match.
    """
    settings = await check_can_post(interaction, shared=shared)
    check_rules(interaction, settings, game, level, begins=begins)
    locale = (interaction.guild_locale or interaction.locale).value
    return Place(
        interaction.guild_id,
        interaction.channel_id or 0,
        locale,
        limits(settings),
        tokens_only=not is_member(interaction),
    )


def check_rules(
    interaction: Interaction,
    settings: GuildSettings | None,
    game: str | None,
    level: str | None,
    *,
    begins: bool,
) -> None:
    """Raise `Refusal` for a match that the admins of the server do not allow, or not now if it ``begins``."""
    now = interaction.created_at.timestamp() if begins else None
    check_allowed(settings, game, level, locale=_locale_of_server(interaction), now=now)


def server_quiet_until(
    interaction: Interaction, settings: GuildSettings | None, moment: float
) -> float | None:
    """When the quiet hours end that the server has at a moment (unix seconds); None: it has none then."""
    return quiet_until(settings, _locale_of_server(interaction), moment)


def _locale_of_server(interaction: Interaction) -> str | None:
    return interaction.guild.preferred_locale.value if interaction.guild is not None else None


async def check_here(interaction: Interaction, user_id: int) -> None:
    """Raise `Refusal` for somebody who is not in this server; oneself always is."""
    me = interaction.client.user
    if me is not None and user_id == me.id:
        raise Refusal("profile.of-bot")
    if user_id == interaction.user.id:
        return
    guild = interaction.guild
    if guild is None or not is_member(interaction):
        raise Refusal("profile.only-in-servers")
    try:
        person = guild.get_member(user_id) or await guild.fetch_member(user_id)
    except discord.NotFound:
        raise Refusal("profile.not-here") from None
    if person.bot:
        raise Refusal("profile.of-bot")


async def check_can_post(interaction: Interaction, *, shared: bool = True) -> GuildSettings | None:
    """What the server has set, where the bot, the person and the server let something be posted.

    ``shared``: another person has to see it too. Raises `Refusal`.
    """
    settings = await guild_settings_of(interaction)
    if is_member(interaction):
        check_permissions(interaction)
    elif interaction.guild_id is not None and not interaction.permissions.use_external_apps:
        if shared:
            raise Refusal("play.answers-hidden")
        return None  # Discord shows such answers to the person alone
    _check_person(interaction)
    if settings is not None:
        channel = interaction.channel
        parent_id = channel.parent_id if isinstance(channel, discord.Thread) else None
        _check_channel(interaction, settings, {interaction.channel_id, parent_id})
    return settings


async def place_in(interaction: Interaction, channel: discord.TextChannel) -> Place:
    """Another channel of the interaction's server, to show a board there too. Raises `Refusal`."""
    settings, has = await guild_settings_of(interaction), channel.permissions_for(channel.guild.me)
    if channel.id == interaction.channel_id:
        raise Refusal("vote.same-channel")
    if not (has.view_channel and has.send_messages and has.attach_files):
        raise Refusal("vote.cannot-show-there", channel=Raw(channel.mention))
    if isinstance(interaction.user, discord.Member):
        own = channel.permissions_for(interaction.user)
        if not (own.send_messages and own.use_application_commands):
            raise Refusal("vote.not-yours-to-post", channel=Raw(channel.mention))
    if settings is not None:
        _check_channel(interaction, settings, {channel.id})
    locale = (interaction.guild_locale or interaction.locale).value
    return Place(channel.guild.id, channel.id, locale, limits(settings))


def check_answers_for_channel(interaction: discord.Interaction, match: Match) -> None:
    """Raise `Refusal` unless a person can accept or decline for the channel that is challenged, if one is."""
    asking = match.side_of(match.challenger_id)
    if not match.is_voted or match.state != MatchState.CHALLENGE or asking is None:
        return
    if side_in(match, interaction.channel_id) is not asking.other:
        raise Refusal("vote.answer-there")
    if not _can_send(interaction.permissions, interaction.channel):
        raise Refusal("vote.cannot-write")


async def guild_settings_of(interaction: Interaction) -> GuildSettings | None:
    """What the server has set, if this is one and the bot is in it."""
    if interaction.guild_id is None or not is_member(interaction):
        return None
    return await interaction.client.services.settings.guild(interaction.guild_id)


async def limits_to_join(interaction: Interaction, match: Match) -> Limits:
    """The limits that hold for a person who accepts a match, or joins it, in the place of an interaction.

    Raises `Refusal` if the server does not allow such a match anymore. In quiet hours one that was posted
    before can begin: that posts nothing.
    """
    settings = await guild_settings_of(interaction)
    check_rules(interaction, settings, match.game, match.level, begins=False)
    return limits(settings)


async def usual_level(interaction: Interaction, game: str, level: str) -> str:
    """The level that is played where none was chosen: the nearest to ``level`` that the server allows."""
    return nearest_level(await guild_settings_of(interaction), game, level)


async def usual_clock(interaction: Interaction, game: str) -> str | None:
    """The time control between people where none was chosen: the server's or the bot's; None: no clock."""
    settings = await guild_settings_of(interaction)
    chosen = game_default(settings.clocks, game) if settings is not None else None
    return None if chosen == NO_CLOCK else chosen or DEFAULT_CLOCK


def check_permissions(interaction: discord.Interaction) -> None:
    """Raise `Refusal` if the bot lacks a permission that it needs to show a board in this channel."""
    if interaction.guild_id is None:
        return
    has = interaction.app_permissions
    if not (has.view_channel and _can_send(has, interaction.channel)):
        raise Refusal("play.cannot-send")
    if not has.attach_files:
        raise Refusal("play.cannot-attach")


def _check_person(interaction: discord.Interaction) -> None:
    """Raise `Refusal` for a person whom Discord would not let post here by a command.

    Discord asks only for Use Application Commands, and only at commands. But who cannot write where others
    can is muted, and a press is no way round that. Pictures are the bot's: Attach Files is not needed.
    """
    if interaction.guild_id is None:
        return
    if isinstance(interaction.user, discord.Member) and interaction.user.is_timed_out():
        raise Refusal("post.timed-out")
    if not interaction.permissions.use_application_commands:
        raise Refusal("post.no-commands")
    if not (_can_send(interaction.permissions, interaction.channel) or _is_for_commands(interaction)):
        raise Refusal("post.no-messages")


def _is_for_commands(interaction: discord.Interaction) -> bool:
    """Whether a channel is for commands alone: there everybody can use them, and nobody can write."""
    guild, channel = interaction.guild, interaction.channel
    if guild is None or not is_member(interaction):
        return False  # the roles are not known
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return False
    everybody = channel.permissions_for(guild.default_role)
    return everybody.use_application_commands and not _can_send(everybody, channel)


def _can_send(has: discord.Permissions, channel: object) -> bool:
    """Whether permissions in a channel or thread include that to write there."""
    return has.send_messages_in_threads if isinstance(channel, discord.Thread) else has.send_messages


def check_people(interaction: discord.Interaction) -> None:
    """Raise `Refusal` where there is nobody but the person and the bot."""
    if interaction.guild_id is None and not interaction.context.private_channel:
        raise Refusal("play.person-in-dm")


def _check_channel(interaction: Interaction, settings: GuildSettings, ids: set[int | None]) -> None:
    """Raise `Refusal` for a channel that the server excludes; ``ids`` has a thread's channel too."""
    if settings.channels and not ids & {*settings.channels}:
        guild = interaction.guild
        existing = [channel_id for channel_id in settings.channels if guild and guild.get_channel(channel_id)]
        if not existing:
            raise Refusal("play.channels-gone")
        named = ", ".join(f"<#{channel_id}>" for channel_id in existing[:_MAX_NAMED])
        raise Refusal("play.not-in-this-channel", channels=Raw(named))


def chosen_channel(
    panel: Panel,
    guild: discord.Guild,
    can_post: Callable[[discord.abc.GuildChannel, discord.Guild], bool],
    refusal: str,
) -> int | None:
    """The channel that an admin has chosen in a menu; None if they took it back.

    Raises `Refusal` where the bot cannot post what is meant for it: ``refusal`` is the key of the sentence.
    """
    value = "".join(panel.values)
    if not value:
        return None
    channel = guild.get_channel(int(value)) if value.isascii() and value.isdecimal() else None
    if channel is None:
        raise Refusal("settings.unknown")
    if not can_post(channel, guild):
        raise Refusal(refusal, channel=Raw(channel.mention))
    return channel.id


def check_chosen_opponent(interaction: Interaction, user_id: int) -> None:
    """Raise `Refusal` for a person, chosen in a menu, who cannot play here."""
    data: Any = interaction.data or {}
    resolved = data.get("resolved") or {}
    user = (resolved.get("users") or {}).get(str(user_id), {})
    if user_id == interaction.user.id:
        raise Refusal("play.yourself")
    if interaction.client.user is not None and user_id == interaction.client.user.id:
        raise Refusal("play.this-bot")
    if user.get("bot"):
        raise Refusal("play.a-bot")
    check_people(interaction)
    if not interaction.context.private_channel and str(user_id) not in (resolved.get("members") or {}):
        raise Refusal("play.not-here")
