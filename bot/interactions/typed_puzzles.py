"""Moves of puzzles written as plain messages, as `bot.interactions.plain_moves` has those of matches.

A typed move that the bot may not delete stays below the puzzle. The puzzle is shown in a new message below it
then, and its old message is deleted: the interaction's token can do both for as long as it edits it.
"""

from __future__ import annotations

import discord

from bot.exceptions import Refusal
from bot.interactions.bans import check_may_use
from bot.interactions.open_puzzles import OpenPuzzles
from bot.interactions.plain_moves import is_like_move, is_plain, is_spaced, missed_point, written
from bot.interactions.reply_moves import delete_typed, may_delete, reply_why
from bot.messages.faults import DISCORD_FAULTS
from bot.services import Client
from bot.texts import texts
from data.errors import StoreError
from games import GAMES, replay
from games.base import PASS, Move, Record, RuleError
from games.keyboard import parse_typed


async def play_in_puzzle(client: Client, message: discord.Message) -> bool:
    """Try a message that is a move in the puzzle that its author has open in the channel, or say why not.

    False, and nothing done, if it is none. The puzzle shows what comes of the move.
    """
    open_puzzles, author, text = (
        client.services.part(OpenPuzzles),
        message.author,
        written(message, client.user),
    )
    shown = open_puzzles.of(author.id, message.channel.id)
    if shown is None or not is_plain(message) or not is_like_move(text):
        return False
    if open_puzzles.limit.is_reached(author.id):
        return False
    open_puzzles.limit.count(author.id)
    try:
        move = typed_move(shown.record, text)
        if move is None:
            return False
        await check_may_use(client, message.guild.id if message.guild else None, author.id)
        composed, message_shown = await shown.attempt(move), shown.message
        if may_delete(message):
            await shown.edit(composed)
        else:
            message_shown = await shown.show_at_end(composed)
        open_puzzles.moved(author.id, message.channel.id, message_shown)
    except (RuleError, Refusal, StoreError) as error:
        await reply_why(message, error, texts(shown.interaction.locale.value))
        return True
    except DISCORD_FAULTS:
        return False
    await delete_typed(message)
    return True


def typed_move(record: Record, text: str) -> Move | None:
    """The move that a text can only mean in a puzzle; None for what is chat.

    Raises `RuleError` for a move that cannot be played and for a point off the board. With a blank in it,
    both are chat. So is a pass, which solves no puzzle, and can be said for leaving this puzzle out.
    """
    rules, position = GAMES[record.game], replay(record)
    try:
        move = parse_typed(rules, text, position)
    except RuleError:
        missed = None if is_spaced(text) else missed_point(rules, text, position)
        if missed is None:
            return None
        raise missed.error from None
    if move == PASS or (is_spaced(text) and move not in position.legal_moves()):
        return None
    position.play(move)
    return move
