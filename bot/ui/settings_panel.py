"""The panel in which an admin sees and changes a server's settings. Start reading at `settings_view`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from discord.ui import ActionRow, Container, Item, LayoutView, TextDisplay

from bot.guild_settings import ANY, AUTOMATIC, DEFAULTS, MOST_CHANNELS, SETTINGS, value_of
from bot.texts import Texts, texts
from bot.ui.panel import Panel, button, channel_select, select
from data.settings import GuildSettings

_COLOUR = discord.Colour(0x5865F2)
_PLACES = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
]


def settings_view(
    settings: GuildSettings,
    guild: discord.Guild,
    reader: Texts,
    *,
    changed: str | None = None,
    resetting: bool = False,
) -> LayoutView:
    """Every setting with the menu that changes it; ``changed`` is the one that was just saved."""
    view, box = LayoutView(timeout=None), Container[Any](accent_colour=_COLOUR)
    saved = "\n-# " + reader("settings.saved", name=reader.plain(f"settings.{changed}")) if changed else ""
    box.add_item(TextDisplay(reader("settings.title") + saved))
    for part in _parts(settings, guild, reader):
        box.add_item(part)
    box.add_item(_reset_row(settings, reader, resetting))
    return view.add_item(box)


def _parts(settings: GuildSettings, guild: discord.Guild, reader: Texts) -> Iterator[Item[Any]]:
    for name in SETTINGS:
        yield TextDisplay(_heading(name, reader))
        yield ActionRow(_menu(name, settings, guild, reader))
    there = [one for one in settings.channels if guild.get_channel(one) is not None]
    gone = len(settings.channels) - len(there)
    told = "\n-# " + reader("settings.channels-gone", n=gone) if gone else ""
    yield TextDisplay(_heading("channels", reader) + told)
    yield ActionRow(_channel_menu(there, reader))


def _heading(name: str, reader: Texts) -> str:
    hint = f"settings.{name}.hint"
    lines = [f"**{reader(f'settings.{name}')}**", *(["-# " + reader(hint)] if reader.has(hint) else [])]
    return "\n".join(lines)


def _menu(name: str, settings: GuildSettings, guild: discord.Guild, reader: Texts) -> Item[Any]:
    now, default = value_of(name, settings), SETTINGS[name].values[0]
    values = [*SETTINGS[name].values, *([now] if now not in SETTINGS[name].values else [])]
    options = []
    for value in sorted(values, key=lambda one: (one != default, int(one) if one.isdecimal() else 0)):
        label = said(name, value, guild, reader)
        if value == default:
            label = reader.plain("settings.default", value=label)
        options.append(discord.SelectOption(label=label[:100], value=value, default=value == now))
    return select(Panel("set", name), options=options, placeholder=reader.plain(f"settings.{name}"))


def said(name: str, value: str, guild: discord.Guild, reader: Texts) -> str:
    """A value as the menu calls it."""
    if value == AUTOMATIC:
        own = texts(guild.preferred_locale.value).language
        return reader.plain("settings.automatic", language=reader.plain(f"choice.language.{own}"))
    if name in ("threads", "strong"):
        return reader.plain(f"settings.{value}")
    if value.isdecimal():
        return reader.plain(f"settings.{name}.n", n=int(value))
    if value == ANY:
        return reader.plain("settings.boards.any")
    return reader.plain(f"choice.{name}.{value}")


def _channel_menu(there: list[int], reader: Texts) -> Item[Any]:
    return channel_select(
        Panel("set", "channels"),
        channel_types=_PLACES,
        placeholder=reader.plain("settings.channels.all"),
        min_values=0,
        max_values=MOST_CHANNELS,
        default_values=[
            discord.SelectDefaultValue(id=one, type=discord.SelectDefaultValueType.channel) for one in there
        ],
    )


def _reset_row(settings: GuildSettings, reader: Texts, resetting: bool) -> ActionRow[Any]:
    if resetting:
        sure, keep = Panel("reset-yes"), Panel("reset-no")
        red = discord.ButtonStyle.danger
        return ActionRow(
            button(sure, label=reader.plain("button.reset-yes"), style=red),
            button(keep, label=reader.plain("button.reset-no")),
        )
    is_default = all(getattr(settings, name) == value for name, value in DEFAULTS.items())
    reset = button(Panel("reset"), label=reader.plain("button.reset"), emoji="↩️", disabled=is_default)
    return ActionRow(reset)
