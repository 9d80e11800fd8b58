"""The panel of ``/privacy``: what is stored about a person, as they alone see it."""

from __future__ import annotations

from dataclasses import dataclass

import discord
from discord.ui import ActionRow, Button, Container, Item, LayoutView, TextDisplay

from bot.texts import Texts
from bot.ui import AnyView
from bot.ui.layout import layout
from bot.ui.panel import Panel, button
from data.people.personal_data import Stored

EXPORT, ERASE, CONFIRM_ERASE, BACK = "export", "erase", "erase-yes", "back"
"""What the buttons do: the arguments of the panel."""
_COLOR, _DANGER = discord.Color(0x5865F2), discord.Color(0xDA373C)


@dataclass(frozen=True, slots=True)
class Documents:
    """The addresses of the operator's documents; None for one that has none."""

    privacy: str | None = None
    terms: str | None = None


def privacy_view(stored: Stored, documents: Documents, reader: Texts) -> LayoutView:
    """How much is stored, and buttons that export and erase it, and lead to the documents."""
    lines = [
        reader("privacy.title"),
        reader("privacy.matches", finished=stored.finished, unfinished=stored.unfinished),
        *([reader("privacy.imported", n=stored.imported)] if stored.imported else []),
        *([reader("privacy.challenges", n=stored.not_accepted)] if stored.not_accepted else []),
        reader("privacy.settings" if stored.settings else "privacy.no-settings"),
        reader("privacy.lessons", n=stored.lessons),
        *([reader("privacy.ratings", n=stored.ratings)] if stored.ratings else []),
        reader("privacy.blocks", n=stored.blocks),
        *([reader("privacy.bans", n=stored.bans)] if stored.bans else []),
        *([reader("privacy.puzzles", n=stored.puzzles)] if stored.puzzles else []),
        *([reader("privacy.daily", n=stored.daily)] if stored.daily else []),
        *([reader("privacy.guesses", n=stored.guesses)] if stored.guesses else []),
        *([reader("privacy.races", n=stored.races)] if stored.races else []),
        *([reader("privacy.tournaments", n=stored.tournaments)] if stored.tournaments else []),
        *([reader("privacy.created", n=stored.created)] if stored.created else []),
        *([reader("privacy.daily-servers", n=stored.daily_servers)] if stored.daily_servers else []),
        "-# " + reader("privacy.never"),
    ]
    row = ActionRow[AnyView](
        _button(EXPORT, reader, discord.ButtonStyle.primary),
        _button(ERASE, reader, discord.ButtonStyle.danger),
        *_links(documents, reader),
    )
    return layout(Container(TextDisplay("\n".join(lines)), row, accent_color=_COLOR))


def confirm_erase_view(stored: Stored, reader: Texts) -> LayoutView:
    """Asks before everything is erased, and says what that means."""
    lines = [
        reader("privacy.erase.title"),
        *([reader("privacy.erase.unfinished", n=stored.unfinished)] if stored.unfinished else []),
        reader("privacy.erase.matches"),
        reader("privacy.erase.settings"),
        reader("privacy.erase.messages"),
        *([reader("privacy.erase.bans", n=stored.bans)] if stored.bans else []),
        "-# " + reader("privacy.erase.final"),
    ]
    row = ActionRow[AnyView](
        _button(CONFIRM_ERASE, reader, discord.ButtonStyle.danger), _button(BACK, reader)
    )
    return layout(Container(TextDisplay("\n".join(lines)), row, accent_color=_DANGER))


def erased_view(reader: Texts) -> LayoutView:
    """Says that everything is erased."""
    return layout(Container(TextDisplay(reader("privacy.erased")), accent_color=_COLOR))


def _button(
    argument: str, reader: Texts, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> Item[AnyView]:
    return button(Panel("privacy", argument), label=reader.plain(f"button.privacy-{argument}"), style=style)


def _links(documents: Documents, reader: Texts) -> list[Item[AnyView]]:
    named = {"privacy.policy": documents.privacy, "privacy.terms": documents.terms}
    return [Button(url=url, label=reader.plain(key)) for key, url in named.items() if url]
