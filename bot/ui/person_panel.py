"""The panel in which people see and change what they have set for themselves."""

from __future__ import annotations

import discord
from discord.ui import ActionRow, Container, Item, LayoutView, TextDisplay

from bot.guild_settings import OFF, ON
from bot.person_settings import USUAL, VALUES, chosen_value
from bot.texts import Texts, texts
from bot.ui import AnyView
from bot.ui.panel import Panel, select
from data.people import Person

_COLOR = discord.Color(0x5865F2)


def person_view(person: Person, locale: str, reader: Texts, *, changed: str | None = None) -> LayoutView:
    """Every setting with the dropdown that changes it.

    ``locale`` is that of the person's Discord, ``changed`` the setting that was just saved.
    """
    box = Container[AnyView](accent_color=_COLOR)
    saved = "\n-# " + reader("settings.saved", name=reader.plain(f"me.{changed}")) if changed else ""
    box.add_item(TextDisplay(reader("me.title") + saved))
    for name in VALUES:
        box.add_item(TextDisplay(f"**{reader(f'me.{name}')}**\n-# {reader(f'me.{name}.hint')}"))
        box.add_item(ActionRow(_menu(name, person, locale, reader)))
    return LayoutView(timeout=None).add_item(box)


def _menu(name: str, person: Person, locale: str, reader: Texts) -> Item[AnyView]:
    chosen = chosen_value(name, person)
    options = [
        discord.SelectOption(
            label=value_label(name, value, locale, reader), value=value, default=value == chosen
        )
        for value in VALUES[name]
    ]
    return select(Panel("me", name), options=options, placeholder=reader.plain(f"me.{name}"))


def value_label(name: str, value: str, locale: str, reader: Texts) -> str:
    """A setting's value as its dropdown shows it."""
    if value in (ON, OFF):
        return reader.plain(f"settings.{value}")
    if value != USUAL:
        return reader.plain(f"choice.{name}.{value}")
    own = reader.plain(f"choice.language.{texts(locale).language}")
    return reader.plain(f"me.{name}.usual", language=own)
