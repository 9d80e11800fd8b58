"""The panel in which an admin sees and changes a server's settings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import discord
from discord.ui import ActionRow, Container, Item, LayoutView, Section, TextDisplay

from bot.guild_settings import (
    EVERYONE,
    GAME_DEFAULTS,
    HOURS,
    MANAGERS,
    MAX_CHANNELS,
    MULTIPLE_CHOICE,
    OFF,
    ON,
    QUIET_FROM,
    QUIET_UNTIL,
    SETTINGS,
    SWITCHES,
    ZONE,
    chosen_value,
)
from bot.match.server_rules import allowed_games
from bot.texts import Raw, Texts
from bot.time_zones import zone_name
from bot.ui import AnyView
from bot.ui.layout import layout
from bot.ui.panel import Panel, button, channel_select, role_select, select, select_several
from bot.ui.setting_values import hour_label, level_label, value_label, zone_options
from data.servers.settings import GuildSettings

_COLOR = discord.Color(0x5865F2)
_CHANNEL_TYPES = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
]
_LOG_TYPES = [discord.ChannelType.text]
_MAX_LABEL = 100  # characters of an option that Discord accepts
DEFAULTS = "defaults"
"""The menu of the games whose default variant and clock can be chosen; the verb of their panel."""
TURN = "page"
"""The action of the buttons that turn to another page."""
GENERAL, GAMES_PAGE, LIMITS, MODERATION = "general", "games", "limits", "moderation"
PAGES = {
    GENERAL: ("language", "theme", *SWITCHES),
    GAMES_PAGE: ("games", "levels", "channels", DEFAULTS),
    LIMITS: ("matches", "boards", "organizers"),
    MODERATION: ("log_channel", "quiet"),  # with the time zone
}
"""The settings on each page: more than these do not fit on the screen of a phone."""
ROLE = "role"
"""The word for a role in the menu of who can create tournaments."""


def settings_view(
    settings: GuildSettings,
    guild: discord.Guild,
    reader: Texts,
    *,
    page: str = GENERAL,
    buttons: Sequence[Item[AnyView]] = (),
    is_default: bool = False,
    changed: str | None = None,
    resetting: bool = False,
) -> LayoutView:
    """The settings of a page with the dropdowns that change them.

    ``buttons`` open the panels of features. ``is_default`` says that a reset would change nothing,
    ``changed`` is the setting that was just saved, ``resetting`` asks to confirm a reset.
    """
    box: Container[AnyView] = Container(accent_color=_COLOR)
    lines: list[str] = [reader("settings.title")]
    if changed:
        lines.append("-# " + reader("settings.saved", name=reader.plain(f"settings.{changed}")))
    elif page == GENERAL and settings.log_channel is None:
        lines.append("-# " + reader("settings.unlogged"))
    box.add_item(TextDisplay("\n".join(lines)))
    box.add_item(ActionRow(*(_page_button(name, page, reader) for name in PAGES)))
    for part in _parts(PAGES[page], settings, guild, reader):
        box.add_item(part)
    if resetting:
        box.add_item(_confirm_reset_row(page, reader))
    else:
        box.add_item(_last_row(page, buttons, reader, is_default=is_default))
    return layout(box)


def page_of(name: str | None) -> str:
    """The page on which a setting is, by its name or that of one of its menus."""
    name = DEFAULTS if name in GAME_DEFAULTS else name
    name = "quiet" if name in (QUIET_FROM, QUIET_UNTIL, ZONE) else str(name).partition(".")[0]
    return next((page for page, names in PAGES.items() if name in names), GENERAL)


def page_panel(page: str) -> Panel:
    """The press that shows a page."""
    return Panel("set", f"{TURN}.{page}")


def _page_button(page: str, shown: str, reader: Texts) -> Item[AnyView]:
    style = discord.ButtonStyle.primary if page == shown else discord.ButtonStyle.secondary
    return button(page_panel(page), label=reader.plain(f"settings.page.{page}"), style=style)


def _parts(
    names: Sequence[str], settings: GuildSettings, guild: discord.Guild, reader: Texts
) -> Iterator[Item[AnyView]]:
    for name in names:
        if name in SWITCHES:
            words: TextDisplay[AnyView] = TextDisplay(_heading(name, settings, guild, reader))
            yield Section(words, accessory=_switch(name, settings, guild, reader))
            continue
        if name != DEFAULTS:  # its menu says what it is
            yield TextDisplay(_heading(name, settings, guild, reader))
        for menu in _menus(name, settings, guild, reader):
            yield ActionRow(menu)


def _heading(name: str, settings: GuildSettings, guild: discord.Guild, reader: Texts) -> str:
    """The name of a setting, what it does, and what is wrong with it."""
    hint = f"settings.{name}.hint"
    lines = [f"**{reader(f'settings.{name}')}**", *([reader(hint)] if reader.has(hint) else [])]
    return "\n-# ".join([*lines, *_problems(name, settings, guild, reader)])


def _problems(name: str, settings: GuildSettings, guild: discord.Guild, reader: Texts) -> Iterator[Raw]:
    """What is wrong with a setting: channels or roles that are gone, or that the bot cannot write to."""
    if name == "channels":
        deleted = len(settings.channels) - len(_existing(settings.channels, guild))
        if deleted:
            yield reader("settings.channels-gone", n=deleted)
    elif name == "organizers" and _organizers(settings) == ROLE:
        if guild.get_role(settings.organizers or 0) is None:
            yield reader("settings.organizers.role-gone")
    elif name == "log_channel" and (problem := problem_of_log(settings, guild, reader)) is not None:
        yield problem


def problem_of_log(settings: GuildSettings, guild: discord.Guild, reader: Texts) -> Raw | None:
    """Why the bot cannot write into the log channel; None if it can, or if there is none."""
    if settings.log_channel is None:
        return None
    channel = guild.get_channel(settings.log_channel)
    if channel is None:
        return reader("settings.log_channel.gone")
    if not can_log(channel, guild):
        return reader("settings.log_channel.cannot-write", channel=Raw(channel.mention))
    return None


def can_log(channel: discord.abc.GuildChannel, guild: discord.Guild) -> bool:
    """Whether the bot can write the log into a channel of a server."""
    has = channel.permissions_for(guild.me)
    return has.view_channel and has.send_messages


def _menus(
    name: str, settings: GuildSettings, guild: discord.Guild, reader: Texts
) -> Iterator[Item[AnyView]]:
    if name in SETTINGS:
        yield _menu(name, settings, guild, reader)
    elif name in MULTIPLE_CHOICE:
        yield _menu_of_several(name, settings, reader)
    elif name == "channels":
        existing = _existing(settings.channels, guild)
        yield _channel_menu(
            name, existing, _CHANNEL_TYPES, MAX_CHANNELS, reader.plain("settings.channels.all")
        )
    elif name == "log_channel":
        existing = _existing([settings.log_channel or 0], guild)
        yield _channel_menu(name, existing, _LOG_TYPES, 1, reader.plain("settings.log_channel.none"))
    elif name == DEFAULTS:
        options = [
            discord.SelectOption(label=reader.plain(f"game.{slug}"), value=slug)
            for slug in allowed_games(settings)
        ]
        yield select(Panel(DEFAULTS), options=options, placeholder=reader.plain("settings.defaults"))
    elif name == "organizers":
        yield from _organizer_menus(settings, guild, reader)
    else:
        yield from _quiet_menus(settings, zone_of(settings, guild), reader)


def _existing(channels: Sequence[int], guild: discord.Guild) -> list[int]:
    return [channel for channel in channels if guild.get_channel(channel) is not None]


def _menu(name: str, settings: GuildSettings, guild: discord.Guild, reader: Texts) -> Item[AnyView]:
    """The values in order, the default first; a stored value that is not offered is among them."""
    current, default = chosen_value(name, settings), SETTINGS[name].values[0]
    values = [*SETTINGS[name].values, *([current] if current not in SETTINGS[name].values else [])]
    options = []
    for value in sorted(values, key=lambda word: (word != default, int(word) if word.isdecimal() else 0)):
        label = value_label(name, value, guild.preferred_locale.value, reader)
        if value == default:
            label = reader.plain("settings.default", value=label)
        options.append(discord.SelectOption(label=label[:_MAX_LABEL], value=value, default=value == current))
    return select(Panel("set", name), options=options, placeholder=reader.plain(f"settings.{name}"))


def _switch(name: str, settings: GuildSettings, guild: discord.Guild, reader: Texts) -> Item[AnyView]:
    """A button that says a setting's value; it stores the other one, however often it is pressed."""
    value = chosen_value(name, settings)
    other = next(word for word in SETTINGS[name].values if word != value)
    style = discord.ButtonStyle.primary if value == ON else discord.ButtonStyle.secondary
    label = value_label(name, value, guild.preferred_locale.value, reader)
    return button(Panel("set", f"{name}.{other}"), label=label, style=style)


