"""Moves of puzzles written as plain messages, as `bot.interactions.plain_moves` has those of matches."""

from __future__ import annotations

import discord

from bot import puzzles
from bot.exceptions import Refusal
from bot.interactions.bans import check_may_use
from bot.interactions.open_puzzles import OpenPuzzles
from bot.interactions.plain_moves import is_like_move, is_plain, written
from bot.interactions.puzzles import tried
from bot.interactions.reply_moves import delete_typed
from bot.messages.faults import DISCORD_FAULTS
from bot.messages.interaction_responses import NOBODY
from bot.services import Client
from data.errors import StoreError
from games import game
from games.base import RuleError
from games.keyboard import parse_typed


async def play_in_puzzle(client: Client, message: discord.Message) -> bool:
    """Try a message that is a move in the puzzle that its author has open in the channel.

    False, and nothing done, if it is none. The puzzle shows what comes of the move.
    """
    open_puzzles, author, text = (
        client.services.part(OpenPuzzles),
        message.author,
        written(message, client.user),
    )
    shown = open_puzzles.of(author.id, message.channel.id)
    puzzle = puzzles.with_id(shown.question.puzzle_id) if shown else None
    if shown is None or puzzle is None or not is_plain(message) or not is_like_move(text):
        return False
    if open_puzzles.limit.is_reached(author.id):
        return False
    open_puzzles.limit.count(author.id)
    try:
        position = puzzle.after(shown.question.step)
        move = parse_typed(game(puzzle.game), text, position)
        position.play(move)
        await check_may_use(client, message.guild.id if message.guild else None, author.id)
        view, files = await tried(shown.interaction, puzzle, shown.question, move)
        await shown.interaction.edit_original_response(view=view, attachments=files, allowed_mentions=NOBODY)
    except (RuleError, Refusal, StoreError, *DISCORD_FAULTS):
        return False
    await delete_typed(message)
    return True
