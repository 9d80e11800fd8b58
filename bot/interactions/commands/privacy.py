"""``/privacy``: what is stored about a person."""

from __future__ import annotations

from bot.interactions.commands.naming import command
from bot.interactions.privacy import show_privacy
from bot.services import Interaction


@command("privacy")
async def privacy_command(interaction: Interaction) -> None:
    """Show what is stored about oneself, with buttons that export and erase it."""
    await show_privacy(interaction)
