"""When a board is better posted anew below than edited in its place. Start reading at `Freshness.is_stale`.

Discord hardly lets a message be edited that is over an hour old, and nobody looks at one that has scrolled
away. How far it has scrolled is told by the messages that the gateway announces: their ids say when they
were written, what they say is not needed. The bot's own messages do not count, so that boards which share
a channel do not chase each other down.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import discord

from data.matches import Match

OLD_SECONDS = 50 * 60.0
SCROLLED_MESSAGES = 30
_MOST_CHANNELS = 10_000  # one that is forgotten counts as quiet


class Freshness:
    """Knows how long ago, and how many messages ago, a board was posted."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._heard: dict[int, deque[int]] = {}

    def heard(self, channel_id: int, message_id: int) -> None:
        """Somebody wrote a message in a channel."""
        latest = self._heard.pop(channel_id, None) or deque(maxlen=SCROLLED_MESSAGES)
        latest.append(message_id)
        self._heard[channel_id] = latest  # so that the channel heard of last stands last
        if len(self._heard) > _MOST_CHANNELS:
            del self._heard[next(iter(self._heard))]

    def is_stale(self, match: Match) -> bool:
        """Whether the match has changed, and its message is too old or too far up to show that.

        A challenge stays where it is: nobody asked to be told again that it lapsed.
        """
        if match.message_id is None or not match.begun or match.shown_version >= match.version:
            return False
        if match.tokens_only:  # nothing can be posted there
            return False
        posted = discord.utils.snowflake_time(match.message_id).timestamp()
        return self._now() - posted > OLD_SECONDS or self._has_scrolled(match.channel_id, match.message_id)

    def _has_scrolled(self, channel_id: int, message_id: int) -> bool:
        latest = self._heard.get(channel_id)
        return latest is not None and len(latest) == SCROLLED_MESSAGES and latest[0] > message_id
