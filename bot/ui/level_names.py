"""What levels of the computer are called."""

from __future__ import annotations

from ai.base import levels
from ai.external.engine import is_external
from ai.level import strength_in
from ai.strengths import nearest_level
from bot.match.engines import engine_name
from bot.texts import Texts


def level_name(slug: str, level: str, texts: Texts) -> str:
    """A level as people call it: its number, its strength, or the name of a source's player or an engine."""
    if strength_in(level) is not None:
        return texts.plain("level.strength", strength=level, level=nearest_level(slug, level))
    if level.isdigit():
        return texts.plain("level.number", level=level)
    if is_external(level):
        return engine_name(slug, level)
    return texts.plain(f"level.{slug}.{level}")


def level_of_all(slug: str, level: str, texts: Texts) -> str:
    """A level as it is said beside a player: a number beside that of levels; a strength, in little room."""
    if strength_in(level) is not None:
        return texts.plain("player.strength", strength=level, level=nearest_level(slug, level))
    if not level.isdigit():
        return level_name(slug, level, texts)
    return texts.plain("player.level", level=level, of=sum(map(str.isdigit, levels(slug))))
