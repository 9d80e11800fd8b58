"""The modal in which a move is typed, or where a board is large chosen by column and row.

Start reading at `move_modal`. Its custom_id says what it is for, so that one submitted after a restart
still works (`bot/client.py` dispatches it, `typed` reads it).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord.ui import Label, Modal, Select, TextInput

from bot.presenters import FACES
from bot.texts import Texts
from bot.ui.custom_ids import Press
from data.model import Match
from games.base import Position

FIELD, COLUMN, ROW = "move", "column", "row"
_SECONDS = 15 * 60.0


def move_modal(match: Match, position: Position, reader: Texts) -> Modal:
    """Asks for a move in notation, or for a point's column and row."""
    press, face = Press("move", match.id, match.position_id), FACES[match.game]
    title = reader.plain("modal.title", game=reader.plain(f"game.{match.game}"), id=match.id)
    modal = Modal(title=title[:45], custom_id=press.custom_id("m"), timeout=_SECONDS)
    example, axes = face.say(position.legal_moves()[0], reader), face.axes(position)
    field: TextInput[Any] = TextInput(
        custom_id=FIELD,
        placeholder=reader.plain("modal.placeholder", move=example),
        required=axes is None,
        max_length=20,
    )
    modal.add_item(Label(text=reader.plain("modal.label"), component=field))
    for name, values in zip((COLUMN, ROW), axes or (), strict=False):
        modal.add_item(_choice(name, values, reader))
    return modal


def _choice(name: str, values: Sequence[str], reader: Texts) -> Label[Any]:
    options = [discord.SelectOption(label=value) for value in values]
    select: Select[Any] = Select(
        custom_id=name, placeholder=reader.plain(f"modal.{name}-hint"), options=options, required=False
    )
    return Label(text=reader.plain(f"modal.{name}"), component=select)


def typed(interaction: discord.Interaction[Any]) -> str:
    """What was typed into a submitted modal, or the point chosen in it; empty for neither."""
    data: Any = interaction.data or {}
    said: dict[str, str] = {}
    for row in data.get("components", ()):
        for component in (row.get("component"), *row.get("components", ())):
            if component and "custom_id" in component:
                values = component.get("values") or [component.get("value") or ""]
                said[component["custom_id"]] = str(values[0])
    return said.get(FIELD, "").strip() or said.get(COLUMN, "") + said.get(ROW, "")
