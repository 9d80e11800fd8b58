"""``/help``: how to play, the bot or one game."""

from __future__ import annotations

from discord import app_commands

from bot.interactions.commands.naming import GAME_CHOICES, command
from bot.interactions.feature import Feature
from bot.interactions.introductions import introduce, play_introduced
from bot.services import Interaction


@command("help")
@app_commands.choices(game=GAME_CHOICES)
async def help_command(interaction: Interaction, game: app_commands.Choice[str] | None = None) -> None:
    """Explain how to play: the bot, or one game."""
    await introduce(interaction, game.value if game is not None else None)


HELP = Feature([help_command], panels={"play": play_introduced})
