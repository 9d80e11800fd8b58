"""A server's settings: the panel in which an admin changes them, and the log of what was changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

import discord

from bot import guild_settings
from bot.exceptions import Refusal
from bot.guild_settings import QUIET_FROM, QUIET_UNTIL, SEVERAL, Stored
from bot.messages.moderation_log import Act
from bot.services import Interaction
from bot.texts import Raw, Texts, texts
from bot.ui.panel import Panel
from bot.ui.setting_values import daily_changes, setting_changes
from bot.ui.settings_panel import PAGES, TURN, can_log, page_of, settings_view
from data.puzzles.daily_puzzles import DailySettings
from data.servers.settings import GuildSettings, SettingsChanges


async def show_settings(interaction: Interaction, changes: Mapping[str, Stored]) -> None:
    """Answer a command with the panel, after these changes. Raises `Refusal`."""
    guild = managed_guild(interaction)
    if changes:
        await save_settings(interaction, guild, changes)
    view = await _view(interaction, guild, changed=next(iter(changes), None))
    await interaction.response.send_message(view=view, ephemeral=True)


async def press_settings(interaction: Interaction, panel: Panel) -> None:
    """Turn the page, or change what was chosen in a menu. Raises `Refusal`."""
    action, _, page = panel.argument.partition(".")
    if action == TURN:
        await show_page(interaction, Panel("reset-no", page))
        return
    guild = managed_guild(interaction)
    settings = await interaction.client.services.settings.guild(guild.id)
    changes = _changes(panel, settings, guild)
    await save_settings(interaction, guild, changes)
    view = await _view(interaction, guild, changed=next(iter(changes)))
    await interaction.response.edit_message(view=view)


async def ask_to_reset(interaction: Interaction, panel: Panel) -> None:
    """Ask before everything is reset. Raises `Refusal`."""
    guild = managed_guild(interaction)
    view = await _view(interaction, guild, page=panel.argument, resetting=True)
    await interaction.response.edit_message(view=view)


async def reset_settings(interaction: Interaction, panel: Panel) -> None:
    """Reset every setting, and turn the daily puzzle off. Raises `Refusal`."""
    guild = managed_guild(interaction)
    await save_daily(interaction, guild, DailySettings(guild.id))
    await save_settings(interaction, guild, guild_settings.DEFAULTS)  # last: it turns the log off
    view = await _view(interaction, guild, changed="all", page=panel.argument)
    await interaction.response.edit_message(view=view)


async def show_page(interaction: Interaction, panel: Panel) -> None:
    """Show the page that a press names. Raises `Refusal`."""
    view = await _view(interaction, managed_guild(interaction), page=panel.argument)
    await interaction.response.edit_message(view=view)


def managed_guild(interaction: Interaction) -> discord.Guild:
    """The server whose settings the person can change. Raises `Refusal` if there is none."""
    guild = interaction.client.get_guild(interaction.guild_id or 0)
    if guild is None:
        raise Refusal("settings.only-in-servers")
    if not interaction.permissions.manage_guild:
        raise Refusal("error.missing-permissions")
    return guild


async def save_settings(
    interaction: Interaction, guild: discord.Guild, changes: Mapping[str, Stored]
) -> GuildSettings:
    """Store changes, and log what they change: in the log channel until now, too, if that is another."""
    services, locale = interaction.client.services, guild.preferred_locale.value
    before = await services.settings.guild(guild.id)
    after = await services.settings.update(guild.id, **cast(SettingsChanges, changes))
    for name, _ in setting_changes(before, after, locale, texts(locale)):

        def sentence(reader: Texts, name: str = name) -> Raw:
            return dict(setting_changes(before, after, locale, reader))[name]

        act = Act(guild.id, interaction.user.id, sentence)
        services.moderation_log.record(act, also_in=before.log_channel)
    return after


async def save_daily(interaction: Interaction, guild: discord.Guild, after: DailySettings) -> None:
    """Store the settings of the daily puzzle, and log what they change."""
    services = interaction.client.services
    before = await services.store.daily_puzzles.settings(guild.id)
    log_channel = (await services.settings.guild(guild.id)).log_channel  # a reset turns it off next
    await services.store.daily_puzzles.configure(after)
    for number, _ in enumerate(daily_changes(before, after, texts(None))):

        def sentence(reader: Texts, number: int = number) -> Raw:
            return list(daily_changes(before, after, reader))[number]

        act = Act(guild.id, interaction.user.id, sentence)
        services.moderation_log.record(act, also_in=log_channel)


def _changes(panel: Panel, settings: GuildSettings, guild: discord.Guild) -> dict[str, Stored]:
    """The fields to store for what was chosen. Raises `Refusal`."""
    name, values, value = panel.argument, panel.values, "".join(panel.values)
    if name == "channels":
        return guild_settings.channels(values)
    if name == "log_channel":
        return _log_channel(values, guild)
    if name in SEVERAL:
        return guild_settings.several(name, values)
    if name in ("organizers", "organizers.role"):
        return _organizers(values, guild)
    if name in (QUIET_FROM, QUIET_UNTIL):
        return guild_settings.quiet(name, value, settings)
    return guild_settings.change(name, value)


def _log_channel(values: Iterable[str], guild: discord.Guild) -> dict[str, Stored]:
    changes = guild_settings.log_channel(tuple(values))
    chosen = cast("int | None", changes["log_channel"])
    if chosen is not None:
        channel = guild.get_channel(chosen)
        if channel is None or not can_log(channel, guild):
            raise Refusal("settings.log_channel.cannot-write", channel=Raw(f"<#{chosen}>"))
    return changes


def _organizers(values: tuple[str, ...], guild: discord.Guild) -> dict[str, Stored]:
    changes = guild_settings.organizers("".join(values), guild.id)
    role_id = cast("int | None", changes["organizers"])
    if role_id is not None and guild.get_role(role_id) is None and role_id != guild.id:
        raise Refusal("settings.unknown")
    return changes


async def _view(
    interaction: Interaction,
    guild: discord.Guild,
    *,
    changed: str | None = None,
    page: str = "",
    resetting: bool = False,
) -> discord.ui.LayoutView:
    """A page of the panel, by default that of the setting that was ``changed``."""
    services = interaction.client.services
    daily = await services.store.daily_puzzles.settings(guild.id)
    return settings_view(
        await services.settings.guild(guild.id),
        guild,
        texts(interaction.locale.value),
        page=page if page in PAGES else page_of(changed),
        has_daily=daily.channel_id is not None,
        changed=changed,
        resetting=resetting,
    )
