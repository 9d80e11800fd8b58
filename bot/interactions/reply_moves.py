"""Moves written as a reply to a board: ``k10``, with the mention that a reply carries.

Discord passes on the text of a message that mentions the bot, so this needs no privileged intent. An error
cannot be ephemeral here: it is a short reply that is deleted after `VANISH_SECONDS`.
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
from data.model import Match, MatchState

MOST_CHARACTERS = 20  # as long as a move can be written
_MENTION = re.compile(r"<@!?\d+>")


async def play_reply(client: Client, message: discord.Message) -> None:
    """Play what a player replied to the board of their match; ignores every other message."""
    services = client.services
    match = await _replied_match(client, message)
    text = " ".join(_MENTION.sub(" ", message.content).split())
    if match is None or not 0 < len(text) <= MOST_CHARACTERS:
        return
    bind(**about(match))
    try:
        await check_may_use(client, message.guild.id if message.guild else None, message.author.id)
        await services.matches.play(match.id, None, message.author.id, text)
    except Exception as error:
        await _explain(message, error, await services.composer.language(match))


async def _replied_match(client: Client, message: discord.Message) -> Match | None:
    """The match whose board this message replies to, if its author plays in it."""
    reference = message.reference
    if message.author.bot or client.user not in message.mentions or reference is None:
        return None
    try:
        matches = await client.services.store.queries.of_user(message.author.id)
    except StoreError:
        return None
    playing = (one for one in matches if one.state == MatchState.PLAYING)
    return next((one for one in playing if reference.message_id in _messages(one)), None)


def _messages(match: Match) -> tuple[int | None, ...]:
    return match.message_id, match.other_board.message_id if match.other_board else None


async def _explain(message: discord.Message, error: Exception, reader: Texts) -> None:
    with contextlib.suppress(*DISCORD_FAULTS):
        await message.reply(
            sentence(error, reader), delete_after=VANISH_SECONDS, mention_author=False, silent=True
        )
