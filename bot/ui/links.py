"""Where a match's message is, and which message it is. Start reading at `link`."""

from __future__ import annotations

import discord

from data.model import Match


def is_board(message: discord.Message | None, match: Match) -> bool:
    """Whether a message is the match's board: the one that is noted, or a later one.

    Only boards have keys that everybody sees. One that is later than the noted one was posted just before a
    kill; a match whose first message was lost like that has none noted at all.
    """
    if message is None or message.id == match.message_id:
        return message is not None
    return not message.flags.ephemeral and message.id > (match.message_id or 0)


def is_own(message: discord.Message | None, match: Match) -> bool:
    """Whether a press on a message is answered with the board in it; where answers are all, any will do."""
    if is_board(message, match):
        return True
    public = message is not None and not message.flags.ephemeral
    return match.tokens_only and public and message is not None and message.channel.id == match.channel_id


def link(match: Match) -> str:
    """The address of a match's message; of its channel, where it has none (yet)."""
    channel = f"https://discord.com/channels/{match.guild_id or '@me'}/{match.channel_id}"
    return channel if match.message_id is None else f"{channel}/{match.message_id}"
