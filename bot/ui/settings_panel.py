"""The panel in which an admin sees and changes a server's settings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import discord
from discord.ui import ActionRow, Container, Item, LayoutView, TextDisplay

from bot.guild_settings import ANY, AUTOMATIC, DEFAULTS, MAX_CHANNELS, SETTINGS, chosen_value
from bot.texts import Texts, texts
from bot.ui import AnyView
from bot.ui.daily_panel import DAILY_SETTINGS, SHOW
from bot.ui.layout import layout
from bot.ui.panel import Panel, button, channel_select, select
from bot.ui.rank_panel import RANKS
from data.settings import GuildSettings

_COLOR = discord.Color(0x5865F2)
_CHANNEL_TYPES = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
]
_MAX_LABEL = 100
TURN = "page"
"""The action of the keys that turn to the other page."""
GENERAL, LIMITS = "general", "limits"
PAGES = {
    GENERAL: ("language", "theme", "threads", "open_seeks"),
    LIMITS: ("strong", "matches", "boards", "channels"),
}
"""The settings on each page: more than these do not fit on the screen of a phone."""


def settings_view(
    settings: GuildSettings,
    guild: discord.Guild,
    reader: Texts,
    *,
    page: str = GENERAL,
    has_daily: bool = False,
    changed: str | None = None,
    resetting: bool = False,
) -> LayoutView:
    """The settings of a page with the dropdowns that change them.

    ``has_daily`` says whether the server has a daily puzzle, whose panel a button opens. ``changed`` is the
    setting that was just saved; ``resetting`` asks to confirm a reset.
    """
    box: Container[AnyView] = Container(accent_color=_COLOR)
    saved = "\n-# " + reader("settings.saved", name=reader.plain(f"settings.{changed}")) if changed else ""
    box.add_item(TextDisplay(reader("settings.title") + saved))
    box.add_item(ActionRow(*(_page_key(one, page, reader) for one in PAGES)))
    for part in _parts(PAGES[page], settings, guild, reader):
        box.add_item(part)
    last = _confirm_reset_row if resetting else partial(_last_row, settings, has_daily=has_daily)
    box.add_item(last(page=page, reader=reader))
    return layout(box)


def page_of(name: str | None) -> str:
    """The page on which a setting is."""
    return next((page for page, names in PAGES.items() if name in names), GENERAL)


def _page_key(page: str, shown: str, reader: Texts) -> Item[AnyView]:
    style = discord.ButtonStyle.primary if page == shown else discord.ButtonStyle.secondary
    return button(Panel("set", f"{TURN}.{page}"), label=reader.plain(f"settings.page.{page}"), style=style)


def _parts(
    names: Sequence[str], settings: GuildSettings, guild: discord.Guild, reader: Texts
) -> Iterator[Item[AnyView]]:
    for name in names:
        if name in SETTINGS:
            yield TextDisplay(_heading(name, reader))
            yield ActionRow(_menu(name, settings, guild, reader))
        else:
            yield from _channel_parts(settings, guild, reader)


def _channel_parts(settings: GuildSettings, guild: discord.Guild, reader: Texts) -> Iterator[Item[AnyView]]:
    existing = [channel for channel in settings.channels if guild.get_channel(channel) is not None]
    deleted = len(settings.channels) - len(existing)
    warning = "\n-# " + reader("settings.channels-gone", n=deleted) if deleted else ""
    yield TextDisplay(_heading("channels", reader) + warning)
    yield ActionRow(_channel_menu(existing, reader))


def _heading(name: str, reader: Texts) -> str:
    hint = f"settings.{name}.hint"
    lines = [f"**{reader(f'settings.{name}')}**", *(["-# " + reader(hint)] if reader.has(hint) else [])]
    return "\n".join(lines)


def _menu(name: str, settings: GuildSettings, guild: discord.Guild, reader: Texts) -> Item[AnyView]:
    """The values in order, the default first; a stored value that is not offered is among them."""
    current, default = chosen_value(name, settings), SETTINGS[name].values[0]
    values = [*SETTINGS[name].values, *([current] if current not in SETTINGS[name].values else [])]
    options = []
    for value in sorted(values, key=lambda each: (each != default, int(each) if each.isdecimal() else 0)):
        label = value_label(name, value, guild, reader)
        if value == default:
            label = reader.plain("settings.default", value=label)
        options.append(discord.SelectOption(label=label[:_MAX_LABEL], value=value, default=value == current))
    return select(Panel("set", name), options=options, placeholder=reader.plain(f"settings.{name}"))


def value_label(name: str, value: str, guild: discord.Guild, reader: Texts) -> str:
    """A setting's value as its dropdown shows it."""
    if value == AUTOMATIC:
        own = texts(guild.preferred_locale.value).language
        return reader.plain("settings.automatic", language=reader.plain(f"choice.language.{own}"))
    if name in ("threads", "strong", "open_seeks"):
        return reader.plain(f"settings.{value}")
    if value.isdecimal():
        return reader.plain(f"settings.{name}.n", n=int(value))
    if value == ANY:
        return reader.plain("settings.boards.any")
    return reader.plain(f"choice.{name}.{value}")


def _channel_menu(chosen: Sequence[int], reader: Texts) -> Item[AnyView]:
    return channel_select(
        Panel("set", "channels"),
        channel_types=_CHANNEL_TYPES,
        chosen=chosen,
        most=MAX_CHANNELS,
        placeholder=reader.plain("settings.channels.all"),
    )


def _last_row(settings: GuildSettings, *, page: str, reader: Texts, has_daily: bool) -> ActionRow[AnyView]:
    is_default = all(getattr(settings, name) == value for name, value in DEFAULTS.items()) and not has_daily
    reset = reader.plain("button.reset")
    return ActionRow(
        button(Panel(DAILY_SETTINGS, SHOW), label=reader.plain("settings.daily")),
        button(Panel(RANKS), label=reader.plain("ranks.title")),
        button(Panel("reset", page), label=reset, emoji="↩️", disabled=is_default),
    )


def _confirm_reset_row(*, page: str, reader: Texts) -> ActionRow[AnyView]:
    confirm = reader.plain("button.reset-yes")
    return ActionRow(
        button(Panel("reset-yes", page), label=confirm, style=discord.ButtonStyle.danger),
        button(Panel("reset-no", page), label=reader.plain("button.reset-no")),
    )
