"""``/puzzle``: positions with exactly one right move."""

from __future__ import annotations

from discord import app_commands

from bot import puzzles
from bot.interactions.daily import show_days, show_today
from bot.interactions.puzzles import show_puzzle
from bot.services import Interaction
from bot.texts.command_names import label

TODAY, EARLIER = "today", "earlier"
_GAMES = puzzles.games_with_puzzles()
_THEMES = dict.fromkeys(theme for game in _GAMES for theme in puzzles.themes_of(game))


@app_commands.command(name=label("command.puzzle.name"), description=label("command.puzzle.description"))
@app_commands.rename(
    game=label("option.game.name"),
    theme=label("option.puzzle-theme.name"),
    daily=label("option.daily.name"),
)
@app_commands.describe(
    game=label("option.game.description"),
    theme=label("option.puzzle-theme.description"),
    daily=label("option.daily.description"),
)
@app_commands.choices(
    daily=[
        app_commands.Choice(name=label(f"choice.daily.{which}"), value=which) for which in (TODAY, EARLIER)
    ],
    game=[app_commands.Choice(name=label(f"game.{slug}"), value=slug) for slug in _GAMES],
    theme=[app_commands.Choice(name=label(f"theme.{theme}"), value=theme) for theme in _THEMES],
)
async def puzzle_command(
    interaction: Interaction,
    game: app_commands.Choice[str] | None = None,
    theme: app_commands.Choice[str] | None = None,
    daily: app_commands.Choice[str] | None = None,
) -> None:
    """Ask a puzzle of a game and with a theme, or any; or one of the server's days."""
    if daily is not None:
        await (show_today if daily.value == TODAY else show_days)(interaction)
        return
    await show_puzzle(interaction, game.value if game else None, theme.value if theme else None)
