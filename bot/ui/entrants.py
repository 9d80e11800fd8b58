"""What the entrants of a tournament are called: people, and computers with their level."""

from __future__ import annotations

from collections.abc import Mapping

from ai.level import strength_in
from bot.texts import Raw, Texts
from data.model.match import DELETED_USER
from data.model.tournament import Entrant


def name(entrant: Entrant, texts: Texts) -> Raw:
    """An entrant: a mention, or the computer with its level."""
    if entrant.user_id is None:
        return texts("player.computer", level=Raw(_computer_level(entrant, texts)))
    return mention(entrant.user_id, texts)


def _computer_level(entrant: Entrant, texts: Texts) -> str:
    """The level of a computer in a tournament: its number in words, or its strength in Elo points."""
    level = entrant.level or ""
    return level if strength_in(level) else texts.plain("level.number", level=level)


def plain_name(entrant: Entrant, names: Mapping[int, str], texts: Texts) -> str:
    """An entrant where nothing is markdown, by the people's ``names``; of an unknown one the number."""
    if entrant.user_id is None:
        return texts.plain("player.computer", level=_computer_level(entrant, texts))
    if entrant.user_id == DELETED_USER:
        return texts.plain("player.deleted")
    name = " ".join(names.get(entrant.user_id, "").split())
    return name or f"#{entrant.number}"


def mention(user_id: int, texts: Texts) -> Raw:
    """A person, whom Discord shows by name; also one who has erased their data."""
    return texts("player.deleted") if user_id == DELETED_USER else Raw(f"<@{user_id}>")
