"""Moves written as a reply to a board: ``k10``, with the mention that a reply carries.

A reply without a digit that is no move of the game, such as a greeting, is meant for the opponent.

Discord passes on the text of a message that mentions the bot, so this needs no privileged intent. Once the
move is played, the reply is deleted where the bot has the permission to manage messages. An error cannot be
ephemeral here: it is a short reply that is deleted after `VANISH_SECONDS`.
"""

from __future__ import annotations

import contextlib
import re

import discord

from bot.interactions.bans import check_may_use
from bot.interactions.error_replies import sentence
from bot.log_context import about, bind
from bot.messages.faults import DISCORD_FAULTS
from bot.messages.private_notes import VANISH_SECONDS
from bot.services import Client
from bot.texts import Texts
from data.errors import StoreError
from data.model.board import Board
from data.model.match import Match, MatchState, PositionId
from games import GAMES, replay
from games.base import RuleError
from games.keyboard import parse_typed

MAX_CHARACTERS = 20  # as long as a move can be written
_MENTION = re.compile(r"<@!?\d+>")


async def play_reply(client: Client, message: discord.Message) -> None:
    """Play what a player replied to the board of their match; ignores every other message."""
    replied = await _replied_board(client, message)
    text = without_mentions(message)
    if replied is None or not 0 < len(text) <= MAX_CHARACTERS:
        return
    match, board = replied
    if _is_meant_as_move(match, text):
        await play_typed(client, message, match, board, text)


def without_mentions(message: discord.Message) -> str:
    """The words of a message that are no mentions, with a space between two."""
    return " ".join(_MENTION.sub(" ", message.content).split())


async def play_typed(
    client: Client,
    message: discord.Message,
    match: Match,
    board: Board,
    text: str,
    position_id: PositionId | None = None,
) -> None:
    """Play the move that a player has typed as a message near a board of their match, and tidy up."""
    services = client.services
    bind(**about(match))
    services.repost_rule.move_typed(board.id, message.id)
    if may_delete(message):
        services.repost_rule.messages_deleted(message.channel.id, [message.id])  # soon
    try:
        await check_may_use(client, message.guild.id if message.guild else None, message.author.id)
        await services.matches.play(match.id, position_id, message.author.id, text)
    except Exception as error:
        await explain(client, message, board, error)
        return
    await delete_typed(message)


async def _replied_board(client: Client, message: discord.Message) -> tuple[Match, Board] | None:
    """The board that this message replies to, with its match, if its author plays in that."""
    reference = message.reference
    if message.author.bot or client.user not in message.mentions or reference is None:
        return None
    try:
        matches = await client.services.store.queries.of_user(message.author.id)
    except StoreError:
        return None
    for match in matches:
        for board in match.boards:
            if match.state == MatchState.PLAYING and board.message_id == reference.message_id:
                return match, board
    return None


def _is_meant_as_move(match: Match, text: str) -> bool:
    """Whether a text is a move of the match's game, or has a digit, as points have."""
    if any(map(str.isdigit, text)):
        return True
    try:
        parse_typed(GAMES[match.game], text, replay(match.record))
    except RuleError:
        return False
    return True


async def delete_typed(message: discord.Message) -> None:
    """Delete a message whose move a board shows now, if the bot may."""
    if may_delete(message):
        with contextlib.suppress(*DISCORD_FAULTS):
            await message.delete()


def may_delete(message: discord.Message) -> bool:
    """Whether the bot may delete a message of somebody else."""
    guild = message.guild
    return guild is not None and message.channel.permissions_for(guild.me).manage_messages


async def explain(client: Client, message: discord.Message, board: Board, error: Exception) -> None:
    """Say why a typed move is not played, in the board's language, in a reply that vanishes."""
    await reply_why(message, error, await client.services.composer.language(board))


async def reply_why(message: discord.Message, error: Exception, reader: Texts) -> None:
    """Say in a reply that vanishes why what a message means is not done."""
    with contextlib.suppress(*DISCORD_FAULTS):
        await message.reply(
            sentence(error, reader), delete_after=VANISH_SECONDS, mention_author=False, silent=True
        )
