"""``/me``: what a person sets for themselves."""

from __future__ import annotations

from bot.interactions.commands.naming import command
from bot.interactions.settings_pages import PERSON_SETTINGS
from bot.services import Interaction


@command("me")
async def me_command(interaction: Interaction) -> None:
    """Show one's own settings, with menus that change them."""
    await PERSON_SETTINGS.show(interaction)
