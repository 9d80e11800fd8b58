"""The list of a person's matches: what ``/matches``, and the buttons and menus of its panel do."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import discord

from bot.exceptions import Refusal
from bot.interactions.bring_match import bring
from bot.interactions.commands.naming import command
from bot.interactions.feature import Feature
from bot.log_context import bind
from bot.match.own_board import own_board
from bot.messages.access import is_free_to_move
from bot.services import Interaction
from bot.texts import texts
from bot.ui.match_list import PAGE, MatchListing, in_order, last_page, match_list_view
from bot.ui.notices import note_view
from bot.ui.panel import Panel
from data.matches.queries import MatchFilter
from data.model.match import Match
from data.model.reasons import WITHOUT_BOARD


async def show_matches(interaction: Interaction) -> None:
    """Answer a command with the first page of the person's matches."""
    view = await _matches_view(interaction, MatchListing())
    await interaction.response.send_message(view=view, ephemeral=True)


async def turn_list(interaction: Interaction, panel: Panel) -> None:
    """Show another page, or the matches in the other state."""
    view = await _matches_view(interaction, MatchListing.read(panel.argument))
    await interaction.response.edit_message(view=view)


async def choose_in_list(interaction: Interaction, panel: Panel) -> None:
    """Show the matches of the game, or against the opponent, chosen in a menu."""
    listing = MatchListing.read(panel.argument).choosing(panel.verb.removeprefix("list-"), panel.values)
    await interaction.response.edit_message(view=await _matches_view(interaction, listing))


async def _matches_view(interaction: Interaction, listing: MatchListing) -> discord.ui.LayoutView:
    """The list. Raises `Refusal` for a person who has no matches at all."""
    services, user_id = interaction.client.services, interaction.user.id
    unfinished = await services.store.queries.of_user(user_id)
    unreadable = await services.store.queries.unreadable_of(user_id)
    if listing.over is None:
        listing = replace(listing, over=not (unfinished or unreadable))
    wanted = _filter(interaction, listing)
    if listing.over:
        matches, total, listing = await _finished(interaction, listing, wanted)
    else:
        in_list = in_order([match for match in unfinished if wanted.accepts(match)], user_id)
        total = len(in_list)
        listing = replace(listing, page=min(listing.page, last_page(total)))
        matches = in_list[listing.page * PAGE :][:PAGE]
    if listing.over and not (total or unfinished or listing.is_filtered):
        raise Refusal("matches.none")
    reader, clocks = texts(interaction.locale.value), await services.composer.clocks(user_id)
    can_bring, unreadable = partial(_can_bring, interaction), [] if listing.over else unreadable
    occasions = await services.composer.occasions.of_each(matches, reader)
    return match_list_view(matches, total, listing, user_id, reader, can_bring, clocks, unreadable, occasions)


def _can_bring(interaction: Interaction, match: Match) -> bool:
    if match.paused in WITHOUT_BOARD or match.home.message_id is None:
        return True
    if match.has_own_boards:
        own = own_board(match, interaction.user.id)
        return own is None or own.channel_id != interaction.channel_id
    return match.home.channel_id != interaction.channel_id and is_free_to_move(interaction.client, match)


async def _finished(
    interaction: Interaction, listing: MatchListing, wanted: MatchFilter
) -> tuple[list[Match], int, MatchListing]:
    """The page of a person's matches that are over, or the last one; how many there are in all."""
    queries, user_id = interaction.client.services.store.queries, interaction.user.id
    matches, total = await queries.finished(user_id, wanted, offset=listing.page * PAGE, limit=PAGE)
    if matches or not total:
        return matches, total, listing if total else replace(listing, page=0)
    listing = replace(listing, page=last_page(total))
    return *await queries.finished(user_id, wanted, offset=listing.page * PAGE, limit=PAGE), listing


def _filter(interaction: Interaction, listing: MatchListing) -> MatchFilter:
    me = interaction.client.user
    computer = me is not None and listing.opponent_id == me.id
    return MatchFilter(listing.game, None if computer else listing.opponent_id, computer, imported=True)


async def press_bring(interaction: Interaction, panel: Panel) -> None:
    """Post the board of a match here."""
    await bring(interaction, await interaction.client.services.matches.get(panel.number))


async def press_cancel(interaction: Interaction, panel: Panel) -> None:
    """Cancel a challenge, also one whose message is deleted; then list the matches that are left."""
    bind(match=panel.number)
    await interaction.client.services.matches.challenges.cancel(panel.number, interaction.user.id)
    try:
        view = await _matches_view(interaction, MatchListing())
    except Refusal as nothing:
        view = note_view(texts(interaction.locale.value)(nothing.key))
    await interaction.response.edit_message(view=view)


@command("matches")
async def matches_command(interaction: Interaction) -> None:
    """List one's own matches."""
    await show_matches(interaction)


MATCHES = Feature(
    [matches_command],
    panels={
        "list": turn_list,
        "list-state": turn_list,
        "list-game": choose_in_list,
        "list-opponent": choose_in_list,
        "bring": press_bring,
        "cancel": press_cancel,
    },
)
