"""A Discord client whose shards are connected and dropped one by one while it runs.

discord.py connects every shard at the start and keeps it. What it lacks is added here, by its private parts;
so its version has an upper bound in pyproject.toml.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import aiohttp
import discord
import structlog
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import Shard

from data.errors import StoreError

log = structlog.get_logger(__name__)

CONNECT_SECONDS = 60.0
"""How long a shard may take to connect and to get its servers, from its turn to identify on."""
RETRY_SECONDS = 2.0
"""The pause before another attempt to get a turn to identify."""

IdentifySlot = Callable[[int], Awaitable[None]]
"""Waits until a shard may identify, of all processes' shards. Raises `data.errors.StoreError`."""


class ShardedClient(discord.AutoShardedClient):
    """Connects every shard at its start; or, with an ``identify_slot``, those that `connect_shard` names."""

    def __init__(self, *, identify_slot: IdentifySlot | None = None, **options: Any) -> None:
        super().__init__(**options)
        self._identify_slot = identify_slot
        # One at a time: reconnecting gives up after a minute, and what is reserved by then would be lost.
        self._reserving = asyncio.Lock()
        self._with_slot: set[int] = set()  # shards whose next turn to identify is reserved
        self._shard_ready: dict[int, asyncio.Event] = {}

    async def connect_shard(self, shard_id: int) -> None:
        """Connect a shard, unless it is, and return once its servers are known.

        Raises TimeoutError if Discord is out of reach or too slow, and `data.errors.StoreError`.
        """
        assert self._identify_slot is not None, "every shard is connected already"
        if shard_id in self._shards:
            return
        async with self._reserving:
            await self._identify_slot(shard_id)
        self._with_slot.add(shard_id)
        ready = self._shard_ready[shard_id] = asyncio.Event()
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                queue = vars(self)["_AutoShardedClient__queue"]  # of signals to connect again
                shard = _Shard(await self._open(shard_id), self, queue.put_nowait)
                self._shards[shard_id] = shard
                shard.launch()
                await ready.wait()
        except BaseException:
            await self.drop_shard(shard_id)
            raise
        finally:
            self._with_slot.discard(shard_id)
            self._shard_ready.pop(shard_id, None)

    async def drop_shard(self, shard_id: int) -> None:
        """Disconnect a shard for good, and forget its servers without an event for them."""
        shard = self._shards.pop(shard_id, None)
        if shard is None:
            return
        await shard.drop()
        state = self._connection
        if (waiting := state._ready_tasks.pop(shard_id, None)) is not None:
            waiting.cancel()
        state._ready_states.pop(shard_id, None)
        for guild in self.guilds:
            if guild.shard_id == shard_id:
                state._remove_guild(guild)
        self.dispatch("shard_disconnect", shard_id)

    async def launch_shards(self) -> None:
        """Connect what is connected at the start: called by discord.py."""
        if self._identify_slot is None:
            await super().launch_shards()
            return
        assert self.shard_count is not None
        self._connection.shard_count = self.shard_count
        # discord.py is ready once so many shards are: that is decided by `dispatch` here.
        self._connection.shard_ids = range(self.shard_count + 1)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for a turn to identify: called by discord.py."""
        if self._identify_slot is None or shard_id is None:
            await super().before_identify_hook(shard_id, initial=initial)
        elif shard_id in self._with_slot:
            self._with_slot.discard(shard_id)
        else:
            await self._slot_again(shard_id, self._identify_slot)

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Pass an event on; the client is ready once its first shard is."""
        super().dispatch(event, *args, **kwargs)
        if event != "shard_ready" or self._identify_slot is None:
            return
        (shard_id,) = args
        self._connection._ready_tasks.pop(shard_id, None)
        if (waiting := self._shard_ready.get(shard_id)) is not None:
            waiting.set()
        if not self.is_ready():
            self._connection.call_handlers("ready")
            self.dispatch("ready")

    @property
    def _shards(self) -> dict[int, Any]:
        """discord.py's connections by shard."""
        shards: dict[int, Any] = vars(self)["_AutoShardedClient__shards"]
        return shards

    async def _open(self, shard_id: int) -> DiscordWebSocket:
        """A connection that has identified. Raises TimeoutError."""
        try:
            return await DiscordWebSocket.from_client(self, shard_id=shard_id)
        except (OSError, aiohttp.ClientError, discord.DiscordException, ReconnectWebSocket) as error:
            raise TimeoutError(f"shard {shard_id} cannot connect: {error}") from error

    async def _slot_again(self, shard_id: int, identify_slot: IdentifySlot) -> None:
        """Wait for a turn of a shard that was connected; without the database there is none."""
        while True:
            try:
                async with self._reserving:
                    await identify_slot(shard_id)
                return
            except StoreError as error:
                log.warning("shard cannot identify yet", shard=shard_id, error=str(error))
                await asyncio.sleep(RETRY_SECONDS)


class _Shard(Shard):
    """A shard that connects again without keeping others from it, and that can be dropped meanwhile."""

    _connecting: asyncio.Task[None] | None = None
    _is_dropped = False

    async def drop(self) -> None:
        """Close the connection for good, whatever discord.py has begun or noted to do."""
        self._is_dropped = True
        if self._connecting is not None:
            self._connecting.cancel()
        await self.close()

    def launch(self) -> None:
        """Read from the connection."""
        if not self._is_dropped:
            super().launch()

    async def reidentify(self, exc: ReconnectWebSocket) -> None:
        """Begin to connect again after a signal of Discord."""
        self._connect(super().reidentify(exc))

    async def reconnect(self) -> None:
        """Begin to connect again after a loss."""
        self._connect(super().reconnect())

    def _connect(self, attempt: Coroutine[Any, Any, None]) -> None:
        if self._is_dropped:
            attempt.close()
        else:
            self._connecting = asyncio.create_task(attempt)