def _menu_of_several(name: str, settings: GuildSettings, reader: Texts) -> Item[AnyView]:
    chosen: tuple[str, ...] = getattr(settings, name)
    labels = {
        value: reader.plain(f"game.{value}") if name == "games" else level_label(value, reader)
        for value in MULTIPLE_CHOICE[name]
    }
    options = [
        discord.SelectOption(label=label[:_MAX_LABEL], value=value, default=value in chosen)
        for value, label in labels.items()
    ]
    return select_several(
        Panel("set", name), options=options, placeholder=reader.plain(f"settings.{name}.all")
    )


def _channel_menu(
    name: str, chosen: Sequence[int], types: list[discord.ChannelType], limit: int, placeholder: str
) -> Item[AnyView]:
    return channel_select(
        Panel("set", name), channel_types=types, chosen=chosen, limit=limit, placeholder=placeholder
    )


def _organizers(settings: GuildSettings) -> str:
    """Who can create tournaments: `MANAGERS`, `EVERYONE` or `ROLE`."""
    if settings.organizers is None:
        return MANAGERS
    return EVERYONE if settings.organizers == settings.guild_id else ROLE


def _organizer_menus(settings: GuildSettings, guild: discord.Guild, reader: Texts) -> Iterator[Item[AnyView]]:
    """Managers or everyone; and a role."""
    current = _organizers(settings)
    words = (MANAGERS, EVERYONE, *([ROLE] if current == ROLE else []))
    labels = {word: reader.plain(f"settings.organizers.{word}") for word in words}
    labels[MANAGERS] = reader.plain("settings.default", value=labels[MANAGERS])
    options = [
        discord.SelectOption(label=label, value=word, default=word == current)
        for word, label in labels.items()
    ]
    yield select(Panel("set", "organizers"), options=options, placeholder=reader.plain("settings.organizers"))
    role = guild.get_role(settings.organizers or 0) if current == ROLE else None
    chosen = role.id if role is not None else None
    placeholder = reader.plain("settings.organizers.choose-role")
    yield role_select(Panel("set", "organizers.role"), chosen=chosen, placeholder=placeholder)


