"""Where people can type a move, as the line that explains it to newcomers says."""

from __future__ import annotations

from enum import Enum
from typing import Self

from data.model.board import Board


class TypedIn(Enum):
    """Where people can type a move, beside ``/move``: what is there is there as well as what is before it."""

    FORM = "form"
    """In the form of *Type*."""
    REPLY = "reply"
    """In a reply to the board."""
    CHANNEL = "channel"
    """In a message beside the board."""

    @classmethod
    def at(cls, board: Board, reads_messages: bool) -> Self:
        """The widest place of a board: the bot reads direct messages, and replies where it is a member.

        In servers it ``reads_messages`` where the operator has set that.
        """
        if board.tokens_only:
            return cls.FORM
        return cls.CHANNEL if reads_messages or board.guild_id is None else cls.REPLY
