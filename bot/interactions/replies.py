"""Moves written as a reply to a board: ``k10``, with the ping a reply carries.

Start reading at `answer_reply`. Discord tells a bot what a message says if the message mentions it, so this
needs no privileged intent. A refusal cannot be whispered here: it is a short reply that goes away by itself.
"""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING

import discord

from bot.exceptions import TimeIsUp
from bot.interactions.respond import DISCORD_FAULTS, sentence
from bot.texts import Texts
from data.errors import StoreError
from data.matches import Match

if TYPE_CHECKING:
    from bot.client import Daeguk

MOST_CHARACTERS = 20  # as long as any way to write a move
REFUSAL_SECONDS = 20.0
_MENTION = re.compile(r"<@!?\d+>")


async def answer_reply(client: Daeguk, message: discord.Message) -> None:
    """Play what a seated person replied to the board of their match; anything else is left alone."""
    match = await _meant(client, message)
    text = " ".join(_MENTION.sub(" ", message.content).split())
    if match is None or not 0 < len(text) <= MOST_CHARACTERS:
        return
    try:
        played = await client.matches.play(match.id, None, message.author.id, text)
    except Exception as error:
        if isinstance(error, TimeIsUp):
            client.display.show(error.match)
        await _refuse(message, error, await client.composer.language(match))
        return
    client.played(played)


async def _meant(client: Daeguk, message: discord.Message) -> Match | None:
    """The match whose board this message answers, if its author plays in it."""
    reference = message.reference
    if message.author.bot or client.user not in message.mentions or reference is None:
        return None
    try:
        matches = await client.store.of_user(message.author.id)
    except StoreError:
        return None
    found = (one for one in matches if one.message_id == reference.message_id and one.state == "playing")
    return next(found, None)


async def _refuse(message: discord.Message, error: Exception, reader: Texts) -> None:
    with contextlib.suppress(*DISCORD_FAULTS):
        await message.reply(
            sentence(error, reader), delete_after=REFUSAL_SECONDS, mention_author=False, silent=True
        )
