"""The modal in which a move is typed. Its custom_id says what it is for, so that one submitted after a
restart still works (`bot/client.py` dispatches it).
"""  # noqa: D205

from __future__ import annotations

from typing import Any

import discord
from discord.ui import Label, Modal, TextInput

from bot.faces import FACES
from bot.texts import Texts
from bot.views.press import Press
from data.matches import Match
from games.base import Position

FIELD = "move"
_SECONDS = 15 * 60.0


def move_modal(match: Match, position: Position, reader: Texts) -> Modal:
    """Asks for a move in notation."""
    press = Press("move", match.id, match.stamp)
    title = reader.plain("modal.title", game=reader.plain(f"game.{match.game}"), id=match.id)
    modal = Modal(title=title[:45], custom_id=press.custom_id("m"), timeout=_SECONDS)
    example = FACES[match.game].say(position.legal_moves()[0], reader)
    field: TextInput[Any] = TextInput(
        custom_id=FIELD,
        placeholder=reader.plain("modal.placeholder", move=example),
        min_length=1,
        max_length=20,
    )
    modal.add_item(Label(text=reader.plain("modal.label"), component=field))
    return modal


def typed(interaction: discord.Interaction[Any]) -> str:
    """What was typed into a submitted modal."""
    data: Any = interaction.data or {}
    for row in data.get("components", ()):
        for component in (row.get("component"), *row.get("components", ())):
            if component and component.get("custom_id") == FIELD:
                return str(component.get("value", ""))
    return ""
