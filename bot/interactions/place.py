"""Where a board may be shown, and who may see it there. Start reading at `here`.

The bot is a member of a place, or it is not: in a server to which nobody invited it and in messages between
other people, whoever has added it to their own account may still use it. Then all it can do is answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.exceptions import Refusal
from bot.interaction import Interaction
from bot.match.limits import check_strength, limits
from bot.match.setup import Place
from bot.texts import Raw
from data.matches import Match
from data.settings import GuildSettings

if TYPE_CHECKING:
    from bot.client import Daeguk

_MOST_NAMED = 10  # channels, in a sentence


async def here(interaction: Interaction, level: str | None, *, shared: bool) -> Place:
    """The place of an interaction as one to play in; ``shared``: somebody else is to see the board too.

    Refuses one in which the bot could not show a board, or where the server does not want this match.
    """
    settings = await settings_of(interaction)
    if is_member(interaction):
        check_place(interaction)
    elif shared and interaction.guild_id is not None and not interaction.permissions.use_external_apps:
        raise Refusal("play.answers-hidden")  # Discord shows such answers to the person alone
    if settings is not None:
        _check_channel(interaction, settings)
    check_strength(settings, level)
    locale = (interaction.guild_locale or interaction.locale).value
    return Place(
        interaction.guild_id,
        interaction.channel_id or 0,
        locale,
        limits(settings),
        tokens_only=not is_member(interaction),
    )


def is_member(interaction: discord.Interaction[Any]) -> bool:
    """Whether the bot can post and edit here by itself."""
    if interaction.guild_id is not None:
        return interaction.client.get_guild(interaction.guild_id) is not None
    return not interaction.context.private_channel


def reaches(client: Daeguk, match: Match) -> bool:
    """Whether the bot can show a match's board by itself, so far as it knows."""
    return not match.tokens_only or client.get_guild(match.guild_id or 0) is not None


async def settings_of(interaction: Interaction) -> GuildSettings | None:
    """What the server has set, if there is one and the bot is in it."""
    if interaction.guild_id is None or not is_member(interaction):
        return None
    return await interaction.client.settings.guild(interaction.guild_id)


def check_place(interaction: discord.Interaction[Any]) -> None:
    """Refuse a channel in which the bot has no permission to show a board."""
    if interaction.guild_id is None:
        return
    may, channel = interaction.app_permissions, interaction.channel
    send = may.send_messages_in_threads if isinstance(channel, discord.Thread) else may.send_messages
    if not (may.view_channel and send):
        raise Refusal("play.may-not-send")
    if not may.attach_files:
        raise Refusal("play.may-not-attach")


def _check_channel(interaction: Interaction, settings: GuildSettings) -> None:
    """Refuse a channel where the server does not want matches; a thread counts as its channel."""
    channel = interaction.channel
    parent_id = channel.parent_id if isinstance(channel, discord.Thread) else None
    if settings.channels and not {interaction.channel_id, parent_id} & {*settings.channels}:
        guild = interaction.guild
        there = [one for one in settings.channels if guild and guild.get_channel(one)]
        if not there:
            raise Refusal("play.channels-gone")
        named = ", ".join(f"<#{one}>" for one in there[:_MOST_NAMED])
        raise Refusal("play.not-in-this-channel", channels=Raw(named))


def check_sight(interaction: discord.Interaction[Any], match: Match) -> None:
    """Refuse a match whose board stands where the person may not look."""
    if match.channel_id == interaction.channel_id:
        return
    guild, person = interaction.guild, interaction.user
    # None where the match is in another server.
    channel = guild.get_channel_or_thread(match.channel_id) if guild else None
    if channel is None or not isinstance(person, discord.Member) or not _sees(person, channel):
        raise Refusal("board.out-of-sight")


async def sees(client: Daeguk, user_id: int, match: Match) -> bool:
    """Whether the bot knows that a person can look at a match's board: it does where both are members."""
    guild = client.get_guild(match.guild_id or 0)
    channel = guild.get_channel_or_thread(match.channel_id) if guild else None
    if guild is None or channel is None:
        return False
    try:
        person = guild.get_member(user_id) or await guild.fetch_member(user_id)
    except discord.HTTPException:
        return False
    return _sees(person, channel)


def _sees(person: discord.Member, channel: discord.abc.GuildChannel | discord.Thread) -> bool:
    may = channel.permissions_for(person)
    if isinstance(channel, discord.Thread) and channel.is_private():
        return may.manage_threads
    return may.view_channel
