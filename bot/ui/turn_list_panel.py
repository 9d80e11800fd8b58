"""The panel in which an admin chooses the channel of the message that says whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord.ui import ActionRow, Container, LayoutView, TextDisplay

from bot.icons import Icon
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.layout import layout
from bot.ui.panel import Panel, button, channel_select
from bot.ui.recap_panel import RECAP_SETTINGS
from bot.ui.recap_panel import SHOW as RECAP_SHOW
from bot.ui.setting_values import channel_mention
from data.servers.turn_lists import TurnList

TURN_SETTINGS = "turns-set"
"""The verb of the panel."""
SHOW, CHANNEL = "show", "channel"
"""What its parts do: the arguments of the panel."""
_COLOR = discord.Color(0x5865F2)
_CHANNEL_TYPES = [discord.ChannelType.text, discord.ChannelType.news]


def turn_list_panel(
    turn_list: TurnList | None, guild: discord.Guild, back: Panel, reader: Texts
) -> LayoutView:
    """What the message is, where it is, and the menu that turns it on; ``back`` leads to the settings."""
    channel = guild.get_channel(turn_list.channel_id) if turn_list is not None else None
    lines = [reader("turns.settings.title"), f"-# {reader('turns.settings.hint')}"]
    if turn_list is None:
        lines.append(reader("turns.settings.off"))
    elif channel is None:
        lines.append(f"{Icon.WARNING} {reader('turns.settings.gone')}")
    else:
        where = Raw(channel.mention)
        lines.append(reader("turns.settings.on", channel=where))
        if not can_keep(channel, guild):
            lines.append(f"{Icon.WARNING} {reader('turns.settings.cannot-write', channel=where)}")
    menu = channel_select(
        Panel(TURN_SETTINGS, CHANNEL),
        channel_types=_CHANNEL_TYPES,
        chosen=[channel.id] if channel is not None else [],
        limit=1,
        placeholder=reader.plain("turns.settings.channel"),
    )
    box = Container[AnyView](TextDisplay("\n".join(lines)), ActionRow(menu), accent_color=_COLOR)
    recaps = button(Panel(RECAP_SETTINGS, RECAP_SHOW), label=reader.plain("settings.recap"))
    box.add_item(ActionRow(button(back, label=reader.plain("turns.settings.back")), recaps))
    return layout(box)


def can_keep(channel: discord.abc.GuildChannel, guild: discord.Guild) -> bool:
    """Whether the bot can post the message in a channel, and find it there again."""
    has = channel.permissions_for(guild.me)
    return has.view_channel and has.send_messages and has.read_message_history


def turn_list_changes(before: int | None, after: int | None, reader: Texts) -> Iterator[Raw]:
    """The sentence of the log if the channel differs."""
    if before != after:
        old, new = (channel_mention(channel_id, reader) for channel_id in (before, after))
        yield reader("log.turn-list.channel", old=old, new=new)
