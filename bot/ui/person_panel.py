"""The panel in which people see and change what they have set for themselves."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord.ui import ActionRow, Container, Item, LayoutView, Section, TextDisplay

from bot.guild_settings import OFF, ON
from bot.match.limits import BLOCKS
from bot.person_settings import SWITCHES, USUAL, VALUES, chosen_value
from bot.texts import Texts, texts
from bot.ui import AnyView
from bot.ui.layout import layout
from bot.ui.panel import Panel, button, select, user_select
from bot.ui.profile import ProfilePage
from data.people import Person

BLOCKED = "blocked"
"""The menu of the people whom a person has blocked, which is no field of `Person`."""
_COLOR = discord.Color(0x5865F2)


def person_view(
    person: Person,
    blocked: Sequence[int],
    locale: str,
    reader: Texts,
    *,
    changed: str | None = None,
    mistakes: int = 0,
    ratings: Sequence[str] = (),
    puzzles: str = "",
) -> LayoutView:
    """Every setting with the dropdown or the switch that changes it, and the people who are ``blocked``.

    ``locale`` is that of the person's Discord, ``changed`` the setting that was just saved, ``mistakes`` how
    many of their mistakes are due to be practiced, ``ratings`` a line about each of their ratings,
    ``puzzles`` the line about their ratings in puzzles.
    """
    box: Container[AnyView] = Container(accent_color=_COLOR)
    saved = "\n-# " + reader("settings.saved", name=reader.plain(f"me.{changed}")) if changed else ""
    due = "\n-# 🎯 " + reader("me.mistakes", n=mistakes) if mistakes else ""
    rated = "".join(f"\n-# 📈 {line}" for line in ratings)
    solved = f"\n-# 🧩 {puzzles}" if puzzles else ""
    heading: TextDisplay[AnyView] = TextDisplay(
        f"{reader('me.title')}\n-# {reader('me.hint')}{rated}{solved}{due}{saved}"
    )
    profile = ProfilePage(person.user_id).panel
    box.add_item(Section(heading, accessory=button(profile, label=reader.plain("me.profile"), emoji="📈")))
    for name in VALUES:
        words: TextDisplay[AnyView] = TextDisplay(_heading(name, reader))
        if name in SWITCHES:
            box.add_item(Section(words, accessory=_switch(name, person, reader)))
        else:
            box.add_item(words)
            box.add_item(ActionRow(_menu(name, person, locale, reader)))
    box.add_item(TextDisplay(_heading(BLOCKED, reader)))
    menu = user_select(
        Panel("me", BLOCKED), chosen=blocked, most=BLOCKS, placeholder=reader.plain("me.blocked.nobody")
    )
    box.add_item(ActionRow(menu))
    return layout(box)


def _heading(name: str, reader: Texts) -> str:
    hint = f"me.{name}.hint"
    return f"**{reader(f'me.{name}')}**" + (f"\n-# {reader(hint)}" if reader.has(hint) else "")


def _menu(name: str, person: Person, locale: str, reader: Texts) -> Item[AnyView]:
    chosen = chosen_value(name, person)
    options = [
        discord.SelectOption(
            label=value_label(name, value, locale, reader), value=value, default=value == chosen
        )
        for value in VALUES[name]
    ]
    return select(Panel("me", name), options=options, placeholder=reader.plain(f"me.{name}"))


def _switch(name: str, person: Person, reader: Texts) -> Item[AnyView]:
    """A button that says whether a setting is on; it stores the other value, however often it is pressed."""
    is_on = chosen_value(name, person) == ON
    return button(
        Panel("me", f"{name}.{OFF if is_on else ON}"),
        label=reader.plain(f"settings.{ON if is_on else OFF}"),
        style=discord.ButtonStyle.success if is_on else discord.ButtonStyle.secondary,
    )


def value_label(name: str, value: str, locale: str, reader: Texts) -> str:
    """A setting's value as its dropdown shows it."""
    if value in (ON, OFF):
        return reader.plain(f"settings.{value}")
    if value != USUAL:
        return reader.plain(f"choice.{name}.{value}")
    own = reader.plain(f"choice.language.{texts(locale).language}")
    return reader.plain(f"me.{name}.usual", language=own)
