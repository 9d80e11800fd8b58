"""A message that shows a match, as a plain value. Nothing here knows the database."""

from __future__ import annotations

from dataclasses import dataclass

from games.base import Side

NOT_SHOWN = -1
"""The version that a board shows before it is posted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A board: its place, its message, and what that shows. People, servers and so on are Discord's ids."""

    id: int
    """Its number, which stays the same when it is posted again. A side's board elsewhere has another one."""
    guild_id: int | None
    """None in direct messages."""
    channel_id: int
    """The channel or thread of its message."""
    locale: str | None = None
    """Discord's locale of the place."""
    tokens_only: bool = False
    """Whether the bot is no member there and can only answer interactions."""
    side: Side | None = None
    """The side whose board it is; None if both sides share it."""
    message_id: int | None = None
    """None until it is posted, and after the message was deleted."""
    thread_id: int | None = None
    """The thread that was opened for it, if any."""
    shown_version: int = NOT_SHOWN
    """The version of the match that the message shows."""
    notification_id: int | None = None
    """The turn notification that is still beside it, if any."""

    def require_message_id(self) -> int:
        """The message. Raises ValueError before it is posted."""
        if self.message_id is None:
            raise ValueError(f"board {self.id} has no message")
        return self.message_id
