"""Deletes messages that are to be gone: of what a moderator has deleted, or what another message shows now.

What is left after a kill, or because Discord is out of reach, is deleted after the next start.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

import discord
import structlog

from bot.match.events import MatchEvents, ShardsGained
from bot.messages.channels import DiscordChannels
from bot.messages.faults import DISCORD_FAULTS, retry_discord
from bot.tasks import Tasks, retry_store
from data.servers.messages_to_delete import MessagesToDelete, MessageToDelete

log = structlog.get_logger(__name__)


class Removals:
    """Deletes messages in the background."""

    def __init__(self, client: discord.Client, store: MessagesToDelete, events: MatchEvents) -> None:
        self._channels = DiscordChannels(client)
        self._store = store
        self._tasks = Tasks()
        events.subscribe(ShardsGained, lambda event: self._run(lambda: self._store.in_shards(event.shards)))

    def delete_in(self, guild_id: int) -> None:
        """Delete the messages of a server that are due."""
        self._run(lambda: self._store.in_guild(guild_id))

    def _run(self, read: Callable[[], Awaitable[list[MessageToDelete]]]) -> None:
        async def delete_all() -> None:
            for message in await retry_store(read, "messages to delete not read yet"):
                await self._delete(message)

        self._tasks.run(delete_all())

    async def _delete(self, message: MessageToDelete) -> None:
        delete = partial(self._channels.delete, message.channel_id, message.message_id)
        try:
            await retry_discord(delete, "message not deleted yet")
        except (discord.NotFound, discord.Forbidden) as fault:
            log.info("message not deleted", message=message.message_id, fault=str(fault))
        except DISCORD_FAULTS:
            return
        await retry_store(lambda: self._store.forget(message.message_id), "deleted message not forgotten yet")

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being deleted."""
        return self._tasks.is_idle

    async def close(self) -> None:
        """Stop."""
        await self._tasks.close()
