"""Where a board may be shown, and who may see it there. Start reading at `check_place`."""

from __future__ import annotations

from typing import Any

import discord

from bot.refusals import Refusal
from data.matches import Match


def check_place(interaction: discord.Interaction[Any]) -> None:
    """Refuse a channel in which the bot could not show a board."""
    if interaction.guild_id is None:
        return
    may, channel = interaction.app_permissions, interaction.channel
    send = may.send_messages_in_threads if isinstance(channel, discord.Thread) else may.send_messages
    if not (may.view_channel and send):
        raise Refusal("play.may-not-send")
    if not may.attach_files:
        raise Refusal("play.may-not-attach")


def check_sight(interaction: discord.Interaction[Any], match: Match) -> None:
    """Refuse a match whose board stands where the person may not look."""
    if match.channel_id == interaction.channel_id:
        return
    guild, person = interaction.guild, interaction.user
    # None where the match is in another server.
    channel = guild.get_channel_or_thread(match.channel_id) if guild else None
    if channel is None or not isinstance(person, discord.Member) or not _sees(person, channel):
        raise Refusal("board.out-of-sight")


def _sees(person: discord.Member, channel: discord.abc.GuildChannel | discord.Thread) -> bool:
    may = channel.permissions_for(person)
    if isinstance(channel, discord.Thread) and channel.is_private():
        return may.manage_threads
    return may.view_channel
