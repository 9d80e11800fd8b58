"""Where people can type a move, as the line that explains it to newcomers says."""

from __future__ import annotations

from enum import Enum


class TypedIn(Enum):
    """Where people can type a move, beside ``/move``: what is there is there as well as what is before it."""

    FORM = "form"
    """In the form of *Type*."""
    REPLY = "reply"
    """In a reply to the board."""
    CHANNEL = "channel"
    """In a message beside the board."""
