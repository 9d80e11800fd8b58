"""What ``/me`` and its menus do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from discord.ui import LayoutView

from bot.guild_settings import ON
from bot.interactions.arrivals import discord_locale, set_language
from bot.interactions.blocks import choose_blocked
from bot.person_settings import change
from bot.services import Interaction
from bot.texts import Texts, texts
from bot.ui.panel import Panel
from bot.ui.person_panel import (
    BLOCKED,
    DISPLAY,
    PAGE,
    PAGES,
    RATINGS,
    VACATION,
    PagePart,
    page_of,
    person_view,
    ratings_view,
)
from data.people.store import Person

PartOf = Callable[[Interaction, Texts], Awaitable[PagePart]]
"""Composes what a feature says about the person of an interaction, in a language."""


@dataclass(frozen=True, slots=True)
class PersonSettings:
    """The panel of ``/me``; ``parts`` are what features say on the page of ratings, from top to bottom."""

    parts: Sequence[PartOf]

    @property
    def handlers(self) -> dict[str, Callable[[Interaction, Panel], Awaitable[None]]]:
        """What the verb of its buttons and menus does."""
        return {"me": self.press}

    async def show(self, interaction: Interaction) -> None:
        """Answer a command with the person's settings, ephemerally."""
        person = await interaction.client.services.activity.person(interaction.user.id)
        view = await self._page(interaction, person, DISPLAY)
        await interaction.response.send_message(view=view, ephemeral=True)

    async def press(self, interaction: Interaction, panel: Panel) -> None:
        """Store a choice and show its page after it, in the language chosen; or turn to a page.

        A menu says its setting and the value chosen in it, a switch both in its argument. Raises `Refusal`.
        """
        name, _, value = panel.argument.partition(".")
        services, me = interaction.client.services, interaction.user.id
        if name == BLOCKED:
            await choose_blocked(interaction, panel)
        elif name == VACATION:
            await _set_vacation(interaction, begins=value == ON)
        if name in (PAGE, BLOCKED, VACATION):
            person = await services.activity.person(me)
        else:
            person = await services.activity.change(me, **change(name, value or "".join(panel.values)))
        set_language(interaction, person)
        if name == PAGE:
            view = await self._page(interaction, person, value if value in PAGES else DISPLAY)
        else:
            view = await self._page(interaction, person, page_of(name), name)
        await interaction.response.edit_message(view=view)

    async def _page(
        self, interaction: Interaction, person: Person, page: str, changed: str | None = None
    ) -> LayoutView:
        services, reader, me = interaction.client.services, texts(interaction.locale.value), person.user_id
        if page == RATINGS:
            return ratings_view([await part(interaction, reader) for part in self.parts], reader)
        blocked = await services.store.blocks.of(me) if BLOCKED in PAGES[page] else ()
        return person_view(
            person,
            page,
            discord_locale(interaction).value,
            reader,
            blocked=blocked,
            vacation=await services.matches.vacations.of(me) if VACATION in PAGES[page] else None,
            now=interaction.created_at.timestamp(),
            changed=changed,
        )


async def _set_vacation(interaction: Interaction, *, begins: bool) -> None:
    """Begin or end the person's vacation, unless that is done already. Raises `Refusal`."""
    vacations, me = interaction.client.services.matches.vacations, interaction.user.id
    if (await vacations.of(me)).is_away is not begins:
        await (vacations.begin(me) if begins else vacations.end(me))
