"""Whether a server has quiet hours now: notifications wait for their end, other messages make no sound."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import discord

from bot.match.server_rules import quiet_until
from bot.tasks import retry_store
from data.servers.settings import SettingsStore

LOOK_SECONDS = 600.0
"""How often it is looked whether an admin has changed the hours that are waited for."""


class QuietHours:
    """The quiet hours of all servers; ``now`` returns the unix time."""

    def __init__(self, client: discord.Client, settings: SettingsStore, now: Callable[[], float]) -> None:
        self._client = client
        self._settings = settings
        self._now = now

    async def end(self, guild_id: int | None) -> float | None:
        """When a server's quiet hours end (unix seconds); None outside them and outside servers.

        Waits while the store cannot be read.
        """
        if guild_id is None:
            return None
        settings = await retry_store(lambda: self._settings.guild(guild_id), "quiet hours not read yet")
        guild = self._client.get_guild(guild_id)
        locale = guild.preferred_locale.value if guild is not None else None
        return quiet_until(settings, locale, self._now())

    async def are_now(self, guild_id: int | None) -> bool:
        """Whether a server has quiet hours now: a message that cannot wait is then sent without a sound."""
        return await self.end(guild_id) is not None

    async def wait(self, guild_id: int | None) -> None:
        """Return once a server has no quiet hours."""
        while True:
            end = await self.end(guild_id)
            if end is None:
                return
            await asyncio.sleep(min(LOOK_SECONDS, max(0.0, end - self._now())))
