"""Stops all clocks while Discord is out of reach, and shows them right again afterwards.

Whether it is in reach is known from what the gateway says. Where it has been silent it is asked for a sign of
life, as Discord asks us: by a heartbeat out of turn.

Start reading at `Outages.back`. Boards tell when a flag falls as a moment of the calendar; after a
restart or an outage every such moment is later by as long as the bot could not be played with.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import discord

from bot.tasks import Tasks, persistently

if TYPE_CHECKING:
    from bot.client import Daeguk

REDRAWN_A_SECOND = 2.0
"""Boards that are redrawn for their clocks, so that moves need not wait behind them."""

MISLEADING = 0.05
"""A board is redrawn if its clock is wrong by this part of the time left; a move redraws it anyway."""


class Outages:
    """Knows which shards of the gateway are lost; while one is, the uptime stands."""

    def __init__(self, client: Daeguk) -> None:
        self._client = client
        self._lost: set[int | None] = set()
        self._stood = 0.0
        self._tasks = Tasks()
        self._redrawing: asyncio.Task[None] | None = None
        client.matches.timekeeper.ask = self.ask

    def lost(self, shard_id: int) -> None:
        """The gateway is gone: nobody can move."""
        self._lost.add(shard_id)
        self._client.store.uptime.stand()

    def back(self, shard_id: int) -> None:
        """The gateway is there (again)."""
        self._lost.discard(shard_id)
        if self._lost or self._client.is_closed():
            return
        self._stood += self._client.store.uptime.go()
        self._client.store.uptime.heard()
        self._client.matches.timekeeper.wake()
        if self._stood and (self._redrawing is None or self._redrawing.done()):
            self._redrawing = self._tasks.run(self._redraw())

    def heard(self) -> None:
        """The gateway has said something, on whichever shard."""
        self._client.store.uptime.heard()
        self._client.matches.timekeeper.heard()

    def ask(self) -> None:
        """Have every shard's gateway say something."""
        for shard_id in self._client.shards:
            self._tasks.run(self._ask(shard_id))

    async def _ask(self, shard_id: int) -> None:
        gateway = self._client._get_websocket(shard_id=shard_id)
        if gateway._keep_alive is not None:
            with contextlib.suppress(OSError, RuntimeError, discord.ConnectionClosed):  # it is lost, then
                await gateway.send_as_json(gateway._keep_alive.beat())

    async def _redraw(self) -> None:
        """Show the clocks that run on their boards as they are now, the most pressing first."""
        while self._stood:
            stood, self._stood = self._stood, 0.0
            running = await persistently(self._client.store.running, "clocks not looked up yet")
            now = self._client.store.uptime()
            due = sorted((one.clock.falls_at or now, one.match_id) for one in running)
            for falls_at, match_id in due:
                if stood > MISLEADING * (falls_at - now):
                    self._client.display.show_number(match_id)
                    await asyncio.sleep(1 / REDRAWN_A_SECOND)

    async def close(self) -> None:
        """Stop redrawing."""
        await self._tasks.close()
