"""The panel in which an admin chooses the channel for the server's recaps."""

from __future__ import annotations

import math
from collections.abc import Iterator

import discord
from discord.ui import LayoutView

from bot.texts import Raw, Texts
from bot.ui.channel_panel import ChosenChannel, channel_panel
from bot.ui.panel import Panel, button
from bot.ui.setting_values import channel_mention
from data.servers.recap_channels import RecapChannel

RECAP_SETTINGS = "recap-set"
"""The verb of the panel."""
SHOW, CHANNEL = "show", "channel"
"""What its parts do: the arguments of the panel."""


def recap_panel(chosen: RecapChannel | None, guild: discord.Guild, back: Panel, reader: Texts) -> LayoutView:
    """What is posted, where and when next, and the menu that turns it on; ``back`` leads to the settings."""
    about = [reader("recap.settings.title"), f"-# {reader('recap.settings.hint')}"]
    to_settings = button(back, label=reader.plain("channel.back"))
    where = _chosen_channel(chosen, guild, reader) if chosen is not None else None
    return channel_panel(about, where, Panel(RECAP_SETTINGS, CHANNEL), [to_settings], reader)


def _chosen_channel(chosen: RecapChannel, guild: discord.Guild, reader: Texts) -> ChosenChannel:
    channel = guild.get_channel(chosen.channel_id)
    if channel is None:
        return ChosenChannel(None, "", "")
    where, moment = Raw(channel.mention), Raw(f"<t:{math.floor(chosen.next_at)}:f>")
    said = reader("recap.settings.on", channel=where, time=moment)
    can_post = can_post_recap(channel, guild)
    return ChosenChannel(
        channel, said, "" if can_post else reader("recap.settings.cannot-write", channel=where)
    )


def can_post_recap(channel: discord.abc.GuildChannel, guild: discord.Guild) -> bool:
    """Whether the bot can post a picture in a channel, and find it there again."""
    has = channel.permissions_for(guild.me)
    return has.view_channel and has.send_messages and has.attach_files and has.read_message_history


def recap_changes(before: int | None, after: int | None, reader: Texts) -> Iterator[Raw]:
    """The sentence of the log if the channel differs."""
    if before != after:
        old, new = (channel_mention(channel_id, reader) for channel_id in (before, after))
        yield reader("log.recap.channel", old=old, new=new)
