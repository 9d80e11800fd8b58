"""When a board is posted again below instead of edited in its place.

Discord limits edits of messages that are over an hour old, and nobody looks at one that has scrolled away.
How far it has scrolled is known from the messages that the gateway reports: their ids say when they were
written, and their contents are not needed. The bot's own messages do not count, so boards that share a
channel do not push each other down. A move that is typed brings its board to the end of the channel: who
types there does not scroll up, and a phone has room for a board alone. What was written while the bot was
down, or its gateway session lost, is fetched once per channel, when a board in it changes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

import discord

from bot.lru import LRU
from data.model.board import Board
from data.model.match import Match

OLD_SECONDS = 50 * 60.0
"""The age of a message that is not edited anymore: Discord limits edits of those older than an hour."""
SCROLLED_MESSAGES = 30
"""After so many newer messages, a board is out of sight."""
MAX_CHANNELS = 10_000
"""The number of channels that are remembered; another one counts as quiet."""
MAX_TYPED = 10_000
"""The number of boards of which it is remembered that a move is typed to them."""


class RepostRule:
    """Knows how long ago, and how many messages ago, a board was posted. ``now`` returns the unix time."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._newest: LRU[int, deque[int]] = LRU(MAX_CHANNELS)
        self._fetched: LRU[int, None] = LRU(MAX_CHANNELS)
        self._typed: LRU[int, int] = LRU(MAX_TYPED)  # the last message or command with a move, by board
        self._since = now()

    def reset(self) -> None:
        """Forget everything: messages may have been written that the gateway does not report."""
        self._newest.clear()
        self._fetched.clear()
        self._since = self._now()

    def message_seen(self, channel_id: int, message_id: int) -> None:
        """Remember a message that somebody else wrote in a channel."""
        newest = self._newest.get(channel_id) or deque(maxlen=SCROLLED_MESSAGES)
        newest.append(message_id)
        self._newest[channel_id] = newest

    def messages_deleted(self, channel_id: int, message_ids: Iterable[int]) -> None:
        """Messages in a channel are gone, and nothing is below them anymore."""
        if newest := self._newest.get(channel_id):
            gone = {*message_ids}
            left = [message_id for message_id in newest if message_id not in gone]
            self._newest[channel_id] = deque(left, maxlen=SCROLLED_MESSAGES)

    def move_typed(self, board_id: int, typed_id: int) -> None:
        """A message or a command with this id is a move for a board."""
        self._typed[board_id] = typed_id

    def is_typed_to(self, board: Board) -> bool:
        """Whether a move was typed since a board was posted."""
        return self._typed.get(board.id, 0) > (board.message_id or 0)

    def caught_up(self, channel_id: int, message_ids: Iterable[int]) -> None:
        """Remember a channel's newest messages, without the bot's own."""
        ids = sorted({*message_ids, *self._newest.get(channel_id, ())})
        self._newest[channel_id] = deque(ids, maxlen=SCROLLED_MESSAGES)
        self._fetched[channel_id] = None

    def needs_history(self, match: Match, board: Board) -> bool:
        """Whether what was written below a board of the match has to be fetched first."""
        return (
            _could_move(match, board)
            and board.channel_id not in self._fetched
            and self.predates(board)
            and not self._is_old(board)
        )

    def is_due(self, match: Match, board: Board) -> bool:
        """Whether the match has changed, and its board is too old or too far up to show that."""
        limit = 1 if self.is_typed_to(board) else SCROLLED_MESSAGES
        return _could_move(match, board) and (
            self._is_old(board) or self.has_scrolled(board.channel_id, board.message_id or 0, limit)
        )

    def predates(self, board: Board) -> bool:
        """Whether a board's message can have been deleted without a report of the gateway."""
        return _posted_at(board) <= self._since

    def is_near(self, channel_id: int, message_id: int) -> bool:
        """Whether a message is known to be young, with little written below it."""
        posted_at = discord.utils.snowflake_time(message_id).timestamp()
        is_known = channel_id in self._fetched or posted_at > self._since
        is_old = self._now() - posted_at > OLD_SECONDS
        return is_known and not is_old and not self.has_scrolled(channel_id, message_id)

    def _is_old(self, board: Board) -> bool:
        return self._now() - _posted_at(board) > OLD_SECONDS

    def has_scrolled(self, channel_id: int, message_id: int, limit: int = SCROLLED_MESSAGES) -> bool:
        """Whether at least ``limit`` messages are known to be below this one."""
        newest = self._newest.get(channel_id)
        if newest is None or len(newest) < limit:
            return False
        return sum(below > message_id for below in newest) >= limit


def _could_move(match: Match, board: Board) -> bool:
    """Whether the board has something new to show, and the bot can post another one.

    A challenge stays where it is: nobody needs to see again that it expired.
    """
    changed = board.message_id is not None and match.begun and board.shown_version < match.version
    return changed and not board.tokens_only


def _posted_at(board: Board) -> float:
    """The unix time when a board's message was posted."""
    return discord.utils.snowflake_time(board.message_id or 0).timestamp()
