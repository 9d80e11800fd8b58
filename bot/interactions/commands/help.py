"""``/help``: how to play, the bot or one game."""

from __future__ import annotations

from discord import app_commands

from ai import strengths
from bot.interactions.error_replies import reply_privately
from bot.presenters.registry import game_title
from bot.services import Interaction
from bot.texts import Raw, Texts, texts
from bot.texts.command_names import label
from games import GAMES


def _explained(slug: str, reader: Texts) -> str:
    """How to play a game and, if that was measured, how strong its computer players are."""
    text, measured = reader(f"help.{slug}"), strengths.of(slug)
    if measured is None:
        return text
    levels = " · ".join(f"{one.level}: **{one.elo}**" for one in measured.levels)
    game = game_title(slug, measured.variant, reader)
    line = reader("help.strengths", levels=Raw(levels), game=game, mean=strengths.MEAN)
    return f"{text}\n-# {line}"


@app_commands.command(name=label("command.help.name"), description=label("command.help.description"))
@app_commands.rename(game=label("option.game.name"))
@app_commands.describe(game=label("option.game.description"))
@app_commands.choices(game=[app_commands.Choice(name=label(f"game.{slug}"), value=slug) for slug in GAMES])
async def help_command(interaction: Interaction, game: app_commands.Choice[str] | None = None) -> None:
    """Explain how to play: the bot, or one game."""
    reader = texts(interaction.locale.value)
    if game is not None:
        await reply_privately(interaction, _explained(game.value, reader))
        return
    names = "\n".join(f"• {reader(f'game.{slug}')}: {reader(f'help.{slug}.short')}" for slug in GAMES)
    await reply_privately(interaction, reader("help.text", games=Raw(names)))
