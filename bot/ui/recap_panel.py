"""The panel in which an admin chooses the channel for the server's recaps."""

from __future__ import annotations

import math
from collections.abc import Iterator

import discord
from discord.ui import ActionRow, Container, LayoutView, TextDisplay

from bot.icons import Icon
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.layout import layout
from bot.ui.panel import Panel, button, channel_select
from bot.ui.setting_values import channel_mention
from data.servers.recap_channels import RecapChannel

RECAP_SETTINGS = "recap-set"
"""The verb of the panel."""
SHOW, CHANNEL = "show", "channel"
"""What its parts do: the arguments of the panel."""
_COLOR = discord.Color(0x5865F2)
_CHANNEL_TYPES = [discord.ChannelType.text, discord.ChannelType.news]


def recap_panel(chosen: RecapChannel | None, guild: discord.Guild, back: Panel, reader: Texts) -> LayoutView:
    """What is posted, where and when next, and the menu that turns it on; ``back`` leads to the settings."""
    channel = guild.get_channel(chosen.channel_id) if chosen is not None else None
    lines = [reader("recap.settings.title"), f"-# {reader('recap.settings.hint')}"]
    if chosen is None:
        lines.append(reader("turns.settings.off"))
    elif channel is None:
        lines.append(f"{Icon.WARNING} {reader('turns.settings.gone')}")
    else:
        where, moment = Raw(channel.mention), Raw(f"<t:{math.floor(chosen.next_at)}:f>")
        lines.append(reader("recap.settings.on", channel=where, time=moment))
        if not can_post_recap(channel, guild):
            lines.append(f"{Icon.WARNING} {reader('recap.settings.cannot-write', channel=where)}")
    menu = channel_select(
        Panel(RECAP_SETTINGS, CHANNEL),
        channel_types=_CHANNEL_TYPES,
        chosen=[channel.id] if channel is not None else [],
        limit=1,
        placeholder=reader.plain("turns.settings.channel"),
    )
    box = Container[AnyView](TextDisplay("\n".join(lines)), ActionRow(menu), accent_color=_COLOR)
    box.add_item(ActionRow(button(back, label=reader.plain("turns.settings.back"))))
    return layout(box)


def can_post_recap(channel: discord.abc.GuildChannel, guild: discord.Guild) -> bool:
    """Whether the bot can post a picture in a channel, and find it there again."""
    has = channel.permissions_for(guild.me)
    return has.view_channel and has.send_messages and has.attach_files and has.read_message_history


def recap_changes(before: int | None, after: int | None, reader: Texts) -> Iterator[Raw]:
    """The sentence of the log if the channel differs."""
    if before != after:
        old, new = (channel_mention(channel_id, reader) for channel_id in (before, after))
        yield reader("log.recap.channel", old=old, new=new)
