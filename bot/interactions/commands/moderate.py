"""``/moderate``, and the menus on messages and members: what the moderators of a server can do."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.exceptions import Refusal
from bot.interactions.commands.completion import completion
from bot.interactions.commands.naming import command
from bot.interactions.commands.tournament import complete_tournament
from bot.interactions.feature import Feature
from bot.interactions.moderated_matches import show_moderated_match
from bot.interactions.moderated_people import Chosen, ask_to_ban
from bot.interactions.moderated_tournaments import show_managed_tournament
from bot.interactions.moderation import (
    moderate_message,
    newest_matches,
    press_moderate,
    show_moderation,
    submit_moderate,
)
from bot.messages.removals import Removals
from bot.services import Interaction
from bot.texts.command_names import label
from bot.ui.moderation_form import CONFIRM
from bot.ui.moderation_panel import MODERATE

_PERMISSIONS = discord.Permissions(moderate_members=True)
"""Who sees the command and the menu, until the server's admin decides otherwise; every use is checked too."""
_SERVERS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
_INSTALLED = app_commands.AppInstallationType(guild=True, user=False)


def message_menu() -> app_commands.ContextMenu:
    """The menu on a board's or a tournament's message."""
    return _menu("command.moderate-message.name", _message)


def member_menu() -> app_commands.ContextMenu:
    """The menu on a member, which bans them from the bot."""
    return _menu("command.moderate-member.name", _member)


def _menu(key: str, callback: Callable[..., Coroutine[Any, Any, None]]) -> app_commands.ContextMenu:
    menu = app_commands.ContextMenu(
        name=label(key), callback=callback, allowed_contexts=_SERVERS, allowed_installs=_INSTALLED
    )
    menu.default_permissions = _PERMISSIONS
    return menu


async def _message(interaction: Interaction, message: discord.Message) -> None:
    """Show what can be done to the match or the tournament of a message."""
    await moderate_message(interaction, message)


async def _member(interaction: Interaction, person: discord.User | discord.Member) -> None:
    """Ask to ban a member."""
    await ask_to_ban(interaction, Chosen.of(person))


@command("moderate", person="moderate person")
@app_commands.default_permissions(_PERMISSIONS)
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
async def moderate_command(
    interaction: Interaction,
    match: int | None = None,
    tournament: int | None = None,
    person: discord.User | None = None,
) -> None:
    """Show what can be done to a match or a tournament, ask to ban a person, or show all that can be done."""
    if sum(option is not None for option in (match, tournament, person)) > 1:
        raise Refusal("moderate.several")
    if match is not None:
        await show_moderated_match(interaction, match)
    elif tournament is not None:
        await show_managed_tournament(interaction, tournament)
    elif person is not None:
        await ask_to_ban(interaction, Chosen.of(person))
    else:
        await show_moderation(interaction)


@moderate_command.autocomplete("match")
@completion
async def complete_moderated_match(interaction: Interaction, typed: str) -> list[Choice[int]]:
    """The newest matches in play in the server."""
    guild_id = interaction.guild_id or 0
    in_play = await interaction.client.services.store.queries.in_guild(guild_id)
    return await newest_matches(interaction, guild_id, in_play, typed)


moderate_command.autocomplete("tournament")(complete_tournament)


MODERATION = Feature(
    [moderate_command, message_menu, member_menu],
    panels={MODERATE: press_moderate, CONFIRM: submit_moderate},
    build=lambda core: [Removals(core.client, core.store.messages_to_delete, core.events)],
)
