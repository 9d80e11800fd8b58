"""What happens to every interaction before it is handled.

Its arrival is noted, it is counted, and its log lines name it. Then it gets the language that its person has
chosen for what only they read, in place of that of their Discord.
"""

from __future__ import annotations

import time
from collections.abc import Container

import discord
import structlog
from discord import app_commands

from bot import metrics
from bot.discord_trace import ARRIVAL, Arrival
from bot.log_context import bind
from bot.services import Interaction
from bot.ui.custom_ids import Press
from bot.ui.panel import Panel
from data.errors import StoreError
from data.people.store import Person

log = structlog.get_logger(__name__)

_ARRIVED = "arrived"
_UNKNOWN = "unknown"
_LOCALES = {"en": discord.Locale.american_english, "ko": discord.Locale.korean}
_DISCORDS = "discord-locale"


def stamp(interaction: Interaction) -> None:
    """Note the time; call it when the gateway has delivered the interaction, before its task runs."""
    interaction.extras[_ARRIVED] = time.monotonic()


def begin_command(interaction: Interaction) -> None:
    """Begin to handle a command, or the completion of one of its options."""
    completes = interaction.type is discord.InteractionType.autocomplete
    command = interaction.command
    name = command.qualified_name if command is not None else _UNKNOWN
    _begin(interaction, "autocomplete" if completes else "command", name)


def begin_press(interaction: Interaction, press: Press) -> None:
    """Begin to handle a press on a match's component, or a form about a match."""
    submits = interaction.type is discord.InteractionType.modal_submit
    _begin(interaction, "form" if submits else "press", press.verb, press.match_id)


def begin_panel(interaction: Interaction, panel: Panel, known: Container[str]) -> None:
    """Begin to handle a press on a panel, whose verb is counted if it is ``known``."""
    _begin(interaction, "panel", panel.verb if panel.verb in known else _UNKNOWN)


def begin_unknown(interaction: Interaction) -> None:
    """Begin to handle a component that is not the bot's."""
    _begin(interaction, "press", _UNKNOWN)


def _begin(interaction: Interaction, kind: str, name: str, match_id: int | None = None) -> None:
    arrived = interaction.extras.get(_ARRIVED, None)
    ARRIVAL.set(Arrival(kind, interaction.id, time.monotonic() if arrived is None else arrived))
    metrics.INTERACTIONS.labels(kind, name).inc()
    bind(request=interaction.id, guild=interaction.guild_id, match=match_id)


def check_options(interaction: Interaction) -> None:
    """Raise `app_commands.CommandSignatureMismatch` for an option that only another version knows.

    Without it, the command would do something else than the person wants.
    """
    command = interaction.command
    is_call = interaction.type is discord.InteractionType.application_command
    if is_call and isinstance(command, app_commands.Command):
        known = {parameter.display_name for parameter in command.parameters}
        if not known.issuperset(name for name, _ in interaction.namespace):
            raise app_commands.CommandSignatureMismatch(command)


# --- The language of the answer -----------------------------------------------------------------------


async def apply_own_language(interaction: Interaction) -> None:
    """Give an interaction the locale of the language that its person has chosen; raises nothing."""
    try:
        person = await interaction.client.services.activity.person(interaction.user.id)
    except StoreError as error:
        log.warning("own language not read", error=str(error))
    else:
        set_language(interaction, person)


def set_language(interaction: Interaction, person: Person) -> None:
    """Give an interaction the locale that the person reads, or Discord's if none is chosen."""
    original = discord_locale(interaction)
    interaction.extras[_DISCORDS] = original
    interaction.locale = _LOCALES.get(person.language or "", original)


def discord_locale(interaction: Interaction) -> discord.Locale:
    """The locale of the person's Discord."""
    original = interaction.extras.get(_DISCORDS, interaction.locale)
    return original if isinstance(original, discord.Locale) else interaction.locale
