"""``/leaderboard``: the best players of this server."""

from __future__ import annotations

from discord import app_commands

from bot.interactions.commands.naming import choices, command
from bot.interactions.feature import Feature
from bot.interactions.leaderboard import press_leaderboard, show_leaderboard
from bot.services import Interaction
from bot.texts.command_names import label
from data.model.rating_categories import Category

WORLD = "world"


def _name(category: Category) -> app_commands.locale_str:
    return label("category.renju" if category is Category.RENJU else f"game.{category}")


CATEGORY_CHOICES = [app_commands.Choice(name=_name(category), value=category.value) for category in Category]
"""What has ratings, as choices of an option."""


@command("leaderboard")
@app_commands.choices(
    game=CATEGORY_CHOICES,
    scope=choices("leaderboard.", ("server", WORLD)),
)
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
async def leaderboard_command(
    interaction: Interaction,
    game: app_commands.Choice[str] | None = None,
    scope: app_commands.Choice[str] | None = None,
) -> None:
    """Post the leaderboard, by default of the game with most rated matches here."""
    is_world = scope is not None and scope.value == WORLD
    category = None if game is None else Category(game.value)
    await show_leaderboard(interaction, category, is_world=is_world)


LEADERBOARDS = Feature([leaderboard_command], panels={"leaderboard": press_leaderboard})
