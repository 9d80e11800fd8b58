"""Messages that the bot has posted without storing that, because its process was killed in between."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import discord

NEWEST = 100
"""Messages among which one is looked for: as many as Discord returns at once."""
_SKEW_SECONDS = 60.0
"""By how much Discord's clock may differ."""


async def posted_before(
    client: discord.Client,
    channel_id: int,
    is_meant: Callable[[discord.Message], bool],
    *,
    since: float | None = None,
    limit: int = NEWEST,
) -> discord.Message | None:
    """The bot's message in a channel for which ``is_meant`` is true; None without one, or without access.

    It is looked for among the newest messages or, with a unix time, among the first ones since then.
    """
    after = None if since is None else datetime.fromtimestamp(since - _SKEW_SECONDS, UTC)
    channel = client.get_partial_messageable(channel_id)
    try:
        async for message in channel.history(limit=limit, after=after, oldest_first=after is not None):
            if message.author == client.user and is_meant(message):
                return message
    except discord.Forbidden:
        return None
    return None
