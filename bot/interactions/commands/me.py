"""``/me``: what a person sets for themselves."""

from __future__ import annotations

from bot.interactions.commands.naming import command
from bot.interactions.person_settings import show_person
from bot.services import Interaction


@command("me")
async def me_command(interaction: Interaction) -> None:
    """Show one's own settings, with menus that change them."""
    await show_person(interaction)
