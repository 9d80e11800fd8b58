"""What the bot does in Discord's channels by its own request, without the token of an interaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import discord
import structlog
from discord.ui import LayoutView

from bot.messages.faults import DISCORD_FAULTS
from bot.messages.interaction_responses import NOBODY

log = structlog.get_logger(__name__)

NEWEST = 100
"""Messages among which one is looked for: as many as Discord returns at once."""
_SKEW_SECONDS = 60.0
"""By how much Discord's clock may differ."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What a message says: a view with its pictures, or a text."""

    view: LayoutView | None = None
    files: Sequence[discord.File] = ()
    text: str = ""
    mentions: discord.AllowedMentions = NOBODY
    """Whom it mentions when it is sent; an edit mentions nobody."""
    reply_to: discord.MessageReference | None = None
    """The message that a text replies to."""


@dataclass(frozen=True, slots=True)
class Thread:
    """A thread of a channel, as it is looked for and opened."""

    name: str
    since: float
    """The unix time before which it was not opened: an earlier one of this name is another one."""


class DiscordChannels:
    """Sends, edits, deletes and finds messages. Methods raise `bot.messages.faults.DISCORD_FAULTS`."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def send(self, channel_id: int, draft: Draft, *, nonce: str, silent: bool) -> int:
        """Post a message; returns its id.

        Of requests with the same nonce, of at most 25 characters, Discord carries out one within minutes.
        """
        channel = self._client.get_partial_messageable(channel_id)
        if draft.view is not None:
            sent = await channel.send(
                view=draft.view,
                files=draft.files,
                allowed_mentions=draft.mentions,
                nonce=nonce,
                silent=silent,
            )
        else:
            reply: dict[str, Any] = {} if draft.reply_to is None else {"reference": draft.reply_to}
            sent = await channel.send(
                draft.text,
                allowed_mentions=draft.mentions,
                nonce=nonce,
                silent=silent,
                suppress_embeds=True,
                **reply,
            )
        return sent.id

    async def edit(self, channel_id: int, message_id: int, draft: Draft) -> None:
        """Have a message show a view and its pictures."""
        message = self._message(channel_id, message_id)
        # Attachments that an edit does not name are removed: the picture before goes with it.
        await message.edit(view=draft.view, attachments=draft.files, allowed_mentions=NOBODY)

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message."""
        await self._message(channel_id, message_id).delete()

    async def check(self, channel_id: int, message_id: int) -> None:
        """Raise what Discord says of a message that does not exist, or that the bot may not read."""
        await self._message(channel_id, message_id).fetch()

    async def find(
        self,
        channel_id: int,
        is_it: Callable[[discord.Message], bool],
        *,
        since: float | None = None,
        limit: int = NEWEST,
    ) -> int | None:
        """The bot's message in a channel for which ``is_it`` is true; None without one, or without access.

        It is looked for among the newest messages or, with a unix time, among the first ones since then.
        """
        after = None if since is None else datetime.fromtimestamp(since - _SKEW_SECONDS, UTC)
        channel = self._client.get_partial_messageable(channel_id)
        try:
            async for message in channel.history(limit=limit, after=after, oldest_first=after is not None):
                if message.author == self._client.user and is_it(message):
                    return message.id
        except discord.Forbidden:
            return None
        return None

    async def find_all(self, channel_id: int, is_it: Callable[[discord.Message], bool]) -> list[int]:
        """The bot's messages among the newest in a channel for which ``is_it`` is true."""
        channel, me = self._client.get_partial_messageable(channel_id), self._client.user
        newest = channel.history(limit=NEWEST)
        return [message.id async for message in newest if message.author == me and is_it(message)]

    async def of_others(self, channel_id: int) -> list[int]:
        """The ids of the newest messages in a channel that the bot did not write."""
        channel, me = self._client.get_partial_messageable(channel_id), self._client.user
        return [message.id async for message in channel.history(limit=NEWEST) if message.author != me]

    async def thread(self, guild_id: int | None, channel_id: int, thread: Thread) -> int | None:
        """The bot's thread in a channel, opened now or before; returns its id.

        None where Discord refuses to open one, or fails.
        """
        guild = self._client.get_guild(guild_id or 0)
        channel = guild.get_channel(channel_id) if guild is not None else None
        if guild is None or not isinstance(channel, discord.TextChannel):
            return None
        earliest = discord.utils.time_snowflake(datetime.fromtimestamp(thread.since - _SKEW_SECONDS, UTC))
        for opened in channel.threads:
            if (opened.name, opened.owner_id) == (thread.name, guild.me.id) and opened.id >= earliest:
                return opened.id
        types = discord.ChannelType
        # Discord opens no thread of another kind in an announcement channel.
        kind = types.news_thread if channel.is_news() else types.public_thread
        try:
            return (await channel.create_thread(name=thread.name, type=kind)).id
        except DISCORD_FAULTS as fault:
            log.info("no thread", channel=channel_id, fault=str(fault))
            return None

    async def archive(self, guild_id: int, thread_id: int) -> None:
        """Archive a thread that is listed as active; of what is none, nothing is requested.

        It stays readable, and opens again with the next message. A refusal is logged.
        """
        guild = self._client.get_guild(guild_id)
        thread = guild.get_channel_or_thread(thread_id) if guild is not None else None
        if not isinstance(thread, discord.Thread) or thread.archived:
            return
        try:
            await thread.edit(archived=True)
        except discord.HTTPException as fault:
            log.info("thread not archived", thread=thread_id, fault=str(fault))

    async def own_messages(self, user_id: int) -> int:
        """The channel of a person's messages with the bot."""
        return (await self._client.create_dm(discord.Object(user_id))).id

    def _message(self, channel_id: int, message_id: int) -> discord.PartialMessage:
        return self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
