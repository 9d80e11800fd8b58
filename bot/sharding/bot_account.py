"""What Discord says of the bot before it connects."""

from __future__ import annotations

from dataclasses import dataclass

import discord


@dataclass(frozen=True, slots=True)
class BotAccount:
    """The bot on Discord."""

    id: int
    shards: int
    """How many shards Discord recommends for its servers."""
    max_concurrency: int
    """How many shards may identify at once, every 5 seconds."""

    @classmethod
    async def read(cls, token: str) -> BotAccount:
        """Ask Discord. Raises `discord.LoginFailure`, `discord.HTTPException` and `aiohttp.ClientError`."""
        async with discord.AutoShardedClient(intents=discord.Intents(guilds=True)) as client:
            await client.login(token)
            assert client.user is not None
            shards, _, limits = await client.http.get_bot_gateway()
            return cls(client.user.id, shards, limits["max_concurrency"])
