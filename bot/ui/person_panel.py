"""The panel in which people see and change what they have set for themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import discord
from discord.ui import ActionRow, Container, Item, LayoutView, Section, TextDisplay

from bot.guild_settings import OFF, ON
from bot.match.limits import BLOCKS
from bot.person_settings import BUTTONS, USUAL, VALUES, chosen_value
from bot.texts import Raw, Texts, texts
from bot.ui import AnyView
from bot.ui.layout import layout
from bot.ui.panel import Panel, button, select, user_select
from data.model.vacation import DAYS_A_YEAR, Vacation
from data.people.store import Person

BLOCKED = "blocked"
"""The menu of the people whom a person has blocked, which is no field of `Person`."""
VACATION = "vacation"
"""The switch that begins and ends a vacation, which is no field of `Person` either."""
PAGE = "page"
"""The action of the buttons that turn to the other page."""
DISPLAY, PLAYING, RATINGS = "display", "playing", "ratings"
PAGES: Mapping[str, tuple[str, ...]] = {
    DISPLAY: ("language", "theme", "pieces", "clocks", "coordinates", "text_board", "notifications"),
    PLAYING: ("suggestions", "thinking", "confirm", VACATION, "world", BLOCKED),
    RATINGS: (),
}
"""The settings on each page: more than these do not fit on the screen of a phone."""
_COLOR = discord.Color(0x5865F2)


@dataclass(frozen=True, slots=True)
class PagePart:
    """What a feature says on the page `RATINGS`: lines, perhaps under a heading, and buttons below."""

    lines: Sequence[str] = ()
    heading: str = ""
    buttons: Sequence[Item[AnyView]] = ()


def person_view(
    person: Person,
    page: str,
    locale: str,
    reader: Texts,
    *,
    blocked: Sequence[int] = (),
    vacation: Vacation | None = None,
    now: float = 0.0,
    changed: str | None = None,
) -> LayoutView:
    """The settings of a page with the dropdowns and the switches that change them.

    ``locale`` is that of the person's Discord, ``blocked`` are the people whom the person has blocked,
    ``vacation`` are the person's vacation days at the time ``now`` (unix seconds), ``changed`` is the setting
    that was just saved.
    """
    box = _page(page, reader("me.hint") if page == DISPLAY else "", reader, changed=changed)
    for name in PAGES[page]:
        if name == VACATION:
            box.add_item(_vacation_section(vacation or Vacation(person.user_id), now, reader))
            continue
        words: TextDisplay[AnyView] = TextDisplay(_heading(name, reader))
        if name in BUTTONS:
            box.add_item(Section(words, accessory=_switch(name, person, locale, reader)))
            continue
        box.add_item(words)
        menu = _blocked_menu(blocked, reader) if name == BLOCKED else _menu(name, person, locale, reader)
        box.add_item(ActionRow(menu))
    return layout(box)


def ratings_view(parts: Iterable[PagePart], reader: Texts) -> LayoutView:
    """The page of what features say about the person: the lines of all parts, below them their buttons."""
    box, lines, buttons = _page(RATINGS, "", reader), list[str](), list[Item[AnyView]]()
    for part in parts:
        if part.heading:
            lines.append(f"**{part.heading}**")
        lines.extend(f"-# {line}" for line in part.lines)
        buttons.extend(part.buttons)
    box.add_item(TextDisplay("\n".join(lines)))
    box.add_item(ActionRow(*buttons))
    return layout(box)


def _page(page: str, hint: str, reader: Texts, *, changed: str | None = None) -> Container[AnyView]:
    """The title and the buttons of the pages."""
    saved = reader("settings.saved", name=reader.plain(f"me.{changed}")) if changed else hint
    heading = reader("me.title") + (f"\n-# {saved}" if saved else "")
    buttons = (_page_button(name, page, reader) for name in PAGES)
    return Container(TextDisplay(heading), ActionRow(*buttons), accent_color=_COLOR)


def page_of(name: str) -> str:
    """The page on which a setting is."""
    return next((page for page, names in PAGES.items() if name in names), DISPLAY)


def _page_button(page: str, shown: str, reader: Texts) -> Item[AnyView]:
    style = discord.ButtonStyle.primary if page == shown else discord.ButtonStyle.secondary
    return button(Panel("me", f"{PAGE}.{page}"), label=reader.plain(f"me.page.{page}"), style=style)


def _blocked_menu(blocked: Sequence[int], reader: Texts) -> Item[AnyView]:
    nobody = reader.plain("me.blocked.nobody")
    return user_select(Panel("me", BLOCKED), chosen=blocked, limit=BLOCKS, placeholder=nobody)


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


def _switch(name: str, person: Person, locale: str, reader: Texts) -> Item[AnyView]:
    """A button that says a setting's value; it stores the next one, however often it is pressed."""
    values, value = VALUES[name], chosen_value(name, person)
    following = values[(values.index(value) + 1) % len(values)]
    label = value_label(name, value, locale, reader)
    return _switch_button(name, following, label, is_on=value == ON)


def _switch_button(name: str, following: str, label: str, *, is_on: bool) -> Item[AnyView]:
    style = discord.ButtonStyle.primary if is_on else discord.ButtonStyle.secondary
    return button(Panel("me", f"{name}.{following}"), label=label, style=style)


def _vacation_section(vacation: Vacation, now: float, reader: Texts) -> Section[AnyView]:
    """Whether the person is on vacation, the days left in the year, and the switch."""
    if vacation.ends_at is not None:
        when = Raw(f"<t:{round(vacation.ends_at)}:D>")
        line = reader("vacation.on", when=when, n=vacation.left(now), most=DAYS_A_YEAR)
    else:
        line = reader("vacation.off", n=vacation.left(now), most=DAYS_A_YEAR)
    value, following = (ON, OFF) if vacation.is_away else (OFF, ON)
    label = reader.plain(f"settings.{value}")
    return Section(
        TextDisplay(f"**{reader('me.vacation')}**\n-# {line}"),
        accessory=_switch_button(VACATION, following, label, is_on=vacation.is_away),
    )


def value_label(name: str, value: str, locale: str, reader: Texts) -> str:
    """A setting's value as its dropdown shows it."""
    if value in (ON, OFF):
        return reader.plain(f"settings.{value}")
    if value != USUAL:
        return reader.plain(f"choice.{name}.{value}")
    own = reader.plain(f"choice.language.{texts(locale).language}")
    return reader.plain(f"me.{name}.usual", language=own)
