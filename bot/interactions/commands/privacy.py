"""``/privacy``: what is stored about a person."""

from __future__ import annotations

from discord import app_commands

from bot.interactions.privacy import show_privacy
from bot.services import Interaction
from bot.texts.command_names import label


@app_commands.command(name=label("command.privacy.name"), description=label("command.privacy.description"))
async def privacy_command(interaction: Interaction) -> None:
    """Show what is stored about oneself, with buttons that export and erase it."""
    await show_privacy(interaction)
