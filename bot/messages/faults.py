"""What a request to Discord can fail with."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from enum import Enum
from typing import TypeVar

import aiohttp
import discord

from bot.tasks import retry

T = TypeVar("T")

DISCORD_FAULTS = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Discord's own refusals, and failures of the network on the way there."""

RETRY_SECONDS = (1.0, 5.0, 30.0)
"""The waits between the attempts of `retry_discord`."""

_UNKNOWN_CHANNEL = 10003  # Discord's error
_TOO_MANY = 429  # requests
_TOO_LATE = frozenset({10008, 10015, 10062, 40060, 50027})
"""Unknown message, unknown webhook, unknown interaction, already acknowledged, invalid webhook token."""


def is_too_late(fault: BaseException) -> bool:
    """Whether Discord takes no answer: it has waited too long or has one, or the message is gone."""
    return isinstance(fault, discord.HTTPException) and fault.code in _TOO_LATE


def is_refusal(fault: BaseException) -> bool:
    """Whether Discord will answer the same request in the same way, until somebody changes something."""
    if not isinstance(fault, discord.HTTPException):
        return False
    return 400 <= fault.status < 500 and fault.status != _TOO_MANY


def is_channel_deleted(fault: BaseException) -> bool:
    """Whether Discord says that a channel does not exist anymore."""
    return isinstance(fault, discord.HTTPException) and fault.code == _UNKNOWN_CHANNEL


class DiscordRefusal(Enum):
    """Why Discord does nothing about a message; it will answer the same until somebody changes something."""

    MESSAGE_DELETED = "the message does not exist anymore, in a channel that does"
    THREAD_ARCHIVED = "nothing is edited in an archived thread; a new message opens it again"
    PLACE_DELETED = "the channel, the thread or the server does not exist anymore"
    PLACE_HIDDEN = "the bot may not see the channel"
    NOT_ALLOWED = "the bot lacks another permission, or something else does not exist"
    NOT_ACCEPTED = "the request cannot be carried out there: for example, the thread is locked"


_REFUSALS = {
    10003: DiscordRefusal.PLACE_DELETED,  # unknown channel
    10004: DiscordRefusal.PLACE_DELETED,  # unknown guild
    10008: DiscordRefusal.MESSAGE_DELETED,  # unknown message
    50001: DiscordRefusal.PLACE_HIDDEN,  # missing access
    50083: DiscordRefusal.THREAD_ARCHIVED,  # thread is archived
}


def refusal_of(fault: BaseException) -> DiscordRefusal | None:
    """Why Discord refuses; None for a fault that may pass by itself."""
    if not isinstance(fault, discord.HTTPException) or not is_refusal(fault):
        return None
    is_final = isinstance(fault, discord.Forbidden | discord.NotFound)
    return _REFUSALS.get(fault.code, DiscordRefusal.NOT_ALLOWED if is_final else DiscordRefusal.NOT_ACCEPTED)


async def retry_discord(attempt: Callable[[], Awaitable[T]], failure: str, **context: object) -> T:
    """The result of ``attempt``, repeated a few times while Discord fails.

    What it does not allow or know is raised at once. ``failure`` and ``context`` are as in `retry`.
    """
    final = (discord.Forbidden, discord.NotFound)
    return await retry(attempt, RETRY_SECONDS, DISCORD_FAULTS, final, failure, **context)
