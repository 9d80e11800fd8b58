"""``/me``: what a person sets for themselves."""

from __future__ import annotations

from bot.interactions.blocks import press_block
from bot.interactions.commands.naming import command
from bot.interactions.feature import Feature
from bot.interactions.person_settings import PersonSettings
from bot.services import Interaction


@command("me")
async def me_command(interaction: Interaction) -> None:
    """Show one's own settings, with menus that change them."""
    await interaction.client.services.part(PersonSettings).show(interaction)


ME = Feature([me_command], panels={"block": press_block})
