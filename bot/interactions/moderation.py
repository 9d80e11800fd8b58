"""Passes the presses and forms of moderators on to what they are about: matches, people, tournaments."""

from __future__ import annotations

import discord

from bot.exceptions import Refusal
from bot.interactions.moderated_matches import (
    MATCH_ACTIONS,
    ask_about_match,
    do_to_match,
    match_shown_in,
    show_moderated_match,
)
from bot.interactions.moderated_people import ask_to_lift, do_ban, do_lift, show_bans
from bot.interactions.moderated_tournaments import (
    TOURNAMENT_ACTIONS,
    do_to_tournament,
    press_tournament_panel,
    show_managed_tournament,
    tournament_shown_in,
)
from bot.interactions.moderators import check_moderator
from bot.services import Interaction
from bot.ui.moderation_form import BAN
from bot.ui.moderation_panel import BANS, LIFT
from bot.ui.panel import Panel


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
        await ask_to_lift(interaction, panel.values)
    else:
        raise Refusal("error.unknown-button")


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
