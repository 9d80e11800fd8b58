"""Stops clocks while Discord is out of reach or the process frozen, and shows them correctly after that.

Whether Discord is in reach is known from what the gateway says, each shard of it for the servers that it
serves. If it has been silent, it is asked for a sign of life as Discord asks the bot: by a heartbeat out of
turn. Boards show when a flag falls as a moment of the calendar; after a restart or an outage each such moment
is later by as long as nobody could play.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence

import discord
import structlog

from bot.match.clocks import Clocks
from bot.match.events import HeartbeatNeeded, MatchEvents, ShardsGained, ShardsLost
from bot.messages.board_updates import BoardUpdates
from bot.tasks import Tasks, retry_store
from bot.times import RunningTime
from data.errors import UnavailableMatch
from data.matches.queries import RunningClock
from data.model.shards import Shards
from data.store import Store

log = structlog.get_logger(__name__)

REDRAWN_PER_SECOND = 2.0
"""The rate at which boards are redrawn for their clocks, so that moves do not wait behind them."""

WATCH_SECONDS = 0.25
"""How often it is checked that the event loop runs."""

MISLEADING = 0.05
"""A board is redrawn if its clock is off by this part of the time left; a move redraws it anyway."""


class Outages:
    """Knows when each shard of the gateway is connected, and when it last gave a sign of life."""

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
        self._matches = store.matches
        self._uptime = store.uptime
        self._clocks = clocks
        self._boards = boards
        self._running_time = running_time
        self._connected: set[int] = set()
        self._heard: dict[int, float] = {}  # by shard: when discord.py last received something
        self._outages: dict[int, float] = {}  # by shard: seconds that boards do not show yet
        self._tasks = Tasks()
        self._storing_outages = asyncio.Lock()  # they are stored in the order in which Discord tells them
        self._catching_up: asyncio.Task[None] | None = None
        events.subscribe(HeartbeatNeeded, lambda _: self.request_heartbeats())
        events.subscribe(ShardsGained, lambda event: self._gain(event.shards))
        events.subscribe(ShardsLost, lambda event: self._lose(event.shards))

    def disconnected(self, shard_id: int) -> None:
        """Stop the clocks of the shard's servers: nobody can move there."""
        self._connected.discard(shard_id)
        self._uptime.stop(shard_id)

    def connected(self, shard_id: int) -> None:
        """Start the clocks of the shard's servers, if this process counts them."""
        if self._client.is_closed():
            return
        self._connected.add(shard_id)
        self._start(shard_id)
        self._uptime.confirm(shard_id)

    def _gain(self, shards: Shards) -> None:
        """Start the clocks of shards that were connected before this process counted them."""
        for shard_id in self._connected & shards.numbers:
            self._start(shard_id)

    def _lose(self, shards: Shards) -> None:
        """Count no more in shards that another process counts; that one shows their clocks."""
        self._uptime.drop(shards.numbers)
        for shard_id in shards.numbers:
            self._outages.pop(shard_id, None)

    def _start(self, shard_id: int) -> None:
        outage = self._uptime.start(shard_id)
        self._clocks.wake()
        if outage:
            self._over({shard_id: outage})

    # --- One server ----------------------------------------------------------------------------------

    def compare_servers(self, shard_id: int) -> None:
        """The shard's servers are known now: of some Discord may have said that they are unavailable."""
        servers = {server.id: server for server in self._client.guilds if server.shard_id == shard_id}
        known = {guild for guild in self._uptime.unavailable if self._uptime.shard_of(guild) == shard_id}
        unavailable = {server.id for server in servers.values() if server.unavailable}
        for guild_id in unavailable - known:
            self.server_lost(guild_id)
        for guild_id in known:
            if guild_id not in servers or not servers[guild_id].unavailable:
                self.server_back(guild_id)

    def server_lost(self, guild_id: int) -> None:
        """Stop the clocks of a server that Discord cannot serve: nobody can move there."""
        self._uptime.stop_server(guild_id)
        self._tasks.run(self._save_outage(guild_id), guild=guild_id)

    def server_back(self, guild_id: int) -> None:
        """Start the clocks of a server that was unavailable; has no effect on another."""
        if guild_id in self._uptime.unavailable:
            self._tasks.run(self._end_outage(guild_id), guild=guild_id)

    async def _save_outage(self, guild_id: int) -> None:
        async with self._storing_outages:
            await retry_store(lambda: self._uptime.save_outage(guild_id), "server's outage not stored yet")

    async def _end_outage(self, guild_id: int) -> None:
        async with self._storing_outages:
            end = self._uptime.end_outage
            seconds = await retry_store(lambda: end(guild_id), "server's outage not ended yet")
        log.info("server available again", seconds=round(seconds, 1))
        shards = Shards.of([self._uptime.shard_of(guild_id)], self._uptime.total)
        running_clocks = await retry_store(lambda: self._queries.running(shards), "clocks not read yet")
        running = [clock for clock in running_clocks if clock.guild_id == guild_id]
        self._clocks.plan_again(running)
        await self._redraw_first(running, lambda _: seconds)

    # --- The event loop ------------------------------------------------------------------------------

    def watch_the_loop(self) -> None:
        """From now on count no time in which the event loop is blocked."""
        self._running_time.touch()
        self._tasks.run(self._watch_the_loop())

    async def _watch_the_loop(self) -> None:
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            if frozen := self._running_time.touch():
                log.warning("the event loop stood still", seconds=round(frozen, 1))
                self._clocks.wake()
                self._over(dict.fromkeys(self._uptime.counted, frozen))

    def _over(self, outages: Mapping[int, float]) -> None:
        """Redraw the boards after outages, in seconds by shard: they show clocks that ran on meanwhile."""
        for shard_id, seconds in outages.items():
            self._outages[shard_id] = self._outages.get(shard_id, 0.0) + seconds
        if self._catching_up is None or self._catching_up.done():
            self._catching_up = self._tasks.run(self._catch_up())

    def heartbeat(self) -> None:
        """The gateway has said something, on any shard."""
        for shard_id in self._heard_again():
            self._uptime.confirm(shard_id)
        self._clocks.heartbeat()

    def _heard_again(self) -> Iterable[int]:
        """The shards from which discord.py has received something since the last call."""
        if self._uptime.total == 1:
            yield 0
            return
        for shard_id in self._client.shards:
            keep_alive = self._client._get_websocket(shard_id=shard_id)._keep_alive
            if keep_alive is not None and self._heard.get(shard_id) != keep_alive._last_recv:
                self._heard[shard_id] = keep_alive._last_recv
                yield shard_id

    def request_heartbeats(self) -> None:
        """Have the gateway of every shard say something."""
        for shard_id in self._client.shards:
            self._tasks.run(self._request_heartbeat(shard_id))

    async def _request_heartbeat(self, shard_id: int) -> None:
        # If it cannot be sent, the connection is lost, and discord.py reports that; or the shard is dropped.
        with contextlib.suppress(KeyError, OSError, RuntimeError, discord.ConnectionClosed):
            gateway = self._client._get_websocket(shard_id=shard_id)
            if gateway._keep_alive is not None:
                await gateway.send_heartbeat(gateway._keep_alive.beat())

    async def _catch_up(self) -> None:
        """Show the clocks on their boards as they are now, the shortest first."""
        while self._outages:
            outages, self._outages = self._outages, {}
            await self._redraw(outages)

    async def _redraw(self, outages: Mapping[int, float]) -> None:
        running = await retry_store(lambda: self._running(outages), "clocks not read yet")
        await self._redraw_first(running, lambda guild_id: outages[self._uptime.shard_of(guild_id)])

    async def _redraw_first(
        self, running: Iterable[RunningClock], outage: Callable[[int | None], float]
    ) -> None:
        """Redraw the boards of clocks that an outage, in seconds by server, has made misleading."""
        left = {
            running_clock.match_id: running_clock.falls_at - self._uptime.of(running_clock.guild_id)
            for running_clock in running
        }

        def urgency(running_clock: RunningClock) -> tuple[float, int]:
            return left[running_clock.match_id], running_clock.match_id

        for clock in sorted(running, key=urgency):
            is_off = outage(clock.guild_id) > MISLEADING * left[clock.match_id]
            if is_off and self._uptime.shard_of(clock.guild_id) in self._uptime.counted:
                with contextlib.suppress(UnavailableMatch):
                    self._boards.redraw(await self._matches.get(clock.match_id))
                await asyncio.sleep(1 / REDRAWN_PER_SECOND)

    async def _running(self, outages: Mapping[int, float]) -> Sequence[RunningClock]:
        """The running clocks of these shards, as far as this process still counts them."""
        shards = Shards.of(outages.keys() & self._uptime.counted, self._uptime.total)
        return await self._queries.running(shards) if shards.numbers else ()

    async def close(self) -> None:
        """Stop redrawing."""
        await self._tasks.close()
