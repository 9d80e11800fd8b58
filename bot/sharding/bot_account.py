"""What Discord says of the bot before it connects: also how often it may still connect today."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

import discord
import structlog

from bot.metrics import SESSION_STARTS

log = structlog.get_logger(__name__)

FEW_STARTS = 0.1
"""With less than this part of the day's session starts, the bot starts more slowly, so that they last."""
CHECK_SECONDS = 600.0
"""The longest wait before Discord is asked again."""


@dataclass(frozen=True, slots=True)
class BotAccount:
    """What Discord says of the bot: its id, its shards, and how often they may start."""

    id: int
    shards: int
    """How many shards Discord recommends for its servers."""
    max_concurrency: int
    """How many shards may identify at once, every 5 seconds."""
    starts: int
    """How many sessions it may start a day, one a shard. Discord resets the token of one that needs more."""
    starts_left: int
    reset_seconds: float
    """Seconds until `starts_left` is `starts` again."""

    @classmethod
    async def read(cls, token: str) -> BotAccount:
        """Ask Discord. Raises `discord.LoginFailure`, `discord.GatewayNotFound` and `DISCORD_FAULTS`."""
        async with discord.AutoShardedClient(intents=discord.Intents(guilds=True)) as client:
            await client.login(token)
            assert client.user is not None
            shards, _, limits = await client.http.get_bot_gateway()
            total, left = limits["total"], limits["remaining"]
            SESSION_STARTS.set(left)
            reset_seconds = limits["reset_after"] / 1000
            return cls(client.user.id, shards, limits["max_concurrency"], total, left, reset_seconds)

    def wait_seconds(self, sessions: int, waited: float = 0.0) -> float:
        """How long to wait before ``sessions`` are started, after having ``waited`` already.

        Until there are enough. Of few starts each takes its share of the time until the reset.
        """
        if self.starts_left < sessions:
            return self.reset_seconds
        if self.starts_left >= FEW_STARTS * self.starts:
            return 0.0
        return max(0.0, (self.reset_seconds + waited) * sessions / self.starts_left - waited)


async def with_starts(token: str, sessions: int | None, tell: Callable[[str], None]) -> BotAccount:
    """The bot's account once Discord lets it start ``sessions``, which can take hours; None: one a shard.

    ``tell`` is called with what is waited for. Raises what `BotAccount.read` raises.
    """
    began = time.monotonic()
    while True:
        account = await BotAccount.read(token)
        seconds = account.wait_seconds(sessions or account.shards, time.monotonic() - began)
        if not seconds:
            return account
        log.warning(
            "few session starts are left today; waiting before the next one",
            left=account.starts_left,
            of=account.starts,
            wait=round(seconds),
            reset=round(account.reset_seconds),
        )
        tell(f"waiting for {seconds / 60:.0f} min: {account.starts_left} session starts are left today")
        await asyncio.sleep(min(seconds, CHECK_SECONDS))
