"""``/board``: post a board again, watch a match, or do something else in it."""

from __future__ import annotations

from discord import app_commands

from bot.exceptions import Refusal
from bot.interactions.board_reading import read_board
from bot.interactions.bring_match import bring
from bot.interactions.commands.find_match import complete_match, complete_seen_match, find_match
from bot.interactions.commands.match_actions import MATCH_ACTIONS
from bot.interactions.commands.naming import choices, command
from bot.interactions.public_posts import public_post
from bot.interactions.watching import show_live
from bot.match.limits import BOARDS
from bot.match.own_board import own_board
from bot.services import Interaction
from bot.texts import Raw
from bot.ui.board_reading import MAX_WHERE
from bot.ui.links import link
from data.model.match import MatchState
from data.model.reasons import WITHOUT_BOARD

READ = "read"
"""The value of the action that reads the board out."""


@command("board")
@app_commands.choices(action=choices("choice.action.", (*MATCH_ACTIONS, READ)))
async def board_command(
    interaction: Interaction,
    action: app_commands.Choice[str] | None = None,
    match: int | None = None,
    where: app_commands.Range[str, 1, MAX_WHERE] | None = None,
) -> None:
    """Show the board, read it out, or do what was chosen in the match."""
    if where is not None or (action is not None and action.value == READ):
        await read_board(interaction, match, where or "")
    elif action is not None:
        await MATCH_ACTIONS[action.value](interaction, match)
    else:
        await show_board(interaction, match)


async def show_board(interaction: Interaction, number: int | None) -> None:
    """Post the board again; to a person who does not play in the match, show it live in an ephemeral one."""
    chosen_match = await find_match(interaction, number)
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


@board_command.autocomplete("match")
async def complete_board(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Matches whose board can be shown or read; for another action, those in which the person plays."""
    complete = complete_match if interaction.namespace.action in MATCH_ACTIONS else complete_seen_match
    return await complete(interaction, typed)
