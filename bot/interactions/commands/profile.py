"""``/profile``: somebody's rating over time, results and openings, and what oneself can practice."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.interactions.commands.leaderboard import CATEGORY_CHOICES
from bot.interactions.commands.naming import command
from bot.interactions.feature import Feature
from bot.interactions.profile import own_ratings, press_profile, show_profile
from bot.services import Interaction
from data.model.rating_categories import Category


@command("profile")
@app_commands.choices(game=CATEGORY_CHOICES)
async def profile_command(
    interaction: Interaction,
    person: discord.User | None = None,
    game: app_commands.Choice[str] | None = None,
) -> None:
    """Show a profile in private; by default one's own, in the game played most."""
    user_id = None if person is None else person.id
    await show_profile(interaction, user_id, None if game is None else Category(game.value))


PROFILES = Feature([profile_command], panels={"profile": press_profile}, person_settings=[own_ratings])
