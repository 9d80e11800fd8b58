"""What a request to Discord can fail with."""

from __future__ import annotations

import aiohttp
import discord

DISCORD_FAULTS = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Discord's own refusals, and failures of the network on the way there."""

_GONE = frozenset({10003, 10004, 50001})  # unknown channel, unknown server, missing access
_UNKNOWN_MESSAGE = 10008
_TOO_LATE = frozenset({10062, 40060})  # unknown interaction, already acknowledged


def is_too_late(fault: BaseException) -> bool:
    """Whether Discord does not accept an answer because it has waited too long, or has one."""
    return isinstance(fault, discord.HTTPException) and fault.code in _TOO_LATE


def is_deleted(fault: BaseException) -> bool:
    """Whether Discord says that a message does not exist anymore, in a channel that does."""
    return isinstance(fault, discord.HTTPException) and fault.code == _UNKNOWN_MESSAGE


def is_gone(fault: BaseException) -> bool:
    """Whether Discord says that a place does not exist anymore for the bot."""
    return isinstance(fault, discord.HTTPException) and fault.code in _GONE
