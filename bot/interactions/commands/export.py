"""``/export``: matches that are over as files for other programs."""

from __future__ import annotations

from discord import app_commands

from bot.exceptions import Refusal
from bot.interactions.commands.completion import completion
from bot.interactions.commands.find_match import complete_finished_matches
from bot.interactions.commands.naming import GAME_CHOICES, command
from bot.interactions.export_records import (
    MOST,
    export_last,
    export_matches,
    format_name,
    format_named,
    match_numbers,
)
from bot.records.formats import FORMATS, formats_of
from bot.services import Interaction
from bot.texts import texts
from games import GAMES


@command("export", matches="export match")
@app_commands.choices(game=GAME_CHOICES)
async def export_command(
    interaction: Interaction,
    matches: app_commands.Range[str, 1, 400] | None = None,
    last: app_commands.Range[int, 1, MOST] | None = None,
    game: app_commands.Choice[str] | None = None,
    file_format: app_commands.Range[str, 1, 40] | None = None,
    analysis: bool = True,
) -> None:
    """Answer with the person's last match, or with several as one file; by default with their analyses."""
    reader = texts(interaction.locale.value)
    form = format_named(file_format, reader) if file_format is not None else None
    if matches is None:
        await export_last(interaction, last or 1, game.value if game else None, form, analysis=analysis)
    elif last is not None or game is not None:
        raise Refusal("export.match-or-last")
    else:
        await export_matches(interaction, match_numbers(matches), form, analysis=analysis)


@export_command.autocomplete("file_format")
@completion
async def complete_format(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The formats of the game of the first match that was chosen before, or of the game; else all."""
    reader, chosen = texts(interaction.locale.value), interaction.namespace.match
    slug = interaction.namespace.game
    if isinstance(chosen, str) and chosen:
        slug = (await interaction.client.services.store.matches.get(match_numbers(chosen)[0])).game
    forms = formats_of(slug) if slug in GAMES else FORMATS.values()
    named = {form.name: format_name(form, reader) for form in forms}
    wanted = typed.casefold()
    return [
        app_commands.Choice(name=name, value=key) for key, name in named.items() if wanted in name.casefold()
    ]


export_command.autocomplete("matches")(complete_finished_matches)
