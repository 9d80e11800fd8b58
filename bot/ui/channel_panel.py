"""A panel in which an admin chooses the channel of something that the bot posts there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord.ui import ActionRow, Container, Item, LayoutView, TextDisplay

from bot.icons import Icon
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.layout import layout
from bot.ui.panel import Panel, channel_select

_COLOR = discord.Color(0x5865F2)
_CHANNEL_TYPES = [discord.ChannelType.text, discord.ChannelType.news]


@dataclass(frozen=True, slots=True)
class ChosenChannel:
    """The channel that an admin has chosen; None if it is gone."""

    channel: discord.abc.GuildChannel | None
    said: str
    """That something is posted there."""
    warning: str
    """That the bot cannot do so; empty if it can."""


def channel_panel(
    about: Sequence[str],
    chosen: ChosenChannel | None,
    press: Panel,
    buttons: Iterable[Item[Any]],
    reader: Texts,
) -> LayoutView:
    """What is posted, where, and the menu that chooses the channel; ``press`` is what its choice means.

    ``chosen`` is None if nothing is posted.
    """
    channel = chosen.channel if chosen is not None else None
    menu = channel_select(
        press,
        channel_types=_CHANNEL_TYPES,
        chosen=[channel.id] if channel is not None else [],
        limit=1,
        placeholder=reader.plain("channel.choose"),
    )
    lines = "\n".join([*about, *_state(chosen, reader)])
    box = Container[AnyView](TextDisplay(lines), ActionRow(menu), accent_color=_COLOR)
    box.add_item(ActionRow(*buttons))
    return layout(box)


def kept_in(channel_id: int, guild: discord.Guild, key: str, reader: Texts) -> ChosenChannel:
    """The channel of a message that the bot keeps up to date; the text ``key`` says that it is there."""
    channel = guild.get_channel(channel_id)
    if channel is None:
        return ChosenChannel(None, "", "")
    where = Raw(channel.mention)
    warning = "" if can_keep(channel, guild) else reader("turns.settings.cannot-write", channel=where)
    return ChosenChannel(channel, reader(key, channel=where), warning)


def can_keep(channel: discord.abc.GuildChannel, guild: discord.Guild) -> bool:
    """Whether the bot can post a message in a channel, and find it there again."""
    has = channel.permissions_for(guild.me)
    return has.view_channel and has.send_messages and has.read_message_history


def _state(chosen: ChosenChannel | None, reader: Texts) -> Sequence[str]:
    if chosen is None:
        return [reader("channel.off")]
    if chosen.channel is None:
        return [f"{Icon.WARNING} {reader('channel.gone')}"]
    return [chosen.said, *([f"{Icon.WARNING} {chosen.warning}"] if chosen.warning else [])]
