"""The sandbox: state, gateway, REST API and page on one port of this machine.

Tests use it like this, on a free port and with everything in memory:

    async with Sandbox.running() as sandbox:
        channel = sandbox.channel("games")
        reply = await sandbox.person("Alice").command(channel, "play othello", level="3")
        await sandbox.person("Alice").click(reply.message, label="d3")
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import TypeVar

from aiohttp import web

from sandbox.browser.routes import Page
from sandbox.browser.sockets import Sockets
from sandbox.core.context import Context, EventSink, Sharding
from sandbox.core.faults import Faults
from sandbox.core.interactions import Interactions
from sandbox.gateway.routes import gateway_routes
from sandbox.gateway.sessions import Gateway
from sandbox.rest.routes import rest_routes
from sandbox.rest.server import Server
from sandbox.same_origin import only_same_origin
from sandbox.testing.message import SeenMessage
from sandbox.testing.person import Person
from sandbox.testing.places import Place, Places
from sandbox.testing.waiting import WITHIN, Waiter
from sandbox.world import seed
from sandbox.world.rate_limits import RateLimits
from sandbox.world.snowflakes import Snowflakes
from sandbox.world.state import State
from sandbox.world.store import Store
from sandbox.world.timers import Clock

HEARTBEAT = 41.25  # seconds, as Discord asks for
ONE_SHARD = Sharding()
_T = TypeVar("_T")


class Sandbox:
    """A Discord on this machine. Use running(), or start() and stop().

    `folder` is where it keeps everything (None: in memory only), `port` 0 takes a free one, `token` is
    what the bot presents (None: a new one), `heartbeat` is the gateway's interval in seconds, `sharding` what
    is asked of the bot's shards. In an empty folder, an `invited` bot joins the guilds now instead of long
    ago. Raises OSError or sqlite3.Error if the folder or the port cannot be used.
    """

    def __init__(
        self,
        folder: Path | None = None,
        port: int = 0,
        token: str | None = None,
        heartbeat: float = HEARTBEAT,
        *,
        invited: bool = False,
        sharding: Sharding = ONE_SHARD,
    ) -> None:
        self.token = token or secrets.token_urlsafe(32)
        self.clock = Clock()
        self.ids = Snowflakes(self.clock)
        self.limits = RateLimits(self.clock)
        self.store = Store(folder)
        try:
            self._listener = _bind(port)
        except OSError:
            self.store.close()
            raise
        self.port: int = self._listener.getsockname()[1]
        self.state = _load(self.store, self.ids, self.url, invited)
        events = EventSink()
        self.context = Context(
            self.token, self.port, self.state, self.ids, self.clock, self.limits, events, sharding
        )
        self.gateway = Gateway(self.context, heartbeat)
        self.sockets = Sockets(self.context, self.gateway)
        self.faults = Faults(self.limits, self.gateway)
        self.interactions = Interactions(self.context, self.gateway)
        self.places = Places(self.context)
        self._waiter = Waiter(events)
        self._people: dict[str, Person] = {}
        self._runner: web.AppRunner | None = None

    @classmethod
    @contextlib.asynccontextmanager
    async def running(
        cls,
        folder: Path | None = None,
        port: int = 0,
        token: str | None = None,
        heartbeat: float = HEARTBEAT,
        sharding: Sharding = ONE_SHARD,
    ) -> AsyncIterator[Sandbox]:
        """Serve on 127.0.0.1 inside the block."""
        sandbox = cls(folder, port, token, heartbeat, sharding=sharding)
        await sandbox.start()
        try:
            yield sandbox
        finally:
            await sandbox.stop()

    async def start(self) -> None:
        """Start serving."""
        app = web.Application(client_max_size=64 * 1024 * 1024, middlewares=[only_same_origin(self.port)])
        rest_routes(app, Server(self.context, self.interactions, self.faults))
        gateway_routes(app, self.gateway)
        Page(self.context, self.interactions, self.sockets, self.faults).add_routes(app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5, handler_cancellation=False)
        await self._runner.setup()
        await web.SockSite(self._runner, self._listener).start()

    async def stop(self) -> None:
        """Close every connection and write everything to the disk."""
        if self._runner is not None:
            self.clock.cancel_all()
            await self.gateway.close()
            await self.sockets.close()
            await self._runner.cleanup()
            self._runner = None
        await asyncio.to_thread(self.store.close)

    @property
    def url(self) -> str:
        """The address of the page."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def api_base(self) -> str:
        """The address of the REST API: the bot's DISCORD_API_BASE, discord.http.Route.BASE."""
        return f"{self.url}/api/v10"

    # For tests and benchmarks

    def person(self, name: str) -> Person:
        """Return a person by name or id. Raises LookupError."""
        for user in self.state.users.values():
            if name in (user["id"], user["username"], user["global_name"]):
                person = Person(self.context, self.interactions, self._waiter, user["id"])
                return self._people.setdefault(user["id"], person)
        raise LookupError(f"there is no person {name!r}")

    def add_person(self, name: str, locale: str = "en-US", everywhere: bool = True) -> Person:
        """Add a person, by default to every guild."""
        return self.person(self.places.add_person(name, locale, everywhere))

    def channel(self, name: str) -> Place:
        """Return a channel by name or id. Raises LookupError."""
        return self.places.channel(name)

    def messages(self, channel: Place | str) -> list[SeenMessage]:
        """Return a channel's messages, oldest first, including ephemeral ones."""
        channel_id = str(channel)
        messages = self.state.messages.get(channel_id, {})
        return [SeenMessage(self.state, channel_id, message_id) for message_id in messages]

    async def until(self, probe: Callable[[], _T | None], within: float = WITHIN) -> _T:
        """Wait until `probe` returns a true value, and return it.

        Raises TimeoutError after `within` seconds.
        """
        return await self._waiter.until(probe, within)

    async def bot_online(self, within: float = WITHIN) -> None:
        """Wait until a bot is connected."""
        await self.until(lambda: self.gateway.online or None, within)


def _load(store: Store, ids: Snowflakes, base: str, invited: bool) -> State:
    state = State(store, ids, base)
    state.load()
    if not state.bot_id:
        seed.populate(state, invited=invited)
    return state


def _bind(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
    except OSError:
        listener.close()
        raise
    return listener
