"""What ``/profile`` and the buttons of a profile do.

Only the person who asks sees the answer. One's own profile is about all of one's matches and says what to
practice. Another person's is about the matches of this server that the reader can see, and so is one's own
when one posts it.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, tzinfo
from functools import partial

import discord
from discord import app_commands

from ai.analysis import ACCURACY_VERSION
from ai.strengths import nearest_level
from bot.drawing.profile import draw_profile
from bot.exceptions import Refusal
from bot.icons import Icon
from bot.interactions.channel_checks import check_can_post, check_here
from bot.interactions.commands.naming import command
from bot.interactions.explorer import scope_of
from bot.interactions.feature import Feature
from bot.interactions.leaderboard import CATEGORY_CHOICES
from bot.interactions.public_posts import public_post
from bot.match.advice import Advice, weak_phase, weak_theme
from bot.match.estimated_level import estimates
from bot.match.limits import ANSWERS
from bot.match.mistakes import Mistakes
from bot.messages.access import is_member
from bot.messages.interaction_responses import (
    Composed,
    answer_privately,
    answer_privately_in_time,
    edit_message,
    follow_up,
)
from bot.services import Interaction
from bot.texts import Texts, texts
from bot.time_zones import time_zone
from bot.ui.notices import confirm_panel_view
from bot.ui.panel import Panel, button
from bot.ui.person_panel import PagePart
from bot.ui.practice import Practice
from bot.ui.profile import (
    ASK,
    POST,
    ProfileNotes,
    ProfilePage,
    has_picture,
    opening_positions,
    profile_chart,
    profile_view,
)
from bot.ui.ratings import own_lines
from bot.ui.settings_panel import zone_of
from data.model.rating_categories import Category, game_of
from data.ratings.profile import Profile, Tally
from data.tables.conditions import Scope


async def show_profile(
    interaction: Interaction, user_id: int | None = None, category: Category | None = None
) -> None:
    """Answer with a person's profile, one's own by default, in the category that they play most.

    Raises `Refusal` for somebody who is not in this server.
    """
    user_id = user_id or interaction.user.id
    await check_here(interaction, user_id)
    await answer_privately_in_time(interaction, _shown(interaction, user_id, category))


async def own_ratings(interaction: Interaction, reader: Texts) -> PagePart:
    """A line about each of the person's ratings, with the level of the computer that they play like."""
    store, me = interaction.client.services.store.ratings, interaction.user.id
    ratings, levels = await store.of_person(me), estimates(await store.against_levels(me))
    lines = own_lines(ratings, levels, interaction.created_at.timestamp(), reader)
    profile = button(ProfilePage(me).panel, label=reader.plain("me.profile"), emoji=Icon.RATING)
    return PagePart(lines or [reader("me.no-ratings")], buttons=[profile])


async def press_profile(interaction: Interaction, panel: Panel) -> None:
    """Show a profile in the game chosen, or that of the person chosen; ask before one's own is posted.

    Raises `Refusal`.
    """
    page = ProfilePage.read(panel)
    if page is None:
        raise Refusal("error.unknown-button")
    if page.action == POST:
        await _post(interaction, page)
    elif page.action == ASK:
        await check_can_post(interaction)
        post, back = (replace(page, action=action).panel for action in (POST, ""))
        question = confirm_panel_view(post, back, "profile.sure", texts(interaction.locale.value))
        await answer_privately(interaction, question, [])
    else:
        await show_profile(interaction, page.user_id, page.category)


async def _shown(interaction: Interaction, user_id: int, category: Category | None) -> Composed:
    """A profile as the person who asks sees it."""
    is_own, reader = user_id == interaction.user.id, texts(interaction.locale.value)
    scope = Scope(user_id=user_id) if is_own else scope_of(interaction)
    profile, notes = await _read(interaction, user_id, category, scope)
    if is_own:
        due = await interaction.client.services.part(Mistakes).next_due(user_id)
        notes = replace(
            notes,
            is_everywhere=True,
            advice=await _advice(interaction, profile),
            practice=Practice(due.match_id, due.ply).panel if due is not None else None,
            can_post=interaction.guild is not None and is_member(interaction),
        )
    return await _composed(interaction, profile, notes, reader, interaction.user.id)


async def _post(interaction: Interaction, page: ProfilePage) -> None:
    """Show everybody one's own profile, as far as it is about this server, and the person theirs again.

    Raises `Refusal`.
    """
    services, me = interaction.client.services, interaction.user.id
    scope = scope_of(interaction)
    if page.user_id != me or scope.guild_id is None:
        raise Refusal("error.unknown-button")
    async with public_post(interaction, ANSWERS) as post:
        await interaction.response.defer()
        profile, notes = await _read(interaction, me, page.category, scope)
        reader = await services.composer.language_in(scope.guild_id, interaction.locale.value)
        await follow_up(interaction, post, *await _composed(interaction, profile, notes, reader, None))
    await edit_message(interaction, *await _shown(interaction, me, page.category))


async def _read(
    interaction: Interaction, user_id: int, category: Category | None, scope: Scope
) -> tuple[Profile, ProfileNotes]:
    """What the store knows of a person, in the category that they play most unless one is given."""
    store = interaction.client.services.store
    results = await store.ratings.against_levels(user_id, scope)
    profile = await store.profiles.of_person(user_id, category, scope, ACCURACY_VERSION, opening_positions)
    if category is None and results and not profile.results:  # only against the computer
        category = max(results, key=lambda played: len(results[played]))
        profile = await store.profiles.of_person(
            user_id, category, scope, ACCURACY_VERSION, opening_positions
        )
    levels: dict[str, Tally] = {}
    for result in results.get(profile.category, ()):
        level = nearest_level(game_of(profile.category), result.level)
        levels[level] = levels.get(level, Tally()).plus(result.score)
    ratings = await store.ratings.of_person(user_id)
    latest = {match.id: match for match in await store.queries.by_number(profile.latest)}
    notes = ProfileNotes(
        estimates(results).get(profile.category),
        levels,
        {other: rating for other, rating in ratings.items() if other is not profile.category},
        [latest[number] for number in profile.latest if number in latest],
    )
    return profile, notes


async def _advice(interaction: Interaction, profile: Profile) -> Advice:
    services, game = interaction.client.services, game_of(profile.category)
    mistakes = await services.store.mistakes.in_game(profile.user_id, game)
    attempts = await services.store.puzzles.attempts(profile.user_id)
    due = await services.part(Mistakes).due(profile.user_id, game)
    return Advice(due, weak_phase(game, mistakes), weak_theme(game, attempts))


async def _composed(
    interaction: Interaction, profile: Profile, notes: ProfileNotes, reader: Texts, reader_id: int | None
) -> Composed:
    """A profile with its picture as one person sees it; without one, as everybody in the server does."""
    view = profile_view(profile, notes, interaction.created_at.timestamp(), reader)
    if not has_picture(profile, notes):
        return view, []
    composer = interaction.client.services.composer
    theme = await composer.chart_theme(interaction.guild_id, reader_id)
    zone: tzinfo = UTC
    if interaction.guild is not None:
        settings = await interaction.client.services.settings.guild(interaction.guild.id)
        zone = time_zone(zone_of(settings, interaction.guild))
    chart = profile_chart(profile, notes, theme, reader, zone)
    return view, [await composer.render(partial(draw_profile, chart))]


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
