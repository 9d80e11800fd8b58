"""The language that a person has chosen for what only they read, in place of that of their Discord."""

from __future__ import annotations

import discord
import structlog

from bot.services import Interaction
from data.errors import StoreError
from data.people.store import Person

log = structlog.get_logger(__name__)

_LOCALES = {"en": discord.Locale.american_english, "ko": discord.Locale.korean}
_DISCORDS = "discord-locale"


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
