"""Shards that are connected and dropped while the client runs, by the real client on the sandbox."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
import yarl
from discord.gateway import DiscordWebSocket

from bot.sharding import gateway
from bot.sharding.gateway import ShardedClient
from data.errors import StoreFailed
from data.model.shards import shard_of
from sandbox import Sandbox, Sharding

TOTAL = 6
SEEN = {"guild_join", "guild_remove", "interaction", "shard_connect", "shard_disconnect", "ready"}


class Client(ShardedClient):
    """Notes what it hears."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, Any]] = []
        self.reserved: list[int] = []
        self.faults: list[Exception] = []
        super().__init__(
            intents=discord.Intents(guilds=True, guild_messages=True),
            chunk_guilds_at_startup=False,
            shard_count=TOTAL,
            identify_slot=self._reserve,
            guild_ready_timeout=0.05,
        )

    async def _reserve(self, shard_id: int) -> None:
        if self.faults:
            raise self.faults.pop()
        self.reserved.append(shard_id)

    async def setup_hook(self) -> None:
        _, url, _ = await self.http.get_bot_gateway()
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url)

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        if event in SEEN:
            self.heard.append((event, args[0] if args else None))
        super().dispatch(event, *args, **kwargs)

    def count(self, event: str, about: Any = None) -> int:
        """How often it heard an event, of a shard if one is given."""
        return sum(one == event and about in (None, of) for one, of in self.heard)


@contextlib.asynccontextmanager
async def running(sandbox: Sandbox) -> AsyncIterator[Client]:
    client = Client()
    discord.http.Route.BASE = sandbox.api_base
    task = asyncio.create_task(client.start(sandbox.token))
    async with asyncio.timeout(60):
        while not client._connection.shard_ids:  # noqa: ASYNC110 - set once it can connect
            await asyncio.sleep(0.01)
    try:
        yield client
    finally:
        await client.close()
        await task
        # discord.py forgets the heartbeat of a connection whose turn to identify does not come.
        for thread in threading.enumerate():
            if isinstance(thread, discord.gateway.KeepAliveHandler):
                thread.stop()


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A Discord with a server on each of six shards."""
    async with Sandbox.running(sharding=Sharding(TOTAL, TOTAL)) as made:
        shards: set[int] = set()
        while len(shards) < TOTAL:
            guild = made.places.add_guild("server", made.person("Alice").id)
            shards.add(shard_of(int(guild), TOTAL))
        yield made


def shards_of_guilds(client: Client) -> set[int]:
    return {guild.shard_id for guild in client.guilds}


async def until(is_so: Any) -> None:
    async with asyncio.timeout(60):
        while not is_so():  # noqa: ASYNC110 - the sandbox tells nobody
            await asyncio.sleep(0.01)


async def test_only_named_shards_are_connected(sandbox: Sandbox) -> None:
    async with running(sandbox) as client:
        assert not client.is_ready()
        await asyncio.gather(client.connect_shard(1), client.connect_shard(4))
        await asyncio.wait_for(client.wait_until_ready(), 60)
        assert set(client.shards) == {1, 4} == shards_of_guilds(client)
        await client.connect_shard(4)
        assert sorted(client.reserved) == [1, 4]
        await client.connect_shard(0)
        assert shards_of_guilds(client) == {0, 1, 4}
        assert client.count("ready") == 1


async def test_a_dropped_shard_stays_away_and_can_come_back(sandbox: Sandbox) -> None:
    async with running(sandbox) as client:
        await client.connect_shard(1)
        await client.connect_shard(2)
        await client.drop_shard(1)
        await client.drop_shard(1)
        await client.drop_shard(5)
        assert (set(client.shards), shards_of_guilds(client)) == ({2}, {2})
        assert client.count("guild_remove") == 0
        assert client.count("shard_disconnect", 1) == 1
        await asyncio.sleep(0.3)
        assert client.count("shard_connect", 1) == 1, "it is not connected again"
        await client.connect_shard(1)
        assert shards_of_guilds(client) == {1, 2}
        await client.drop_shard(1)
        await client.drop_shard(2)
        assert client.is_ready() and not client.guilds


async def test_a_lost_connection_is_made_again_with_a_turn(sandbox: Sandbox) -> None:
    async with running(sandbox) as client:
        await client.connect_shard(1)
        await client.connect_shard(2)
        client.faults = [StoreFailed("gone")]
        sandbox.faults.invalidate()  # the sessions are over: it identifies again
        await until(lambda: client.count("shard_connect", 1) == client.count("shard_connect", 2) == 2)
        assert sorted(client.reserved) == [1, 1, 2, 2]
        assert shards_of_guilds(client) == {1, 2}


async def test_a_shard_without_a_turn_keeps_no_other_from_connecting_again(sandbox: Sandbox) -> None:
    async with running(sandbox) as client:
        await client.connect_shard(1)
        await client.connect_shard(2)

        async def refuse_one(shard_id: int) -> None:
            if shard_id == 1:
                raise StoreFailed("gone")

        client._identify_slot = refuse_one
        sandbox.faults.invalidate()
        await until(lambda: client.count("shard_connect", 2) == 2)
        assert client.count("shard_connect", 1) == 1


async def test_a_shard_that_is_dropped_while_it_connects_again(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(sandbox) as client:
        await client.connect_shard(1)
        lets = asyncio.Event()

        async def wait(shard_id: int) -> None:
            client.reserved.append(shard_id)
            await lets.wait()

        client._identify_slot = wait
        sandbox.faults.invalidate()
        await until(lambda: client.reserved == [1, 1])
        await client.drop_shard(1)
        lets.set()
        await asyncio.sleep(0.3)
        assert client.count("shard_connect", 1) == 1
        await client.connect_shard(1)
        assert shards_of_guilds(client) == {1}


async def test_a_shard_that_cannot_connect(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(sandbox) as client:
        client.faults = [StoreFailed("gone")]
        with pytest.raises(StoreFailed):
            await client.connect_shard(3)
        monkeypatch.setattr(gateway, "CONNECT_SECONDS", 0.0)
        with pytest.raises(TimeoutError):
            await client.connect_shard(3)
        monkeypatch.undo()
        await client.connect_shard(3)
        assert shards_of_guilds(client) == {3}


async def test_it_closes_at_any_moment(sandbox: Sandbox) -> None:
    async with running(sandbox):
        pass
    async with running(sandbox) as client:
        connecting = asyncio.create_task(client.connect_shard(1))
        await asyncio.sleep(0)
    with contextlib.suppress(TimeoutError, RuntimeError):
        await connecting


async def test_two_processes_on_one_shard_hear_the_same(sandbox: Sandbox) -> None:
    async with running(sandbox) as one, running(sandbox) as other:
        for client in (one, other):
            await client.connect_shard(0)
        guild = next(iter(one.guilds))
        sandbox.places.add_channel(str(guild.id), "both")
        await until(
            lambda: all(
                seen.text_channels for client in (one, other) for seen in client.guilds if seen == guild
            )
        )
