"""What ``/leaderboard`` and the buttons of its message do.

Everybody sees the answer to the command, in the server's language: people show a leaderboard to each other. A
button of it answers who pressed it in private, so that nobody turns the page of others.
"""

from __future__ import annotations

from discord import app_commands
from discord.ui import LayoutView

from bot.exceptions import Refusal
from bot.interactions.channel_checks import guild_settings_of
from bot.interactions.commands.naming import choices, command
from bot.interactions.display_names import display_names
from bot.interactions.feature import Feature
from bot.interactions.public_posts import public_post
from bot.match.limits import ANSWERS
from bot.messages.interaction_responses import Composed, answer_privately_in_time, in_time, send_message
from bot.services import Interaction
from bot.texts import Texts, texts
from bot.texts.command_names import label
from bot.ui.leaderboard import LeaderboardPage, leaderboard_view, people_on
from bot.ui.panel import Panel
from data.model.rating_categories import Category


async def show_leaderboard(
    interaction: Interaction, category: Category | None, *, is_world: bool = False
) -> None:
    """Post the leaderboard of a category, by default of the one with most rated matches in the server."""
    boards, guild_id = interaction.client.services.store.leaderboards, _guild_id(interaction)
    settings = await guild_settings_of(interaction)
    category = category or await boards.most_played(guild_id)
    locale = (interaction.guild_locale or interaction.locale).value
    reader = texts((settings and settings.language) or locale)
    wanted = LeaderboardPage(category, is_world=is_world)
    async with public_post(interaction, ANSWERS) as post:
        view = await in_time(interaction, _view(interaction, wanted, reader), thinking=True)
        await send_message(interaction, post, view, [])


async def press_leaderboard(interaction: Interaction, panel: Panel) -> None:
    """Show another page, the game chosen in the menu, or that of all servers."""
    wanted, reader = LeaderboardPage.read(panel), texts(interaction.locale.value)

    async def answer() -> Composed:
        return await _view(interaction, wanted, reader), []

    await answer_privately_in_time(interaction, answer())


async def _view(interaction: Interaction, wanted: LeaderboardPage, reader: Texts) -> LayoutView:
    boards, me = interaction.client.services.store.leaderboards, interaction.user.id
    now = interaction.created_at.timestamp()
    if not wanted.is_world:
        board = await boards.of_guild(_guild_id(interaction), wanted.category, now)
        return leaderboard_view(board, wanted.page, me, reader)
    board = await boards.of_world(wanted.category, now)
    names = await display_names(interaction, people_on(board, wanted.page), everywhere=True)
    return leaderboard_view(board, wanted.page, me, reader, names)


def _guild_id(interaction: Interaction) -> int:
    if interaction.guild_id is None:
        raise Refusal("leaderboard.only-in-servers")
    return interaction.guild_id


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
