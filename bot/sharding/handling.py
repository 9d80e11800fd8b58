"""Which process handles an interaction: while a shard changes its owner, two processes get each of them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection

import discord

from data.leases.shard_leases import ShardLeases
from data.model.shards import shard_of

LATER_SECONDS = 1.0
"""How much later a process whose leases have lapsed handles an interaction, unless it has renewed them.

It cannot reach the database. If no other process can, people should read that. If another one can, that one
has claimed the shard and answers earlier.
"""


COUNTING_SECONDS = 1.5
"""How long an interaction waits at most for this process to count the uptime of a shard that it has gained.

Clocks that it starts or stops before would be off by what the last owner counted and has not saved.
"""
_CHECK_SECONDS = 0.05


class ByLease:
    """Handles what comes by this process's shards.

    ``connected`` returns those that are connected, ``counts`` whether this process counts the uptime of one.
    """

    def __init__(
        self,
        leases: ShardLeases,
        connected: Callable[[], Collection[int]],
        counts: Callable[[int], bool],
    ) -> None:
        self._leases = leases
        self._connected = connected
        self._counts = counts

    async def is_here(self, guild_id: int | None, snowflake: int) -> bool:
        """Whether this process handles an interaction or a message with this id; it may take a moment."""
        if shard_of(guild_id, self._leases.total) not in self._connected():
            # Of a server that the bot is no member of: it came by the shard of direct messages.
            guild_id = None
        moment = discord.utils.snowflake_time(snowflake).timestamp()
        if self._leases.handles(guild_id, moment):
            await _until(lambda: self._is_counted(guild_id), COUNTING_SECONDS)
            return True
        if not self._leases.have_lapsed:
            return False
        if not self._leases.handled(guild_id, moment):
            return False
        # It would be handled here if the leases had not lapsed: another process has a moment to claim it.
        await _until(lambda: not self._leases.have_lapsed, LATER_SECONDS)
        return self._leases.handled(guild_id, moment)

    def _is_counted(self, guild_id: int | None) -> bool:
        """Whether this process counts a shard's uptime, or the next owner of what it has handed over."""
        shard = shard_of(guild_id, self._leases.total)
        return self._counts(shard) or self._leases.has_handed_over(guild_id)


async def _until(is_so: Callable[[], bool], seconds: float) -> None:
    """Wait until something is so, but not for longer."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while not is_so():  # noqa: ASYNC110 - nothing says when
                await asyncio.sleep(_CHECK_SECONDS)
