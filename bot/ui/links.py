"""Which message is a match's, and its address."""

from __future__ import annotations

import discord

from data.model import Match


def is_match_message(message: discord.Message | None, match: Match) -> bool:
    """Whether a message is the match's own: the stored one, or a later public one.

    Only a match's own messages have buttons that everyone sees. One later than the stored one was posted just
    before the process was killed; after such a loss a match may have no stored message at all.
    """
    if message is None or message.id == match.message_id:
        return message is not None
    return not message.flags.ephemeral and message.id > (match.message_id or 0)


def answers_in_place(message: discord.Message | None, match: Match) -> bool:
    """Whether a press on a message is answered by editing that message.

    True for the match's own message and, where the bot can only answer interactions, for any public message
    of its channel.
    """
    if is_match_message(message, match):
        return True
    if message is None or message.flags.ephemeral:
        return False
    return match.tokens_only and message.channel.id == match.channel_id


def link(match: Match) -> str:
    """The address of a match's message, or of its channel while it has none."""
    channel = f"https://discord.com/channels/{match.guild_id or '@me'}/{match.channel_id}"
    return channel if match.message_id is None else f"{channel}/{match.message_id}"
