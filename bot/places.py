"""Where a board may be shown. Start reading at `check_place`."""

from __future__ import annotations

from typing import Any

import discord

from bot.refusals import Refusal


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
