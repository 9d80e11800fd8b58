"""What ``/me`` and its menus do."""

from __future__ import annotations

from discord.ui import LayoutView

from bot.interactions.blocks import choose_blocked
from bot.interactions.own_language import discord_locale, set_language
from bot.match.estimated_level import estimated_levels
from bot.person_settings import change
from bot.services import Interaction
from bot.texts import Texts, texts
from bot.ui.panel import Panel
from bot.ui.person_panel import BLOCKED, DISPLAY, PAGE, PAGES, RATINGS, page_of, person_view, ratings_view
from bot.ui.puzzle import standing_lines
from bot.ui.ratings import own_lines
from data.people.store import Person


async def show_person(interaction: Interaction) -> None:
    """Answer a command with the person's settings, ephemerally."""
    person = await interaction.client.services.activity.person(interaction.user.id)
    await interaction.response.send_message(view=await _page(interaction, person, DISPLAY), ephemeral=True)


async def _page(
    interaction: Interaction, person: Person, page: str, changed: str | None = None
) -> LayoutView:
    services, reader, me = interaction.client.services, texts(interaction.locale.value), person.user_id
    if page == RATINGS:
        puzzles = standing_lines((await services.store.puzzles.standings(me)).values(), reader)
        due = await services.mistakes.due(me)
        return ratings_view(me, await _ratings(interaction, reader), puzzles, due, reader)
    blocked = await services.store.blocks.of(me) if BLOCKED in PAGES[page] else ()
    locale = discord_locale(interaction).value
    return person_view(person, page, locale, reader, blocked=blocked, changed=changed)


async def _ratings(interaction: Interaction, reader: Texts) -> list[str]:
    """A line about each of the person's ratings, with the level of the computer that they play like."""
    store, me = interaction.client.services.store.ratings, interaction.user.id
    ratings, levels = await store.of_person(me), estimated_levels(await store.against_levels(me))
    return own_lines(ratings, levels, interaction.created_at.timestamp(), reader)


async def set_own(interaction: Interaction, panel: Panel) -> None:
    """Store a choice and show its page after it, in the language chosen; or turn to a page. Raises `Refusal`.

    A menu says its setting and the value chosen in it, a switch both in its argument.
    """
    name, _, value = panel.argument.partition(".")
    services, me = interaction.client.services, interaction.user.id
    if name in (PAGE, BLOCKED):
        if name == BLOCKED:
            await choose_blocked(interaction, panel)
        person = await services.activity.person(me)
    else:
        person = await services.activity.change(me, **change(name, value or "".join(panel.values)))
    set_language(interaction, person)
    if name == PAGE:
        view = await _page(interaction, person, value if value in PAGES else DISPLAY)
    else:
        view = await _page(interaction, person, page_of(name), name)
    await interaction.response.edit_message(view=view)
