"""Keeps the shards of this process: renews their leases, connects them to Discord, and hands them over.

The loop compares what the leases say with what is connected and worked on, so whatever fails is tried again
at the next renewal.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection, Coroutine
from typing import Protocol

import structlog

from bot.match.events import MatchEvents, ShardsGained, ShardsLost
from bot.tasks import Tasks
from data.errors import DatabaseRefused, StoreError
from data.leases.shard_leases import Renewal, ShardLeases
from data.model.shards import Shards
from data.uptime.shard_uptime import Uptime

log = structlog.get_logger(__name__)

RETRY_SECONDS = 1.0
"""The pause after a renewal that failed."""
WATCH_SECONDS = 0.25
"""How often it is checked that the leases have not lapsed."""
LINGER_SECONDS = 5.0
"""For how long a shard stays connected after it was handed over: interactions of before may still come."""


class Gateway(Protocol):
    """Connections to Discord, by shard."""

    async def connect_shard(self, shard_id: int) -> None:
        """Connect a shard, and return once its servers are known. Raises TimeoutError and StoreError."""

    async def drop_shard(self, shard_id: int) -> None:
        """Disconnect a shard, and forget its servers."""


class ShardKeeper:
    """Decides from the leases what this process connects to and works on.

    ``now`` returns unix seconds by Discord's clock.
    """

    def __init__(
        self,
        leases: ShardLeases,
        gateway: Gateway,
        uptime: Uptime,
        events: MatchEvents,
        now: Callable[[], float],
    ) -> None:
        self._leases = leases
        self._gateway = gateway
        self._uptime = uptime
        self._events = events
        self._now = now
        self._tasks = Tasks()
        self._changing: set[int] = set()  # shards that are being connected or dropped
        self._connected: set[int] = set()
        self._active: set[int] = set()
        self._renewal: Renewal | None = None
        self._saving: asyncio.Task[None] | None = None
        self._woken = asyncio.Event()
        self._renewed = asyncio.Condition()

    @property
    def connected(self) -> Collection[int]:
        """The shards that this process has connected."""
        return self._connected

    @property
    def is_settled(self) -> bool:
        """Whether every shard that this process owns is connected, and worked on."""
        return self._renewal is not None and self._active == self._renewal.owned

    async def join(self) -> None:
        """Renew for the first time. Raises `DatabaseRefused`, also if other processes do not fit this one."""
        while self._renewal is None:
            try:
                self._renewal = await self._leases.renew()
            except DatabaseRefused:
                raise
            except StoreError as error:
                log.warning("shards not shared yet", error=str(error), retry=RETRY_SECONDS)
                await asyncio.sleep(RETRY_SECONDS)

    def notified(self, process: str) -> None:
        """A process has changed something in the tables: renew soon, if it was another one."""
        if process != self._leases.id and (self._saving is None or self._saving.done()):
            self._saving = self._tasks.run(self._save_and_renew())

    def wake(self) -> None:
        """Renew the leases now instead of after the pause."""
        self._woken.set()

    async def run(self) -> None:
        """Keep the shards, without end."""
        self._tasks.run(self._watch())
        while True:
            self._woken.clear()
            pause = await self._step()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._woken.wait()

    async def settled(self) -> None:
        """Wait until `is_settled`."""
        await self._until(lambda _: self.is_settled)

    async def leave(self, seconds: float) -> None:
        """Give every shard to other processes, and return when they have them.

        Returns also when none of them has gone for so many seconds: the others connect one after the other.
        """
        try:
            await self._leases.leave()
            self.wake()
            while not await self._goes(seconds):
                pass
        except TimeoutError:
            log.warning("shards not taken over in time", shards=sorted(self._active))
        except StoreError as error:
            log.warning("shards not handed over", error=str(error))

    async def close(self) -> None:
        """End the work and the leases. The connections end with the client."""
        await self._tasks.close()
        await self._save()
        self._lose(self._uptime.counted)
        with contextlib.suppress(StoreError):  # then they lapse
            await self._leases.close()

    # --- What the leases say -------------------------------------------------------------------------

    async def _step(self) -> float:
        """Renew once, and follow what the leases say. Returns the seconds until the next renewal."""
        try:
            renewal = await self._leases.renew()
            self._lose(renewal.lost)
            await self._uptime.take(renewal.owned)  # before a press comes by one of them
            self._connect(self._to_connect(renewal))
            self._gain(renewal.owned)
            for shard in sorted(renewal.to_connect & self._connected):
                await self._leases.announce(shard)
        except StoreError as error:
            log.warning("shards not kept", error=str(error), retry=RETRY_SECONDS)
            return RETRY_SECONDS
        self._renewal = renewal
        async with self._renewed:
            self._renewed.notify_all()
        return renewal.next_in

    def _to_connect(self, renewal: Renewal) -> Collection[int]:
        """What should be connected: shards of this process, before and a little after they are."""
        now = self._now()
        lingering = {shard for shard, until in renewal.handed_over.items() if now < until + LINGER_SECONDS}
        return renewal.owned | renewal.to_connect | renewal.switching.keys() | lingering

    async def _goes(self, seconds: float) -> bool:
        """Wait until one more shard has gone. Returns whether nothing is left; raises TimeoutError."""
        owned = len(self._renewal.owned) if self._renewal else 0
        async with asyncio.timeout(seconds):
            renewal = await self._until(lambda now: self._has_left(now) or len(now.owned) < owned)
        return self._has_left(renewal)

    def _has_left(self, renewal: Renewal) -> bool:
        """Whether nothing is left to hand over, or nobody is there to take it."""
        return not renewal.others or not self._to_connect(renewal)

    def _gain(self, owned: Collection[int]) -> None:
        """Work on the owned shards that are connected by now."""
        gained = (set(owned) - self._active) & self._connected
        if gained:
            self._active |= gained
            self._events.publish(ShardsGained(self._shards(gained)))
            log.info("shards gained", shards=sorted(gained))

    def _lose(self, lost: Collection[int]) -> None:
        """Stop what this process does by itself in the matches of these shards."""
        stopped = self._active & set(lost)
        if stopped:
            self._active -= stopped
            self._events.publish(ShardsLost(self._shards(stopped)))
            log.info("shards lost", shards=sorted(stopped))
        self._uptime.drop(lost)

    async def _watch(self) -> None:
        """Lose the shards whose leases have lapsed, however long a renewal takes."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            self._lose(self._uptime.counted - self._leases.owned.numbers)

    async def _save_and_renew(self) -> None:
        """Renew, which may hand shards over: first save what this process has counted for them."""
        await self._save()
        self.wake()

    async def _save(self) -> None:
        with contextlib.suppress(StoreError):  # then the next owner counts on from the last save
            await self._uptime.save()

    # --- Connections ---------------------------------------------------------------------------------

    def _connect(self, wanted: Collection[int]) -> None:
        """Begin to connect what is wanted, and to drop the rest; what is under way ends first."""
        for shard in set(wanted) - self._connected - self._changing:
            self._change(shard, self._connect_shard(shard))
        for shard in self._connected - set(wanted) - self._changing:
            self._change(shard, self._drop_shard(shard))

    def _change(self, shard: int, change: Coroutine[None, None, None]) -> None:
        self._changing.add(shard)
        self._tasks.run(change).add_done_callback(lambda _: self._changing.discard(shard))

    async def _connect_shard(self, shard: int) -> None:
        try:
            await self._gateway.connect_shard(shard)
        except (TimeoutError, StoreError) as error:
            log.warning("shard not connected yet", shard=shard, error=str(error))
            return
        self._connected.add(shard)
        self.wake()

    async def _drop_shard(self, shard: int) -> None:
        self._connected.discard(shard)
        await self._gateway.drop_shard(shard)
        log.info("shard dropped", shard=shard)

    # --- Small things --------------------------------------------------------------------------------

    async def _until(self, is_so: Callable[[Renewal], bool]) -> Renewal:
        """Wait for a renewal of which something is so."""
        async with self._renewed:
            await self._renewed.wait_for(lambda: self._renewal is not None and is_so(self._renewal))
            assert self._renewal is not None
            return self._renewal

    def _shards(self, numbers: Collection[int]) -> Shards:
        return Shards.of(numbers, self._leases.total)
