"""``/resign``: resign or abort a match."""

from __future__ import annotations

from discord import app_commands

from bot.interactions.commands.find_match import complete_match, find_match
from bot.interactions.leave_match import ask_leaving
from bot.services import Interaction
from bot.texts.command_names import label


@app_commands.command(name=label("command.resign.name"), description=label("command.resign.description"))
@app_commands.rename(match=label("option.match.name"))
@app_commands.describe(match=label("option.match.description"))
async def resign_command(interaction: Interaction, match: int | None = None) -> None:
    """Resign or abort a match, after a confirmation."""
    found = await find_match(interaction, match)
    await interaction.client.services.matches.lookup.unfinished(found.id, interaction.user.id, None)
    await ask_leaving(interaction, found)


resign_command.autocomplete("match")(complete_match)
