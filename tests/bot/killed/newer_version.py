"""The commands of a version of the bot that does not exist: one more, and an option more of ``/privacy``."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.features import FEATURES
from bot.interactions.feature import Feature, Features
from bot.services import Interaction

ANSWER = "newer"


@app_commands.command(name="newer", description="A command of this version only")
async def _newer(interaction: Interaction) -> None:
    await interaction.response.send_message(ANSWER)


@app_commands.command(name="privacy", description="A command with an option of this version only")
async def _privacy(interaction: Interaction, about: str = "") -> None:
    await interaction.response.send_message(ANSWER)


class _Newer(Features):
    def add_commands(self, tree: app_commands.CommandTree[Any]) -> None:
        super().add_commands(tree)
        tree.add_command(_privacy, override=True)


NEWER = _Newer(*FEATURES.all, Feature([_newer]))
"""The features of that version."""
