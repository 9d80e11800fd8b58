"""What ``/me`` and its menus do."""

from __future__ import annotations

from bot.interactions.own_language import discord_locale, set_language
from bot.person_settings import change
from bot.services import Interaction
from bot.texts import texts
from bot.ui.panel import Panel
from bot.ui.person_panel import person_view


async def show_person(interaction: Interaction) -> None:
    """Answer a command with the person's settings, ephemerally."""
    person = await interaction.client.services.activity.person(interaction.user.id)
    view = person_view(person, discord_locale(interaction).value, texts(interaction.locale.value))
    await interaction.response.send_message(view=view, ephemeral=True)


async def set_own(interaction: Interaction, panel: Panel) -> None:
    """Store a choice and show the settings after it, in the language chosen. Raises `Refusal`.

    A menu says its setting and the value chosen in it, a switch both in its argument.
    """
    name, _, value = panel.argument.partition(".")
    changes = change(name, value or "".join(panel.values))
    person = await interaction.client.services.activity.change(interaction.user.id, **changes)
    set_language(interaction, person)
    reader = texts(interaction.locale.value)
    view = person_view(person, discord_locale(interaction).value, reader, changed=name)
    await interaction.response.edit_message(view=view)
