"""Injected faults, as discord.py experiences them."""

from __future__ import annotations

import time

import aiohttp
import discord
import discord.backoff
import pytest

from sandbox import Fault, Sandbox

from .conftest import Api, connected


async def test_a_429_is_waited_out(sandbox: Sandbox) -> None:
    async with connected(sandbox) as bot:
        channel = bot.get_channel(int(sandbox.channel("games")))
        assert isinstance(channel, discord.TextChannel)
        fault = sandbox.faults.add(Fault("POST", r"/messages$", status=429, retry_after=0.15))
        started = time.monotonic()
        await channel.send("through")
        assert time.monotonic() - started >= 0.15 and fault.times == 0


async def test_a_given_code_reaches_the_client(sandbox: Sandbox) -> None:
    async with connected(sandbox) as bot:
        channel = bot.get_channel(int(sandbox.channel("games")))
        assert isinstance(channel, discord.TextChannel)
        sandbox.faults.add(
            Fault("POST", r"/messages$", status=403, code=50013, message="Missing Permissions")
        )
        with pytest.raises(discord.Forbidden):
            await channel.send("refused")
        sandbox.faults.add(Fault("POST", r"/messages$", cut=True))
        with pytest.raises(aiohttp.ClientError):
            await channel.send("cut")
        assert sandbox.messages(sandbox.channel("games")) == []


async def test_a_connection_cut_after_the_request(sandbox: Sandbox, api: Api) -> None:
    channel = sandbox.channel("games")
    sandbox.faults.add(Fault("POST", cut=True, after=True))
    with pytest.raises(aiohttp.ClientError):
        await api("POST", f"/channels/{channel}/messages", {"content": "arrived"})
    assert [message.content for message in sandbox.messages(channel)] == ["arrived"]


async def test_a_delay(sandbox: Sandbox, api: Api) -> None:
    sandbox.faults.add(Fault("GET", r"users/@me", delay=0.1))
    started = time.monotonic()
    assert (await api("GET", "/users/@me"))[0] == 200
    assert time.monotonic() - started >= 0.1


async def test_offline_and_back(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.backoff.ExponentialBackoff, "delay", lambda self: 0.05)
    async with connected(sandbox) as bot:
        await sandbox.faults.offline()
        await sandbox.until(lambda: not sandbox.gateway.online)
        with pytest.raises(aiohttp.ClientError):
            await bot.fetch_user(int(sandbox.person("Alice").id))
        await sandbox.faults.offline(False)
        await sandbox.bot_online()


async def test_faults_over_http(sandbox: Sandbox, api: Api) -> None:
    async with connected(sandbox) as bot, aiohttp.ClientSession() as session:
        url = f"{sandbox.url}/page/api/faults"
        fault = {"method": "GET", "path": "users/@me", "status": 500, "times": 1}
        assert (await session.post(url, json=fault)).status == 200
        assert (await api("GET", "/users/@me"))[0] == 500
        assert (await api("GET", "/users/@me"))[0] == 200
        await session.post(url, json={"gateway": "drop", "close_code": 4000})
        await sandbox.until(lambda: "RESUMED" in bot.events)
        await session.post(url, json={"rate_limits": True})
        assert sandbox.limits.enabled
        await session.post(url, json={"clear": True})
        assert not sandbox.limits.enabled


def guild_of(bot: discord.Client, guild_id: str) -> discord.Guild:
    """A server that the bot has in its cache."""
    guild = bot.get_guild(int(guild_id))
    assert guild is not None
    return guild


async def test_a_server_that_is_unavailable(sandbox: Sandbox) -> None:
    guild_id = next(iter(sandbox.state.guilds))
    async with connected(sandbox) as bot:
        assert not guild_of(bot, guild_id).unavailable
        sandbox.faults.server_unavailable(guild_id)
        await sandbox.until(lambda: guild_of(bot, guild_id).unavailable)
    async with connected(sandbox) as bot:
        assert guild_of(bot, guild_id).unavailable, "also for a new session"
        sandbox.faults.server_unavailable(guild_id, False)
        await sandbox.until(lambda: not guild_of(bot, guild_id).unavailable)
        assert guild_of(bot, guild_id).channels
