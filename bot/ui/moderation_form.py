"""The form that a moderator submits to confirm what they do, with the reason for it."""

from __future__ import annotations

from dataclasses import dataclass

import discord
from discord.ui import Label, Modal, Select, TextDisplay, TextInput

from bot.texts import Texts
from bot.ui import AnyView
from bot.ui.modals import MAX_TITLE, MODAL_SECONDS
from bot.ui.panel import Panel

CONFIRM = "moderate-do"
"""The verb of the form."""
REASON, DURATION, MATCHES = "reason", "duration", "matches"
"""The fields of the form."""
MAX_REASON = 200
"""Characters of a reason."""
BAN = "ban"
"""The first part of the argument of the form that bans somebody."""
GO_ON, FORFEIT = "go-on", "forfeit"
"""What happens to the matches of who is banned."""
HOUR, DAY = 3600.0, 86_400.0
DURATIONS: dict[str, float | None] = {
    "hour": HOUR,
    "day": DAY,
    "week": 7 * DAY,
    "month": 30 * DAY,
    "ever": None,
}
"""How long a ban can last, in seconds; None: for ever."""
_DEFAULT_DURATION = "day"


@dataclass(frozen=True, slots=True)
class Question:
    """What a moderator is about to do."""

    argument: str
    """What the press that asks carries: an action, and to what."""
    title: str
    text: str
    """What it means, as markdown."""


def confirm_form(question: Question, reader: Texts) -> Modal:
    """Says what is about to be done, and asks why."""
    modal = _form(question)
    modal.add_item(_reason(reader, "moderate.reason-logged"))
    return modal


def ban_form(question: Question, reader: Texts) -> Modal:
    """Asks for how long, and why, a person cannot use the bot."""
    modal = _form(question)
    options = [
        discord.SelectOption(
            label=reader.plain(f"moderate.duration.{duration}"),
            value=duration,
            default=duration == _DEFAULT_DURATION,
        )
        for duration in DURATIONS
    ]
    menu: Select[AnyView] = Select(custom_id=DURATION, options=options)
    modal.add_item(Label(text=reader.plain("moderate.duration"), component=menu))
    fates = [
        discord.SelectOption(
            label=reader.plain(f"moderate.matches.{fate}"), value=fate, default=fate == GO_ON
        )
        for fate in (GO_ON, FORFEIT)
    ]
    matches: Select[AnyView] = Select(custom_id=MATCHES, options=fates)
    modal.add_item(Label(text=reader.plain("moderate.matches"), component=matches))
    modal.add_item(_reason(reader, "moderate.reason-seen", required=True))
    return modal


def _form(question: Question) -> Modal:
    modal = Modal(
        title=question.title[:MAX_TITLE],
        custom_id=Panel(CONFIRM, question.argument).custom_id,
        timeout=MODAL_SECONDS,
    )
    modal.add_item(TextDisplay(question.text))
    return modal


def _reason(reader: Texts, key: str, *, required: bool = False) -> Label[AnyView]:
    """Asks why; the text ``key`` says who reads it."""
    field = TextInput[AnyView](
        custom_id=REASON,
        style=discord.TextStyle.paragraph,
        required=required,
        max_length=MAX_REASON,
    )
    return Label(text=reader.plain("moderate.reason"), description=reader.plain(key), component=field)
