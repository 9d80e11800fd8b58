"""``/me``: what a person sets for themselves."""

from __future__ import annotations

from discord import app_commands

from bot.interactions.person_settings import show_person
from bot.services import Interaction
from bot.texts.command_names import label


@app_commands.command(name=label("command.me.name"), description=label("command.me.description"))
async def me_command(interaction: Interaction) -> None:
    """Show one's own settings, with menus that change them."""
    await show_person(interaction)
