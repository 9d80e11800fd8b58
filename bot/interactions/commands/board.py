"""``/board``: post a board again, or watch a match."""

from __future__ import annotations

from bot.exceptions import Refusal
from bot.interactions.bring_match import bring
from bot.interactions.commands.find_match import complete_seen_match, find_match
from bot.interactions.commands.naming import command
from bot.interactions.public_posts import public_post
from bot.interactions.watching import show_live
from bot.match.limits import BOARDS
from bot.match.own_board import own_board
from bot.services import Interaction
from bot.texts import Raw
from bot.ui.links import link
from data.model.match import MatchState
from data.model.reasons import WITHOUT_BOARD


@command("board")
async def board_command(interaction: Interaction, match: int | None = None) -> None:
    """Post the board again; to a person who does not play in the match, show it live in an ephemeral one."""
    chosen_match = await find_match(interaction, match)
    if chosen_match.side_of(interaction.user.id) is None:
        await show_live(interaction, chosen_match)
        return
    own = own_board(chosen_match, interaction.user.id)
    is_there = own is not None and own.channel_id == interaction.channel_id
    is_here = is_there and chosen_match.paused not in WITHOUT_BOARD
    if chosen_match.state == MatchState.PLAYING and not is_here:
        await bring(interaction, chosen_match)
        return
    board = own or chosen_match.home
    if board.guild_id != interaction.guild_id:
        raise Refusal("board.elsewhere", link=Raw(link(board)))
    async with public_post(interaction, BOARDS) as post:
        await interaction.client.services.boards.messages.repost(interaction, chosen_match, board, post)


board_command.autocomplete("match")(complete_seen_match)
