"""``/profile``: somebody's rating over time, results and openings, and what oneself can practice."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.interactions.commands.leaderboard import CATEGORY_CHOICES
from bot.interactions.profile import show_profile
from bot.services import Interaction
from bot.texts.command_names import label
from data.ratings.categories import Category


@app_commands.command(name=label("command.profile.name"), description=label("command.profile.description"))
@app_commands.rename(person=label("option.person.name"), game=label("option.game.name"))
@app_commands.describe(
    person=label("option.profile-person.description"), game=label("option.profile-game.description")
)
@app_commands.choices(game=CATEGORY_CHOICES)
async def profile_command(
    interaction: Interaction,
    person: discord.User | None = None,
    game: app_commands.Choice[str] | None = None,
) -> None:
    """Show a profile in private; by default one's own, in the game played most."""
    user_id = None if person is None else person.id
    await show_profile(interaction, user_id, None if game is None else Category(game.value))
