"""Sharding: what the bot is asked for, which shard gets an event, and how fast shards may identify."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest

from sandbox import Sandbox, Sharding
from sandbox.gateway.sessions import INVALID_SESSION
from sandbox.testing.waiting import WITHIN

SHARDS = 6


@contextlib.asynccontextmanager
async def identified(sandbox: Sandbox, shard: int, shards: int = SHARDS) -> AsyncIterator[int]:
    """A shard that has asked to begin, with the opcode of the answer."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{sandbox.url}/gateway?v=10") as socket,
    ):
        await socket.receive_json()
        intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True).value
        login = {"token": sandbox.token, "intents": intents, "properties": {}, "shard": [shard, shards]}
        await socket.send_json({"op": 2, "d": login})
        yield (await socket.receive_json())["op"]


def events(sandbox: Sandbox) -> list[tuple[int, str, Any]]:
    """What was sent so far: the number of the shard, the event's name and its data."""
    return [
        (session.shard[0], event["t"], event["d"])
        for session in sandbox.gateway.sessions.values()
        for _, frame in session.remembered
        for event in (json.loads(frame),)
    ]


def said(sandbox: Sandbox) -> list[tuple[int, str]]:
    """The messages that were sent: the number of the shard, and the channel."""
    return [(shard, data["channel_id"]) for shard, name, data in events(sandbox) if name == "MESSAGE_CREATE"]


def shard_of(guild_id: str) -> int:
    return (int(guild_id) >> 22) % SHARDS


async def guild_of_each_shard(sandbox: Sandbox) -> dict[int, str]:
    """A server for each of the shards."""
    owner = sandbox.person("Alice").id
    guilds = dict[int, str]()
    async with asyncio.timeout(WITHIN):
        while len(guilds) < SHARDS:
            guild = sandbox.places.add_guild("Hall", owner)
            guilds.setdefault(shard_of(guild), guild)
            await asyncio.sleep(0.001)  # the shard is in the milliseconds of the id
    return guilds


async def test_the_bot_is_told_how_many_shards_to_use() -> None:
    sharding = Sharding(shards=SHARDS, max_concurrency=2)
    async with Sandbox.running(sharding=sharding) as sandbox, aiohttp.ClientSession() as session:
        headers = {"Authorization": f"Bot {sandbox.token}"}
        async with session.get(f"{sandbox.api_base}/gateway/bot", headers=headers) as answer:
            body = await answer.json()
    assert (body["shards"], body["session_start_limit"]["max_concurrency"]) == (SHARDS, 2)


async def test_each_shard_gets_the_events_of_its_servers_only() -> None:
    async with Sandbox.running() as sandbox, contextlib.AsyncExitStack() as shards:
        guilds = await guild_of_each_shard(sandbox)
        for shard in range(SHARDS):
            await shards.enter_async_context(identified(sandbox, shard))
        begun = events(sandbox)
        assert [data["shard"] for _, name, data in begun if name == "READY"] == [
            [n, SHARDS] for n in range(SHARDS)
        ]
        known = [(shard, data["id"]) for shard, name, data in begun if name == "GUILD_CREATE"]
        assert {(shard, guild) for shard, guild in guilds.items()} <= set(known)
        assert all(shard == shard_of(guild) for shard, guild in known)
        channels = {shard: sandbox.places.add_channel(guild, "games") for shard, guild in guilds.items()}
        for channel in channels.values():
            sandbox.person("Alice").say(channel, "hello")
        assert sorted(said(sandbox)) == [(shard, channels[shard].id) for shard in range(SHARDS)]


async def test_direct_messages_belong_to_the_first_shard() -> None:
    async with Sandbox.running() as sandbox, identified(sandbox, 0, 2), identified(sandbox, 1, 2):
        alice = sandbox.person("Alice")
        alice.say(alice.dm, "hello")
        assert said(sandbox) == [(0, alice.dm.id)]


async def test_two_sessions_of_one_shard_both_get_its_events() -> None:
    async with Sandbox.running() as sandbox, identified(sandbox, 0, 1), identified(sandbox, 0, 1):
        channel = sandbox.channel("games")
        sandbox.person("Alice").say(channel, "hello")
        assert said(sandbox) == [(0, channel.id), (0, channel.id)]


@pytest.mark.parametrize(("concurrency", "refused"), [(1, [False, True, True]), (2, [False, False, True])])
async def test_shards_that_identify_too_fast_are_refused(concurrency: int, refused: list[bool]) -> None:
    sharding = Sharding(shards=3, max_concurrency=concurrency, identify_seconds=60.0)
    async with Sandbox.running(sharding=sharding) as sandbox, contextlib.AsyncExitStack() as shards:
        opcodes = [await shards.enter_async_context(identified(sandbox, shard, 3)) for shard in range(3)]
    assert [opcode == INVALID_SESSION for opcode in opcodes] == refused
