"""When a board is better posted anew below than edited in its place. Start reading at `Freshness.is_stale`.

Discord hardly lets a message be edited that is over an hour old, and nobody looks at one that has scrolled
away. How far it has scrolled is told by the messages that the gateway announces: their ids say when they
were written, what they say is not needed. The bot's own messages do not count, so that boards which share
a channel do not chase each other down. What was written while the bot was down, or its gateway's session
lost, is asked of a channel once, when a board in it changes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

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
        self._known: dict[int, None] = {}  # channels that were asked, in order
        self._since = now()

    def missed(self) -> None:
        """Messages may have been written that the gateway will not announce any more."""
        self._heard.clear()
        self._known.clear()
        self._since = self._now()

    def heard(self, channel_id: int, message_id: int) -> None:
        """Somebody wrote a message in a channel."""
        latest = self._heard.pop(channel_id, None) or deque(maxlen=SCROLLED_MESSAGES)
        latest.append(message_id)
        self._heard[channel_id] = latest  # so that the channel heard of last stands last
        _forget_first(self._heard)

    def caught_up(self, channel_id: int, message_ids: Iterable[int]) -> None:
        """These are a channel's newest messages, our own left out."""
        ids = sorted({*message_ids, *self._heard.get(channel_id, ())})
        self._heard[channel_id] = deque(ids, maxlen=SCROLLED_MESSAGES)
        self._known[channel_id] = None
        _forget_first(self._heard)
        _forget_first(self._known)

    def is_unsure(self, match: Match) -> bool:
        """Whether the channel has to be asked what was written below the match's message."""
        return (
            _could_move(match)
            and match.channel_id not in self._known
            and _posted(match) <= self._since
            and not self._is_old(match)
        )

    def is_stale(self, match: Match) -> bool:
        """Whether the match has changed, and its message is too old or too far up to show that."""
        return _could_move(match) and (
            self._is_old(match) or self._has_scrolled(match.channel_id, match.message_id or 0)
        )

    def _is_old(self, match: Match) -> bool:
        return self._now() - _posted(match) > OLD_SECONDS

    def _has_scrolled(self, channel_id: int, message_id: int) -> bool:
        latest = self._heard.get(channel_id)
        return latest is not None and len(latest) == SCROLLED_MESSAGES and latest[0] > message_id


def _could_move(match: Match) -> bool:
    """Whether its message has something new to show, and could do so elsewhere.

    A challenge stays where it is: nobody asked to be told again that it lapsed.
    """
    changed = match.message_id is not None and match.begun and match.shown_version < match.version
    return changed and not match.tokens_only  # where there are only tokens nothing can be posted


def _posted(match: Match) -> float:
    """When its message was posted, a unix time."""
    return discord.utils.snowflake_time(match.message_id or 0).timestamp()


def _forget_first(channels: dict[int, Any]) -> None:
    if len(channels) > _MOST_CHANNELS:
        del channels[next(iter(channels))]
