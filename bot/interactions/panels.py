"""What a press on a panel does: a list of matches, lessons, a server's settings, an introduction."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import cast

import discord

from bot import guild_settings
from bot.exceptions import Refusal
from bot.guild_settings import Stored
from bot.interactions.bring_match import bring
from bot.interactions.error_replies import explain
from bot.interactions.introductions import play_introduced
from bot.interactions.lessons import decline_lesson, press_lesson
from bot.interactions.watching import press_watch
from bot.messages.access import is_free_to_move
from bot.services import Interaction
from bot.texts import texts
from bot.ui.match_list import match_list_view
from bot.ui.notices import note_view
from bot.ui.panel import Panel
from bot.ui.settings_panel import settings_view
from data.model import Match, PauseReason
from data.settings import SettingsChanges


async def handle_panel(interaction: Interaction, panel: Panel) -> None:
    """Do what a press means, or answer why not; raises nothing."""
    try:
        handler = _HANDLERS.get(panel.verb)
        if handler is None:
            raise Refusal("error.unknown-button")
        await handler(interaction, panel)
    except Exception as error:
        await explain(interaction, error)


# --- A person's matches ------------------------------------------------------------------------------


async def show_matches(interaction: Interaction) -> None:
    """Answer a command with the first page of the person's matches."""
    view = await _matches_view(interaction, 0)
    await interaction.response.send_message(view=view, ephemeral=True)


async def _turn_page(interaction: Interaction, panel: Panel) -> None:
    await interaction.response.edit_message(view=await _matches_view(interaction, _number(panel)))


async def _matches_view(interaction: Interaction, page: int) -> discord.ui.LayoutView:
    services = interaction.client.services
    user_id, reader = interaction.user.id, texts(interaction.locale.value)
    matches = await services.store.queries.of_user(user_id)
    if not matches:
        raise Refusal("matches.none")

    def can_bring(match: Match) -> bool:
        if match.paused == PauseReason.SUSPENDED or match.message_id is None:
            return True
        return match.channel_id != interaction.channel_id and is_free_to_move(interaction.client, match)

    return match_list_view(matches, page, user_id, reader, can_bring, services.composer.epoch)


async def _bring(interaction: Interaction, panel: Panel) -> None:
    await bring(interaction, await interaction.client.services.matches.get(_number(panel)))


async def _cancel(interaction: Interaction, panel: Panel) -> None:
    """Cancel a challenge, also one whose message is deleted; then list the matches that are left."""
    await interaction.client.services.matches.challenges.cancel(_number(panel), interaction.user.id)
    try:
        view = await _matches_view(interaction, 0)
    except Refusal as nothing:
        view = note_view(texts(interaction.locale.value)(nothing.key))
    await interaction.response.edit_message(view=view)


def _number(panel: Panel) -> int:
    """The number that a press carries; 0 if none."""
    return int(panel.argument) if panel.argument.isdecimal() else 0


# --- A server's settings -----------------------------------------------------------------------------


async def show_settings(interaction: Interaction, changes: Mapping[str, Stored]) -> None:
    """Answer a command with the panel, after these changes."""
    view = await _settings_view(interaction, changes, next(iter(changes), None))
    await interaction.response.send_message(view=view, ephemeral=True)


async def _set(interaction: Interaction, panel: Panel) -> None:
    if panel.argument == "channels":
        changes = guild_settings.channels(panel.values)
    else:
        changes = guild_settings.change(panel.argument, "".join(panel.values))
    await interaction.response.edit_message(view=await _settings_view(interaction, changes, panel.argument))


async def _confirm_reset(interaction: Interaction, _: Panel) -> None:
    await interaction.response.edit_message(view=await _settings_view(interaction, {}, resetting=True))


async def _reset(interaction: Interaction, _: Panel) -> None:
    view = await _settings_view(interaction, guild_settings.DEFAULTS, "all")
    await interaction.response.edit_message(view=view)


async def _keep(interaction: Interaction, _: Panel) -> None:
    await interaction.response.edit_message(view=await _settings_view(interaction, {}))


async def _settings_view(
    interaction: Interaction,
    changes: Mapping[str, Stored],
    changed: str | None = None,
    *,
    resetting: bool = False,
) -> discord.ui.LayoutView:
    """The panel after these changes. Raises `Refusal` for a person who cannot make them (any longer)."""
    guild = interaction.client.get_guild(interaction.guild_id or 0)
    if guild is None:
        raise Refusal("settings.only-in-servers")
    if not interaction.permissions.manage_guild:
        raise Refusal("error.missing-permissions")
    store = interaction.client.services.settings
    settings = await (
        store.update(guild.id, **cast(SettingsChanges, changes)) if changes else store.guild(guild.id)
    )
    reader = texts(interaction.locale.value)
    return settings_view(settings, guild, reader, changed=changed, resetting=resetting)


_HANDLERS: dict[str, Callable[[Interaction, Panel], Awaitable[None]]] = {
    "set": _set,
    "reset": _confirm_reset,
    "reset-yes": _reset,
    "reset-no": _keep,
    "list": _turn_page,
    "bring": _bring,
    "cancel": _cancel,
    "learn": press_lesson,
    "learn-no": decline_lesson,
    "play": play_introduced,
    "watch": press_watch,
}
