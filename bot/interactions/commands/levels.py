"""The option ``level``: ``auto``, a level with a number, a strength, a source's player or an engine."""

from __future__ import annotations

from collections.abc import Iterator

from discord.app_commands import Choice

from ai import strengths
from ai.base import levels
from ai.level import strength_in
from bot.exceptions import UnknownLevel
from bot.interactions.commands.completion import MAX_CHOICES, Completion, completion
from bot.match.auto_level import AUTO
from bot.match.engines import engines_of
from bot.match.limits import check_level
from bot.services import Interaction
from bot.texts import Texts, texts
from bot.ui.level_names import level_name
from games import GAMES
from games.grid import plain


def chosen_level(slug: str, typed: str, reader: Texts) -> str:
    """The level that a person has chosen or typed, or `AUTO`. Raises `Refusal` if there is none such.

    >>> from bot.texts import texts
    >>> [chosen_level("othello", typed, texts("ko")) for typed in ("4", "4단계", "1250", "자동")]
    ['4', '4', '1250', 'auto']
    """
    spelled = plain(typed)
    for level, names in _spellings(slug, reader).items():
        if spelled in map(plain, (level, *names)):
            return level
    check_level(slug, spelled if strength_in(spelled) else typed[:40])
    return spelled


def chosen_computer(slug: str, typed: str, reader: Texts) -> str:
    """The numbered level or the strength that a person has chosen. Raises `Refusal` for any other text."""
    level = chosen_level(slug, typed, reader)
    if not level.isdecimal():
        numbered = [known for known in levels(slug) if known.number]
        raise UnknownLevel(slug, typed[:40], numbered, strengths.playable(slug))
    return level


@completion
async def complete_computer(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Completes the numbered levels and the strengths of the game that was chosen, if one was."""
    slug, reader = str(interaction.namespace.game), texts(interaction.locale.value)
    game = slug if slug in GAMES else next(iter(GAMES))
    return [choice for choice in _choices(game, typed, reader) if choice.value.isdecimal()]


def level_completion(slug: str) -> Completion[str]:
    """Completes the levels of a game: all of them, or those that contain what was typed, or that strength."""

    @completion
    async def complete(interaction: Interaction, typed: str) -> list[Choice[str]]:
        return _choices(slug, typed, texts(interaction.locale.value))

    return complete


def _choices(slug: str, typed: str, reader: Texts) -> list[Choice[str]]:
    spelled = plain(typed)
    offered = {
        level: names[0]
        for level, names in _spellings(slug, reader).items()
        if any(spelled in plain(name) for name in (level, *names))
    }
    offered |= {level: level_name(slug, level, reader) for level in _strengths(slug, spelled)}
    return [Choice(name=name[:100], value=level) for level, name in offered.items()][:MAX_CHOICES]


def _spellings(slug: str, reader: Texts) -> dict[str, tuple[str, ...]]:
    """Each level as the choices show it, and what else it is called: `AUTO` first, engines last."""
    return {
        AUTO: (reader.plain("choice.level.auto"), reader.plain("level.auto")),
        **{
            level: (
                reader.plain(f"choice.level.{level}" if level.number else f"choice.level.{slug}.{level}"),
                level_name(slug, level, reader),
            )
            for level in levels(slug)
        },
        **{engine.level: (engine.name,) for engine in engines_of(slug)},
    }


def _strengths(slug: str, typed: str) -> Iterator[str]:
    """The strengths of a game that begin with these digits and go on with zeros."""
    playable = strengths.playable(slug)
    for digits in range(5 - len(typed)):
        strength = strength_in(f"{typed}{'0' * digits}")
        if strength in playable:
            yield str(strength)
