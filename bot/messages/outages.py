"""Stops all clocks while Discord is out of reach or the process frozen, and shows them correctly after that.

Whether Discord is in reach is known from what the gateway says. If it has been silent, it is asked for a sign
of life as Discord asks the bot: by a heartbeat out of turn. Boards show when a flag falls as a moment of the
calendar; after a restart or an outage each such moment is later by as long as nobody could play.
"""

from __future__ import annotations

import asyncio
import contextlib

import discord
import structlog

from bot.match.clocks import Clocks
from bot.match.events import HeartbeatNeeded, MatchEvents
from bot.messages.board_updates import BoardUpdates
from bot.tasks import Tasks, retry_store
from bot.times import RunningTime
from data.store import Store

log = structlog.get_logger(__name__)

REDRAWN_PER_SECOND = 2.0
"""The rate at which boards are redrawn for their clocks, so that moves do not wait behind them."""

WATCH_SECONDS = 0.25
"""How often it is checked that the event loop runs."""

MISLEADING = 0.05
"""A board is redrawn if its clock is off by this part of the time left; a move redraws it anyway."""


class Outages:
    """Knows which shards of the gateway are disconnected; while one is, the uptime is stopped."""

    def __init__(
        self,
        client: discord.AutoShardedClient,
        store: Store,
        clocks: Clocks,
        boards: BoardUpdates,
        events: MatchEvents,
        running_time: RunningTime,
    ) -> None:
        self._client = client
        self._queries = store.queries
        self._uptime = store.uptime
        self._clocks = clocks
        self._boards = boards
        self._running_time = running_time
        self._disconnected: set[int] = set()
        self._outage_seconds = 0.0
        self._tasks = Tasks()
        self._redrawing: asyncio.Task[None] | None = None
        events.subscribe(HeartbeatNeeded, lambda _: self.request_heartbeats())

    def disconnected(self, shard_id: int) -> None:
        """Stop the clocks: the gateway is gone and nobody can move."""
        self._disconnected.add(shard_id)
        self._uptime.stop()

    def connected(self, shard_id: int) -> None:
        """Start the clocks once every shard is connected."""
        self._disconnected.discard(shard_id)
        if self._disconnected or self._client.is_closed():
            return
        outage = self._uptime.start()
        self._uptime.confirm()
        self._clocks.wake()
        self._over(outage)

    def watch_the_loop(self) -> None:
        """From now on count no time in which the event loop stands still."""
        self._running_time.touch()
        self._tasks.run(self._watch_the_loop())

    async def _watch_the_loop(self) -> None:
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            if frozen := self._running_time.touch():
                log.warning("the event loop stood still", seconds=round(frozen, 1))
                self._clocks.wake()
                self._over(frozen)

    def _over(self, seconds: float) -> None:
        """Nobody could play for so long, and the boards show that they could."""
        self._outage_seconds += seconds
        if self._outage_seconds and (self._redrawing is None or self._redrawing.done()):
            self._redrawing = self._tasks.run(self._redraw())

    def heartbeat(self) -> None:
        """The gateway has said something, on any shard."""
        self._uptime.confirm()
        self._clocks.heartbeat()

    def request_heartbeats(self) -> None:
        """Have the gateway of every shard say something."""
        for shard_id in self._client.shards:
            self._tasks.run(self._request_heartbeat(shard_id))

    async def _request_heartbeat(self, shard_id: int) -> None:
        gateway = self._client._get_websocket(shard_id=shard_id)
        if gateway._keep_alive is not None:
            # If it cannot be sent, the connection is lost, and discord.py reports that.
            with contextlib.suppress(OSError, RuntimeError, discord.ConnectionClosed):
                await gateway.send_heartbeat(gateway._keep_alive.beat())

    async def _redraw(self) -> None:
        """Show the running clocks on their boards as they are now, the shortest first."""
        while self._outage_seconds:
            outage, self._outage_seconds = self._outage_seconds, 0.0
            running = await retry_store(self._queries.running, "clocks not read yet")
            now = self._uptime()
            due = sorted((one.falls_at, one.match_id) for one in running)
            for falls_at, match_id in due:
                if outage > MISLEADING * (falls_at - now):
                    self._boards.redraw(match_id)
                    await asyncio.sleep(1 / REDRAWN_PER_SECOND)

    async def close(self) -> None:
        """Stop redrawing."""
        await self._tasks.close()
