"""The modal for a move, which is typed.

Its custom_id says what it is for, so that one submitted after a restart still works: the client reads the
submission with `submitted_move`.
"""

from __future__ import annotations

from typing import Any

from discord.ui import Label, Modal, TextInput

from bot.presenters.registry import PRESENTERS
from bot.texts import Texts
from bot.ui import AnyView
from bot.ui.custom_ids import Interaction, Press, Verb
from data.model.match import Match
from games import replay
from games.base import Move, Record

FIELD = "move"
MODAL_SECONDS = 15 * 60.0
"""How long discord.py remembers an open form. One that is submitted later is read by its custom_id, too."""
MAX_TITLE = 45  # characters of a title that Discord accepts


def match_move_modal(match: Match, reader: Texts) -> Modal:
    """Asks for a move of a match."""
    press = Press(Verb.MOVE, match.id, match.position_id)
    title = reader.plain("modal.title", game=reader.plain(f"game.{match.game}"), id=match.id)
    return move_modal(match.record, title, press.custom_id("m"), reader)


def move_modal(record: Record, title: str, custom_id: str, reader: Texts) -> Modal:
    """Asks for a move in notation."""
    presenter, position = PRESENTERS[record.game], replay(record)
    modal = Modal(title=title[:MAX_TITLE], custom_id=custom_id, timeout=MODAL_SECONDS)
    field = TextInput[AnyView](
        custom_id=FIELD,
        placeholder=reader.plain("modal.placeholder", move=_typed(presenter.example(position))),
        max_length=20,
    )
    modal.add_item(Label(text=reader.plain("modal.label"), component=field))
    return modal


def _typed(move: Move) -> str:
    """A move as people can type it: ``b2 a1``."""
    return move.replace("-", " ")


def submitted_fields(interaction: Interaction) -> dict[str, Any]:
    """The fields of a submitted modal by their custom_ids."""
    data: Any = interaction.data or {}
    inner = (
        component
        for row in data.get("components", ())
        for component in (row.get("component"), *row.get("components", ()))
    )
    return {field["custom_id"]: field for field in inner if field and "custom_id" in field}


def submitted_move(interaction: Interaction) -> str:
    """The move typed in a submitted modal; empty for none."""
    field = submitted_fields(interaction).get(FIELD, {})
    return str(field.get("value") or "").strip()
