"""A server's settings: the panel in which an admin changes them, and the log of what was changed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import cast

import discord

from bot import guild_settings
from bot.exceptions import Refusal
from bot.guild_settings import MULTIPLE_CHOICE, QUIET_FROM, QUIET_UNTIL, ZONE, Stored
from bot.messages.moderation_log import Act
from bot.services import Interaction
from bot.texts import Raw, Texts, texts
from bot.ui.panel import Panel, button
from bot.ui.setting_values import setting_changes
from bot.ui.settings_panel import PAGES, TURN, can_log, page_of, settings_view
from data.servers.settings import GuildSettings, SettingsChanges


@dataclass(frozen=True, slots=True)
class FeaturePanel:
    """A panel with a feature's own settings, which a button of the server's settings opens."""

    panel: Panel
    """The press that opens it."""
    label: str
    """The key of the button's label."""
    is_default: Callable[[Interaction, discord.Guild], Awaitable[bool]] | None = None
    """Whether a reset would change nothing in it; None: a reset never does."""
    reset: Callable[[Interaction, discord.Guild], Awaitable[None]] | None = None
    """Sets it back to its defaults, which is part of a reset; None: nothing of it is reset."""
    plan_again: Callable[[Interaction, discord.Guild], Awaitable[None]] | None = None
    """Plans its moments once the server's time zone has changed; None: it has none."""
    only_on: str | None = None
    """The only page that has its button; None: each has it, for which there is hardly room on a phone."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The panel of ``/settings``, with buttons that open the panels of features."""

    panels: Sequence[FeaturePanel]

    @property
    def handlers(self) -> dict[str, Callable[[Interaction, Panel], Awaitable[None]]]:
        """What the verbs of its buttons and menus do."""
        return {
            "set": self.press,
            "reset": self.ask_to_reset,
            "reset-yes": self.reset,
            "reset-no": self.show_page,
        }

    async def show(self, interaction: Interaction, changes: Mapping[str, Stored]) -> None:
        """Answer a command with the panel, after these changes. Raises `Refusal`."""
        guild = managed_guild(interaction)
        if changes:
            await save_settings(interaction, guild, changes)
        view = await self._view(interaction, guild, changed=next(iter(changes), None))
        await interaction.response.send_message(view=view, ephemeral=True)

    async def press(self, interaction: Interaction, panel: Panel) -> None:
        """Turn the page, or change what was chosen in a menu or by a switch. Raises `Refusal`."""
        action, _, page = panel.argument.partition(".")
        if action == TURN:
            await self.show_page(interaction, Panel("reset-no", page))
            return
        guild = managed_guild(interaction)
        settings = await interaction.client.services.settings.guild(guild.id)
        changes = _changes(panel, settings, guild)
        await save_settings(interaction, guild, changes)
        if ZONE in changes:
            for feature in self.panels:
                if feature.plan_again is not None:
                    await feature.plan_again(interaction, guild)
        view = await self._view(interaction, guild, changed=next(iter(changes)))
        await interaction.response.edit_message(view=view)

    async def ask_to_reset(self, interaction: Interaction, panel: Panel) -> None:
        """Ask before everything is reset. Raises `Refusal`."""
        guild = managed_guild(interaction)
        view = await self._view(interaction, guild, page=panel.argument, resetting=True)
        await interaction.response.edit_message(view=view)

    async def reset(self, interaction: Interaction, panel: Panel) -> None:
        """Reset every setting, and those of features. Raises `Refusal`."""
        guild = managed_guild(interaction)
        for feature in self.panels:
            if feature.reset is not None:
                await feature.reset(interaction, guild)
        await save_settings(interaction, guild, guild_settings.DEFAULTS)  # last: it turns the log off
        view = await self._view(interaction, guild, changed="all", page=panel.argument)
        await interaction.response.edit_message(view=view)

    async def show_page(self, interaction: Interaction, panel: Panel) -> None:
        """Show the page that a press names. Raises `Refusal`."""
        view = await self._view(interaction, managed_guild(interaction), page=panel.argument)
        await interaction.response.edit_message(view=view)

    async def _view(
        self,
        interaction: Interaction,
        guild: discord.Guild,
        *,
        changed: str | None = None,
        page: str = "",
        resetting: bool = False,
    ) -> discord.ui.LayoutView:
        """A page of the panel, by default that of the setting that was ``changed``."""
        settings = await interaction.client.services.settings.guild(guild.id)
        reader = texts(interaction.locale.value)
        page = page if page in PAGES else page_of(changed)
        panels = [feature for feature in self.panels if feature.only_on in (None, page)]
        return settings_view(
            settings,
            guild,
            reader,
            page=page,
            buttons=[button(feature.panel, label=reader.plain(feature.label)) for feature in panels],
            is_default=await self._is_default(interaction, guild, settings),
            changed=changed,
            resetting=resetting,
        )

    async def _is_default(
        self, interaction: Interaction, guild: discord.Guild, settings: GuildSettings
    ) -> bool:
        """Whether a reset would change nothing."""
        if any(getattr(settings, name) != value for name, value in guild_settings.DEFAULTS.items()):
            return False
        for feature in self.panels:
            if feature.is_default is not None and not await feature.is_default(interaction, guild):
                return False
        return True


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
    log_changes(interaction, partial(setting_changes, before, after, locale), before.log_channel)
    return after


def log_changes(
    interaction: Interaction, changes: Callable[[Texts], Iterable[Raw]], log_channel: int | None
) -> None:
    """Log what was changed, a line each, also in ``log_channel``, which has the log until now.

    ``changes`` returns the sentences in a language.
    """
    for number, _ in enumerate(changes(texts(None))):

        def sentence(reader: Texts, number: int = number) -> Raw:
            return list(changes(reader))[number]

        act = Act(interaction.guild_id or 0, interaction.user.id, sentence)
        interaction.client.services.moderation_log.record(act, also_in=log_channel)


def _changes(panel: Panel, settings: GuildSettings, guild: discord.Guild) -> dict[str, Stored]:
    """The fields to store for what was chosen. Raises `Refusal`."""
    name, values, value = panel.argument, panel.values, "".join(panel.values)
    if name == "channels":
        return guild_settings.channels(values)
    if name == "log_channel":
        return _log_channel(values, guild)
    if name in MULTIPLE_CHOICE:
        return guild_settings.multiple_choice(name, values)
    if name in ("organizers", "organizers.role"):
        return _organizers(values, guild)
    if name in (QUIET_FROM, QUIET_UNTIL):
        return guild_settings.quiet(name, value, settings)
    name, _, by_switch = name.partition(".")
    value = by_switch or value
    return guild_settings.time_zone(value) if name == ZONE else guild_settings.change(name, value)


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
