"""A sandbox, and a discord.py client connected to it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any

import aiohttp
import discord
import discord.gateway
import discord.http
import pytest
import yarl
from discord import app_commands

from sandbox import Sandbox
from sandbox.testing.waiting import WITHIN


class Bot(discord.AutoShardedClient):
    """A client with a command tree and a log of its events."""

    def __init__(self, intents: discord.Intents | None = None, heartbeat_timeout: float = 60.0) -> None:
        super().__init__(
            intents=intents or discord.Intents.default(),
            guild_ready_timeout=0.05,
            heartbeat_timeout=heartbeat_timeout,
        )
        self.tree = app_commands.CommandTree(self)
        self.events: list[str] = []
        self.messages: list[discord.Message] = []

    async def on_socket_event_type(self, name: str) -> None:
        self.events.append(name)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait 5 s before the next IDENTIFY."""

    async def on_message(self, message: discord.Message) -> None:
        self.messages.append(message)


Setup = Callable[[Bot], None]


@contextlib.asynccontextmanager
async def connected(sandbox: Sandbox, setup: Setup | None = None, **options: Any) -> AsyncIterator[Bot]:
    """A bot that is ready and has synced its commands."""
    gateway = yarl.URL(f"ws://127.0.0.1:{sandbox.port}/gateway")
    original = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    discord.http.Route.BASE = sandbox.api_base
    # After an invalid session discord.py connects to DEFAULT_GATEWAY, not to the address of READY.
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway
    bot = Bot(**options)
    if setup is not None:
        setup(bot)
    await bot.login(sandbox.token)
    if setup is not None:
        await bot.tree.sync()
    running = asyncio.create_task(bot.connect())
    try:
        ready = asyncio.create_task(bot.wait_until_ready())
        done, _ = await asyncio.wait({running, ready}, timeout=WITHIN, return_when=asyncio.FIRST_COMPLETED)
        if running in done:
            running.result()
        assert ready in done
        yield bot
    finally:
        await bot.close()
        await asyncio.wait({running}, timeout=WITHIN)
        discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = original


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox.running() as running:
        yield running


class Api:
    """Raw requests with the bot's token, for bodies that discord.py does not send."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
        self._sandbox = sandbox
        self._session = session

    async def __call__(self, method: str, path: str, body: object = None, **options: Any) -> tuple[int, Any]:
        headers = {"Authorization": f"Bot {self._sandbox.token}"} | options.pop("headers", {})
        options |= {"json": body} if body is not None else {}
        url = self._sandbox.api_base + path
        async with self._session.request(method, url, headers=headers, **options) as response:
            if response.status == 204:
                return 204, None
            assert response.headers["Content-Type"] == "application/json"
            return response.status, await response.json()


@pytest.fixture
async def api(sandbox: Sandbox) -> AsyncIterator[Api]:
    async with aiohttp.ClientSession() as session:
        yield Api(sandbox, session)


def field_errors(body: Any) -> dict[str, str]:
    """The nested errors of a 50035 as {"a.0.b": CODE}."""
    assert body["code"] == 50035, body
    codes: dict[str, str] = {}

    def visit(node: dict[str, Any], path: str) -> None:
        for key, inside in node.items():
            if key == "_errors":
                codes[path] = inside[0]["code"]
                assert inside[0]["message"]
            else:
                visit(inside, f"{path}.{key}" if path else key)

    visit(body["errors"], "")
    return codes
