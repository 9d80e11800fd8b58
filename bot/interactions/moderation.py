"""Passes the presses and forms of moderators on to what they are about: matches, people, tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import discord
from discord.app_commands import Choice

from bot.exceptions import Refusal
from bot.interactions.commands.completion import MAX_CHOICES
from bot.interactions.commands.match_choices import match_choices
from bot.interactions.moderated_matches import (
    MATCH_ACTIONS,
    ask_about_match,
    do_to_match,
    match_shown_in,
    show_moderated_match,
)
from bot.interactions.moderated_people import ask_to_ban_chosen, ask_to_lift, do_ban, do_lift, show_bans
from bot.interactions.moderated_tournaments import (
    TOURNAMENT_ACTIONS,
    do_to_tournament,
    press_tournament_panel,
    show_managed_tournament,
    tournament_shown_in,
)
from bot.interactions.moderators import check_moderator, number_at
from bot.messages.interaction_responses import Composed, answer_privately_in_time
from bot.services import Interaction
from bot.texts import texts
from bot.ui.moderation_form import BAN, HOUR
from bot.ui.moderation_panel import (
    BANS,
    HOME,
    LIFT,
    MATCH,
    MOST_ACTIVE,
    PERSON,
    TOURNAMENT,
    Moderated,
    moderation_view,
)
from bot.ui.panel import Panel
from bot.ui.settings_panel import problem_of_log
from bot.ui.tournament_heading import plain_heading


async def press_moderate(interaction: Interaction, panel: Panel) -> None:
    """Show what a press of a moderator names, or ask before it is done. Raises `Refusal`."""
    action, *parts = panel.argument.split(".")
    if action in TOURNAMENT_ACTIONS:  # which the creator of a tournament can do, too
        await press_tournament_panel(interaction, panel, action, parts)
        return
    check_moderator(interaction)
    if action in MATCH_ACTIONS:
        await ask_about_match(interaction, panel, action, parts)
    elif action == BANS:
        await show_bans(interaction, int(parts[0]) if parts and parts[0].isdecimal() else 0)
    elif action == LIFT:
        await ask_to_lift(interaction, panel.values or parts)
    elif action == PERSON:
        await ask_to_ban_chosen(interaction, panel.values)
    elif action == HOME:
        await show_moderation(interaction)
    elif action == MATCH:
        await show_moderated_match(interaction, number_at(panel.values or parts))
    elif action == TOURNAMENT:
        await show_managed_tournament(interaction, number_at(panel.values))
    else:
        raise Refusal("error.unknown-button")


async def show_moderation(interaction: Interaction) -> None:
    """Answer with all that a moderator can do in the server. Raises `Refusal`."""
    guild_id = check_moderator(interaction)
    reader, services = texts(interaction.locale.value), interaction.client.services
    can_set = interaction.permissions.manage_guild

    async def shown() -> Composed:
        in_play = await services.store.queries.in_guild(guild_id)
        choices = await newest_matches(interaction, guild_id, in_play)
        settings = await services.settings.guild(guild_id)
        begun = await services.store.queries.begun_in_guild(
            guild_id, interaction.created_at.timestamp() - HOUR
        )
        tournaments = (await services.store.tournaments.names_in(guild_id))[:MAX_CHOICES]
        moderated = Moderated(
            {int(choice.value): choice.name for choice in choices},
            len(in_play),
            {tournament.id: plain_heading(tournament, reader) for tournament in tournaments},
            len(await services.store.bans.in_guild(guild_id)),
            settings.log_channel,
            problem_of_log(settings, interaction.guild, reader) if interaction.guild else None,
            dict(islice(begun.items(), MOST_ACTIVE)),
        )
        return moderation_view(moderated, reader, can_set=can_set), []

    await answer_privately_in_time(interaction, shown())


async def newest_matches(
    interaction: Interaction, guild_id: int, in_play: Sequence[int], typed: str = ""
) -> list[Choice[int]]:
    """The newest matches in play of a server, of all the numbers, in words that contain what was typed."""
    services = interaction.client.services
    newest = sorted(in_play, reverse=True)[: 4 * MAX_CHOICES]
    matches = list(reversed(await services.store.queries.by_number(newest)))
    return await match_choices(interaction, matches, typed, both=True)


async def submit_moderate(interaction: Interaction, panel: Panel) -> None:
    """Do what a moderator has confirmed by a form. Raises `Refusal`."""
    action, *parts = panel.argument.split(".")
    if action in TOURNAMENT_ACTIONS:
        await do_to_tournament(interaction, action, parts)
        return
    check_moderator(interaction)
    if action in MATCH_ACTIONS:
        await do_to_match(interaction, action, parts)
    elif action == BAN:
        await do_ban(interaction, parts)
    elif action == LIFT:
        await do_lift(interaction, parts)
    else:
        raise Refusal("error.unknown-button")


async def moderate_message(interaction: Interaction, message: discord.Message) -> None:
    """Show what can be done to the match or the tournament of a message. Raises `Refusal`."""
    check_moderator(interaction)
    is_own = message.author == interaction.client.user
    if is_own and (match_id := match_shown_in(message)) is not None:
        await show_moderated_match(interaction, match_id)
    elif is_own and (tournament_id := tournament_shown_in(message)) is not None:
        await show_managed_tournament(interaction, tournament_id)
    else:
        raise Refusal("moderate.no-board")
