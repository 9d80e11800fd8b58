"""``/matches``: the list of one's own matches."""

from __future__ import annotations

from bot.interactions.commands.naming import command
from bot.interactions.panels import show_matches
from bot.services import Interaction


@command("matches")
async def matches_command(interaction: Interaction) -> None:
    """List one's own matches."""
    await show_matches(interaction)
