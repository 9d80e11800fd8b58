"""A message of which a server has one, where an admin wants it; if somebody deletes it, it is posted anew."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

import discord

from bot.messages.channels import Draft
from bot.messages.faults import DiscordRefusal
from bot.messages.kept_messages import KeptMessage, Next
from bot.messages.removals import Removals


class ServerMessage(Protocol):
    """What is stored of it."""

    @property
    def guild_id(self) -> int:
        """The server."""

    @property
    def channel_id(self) -> int:
        """Where an admin wants it."""

    @property
    def message_id(self) -> int | None:
        """None until it is posted."""

    @property
    def since(self) -> float:
        """The unix time at which it was to be posted: no message from before is it."""


def kept_in_server(
    stored: ServerMessage,
    content: Draft,
    *,
    letter: str,
    is_it: Callable[[discord.Message], bool],
    store: Callable[[int | None, float], Awaitable[bool]],
    given_up: Callable[[DiscordRefusal], Awaitable[object]],
    removals: Removals,
    now: Callable[[], float],
) -> KeptMessage:
    """Describe such a message, which is to show ``content`` and never makes a sound.

    ``letter`` begins its nonces. ``store`` takes its id, or None if it is to be posted again, and since when
    it can have been; it returns False if an admin wants it elsewhere by now. ``now`` returns the unix time.
    """

    async def draft() -> Draft:
        return content

    async def before_post() -> bool:
        # That the old message is gone is stored before the new one is posted, so that a kill in between
        # leaves at most one, and that is found.
        if kept.message_id is not None:
            since = now()
            if not await store(None, since):
                return False
            kept.message_id, kept.nonce = None, _nonce(letter, stored.channel_id, since)
        return True

    async def posted(_: int, message_id: int) -> None:
        if not await store(message_id, stored.since):
            removals.delete_in(stored.guild_id)  # the store has it among the messages to delete

    kept = KeptMessage(
        key=stored.guild_id,
        guild_id=stored.guild_id,
        channel_id=stored.channel_id,
        message_id=stored.message_id,
        nonce=_nonce(letter, stored.channel_id, stored.since),
        draft=draft,
        is_it=is_it,
        posted=posted,
        rules={DiscordRefusal.MESSAGE_DELETED: Next.POST_ANEW, DiscordRefusal.PLACE_DELETED: Next.GIVE_UP},
        given_up=given_up,
        before_post=before_post,
        since=stored.since,
        is_silent=True,
    )
    return kept


def _nonce(letter: str, channel_id: int, since: float) -> str:
    """The nonce of a message, of at most 25 characters, as Discord wants it."""
    return f"{letter}{channel_id:x}.{round(since):x}"[:25]
