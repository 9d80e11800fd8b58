"""``/matches``: the list of one's own matches."""

from __future__ import annotations

from discord import app_commands

from bot.interactions.panels import show_matches
from bot.services import Interaction
from bot.texts.command_names import label


@app_commands.command(name=label("command.matches.name"), description=label("command.matches.description"))
async def matches_command(interaction: Interaction) -> None:
    """List one's own matches."""
    await show_matches(interaction)
