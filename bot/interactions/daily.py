"""The daily puzzle: opening it, earlier days, and what an admin chooses about it."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

import discord

from bot.exceptions import Refusal
from bot.interactions.puzzles import open_daily
from bot.interactions.settings import FeaturePanel, log_changes, managed_guild, save_settings
from bot.match.server_rules import quiet_until
from bot.messages.interaction_responses import Composed, answer_privately_in_time, edit_message
from bot.services import Interaction
from bot.texts import texts
from bot.time_zones import known_zone, next_moment
from bot.ui.daily import ALL, DAY, DAYS, MISSED, OPEN, PAGE, days_view
from bot.ui.daily_panel import (
    CHANNEL,
    DAILY_SETTINGS,
    FIELD,
    GAMES,
    HOUR,
    OTHER_ZONE,
    SHOW,
    TYPED_ZONE,
    ZONE,
    daily_changes,
    daily_panel,
    zone_modal,
)
from bot.ui.modals import submitted_fields
from bot.ui.panel import Panel
from bot.ui.settings_panel import zone_of
from data.puzzles.daily_puzzles import DailySettings

_LISTING = re.compile(r"days\.([am])\.([0-9]{1,4})")  # days.a.0: all or missed ones, and the page


async def show_today(interaction: Interaction) -> None:
    """Answer a command with the server's newest daily puzzle."""
    days = await interaction.client.services.store.daily_puzzles.days(
        interaction.guild_id or 0, interaction.user.id, only_missed=False, offset=0, limit=1
    )
    if not days:
        raise Refusal("daily.off")
    await open_daily(interaction, days[0][0].day)


async def show_days(interaction: Interaction, which: str = ALL, page: int = 0) -> None:
    """Show the server's days, with what the person did in each, a page at a time."""
    await answer_privately_in_time(interaction, _days(interaction, which, page))


async def _days(interaction: Interaction, which: str, page: int) -> Composed:
    store, guild_id = interaction.client.services.store.daily_puzzles, interaction.guild_id or 0
    days = await store.days(
        guild_id,
        interaction.user.id,
        only_missed=which == MISSED,
        offset=page * PAGE,
        limit=PAGE + 1,
    )
    if not days and which == ALL and page == 0:
        raise Refusal("daily.off")
    reader = texts(interaction.locale.value)
    return days_view(days[:PAGE], which, page, len(days) > PAGE, reader), []


async def press_daily(interaction: Interaction, panel: Panel) -> None:
    """Open the puzzle of a day, or list the days."""
    action, _, argument = panel.argument.partition(".")
    if action == DAYS and (listing := _LISTING.fullmatch(panel.argument)):
        await show_days(interaction, listing[1], int(listing[2]))
    elif action == OPEN:
        await open_daily(interaction, argument)
    elif action == DAY:
        await open_daily(interaction, "".join(panel.values))
    else:
        raise Refusal("error.unknown-button")


# --- What an admin chooses ---------------------------------------------------------------------------


async def press_daily_settings(interaction: Interaction, panel: Panel) -> None:
    """Change what was chosen, and show the panel as it is now."""
    guild = managed_guild(interaction)
    services, reader = interaction.client.services, texts(interaction.locale.value)
    zone = zone_of(await services.settings.guild(guild.id), guild)
    if panel.argument == OTHER_ZONE:
        await interaction.response.send_modal(zone_modal(zone, reader))
        return
    settings = await services.store.daily_puzzles.settings(guild.id)
    changed = _changed(settings, panel)
    if panel.argument in {ZONE, TYPED_ZONE}:
        zone = _chosen_zone(interaction, panel)
        await save_settings(interaction, guild, {"zone": zone})
    if changed is not None:
        now = interaction.created_at.timestamp()
        settings = _planned(replace(changed, admin_id=interaction.user.id, problem=None), zone, now)
        await _save(interaction, guild, settings)
    shown = await _with_true_moment(interaction, settings, guild)
    await edit_message(interaction, daily_panel(shown, zone, guild, reader), [])


async def _save(interaction: Interaction, guild: discord.Guild, after: DailySettings) -> None:
    """Store the settings of the daily puzzle, and log what they change."""
    services = interaction.client.services
    before = await services.store.daily_puzzles.settings(guild.id)
    log_channel = (await services.settings.guild(guild.id)).log_channel  # a reset turns it off next
    await services.store.daily_puzzles.configure(after)
    log_changes(interaction, partial(daily_changes, before, after), log_channel)


async def _is_off(interaction: Interaction, guild: discord.Guild) -> bool:
    return (await interaction.client.services.store.daily_puzzles.settings(guild.id)).channel_id is None


async def _turn_off(interaction: Interaction, guild: discord.Guild) -> None:
    await _save(interaction, guild, DailySettings(guild.id))


async def _plan_again(interaction: Interaction, guild: discord.Guild) -> None:
    """Plan the next puzzle at its hour in the time zone that the server has now."""
    services = interaction.client.services
    settings = await services.store.daily_puzzles.settings(guild.id)
    zone = zone_of(await services.settings.guild(guild.id), guild)
    await _save(interaction, guild, _planned(settings, zone, interaction.created_at.timestamp()))


DAILY_PANEL = FeaturePanel(
    Panel(DAILY_SETTINGS, SHOW), "settings.daily", _is_off, _turn_off, plan_again=_plan_again
)


async def _with_true_moment(
    interaction: Interaction, settings: DailySettings, guild: discord.Guild
) -> DailySettings:
    """The settings with the moment at which the next puzzle is posted: it waits for quiet hours to end."""
    of_server = await interaction.client.services.settings.guild(guild.id)
    if settings.next_at is None:
        return settings
    end = quiet_until(of_server, guild.preferred_locale.value, settings.next_at)
    return replace(settings, next_at=end or settings.next_at)


def _changed(settings: DailySettings, panel: Panel) -> DailySettings | None:
    """The settings after a choice; None if nothing was chosen. Raises `Refusal`."""
    values = panel.values
    if panel.argument == CHANNEL:
        return replace(settings, channel_id=_number(values[0]) if values else None)
    if panel.argument == HOUR:
        return replace(settings, hour=_number("".join(values)) % 24)
    if panel.argument == GAMES:
        return replace(settings, games=values)
    return settings if panel.argument in {ZONE, TYPED_ZONE} else None


def _number(value: str) -> int:
    if not (value.isascii() and value.isdecimal()):
        raise Refusal("settings.unknown")
    return int(value)


def _chosen_zone(interaction: Interaction, panel: Panel) -> str:
    if panel.argument == TYPED_ZONE:
        typed = str(submitted_fields(interaction).get(FIELD, {}).get("value") or "")
    else:
        typed = "".join(panel.values)
    zone = known_zone(typed)
    if zone is None:
        raise Refusal("daily.unknown-zone", zone=typed)
    return zone


def _planned(settings: DailySettings, zone: str, now: float) -> DailySettings:
    """The settings with the moment of the next puzzle, in unix seconds; None if it is off."""
    is_on = settings.channel_id is not None
    return replace(settings, next_at=next_moment(now, settings.hour, zone) if is_on else None)
