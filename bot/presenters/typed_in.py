"""Where people can type a move, as the line that explains it to newcomers says."""

from __future__ import annotations

from enum import Enum

from data.model.board import Board


class TypedIn(Enum):
    """Where people can type a move, beside ``/move``: what is there is there as well as what is before it."""

    FORM = "form"
    """In the form of *Type*."""
    REPLY = "reply"
    """In a reply to the board."""
    CHANNEL = "channel"
    """In a message beside the board."""

    @staticmethod
    def beside(board: Board, *, reads_messages: bool) -> TypedIn:
        """What the bot reads where a board is; ``reads_messages`` says whether in servers it reads all.

        It is told nothing where it is no member, and all that is written in direct messages with it.
        """
        if board.tokens_only:
            return TypedIn.FORM
        return TypedIn.CHANNEL if reads_messages or board.guild_id is None else TypedIn.REPLY
