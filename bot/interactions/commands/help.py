"""``/help``: how to play, the bot or one game."""

from __future__ import annotations

from discord import app_commands

from bot.interactions.introductions import introduce
from bot.services import Interaction
from bot.texts.command_names import label
from games import GAMES


@app_commands.command(name=label("command.help.name"), description=label("command.help.description"))
@app_commands.rename(game=label("option.game.name"))
@app_commands.describe(game=label("option.game.description"))
@app_commands.choices(game=[app_commands.Choice(name=label(f"game.{slug}"), value=slug) for slug in GAMES])
async def help_command(interaction: Interaction, game: app_commands.Choice[str] | None = None) -> None:
    """Explain how to play: the bot, or one game."""
    await introduce(interaction, game.value if game is not None else None)
