"""Bringing a match to where a player is.

A match of two people stays where both can see it. A player takes it away only from a place that is lost, that
they cannot see, or where the bot cannot tell who sees it, as in direct messages. So either player can always
go on: the one who cannot see the board brings it to where they are. A match against the computer follows its
person.
"""

from __future__ import annotations

from bot.exceptions import Refusal
from bot.interactions.channel_checks import current_place
from bot.interactions.public_posts import public_post
from bot.log_context import bind
from bot.match.limits import BOARDS
from bot.match.own_board import board_of
from bot.messages.access import can_see, is_free_to_move, is_member
from bot.messages.faults import DISCORD_FAULTS
from bot.services import Interaction
from bot.texts import Raw
from bot.ui.links import is_match_message, link
from data.model.match import Match, MatchState, PauseReason, Place
from data.model.reasons import WITHOUT_BOARD
from games.base import Side


async def bring(interaction: Interaction, match: Match) -> None:
    """Answer with the board of a match that was elsewhere. Raises `Refusal` if it has to stay there."""
    services, person = interaction.client.services, interaction.user.id
    bind(match=match.id)
    if match.side_of(person) is not None and match.state == MatchState.PLAYING:
        await _check_can_move(interaction, match)
    side = match.side_of(person)
    is_elsewhere = match.home.side not in (None, side)
    if side is not None and is_elsewhere and match.paused not in WITHOUT_BOARD:
        await _bring_own(interaction, match, side)
        return
    shared = match.level is None
    async with public_post(interaction, BOARDS, shared=shared) as post:
        place = await _place_to_go_on(interaction, match, shared=shared)
        moved = await services.matches.suspensions.move_to(match, person, place)
        try:
            await services.boards.messages.repost(interaction, moved, moved.home, post, old=match.home)
        except DISCORD_FAULTS:
            # It is stored at a place where nobody sees it: its clock stands until a player brings it again.
            await services.matches.suspensions.suspend([match.id])
            raise


async def _bring_own(interaction: Interaction, match: Match, side: Side) -> None:
    """Answer with the board of a side that is not at the match's home."""
    services = interaction.client.services
    if interaction.guild_id is None or not is_member(interaction):
        raise Refusal("seek.only-in-servers")
    async with public_post(interaction, BOARDS) as post:
        place = await _place_to_go_on(interaction, match, shared=True)
        moved, old = await services.store.boards.move(match.id, side, place), board_of(match, side)
        board = board_of(moved, side)
        if board is not None:
            await services.boards.messages.repost(interaction, moved, board, post, old=old)


async def _place_to_go_on(interaction: Interaction, match: Match, *, shared: bool) -> Place:
    return await current_place(interaction, match.game, match.level, shared=shared, begins=False)


async def recover(interaction: Interaction, match_id: int) -> Match | None:
    """Resume a suspended match on whose board a player pressed a button: so its place is not lost."""
    services = interaction.client.services
    match, message = await services.matches.get(match_id), interaction.message
    if match.paused != PauseReason.SUSPENDED or message is None:
        return None
    if not is_match_message(message, match.id, match.home):
        return None
    place = Place(
        interaction.guild_id,
        message.channel.id,
        match.home.locale or interaction.locale.value,
        tokens_only=not is_member(interaction),
    )
    return await services.matches.suspensions.move_to(match, interaction.user.id, place)


async def _check_can_move(interaction: Interaction, match: Match) -> None:
    is_here = match.guild_id is not None and match.guild_id == interaction.guild_id
    if is_here or match.has_own_boards or is_free_to_move(interaction.client, match):
        return
    if await can_see(interaction.client, interaction.user.id, match.home):
        raise Refusal("board.elsewhere", link=Raw(link(match.home)))
