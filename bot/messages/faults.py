"""What a request to Discord can fail with."""

from __future__ import annotations

import aiohttp
import discord

DISCORD_FAULTS = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Discord's own refusals, and failures of the network on the way there."""

_GONE = frozenset({10003, 10004, 50001})  # unknown channel, unknown server, missing access
_ARCHIVED, _UNKNOWN_CHANNEL, _UNKNOWN_MESSAGE = 50083, 10003, 10008
_TOO_MANY = 429  # requests
_TOO_LATE = frozenset({10008, 10015, 10062, 40060, 50027})
"""Unknown message, unknown webhook, unknown interaction, already acknowledged, invalid webhook token."""


def is_too_late(fault: BaseException) -> bool:
    """Whether Discord takes no answer: it has waited too long or has one, or the message is gone."""
    return isinstance(fault, discord.HTTPException) and fault.code in _TOO_LATE


def is_archived(fault: BaseException) -> bool:
    """Whether Discord edits no message in a thread because that is archived; a new message opens it again."""
    return isinstance(fault, discord.HTTPException) and fault.code == _ARCHIVED


def is_refusal(fault: BaseException) -> bool:
    """Whether Discord will answer the same request in the same way, until somebody changes something."""
    if not isinstance(fault, discord.HTTPException):
        return False
    return 400 <= fault.status < 500 and fault.status != _TOO_MANY


def is_channel_deleted(fault: BaseException) -> bool:
    """Whether Discord says that a channel does not exist anymore."""
    return isinstance(fault, discord.HTTPException) and fault.code == _UNKNOWN_CHANNEL


def is_message_deleted(fault: BaseException) -> bool:
    """Whether Discord says that a message does not exist anymore, in a channel that does."""
    return isinstance(fault, discord.HTTPException) and fault.code == _UNKNOWN_MESSAGE


def is_gone(fault: BaseException) -> bool:
    """Whether Discord says that a place does not exist anymore for the bot."""
    return isinstance(fault, discord.HTTPException) and fault.code in _GONE
