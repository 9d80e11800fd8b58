"""``/moderate``, and the menu on a message: what the moderators of a server can do."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.interactions.commands.completion import completion
from bot.interactions.commands.find_match import match_choices
from bot.interactions.commands.naming import command, group
from bot.interactions.commands.tournament import complete_tournament
from bot.interactions.feature import Feature
from bot.interactions.moderated_matches import show_moderated_match
from bot.interactions.moderated_people import ask_to_ban, show_bans
from bot.interactions.moderated_tournaments import show_moderated_tournament
from bot.interactions.moderation import moderate_message, press_moderate, submit_moderate
from bot.messages.removals import Removals
from bot.services import Interaction
from bot.texts.command_names import label
from bot.ui.moderation_form import CONFIRM
from bot.ui.moderation_panel import MODERATE

_PERMISSIONS = discord.Permissions(moderate_members=True)
"""Who sees the commands, until the server's admin decides otherwise; each press is checked as well."""
_SERVERS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
_INSTALLED = app_commands.AppInstallationType(guild=True, user=False)


def moderate_group() -> app_commands.Group:
    """``/moderate`` with its subcommands."""
    parent = group(
        "moderate",
        default_permissions=_PERMISSIONS,
        allowed_contexts=_SERVERS,
        allowed_installs=_INSTALLED,
    )
    commands: list[app_commands.Command[Any, ..., None]] = [_match, _tournament, _ban, _bans]
    for subcommand in commands:
        parent.add_command(subcommand)
    return parent


def moderate_menu() -> app_commands.ContextMenu:
    """The menu on a board's or a tournament's message."""
    menu = app_commands.ContextMenu(
        name=label("command.moderate-message.name"),
        callback=_message,
        allowed_contexts=_SERVERS,
        allowed_installs=_INSTALLED,
    )
    menu.default_permissions = _PERMISSIONS
    return menu


async def _message(interaction: Interaction, message: discord.Message) -> None:
    """Show what can be done to the match or the tournament of a message."""
    await moderate_message(interaction, message)


@command("moderate match")
async def _match(interaction: Interaction, match: int) -> None:
    """End, decide, void or delete a match of this server."""
    await show_moderated_match(interaction, match)


@completion
async def _complete_match(interaction: Interaction, typed: str) -> list[Choice[int]]:
    """The newest matches in play in the server."""
    queries = interaction.client.services.store.queries
    newest = sorted(await queries.in_guild(interaction.guild_id or 0), reverse=True)
    return match_choices(list(reversed(await queries.by_number(newest[:100]))), interaction, typed)


@command("moderate tournament")
async def _tournament(interaction: Interaction, tournament: int) -> None:
    """Remove people from a tournament, correct results, call it off or delete it."""
    await show_moderated_tournament(interaction, tournament)


@command("moderate ban")
async def _ban(interaction: Interaction, person: discord.User) -> None:
    """Ban a person from the bot in this server."""
    await ask_to_ban(interaction, person)


@command("moderate bans")
async def _bans(interaction: Interaction) -> None:
    """List the bans of this server, and lift them."""
    await show_bans(interaction)


_match.autocomplete("match")(_complete_match)
_tournament.autocomplete("tournament")(complete_tournament)


MODERATION = Feature(
    [moderate_group, moderate_menu],
    panels={MODERATE: press_moderate, CONFIRM: submit_moderate},
    build=lambda core: [Removals(core.client, core.store.messages_to_delete, core.events)],
)