def zone_of(settings: GuildSettings, guild: discord.Guild) -> str:
    """The time zone of a server."""
    return zone_name(settings.zone, guild.preferred_locale.value)


def _quiet_menus(settings: GuildSettings, zone: str, reader: Texts) -> Iterator[Item[AnyView]]:
    """From when until when, in which time zone."""
    start, end = settings.quiet or (None, None)
    options = [discord.SelectOption(label=reader.plain("settings.quiet.off"), value=OFF)]
    options[0].default = start is None
    options += _hours("settings.quiet.from", start, zone, reader)
    yield select(Panel("set", QUIET_FROM), options=options, placeholder=reader.plain("settings.quiet"))
    placeholder = reader.plain("settings.quiet.choose-end")
    options = _hours("settings.quiet.until", end, zone, reader)
    yield select(Panel("set", QUIET_UNTIL), options=options, placeholder=placeholder)
    yield select(Panel("set", ZONE), options=zone_options(zone), placeholder=reader.plain("settings.zone"))


def _hours(key: str, chosen: int | None, zone: str, reader: Texts) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=reader.plain(key, hour=hour_label(hour), zone=zone),
            value=str(hour),
            default=hour == chosen,
        )
        for hour in map(int, HOURS)
    ]


def _last_row(
    page: str, buttons: Sequence[Item[AnyView]], reader: Texts, *, is_default: bool
) -> ActionRow[AnyView]:
    row = ActionRow[AnyView](*buttons)
    if page == MODERATION:  # a third button takes a line of a phone, for which the other pages have no room
        reset = reader.plain("button.reset")
        row.add_item(button(Panel("reset", page), label=reset, disabled=is_default))
    return row


def _confirm_reset_row(page: str, reader: Texts) -> ActionRow[AnyView]:
    confirm = reader.plain("button.reset-yes")
    return ActionRow(
        button(Panel("reset-yes", page), label=confirm, style=discord.ButtonStyle.danger),
        button(Panel("reset-no", page), label=reader.plain("button.reset-no")),
    )
