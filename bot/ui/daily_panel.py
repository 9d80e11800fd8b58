"""The panel in which an admin turns the daily puzzle on and chooses its channel, hour and games."""

from __future__ import annotations

from collections.abc import Iterator

import discord
from discord.ui import ActionRow, Container, Item, Label, LayoutView, Modal, TextDisplay, TextInput

from bot import puzzles
from bot.icons import Icon
from bot.texts import Raw, Texts
from bot.ui import AnyView
from bot.ui.layout import layout
from bot.ui.modals import MODAL_SECONDS
from bot.ui.panel import Panel, button, channel_select, select, select_several
from bot.ui.setting_values import channel_mention, games_named, hour_label, zone_options
from data.puzzles.daily_puzzles import DailySettings

DAILY_SETTINGS = "daily-set"
"""The verb of the panel."""
SHOW, CHANNEL, HOUR, ZONE, GAMES, OTHER_ZONE, TYPED_ZONE = (
    "show",
    "channel",
    "hour",
    "zone",
    "games",
    "zone-other",
    "zone-typed",
)
"""What its parts do: the arguments of the panel."""
FIELD = "zone"
_COLOR = discord.Color(0x5865F2)
_CHANNEL_TYPES = [discord.ChannelType.text, discord.ChannelType.news]


def daily_panel(settings: DailySettings, zone: str, guild: discord.Guild, reader: Texts) -> LayoutView:
    """Every choice with its menu; ``zone`` is the server's time zone."""
    lines = [
        reader("daily.settings.title"),
        f"-# {reader('daily.settings.hint')}",
        _state(settings, reader),
        *(
            [f"{Icon.WARNING} {problem_line(settings.problem, guild.name, reader)}"]
            if settings.problem
            else []
        ),
    ]
    box: Container[AnyView] = Container(TextDisplay("\n".join(lines)), accent_color=_COLOR)
    for part in _menus(settings, zone, guild, reader):
        box.add_item(ActionRow(part))
    back = button(Panel("reset-no"), label=reader.plain("daily.settings.back"))
    other = button(Panel(DAILY_SETTINGS, OTHER_ZONE), label=reader.plain("daily.settings.other-zone"))
    box.add_item(ActionRow(back, other))
    return layout(box)


def _state(settings: DailySettings, reader: Texts) -> str:
    if settings.channel_id is None or settings.next_at is None:
        return reader("daily.settings.off")
    where, when = Raw(f"<#{settings.channel_id}>"), Raw(f"<t:{round(settings.next_at)}:F>")
    return reader("daily.settings.on", channel=where, when=when)


def problem_line(problem: str, server: str, reader: Texts) -> str:
    """Why the last puzzle was not posted, and what to do."""
    if problem == "daily.problem.channel-gone":
        return reader("daily.problem.channel-gone", server=server)
    return reader("daily.problem.may-not-post", server=server)


def daily_changes(before: DailySettings, after: DailySettings, reader: Texts) -> Iterator[Raw]:
    """The sentences of the log for what differs in the settings of the daily puzzle."""
    if before.channel_id != after.channel_id:
        old, new = (channel_mention(settings.channel_id, reader) for settings in (before, after))
        yield reader("log.daily.channel", old=old, new=new)
    if before.hour != after.hour:
        old, new = (Raw(hour_label(settings.hour)) for settings in (before, after))
        yield reader("log.daily.hour", old=old, new=new)
    if before.games != after.games:
        old, new = (games_named(settings.games, reader) for settings in (before, after))
        yield reader("log.daily.games", old=old, new=new)


def _menus(
    settings: DailySettings, zone: str, guild: discord.Guild, reader: Texts
) -> Iterator[Item[AnyView]]:
    channel_id = settings.channel_id
    yield channel_select(
        Panel(DAILY_SETTINGS, CHANNEL),
        channel_types=_CHANNEL_TYPES,
        chosen=[channel_id] if channel_id is not None and guild.get_channel(channel_id) else [],
        limit=1,
        placeholder=reader.plain("daily.settings.channel"),
    )
    hours = [
        discord.SelectOption(
            label=reader.plain("daily.settings.hour", hour=f"{hour:02}:00"),
            value=str(hour),
            default=hour == settings.hour,
        )
        for hour in range(24)
    ]
    hour_label, zone_name = reader.plain("daily.settings.hour.choose"), reader.plain("settings.zone")
    yield select(Panel(DAILY_SETTINGS, HOUR), options=hours, placeholder=hour_label)
    yield select(Panel(DAILY_SETTINGS, ZONE), options=zone_options(zone), placeholder=zone_name)
    yield _games_menu(settings, reader)


def _games_menu(settings: DailySettings, reader: Texts) -> Item[AnyView]:
    games = puzzles.games_with_puzzles()
    options = [
        discord.SelectOption(label=reader.plain(f"game.{slug}"), value=slug, default=slug in settings.games)
        for slug in games
    ]
    placeholder = reader.plain("daily.settings.all-games")
    return select_several(Panel(DAILY_SETTINGS, GAMES), options=options, placeholder=placeholder)


def zone_modal(zone: str, reader: Texts) -> Modal:
    """Asks for a time zone by its name."""
    modal = Modal(
        title=reader.plain("daily.zone.title"),
        custom_id=Panel(DAILY_SETTINGS, TYPED_ZONE).custom_id,
        timeout=MODAL_SECONDS,
    )
    field = TextInput[AnyView](custom_id=FIELD, placeholder="Asia/Seoul", default=zone, max_length=40)
    modal.add_item(
        Label(
            text=reader.plain("daily.zone.label"),
            description=reader.plain("daily.zone.hint"),
            component=field,
        )
    )
    return modal
