"""What ``/me`` and its menus do."""

from __future__ import annotations

from bot.interactions.blocks import choose_blocked
from bot.interactions.own_language import discord_locale, set_language
from bot.match.estimated_level import estimated_levels
from bot.person_settings import change
from bot.services import Interaction
from bot.texts import Texts, texts
from bot.ui.panel import Panel
from bot.ui.person_panel import BLOCKED, person_view
from bot.ui.puzzle import standings_line
from bot.ui.ratings import own_lines


async def show_person(interaction: Interaction) -> None:
    """Answer a command with the person's settings, ephemerally."""
    services, reader = interaction.client.services, texts(interaction.locale.value)
    person = await services.activity.person(interaction.user.id)
    blocked = await services.store.blocks.of(interaction.user.id)
    due = await services.mistakes.due(interaction.user.id)
    ratings, locale = await _ratings(interaction, reader), discord_locale(interaction).value
    puzzles = standings_line((await services.store.puzzles.standings(interaction.user.id)).values(), reader)
    view = person_view(person, blocked, locale, reader, mistakes=due, ratings=ratings, puzzles=puzzles)
    await interaction.response.send_message(view=view, ephemeral=True)


async def _ratings(interaction: Interaction, reader: Texts) -> list[str]:
    """A line about each of the person's ratings, with the level of the computer that they play like."""
    store, me = interaction.client.services.store.ratings, interaction.user.id
    ratings, levels = await store.of_person(me), estimated_levels(await store.against_levels(me))
    return own_lines(ratings, levels, interaction.created_at.timestamp(), reader)


async def set_own(interaction: Interaction, panel: Panel) -> None:
    """Store a choice and show the settings after it, in the language chosen. Raises `Refusal`.

    A menu says its setting and the value chosen in it, a switch both in its argument.
    """
    name, _, value = panel.argument.partition(".")
    services, me = interaction.client.services, interaction.user.id
    if name == BLOCKED:
        blocked, person = await choose_blocked(interaction, panel), await services.activity.person(me)
    else:
        person = await services.activity.change(me, **change(name, value or "".join(panel.values)))
        blocked = await services.store.blocks.of(me)
    set_language(interaction, person)
    reader = texts(interaction.locale.value)
    view = person_view(person, blocked, discord_locale(interaction).value, reader, changed=name)
    await interaction.response.edit_message(view=view)
