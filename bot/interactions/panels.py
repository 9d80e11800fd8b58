"""What a press on a panel does, by the verb of the panel; and the list of a person's matches."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

import discord

from bot.exceptions import Refusal
from bot.interactions.blocks import press_block
from bot.interactions.bring_match import bring
from bot.interactions.conditional_moves import press_conditional, submit_conditional
from bot.interactions.daily import press_daily, press_daily_settings
from bot.interactions.error_replies import explain
from bot.interactions.explorer import press_explore, press_explored_matches
from bot.interactions.import_records import import_submitted
from bot.interactions.introductions import play_introduced
from bot.interactions.leaderboard import press_leaderboard
from bot.interactions.lessons import press_lesson
from bot.interactions.moderation import press_moderate, submit_moderate
from bot.interactions.practice import press_practice
from bot.interactions.privacy import press_privacy
from bot.interactions.profile import press_profile
from bot.interactions.puzzles import press_puzzle
from bot.interactions.rank_roles import press_ranks
from bot.interactions.review import show_review
from bot.interactions.seeks import press_seek
from bot.interactions.settings_pages import PERSON_SETTINGS, SERVER_SETTINGS
from bot.interactions.setups import press_setup, submit_diagram
from bot.interactions.tournament_plans import press_plan
from bot.interactions.tournaments import press_tournament
from bot.interactions.watching import press_watch
from bot.log_context import bind
from bot.match.own_board import own_board
from bot.messages.access import is_free_to_move
from bot.services import Interaction
from bot.texts import texts
from bot.ui.custom_ids import Press, Verb
from bot.ui.match_list import PAGE, MatchListing, in_order, last_page, match_list_view
from bot.ui.moderation_form import CONFIRM
from bot.ui.moderation_panel import MODERATE
from bot.ui.notices import note_view
from bot.ui.panel import Panel
from data.matches.queries import MatchFilter
from data.model.match import Match, PositionId
from data.model.reasons import WITHOUT_BOARD


async def handle_panel(interaction: Interaction, panel: Panel) -> None:
    """Do what a press means, or answer why not; raises nothing."""
    try:
        handler = HANDLERS.get(panel.verb)
        if handler is None:
            raise Refusal("error.unknown-button")
        await handler(interaction, panel)
    except Exception as error:
        await explain(interaction, error)


# --- A person's matches ------------------------------------------------------------------------------


async def show_matches(interaction: Interaction) -> None:
    """Answer a command with the first page of the person's matches."""
    view = await _matches_view(interaction, MatchListing())
    await interaction.response.send_message(view=view, ephemeral=True)


async def _list(interaction: Interaction, panel: Panel) -> None:
    """Show another page, or the matches in the other state."""
    view = await _matches_view(interaction, MatchListing.read(panel.argument))
    await interaction.response.edit_message(view=view)


async def _choose(interaction: Interaction, panel: Panel) -> None:
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
    return match_list_view(matches, total, listing, user_id, reader, can_bring, clocks, unreadable)


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


async def _review(interaction: Interaction, panel: Panel) -> None:
    bind(match=_number(panel))
    await show_review(interaction, Press(Verb.REVIEW, _number(panel), PositionId(0, 0)))


async def _review_chosen(interaction: Interaction, panel: Panel) -> None:
    """Review the match that was chosen among imported ones."""
    await _review(interaction, replace(panel, argument=panel.values[0] if panel.values else ""))


async def _submit_record(interaction: Interaction, panel: Panel) -> None:
    del panel
    await import_submitted(interaction)


async def _bring(interaction: Interaction, panel: Panel) -> None:
    await bring(interaction, await interaction.client.services.matches.get(_number(panel)))


async def _cancel(interaction: Interaction, panel: Panel) -> None:
    """Cancel a challenge, also one whose message is deleted; then list the matches that are left."""
    bind(match=_number(panel))
    await interaction.client.services.matches.challenges.cancel(_number(panel), interaction.user.id)
    try:
        view = await _matches_view(interaction, MatchListing())
    except Refusal as nothing:
        view = note_view(texts(interaction.locale.value)(nothing.key))
    await interaction.response.edit_message(view=view)


def _number(panel: Panel) -> int:
    """The number that a press carries; 0 if none."""
    return int(panel.argument) if panel.argument.isdecimal() else 0


HANDLERS: dict[str, Callable[[Interaction, Panel], Awaitable[None]]] = {
    "set": SERVER_SETTINGS.press,
    "reset": SERVER_SETTINGS.ask_to_reset,
    "reset-yes": SERVER_SETTINGS.reset,
    "reset-no": SERVER_SETTINGS.show_page,
    "list": _list,
    "list-state": _list,
    "list-game": _choose,
    "list-opponent": _choose,
    "review": _review,
    "explore": press_explore,
    "explore-matches": press_explored_matches,
    "import-review": _review_chosen,
    MODERATE: press_moderate,
    CONFIRM: submit_moderate,
    "import-text": _submit_record,
    "bring": _bring,
    "cancel": _cancel,
    "learn": press_lesson,
    "practice": press_practice,
    "profile": press_profile,
    "puzzle": press_puzzle,
    "ranks": press_ranks,
    "daily": press_daily,
    "daily-set": press_daily_settings,
    "play": play_introduced,
    "watch": press_watch,
    "seek": press_seek,
    "setup": press_setup,
    "setup-text": submit_diagram,
    "conditional": press_conditional,
    "conditional-text": submit_conditional,
    "leaderboard": press_leaderboard,
    "me": PERSON_SETTINGS.press,
    "block": press_block,
    "privacy": press_privacy,
    "tournament": press_tournament,
    "tournament-new": press_plan,
}
"""What the verb of a panel does."""
