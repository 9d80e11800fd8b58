"""``/record``: matches as files or as an animation, and games of files as matches."""

from __future__ import annotations

from collections.abc import Iterable

import discord
from discord import app_commands

from bot.drawing import animation
from bot.exceptions import Refusal
from bot.interactions.commands.completion import completion
from bot.interactions.commands.find_match import complete_finished_matches, find_finished_match
from bot.interactions.commands.naming import GAME_CHOICES, command, group
from bot.interactions.export_records import MOST, export_last, export_matches, match_numbers
from bot.interactions.import_records import ask_for_record, import_file
from bot.interactions.replay import show_replay
from bot.records.base import MAX_GAMES
from bot.records.formats import FORMATS, formats_of
from bot.services import Interaction
from bot.texts import Texts, texts
from games import GAMES

_ANIMATIONS = tuple(form.value for form in animation.Format)
"""The keys of the formats of animations; `FORMATS` has the others."""


def record_group() -> app_commands.Group:
    """``/record`` with its subcommands."""
    parent = group("record")
    parent.add_command(_export)
    parent.add_command(_import)
    return parent


# --- Export ------------------------------------------------------------------------------------------


@command("record export", matches="export match")
@app_commands.choices(game=GAME_CHOICES)
async def _export(
    interaction: Interaction,
    matches: app_commands.Range[str, 1, 400] | None = None,
    last: app_commands.Range[int, 1, MOST] | None = None,
    game: app_commands.Choice[str] | None = None,
    file_format: app_commands.Range[str, 1, 40] | None = None,
    analysis: bool = True,
) -> None:
    """Answer with the person's last match, or with several as one file; by default with their analyses.

    An animation is of one match.
    """
    key = format_named(file_format, texts(interaction.locale.value)) if file_format is not None else None
    if matches is not None and (last is not None or game is not None):
        raise Refusal("export.match-or-last")
    numbers, slug = match_numbers(matches) if matches is not None else None, game.value if game else None
    if key in _ANIMATIONS:
        if len(numbers or ()) > 1 or (last or 1) > 1:
            raise Refusal("replay.one-match")
        match = await find_finished_match(interaction, numbers[0] if numbers else None, slug)
        await show_replay(interaction, match, animation.Format(key))
        return
    form = FORMATS[key] if key is not None else None
    if numbers is None:
        await export_last(interaction, last or 1, slug, form, analysis=analysis)
    else:
        await export_matches(interaction, numbers, form, analysis=analysis)


def format_named(name: str, reader: Texts) -> str:
    """The key of the format that a person chose, or typed as it is called. Raises `Refusal`."""
    named, wanted = _format_names((*FORMATS, *_ANIMATIONS), reader), name.strip().casefold()
    for key, called in named.items():
        if wanted in (key, called.casefold()):
            return key
    raise Refusal("export.unknown-format", known=", ".join(named.values()))


def _format_names(keys: Iterable[str], reader: Texts) -> dict[str, str]:
    """What people call formats, by their keys."""
    return {
        key: reader.plain(f"replay.format.{key}" if key in _ANIMATIONS else f"export.format.{key}")
        for key in keys
    }


@_export.autocomplete("file_format")
@completion
async def complete_format(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The formats of the game of the first match that was chosen before, or of the game; else all."""
    reader, chosen = texts(interaction.locale.value), interaction.namespace.match
    slug = interaction.namespace.game
    if isinstance(chosen, str) and chosen:
        slug = (await interaction.client.services.store.matches.get(match_numbers(chosen)[0])).game
    formats = formats_of(slug) if slug in GAMES else FORMATS.values()
    named = _format_names([*(form.name for form in formats), *_ANIMATIONS], reader)
    wanted = typed.casefold()
    return [
        app_commands.Choice(name=name, value=key) for key, name in named.items() if wanted in name.casefold()
    ]


_export.autocomplete("matches")(complete_finished_matches)


# --- Import ------------------------------------------------------------------------------------------


@command("record import")
async def _import(
    interaction: Interaction,
    file: discord.Attachment | None = None,
    first: app_commands.Range[int, 1, MAX_GAMES] = 1,
    show: bool = False,
) -> None:
    """Import the games of a file; without one, ask for a file or a text."""
    if file is None:
        await ask_for_record(interaction)
    else:
        await import_file(interaction, file, first, show=show)
