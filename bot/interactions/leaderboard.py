"""What ``/leaderboard`` and the keys of its message do.

Everybody sees the answer to the command, in the server's language: people show a leaderboard to each other. A
key of it answers who pressed it in private, so that nobody turns the page of others.
"""

from __future__ import annotations

from bot.exceptions import Refusal
from bot.interactions.channel_checks import guild_settings_of
from bot.messages.interaction_responses import NOBODY, answer_privately
from bot.services import Interaction
from bot.texts import texts
from bot.ui.leaderboard import LeaderboardPage, leaderboard_view
from bot.ui.panel import Panel
from data.ratings.categories import Category


async def show_leaderboard(interaction: Interaction, category: Category | None) -> None:
    """Post the leaderboard of a category, by default of the one with most rated matches in the server."""
    boards, guild_id = interaction.client.services.store.leaderboards, _guild_id(interaction)
    settings = await guild_settings_of(interaction)
    category = category or await boards.most_played(guild_id)
    board = await boards.of_guild(guild_id, category, interaction.created_at.timestamp())
    locale = (interaction.guild_locale or interaction.locale).value
    reader = texts((settings and settings.language) or locale)
    view = leaderboard_view(board, 0, interaction.user.id, reader)
    await interaction.response.send_message(view=view, allowed_mentions=NOBODY)


async def press_leaderboard(interaction: Interaction, panel: Panel) -> None:
    """Show another page, or the game chosen in the menu."""
    wanted, boards = LeaderboardPage.read(panel), interaction.client.services.store.leaderboards
    now = interaction.created_at.timestamp()
    board = await boards.of_guild(_guild_id(interaction), wanted.category, now)
    view = leaderboard_view(board, wanted.page, interaction.user.id, texts(interaction.locale.value))
    await answer_privately(interaction, view, [])


def _guild_id(interaction: Interaction) -> int:
    if interaction.guild_id is None:
        raise Refusal("leaderboard.only-in-servers")
    return interaction.guild_id
