"""The whole stand-in: state, gateway, REST, page. Start at Sandbox.running().

async with Sandbox.running() as sandbox:          # a free port, everything in memory
    channel = sandbox.channel("games")
    reply = await sandbox.person("Alice").command(channel, "play othello", level="3")
    await sandbox.person("Alice").click(reply.message, label="d3")
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import TypeVar

from aiohttp import web

from sandbox import fresh
from sandbox.clock import WITHIN, Clock
from sandbox.delivery import Delivery
from sandbox.faults import Faults
from sandbox.gateway import Gateway
from sandbox.interactions import Interactions
from sandbox.limits import Limits
from sandbox.page_api import page_routes
from sandbox.people import Person
from sandbox.places import Place, Places
from sandbox.rest import rest_routes
from sandbox.seen import SeenMessage
from sandbox.snowflake import Snowflakes
from sandbox.state import State
from sandbox.store import Store
from sandbox.windows import Windows

DEFAULT_TOKEN = "sandbox-token"
_T = TypeVar("_T")
_POLL = 0.02  # seconds; what the bot knows changes without our hearing of it


class Sandbox:
    """A Discord of one's own. Use running(), or start() and stop()."""

    def __init__(
        self, state: Path | None = None, port: int = 0, token: str = DEFAULT_TOKEN, heartbeat: float = 41.25
    ) -> None:
        self.token = token
        self.port = port
        self.clock = Clock()
        self.ids = Snowflakes(self.clock)
        self.store = Store(state)
        self.faults = Faults(self)
        self.limits = Limits(self.clock)
        self.heartbeat = heartbeat
        self.changed = asyncio.Event()
        self._runner: web.AppRunner | None = None
        self._people: dict[str, Person] = {}

    @classmethod
    @contextlib.asynccontextmanager
    async def running(
        cls, state: Path | None = None, port: int = 0, token: str = DEFAULT_TOKEN, heartbeat: float = 41.25
    ) -> AsyncIterator[Sandbox]:
        """Serve on 127.0.0.1 (port 0: any free one) until the block is left."""
        sandbox = cls(state, port, token, heartbeat)
        await sandbox.start()
        try:
            yield sandbox
        finally:
            await sandbox.stop()

    async def start(self) -> None:
        """Bind the port, read the state and serve."""
        app = web.Application(client_max_size=64 * 1024 * 1024)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5, handler_cancellation=False)
        listener = _bind(self.port)
        self.port = listener.getsockname()[1]
        self._load()
        rest_routes(app, self)
        self.gateway.routes(app)
        page_routes(app, self)
        await self._runner.setup()
        await web.SockSite(self._runner, listener).start()

    def _load(self) -> None:
        self.state = State(self.store, self.ids, self.url)
        self.state.load()
        if not self.state.bot_id:
            fresh.populate(self.state)
        self.windows = Windows(self)
        self.gateway = Gateway(self)
        self.delivery = Delivery(self)
        self.interactions = Interactions(self)
        self.places = Places(self)

    async def stop(self) -> None:
        """Close every connection and write everything down."""
        if self._runner is not None:
            self.clock.cancel_all()
            await self.gateway.close()
            await self.windows.close()
            await self._runner.cleanup()
            self._runner = None
        await asyncio.to_thread(self.store.close)

    @property
    def url(self) -> str:
        """The address of the page."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def api_base(self) -> str:
        """What discord.http.Route.BASE (DISCORD_API_BASE) is to be."""
        return f"{self.url}/api/v10"

    # For tests and benchmarks

    def person(self, name: str) -> Person:
        """A person by name or id."""
        for user in self.state.users.values():
            if name in (user["id"], user["username"], user["global_name"]):
                return self._people.setdefault(user["id"], Person(self, user["id"]))
        raise LookupError(f"there is no person {name!r}")

    def add_person(self, name: str, locale: str = "en-US", everywhere: bool = True) -> Person:
        """A new person, member of every guild unless told otherwise."""
        return self.person(self.places.add_person(name, locale, everywhere))

    def channel(self, name: str) -> Place:
        """A channel by name or id."""
        return self.places.channel(name)

    def messages(self, channel: Place | str) -> list[SeenMessage]:
        """A channel's messages, oldest first (ephemeral ones too)."""
        key = str(channel)
        return [SeenMessage(self, key, one) for one in self.state.messages.get(key, {})]

    async def until(self, probe: Callable[[], _T | None], within: float = WITHIN) -> _T:
        """Wait until `probe` returns something true and return it; asked after every change and often."""
        deadline = time.monotonic() + within
        while True:
            self.changed.clear()
            if found := probe():
                return found
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"not within {within} s")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.changed.wait(), min(left, _POLL))

    async def bot_online(self, within: float = WITHIN) -> None:
        """Wait until a bot is connected and its commands may be used."""
        await self.until(lambda: self.gateway.online or None, within)


def _bind(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
    except OSError:
        listener.close()
        raise
    return listener
