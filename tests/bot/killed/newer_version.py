"""The commands of a version of the bot that does not exist: one more, and an option more of ``/privacy``."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.interactions import commands
from bot.services import Interaction

ANSWER = "newer"


@app_commands.command(name="newer", description="A command of this version only")
async def _newer(interaction: Interaction) -> None:
    await interaction.response.send_message(ANSWER)


@app_commands.command(name="privacy", description="A command with an option of this version only")
async def _privacy(interaction: Interaction, about: str = "") -> None:
    await interaction.response.send_message(ANSWER)


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    """Add every command to the tree, as `bot.interactions.commands.add_commands` does."""
    commands.add_commands(tree)
    tree.add_command(_newer)
    tree.add_command(_privacy, override=True)
