"""``/import``: games of other programs' files as matches to review."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.interactions.commands.naming import command
from bot.interactions.feature import Feature
from bot.interactions.import_records import ImportLimit, ask_for_record, import_file, import_submitted
from bot.records.base import MOST_GAMES
from bot.records.reading_process import RecordReader
from bot.services import Interaction


@command("import")
async def import_command(
    interaction: Interaction,
    file: discord.Attachment | None = None,
    first: app_commands.Range[int, 1, MOST_GAMES] = 1,
    show: bool = False,
) -> None:
    """Import the games of a file; without one, ask for a file or a text."""
    if file is None:
        await ask_for_record(interaction)
    else:
        await import_file(interaction, file, first, show=show)


IMPORT = Feature(
    [import_command],
    panels={"import-text": import_submitted},
    build=lambda _: [RecordReader(), ImportLimit()],
)
