"""What ``/leaderboard`` and the buttons of its message do.

Only the person who asks sees the answer. A button of it posts the page for everybody, after a question and in
the server's language; the buttons of that post answer who pressed them in private, so that nobody turns the
page of others.
"""

from __future__ import annotations

from discord import app_commands
from discord.ui import LayoutView

from bot.exceptions import Refusal
from bot.interactions.channel_checks import check_can_post
from bot.interactions.commands.naming import choices, command
from bot.interactions.display_names import display_names
from bot.interactions.feature import Feature
from bot.interactions.public_posts import public_post
from bot.interactions.recap import open_recap
from bot.match.limits import ANSWERS
from bot.messages.interaction_responses import (
    Composed,
    answer_privately,
    answer_privately_in_time,
    edit_message,
    follow_up,
)
from bot.services import Interaction
from bot.texts import Texts, texts
from bot.texts.command_names import label
from bot.ui.guesses import DAYS, guessers_view
from bot.ui.leaderboard import ASK, GUESSES, POST, RECAP, LeaderboardPage, leaderboard_view, people_on
from bot.ui.notices import confirm_panel_view
from bot.ui.panel import Panel
from data.model.rating_categories import Category


async def show_leaderboard(
    interaction: Interaction, category: Category | None, *, is_world: bool = False
) -> None:
    """Answer with the leaderboard of a category, by default of the one with most rated matches here."""
    boards, guild_id = interaction.client.services.store.leaderboards, _guild_id(interaction)

    async def answer() -> Composed:
        wanted = LeaderboardPage(category or await boards.most_played(guild_id), is_world=is_world)
        return await _view(interaction, wanted, texts(interaction.locale.value)), []

    await answer_privately_in_time(interaction, answer())


async def press_leaderboard(interaction: Interaction, panel: Panel) -> None:
    """Show another page, the game chosen in the menu, or that of all servers; ask before a page is posted.

    Raises `Refusal` if the bot, the person or the server does not allow the post.
    """
    wanted = LeaderboardPage.read(panel)
    if panel.values == (GUESSES,):
        await show_guessers(interaction)
        return
    if panel.values == (RECAP,):
        await open_recap(interaction, None)
        return
    if wanted.action == POST:
        await post_leaderboard(interaction, wanted)
    elif wanted.action == ASK:
        await check_can_post(interaction)
        post, back, reader = wanted.to(POST).panel, wanted.to("").panel, texts(interaction.locale.value)
        await answer_privately(interaction, confirm_panel_view(post, back, "leaderboard.sure", reader), [])
    else:
        await _show(interaction, wanted)


async def show_guessers(interaction: Interaction) -> None:
    """Answer with the people of the server who guess the moves of others best."""
    services, guild_id = interaction.client.services, _guild_id(interaction)

    async def answer() -> Composed:
        since = interaction.created_at.timestamp() - DAYS * 86_400.0
        ranked = await services.store.guesses.best_in_guild(guild_id, since)
        reader = texts(interaction.locale.value)
        return guessers_view(ranked, interaction.user.id, reader, services.commands.link), []

    await answer_privately_in_time(interaction, answer())


async def _show(interaction: Interaction, wanted: LeaderboardPage) -> None:
    async def answer() -> Composed:
        return await _view(interaction, wanted, texts(interaction.locale.value)), []

    await answer_privately_in_time(interaction, answer())


async def post_leaderboard(interaction: Interaction, wanted: LeaderboardPage) -> None:
    """Post a page in the server's language, and show the person theirs again instead of the question.

    Raises `Refusal` if the bot, the person or the server does not allow it, or after too many posts.
    """
    async with public_post(interaction, ANSWERS) as post:
        await interaction.response.defer()
        composer, locale = interaction.client.services.composer, interaction.guild_locale
        reader = await composer.language_in(_guild_id(interaction), locale and locale.value)
        await follow_up(interaction, post, await _view(interaction, wanted, reader, is_public=True), [])
    await edit_message(interaction, await _view(interaction, wanted, texts(interaction.locale.value)), [])


async def _view(
    interaction: Interaction, wanted: LeaderboardPage, reader: Texts, *, is_public: bool = False
) -> LayoutView:
    services, me = interaction.client.services, interaction.user.id
    boards, link = services.store.leaderboards, services.commands.link
    now = interaction.created_at.timestamp()
    if not wanted.is_world:
        board = await boards.of_guild(_guild_id(interaction), wanted.category, now)
        return leaderboard_view(board, wanted.page, me, reader, is_public=is_public, link=link)
    board = await boards.of_world(wanted.category, now)
    names = await display_names(interaction, people_on(board, wanted.page), everywhere=True)
    return leaderboard_view(board, wanted.page, me, reader, names, is_public=is_public, link=link)


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
    game=[*CATEGORY_CHOICES, app_commands.Choice(name=label("guess.title"), value=GUESSES)],
    scope=choices("leaderboard.", ("server", WORLD)),
)
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
async def leaderboard_command(
    interaction: Interaction,
    game: app_commands.Choice[str] | None = None,
    scope: app_commands.Choice[str] | None = None,
) -> None:
    """Show the leaderboard in private, by default of the game with most rated matches here."""
    if game is not None and game.value == GUESSES:
        await show_guessers(interaction)
        return
    is_world = scope is not None and scope.value == WORLD
    category = None if game is None else Category(game.value)
    await show_leaderboard(interaction, category, is_world=is_world)


LEADERBOARDS = Feature([leaderboard_command], panels={"leaderboard": press_leaderboard})
