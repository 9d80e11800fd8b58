"""Which message is a match's, and its address."""

from __future__ import annotations

import discord

from bot.match.own_board import own_board
from bot.ui.custom_ids import carries
from data.model.board import Board
from data.model.match import Match


def is_match_message(message: discord.Message | None, match_id: int, board: Board) -> bool:
    """Whether a message is a board of a match: the stored one, or a later public one.

    Only a match's own messages have buttons that everyone sees. One later than the stored one was posted just
    before the process was killed; after such a loss a match may have no stored message at all. A press can be
    forged, so the message itself has to have the match's components.
    """
    if message is None or message.id == board.message_id:
        return message is not None
    return message.id > (board.message_id or 0) and _is_public_board(message, match_id)


def _is_public_board(message: discord.Message, match_id: int) -> bool:
    return not message.flags.ephemeral and carries(message, match_id)


def answers_in_place(message: discord.Message | None, match_id: int, board: Board) -> bool:
    """Whether a press on a message is answered by editing that message.

    True for the match's own message and, where the bot can only answer interactions, for any public message
    of its channel with the match's components.
    """
    if message is None or is_match_message(message, match_id, board):
        return message is not None
    is_here = message.channel.id == board.channel_id
    return board.tokens_only and is_here and _is_public_board(message, match_id)


def link(board: Board) -> str:
    """The address of a board's message, or of its channel while it has none."""
    channel = f"https://discord.com/channels/{board.guild_id or '@me'}/{board.channel_id}"
    return channel if board.message_id is None else f"{channel}/{board.message_id}"


def link_for(match: Match, user_id: int) -> str:
    """The address for a player, whose board can be another one than the opponent's."""
    return link(own_board(match, user_id) or match.home)
