"""The page's open windows and the frames they get. Start at Windows.to_all() and hello()."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from aiohttp import web

from sandbox.payload import Json, dumps
from sandbox.shapes import channel_payload, message_payload, page_user
from sandbox.state import DIRECT_TYPES
from sandbox.usable import usable_commands

if TYPE_CHECKING:
    from sandbox.app import Sandbox

HISTORY = 50  # messages per channel in HELLO
LOG_LINES = 200


class Window:
    """One socket of one person."""

    def __init__(self, user_id: str, socket: web.WebSocketResponse) -> None:
        self.user_id = user_id
        self.socket = socket
        self.outgoing: asyncio.Queue[str] = asyncio.Queue()

    async def pump(self) -> None:
        """Send what is queued, in order, until the socket dies."""
        with contextlib.suppress(ConnectionError, RuntimeError):
            while True:
                await self.socket.send_str(await self.outgoing.get())


class Windows:
    """All windows. Sending only queues, so that no window can slow the rest down."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._open: set[Window] = set()
        self.log: deque[str] = deque(maxlen=LOG_LINES)
        self.activity: str | None = None

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """GET /page/ws?user=<id>."""
        user_id = request.query.get("user", "")
        socket = web.WebSocketResponse(heartbeat=20, compress=False)
        await socket.prepare(request)
        if user_id not in self._sandbox.state.users:
            user_id = next(one["id"] for one in self._sandbox.state.users.values() if not one["bot"])
        window = Window(user_id, socket)
        self._open.add(window)
        window.outgoing.put_nowait(dumps({"t": "HELLO", "d": self.hello(user_id)}))
        pump = asyncio.create_task(window.pump())
        try:
            async for _ in socket:
                pass
        finally:
            self._open.discard(window)
            pump.cancel()
        return socket

    async def close(self) -> None:
        """Close every window."""
        for window in list(self._open):
            await window.socket.close()

    def to_all(self, name: str, data: Json, sees: Callable[[str], bool] | None = None) -> None:
        """Send a frame to every window whose person `sees` it."""
        self._sandbox.changed.set()
        if not self._open:
            return
        frame = dumps({"t": name, "d": data})
        for window in self._open:
            if sees is None or sees(window.user_id):
                window.outgoing.put_nowait(frame)

    def to_person(self, user_id: str, name: str, data: Json) -> None:
        """Send a frame to one person's windows."""
        self.to_all(name, data, lambda one: one == user_id)

    def bot_changed(self) -> None:
        """Tell everybody how the bot is."""
        self.to_all("BOT", self.bot())

    def add_log(self, line: str) -> None:
        """Add a line of the bot's log."""
        self.log.append(line)
        self.to_all("BOT", {**self.bot(), "log": list(self.log)})

    def commands_changed(self) -> None:
        """Tell every window its person's commands."""
        self._sandbox.changed.set()
        for window in self._open:
            commands = usable_commands(self._sandbox.state, window.user_id)
            window.outgoing.put_nowait(dumps({"t": "COMMANDS", "d": commands}))

    def bot(self) -> Json:
        """The BOT frame."""
        return {
            "user": page_user(self._sandbox.state.bot),
            "online": self._sandbox.gateway.online,
            "activity": self.activity,
            "log": list(self.log),
        }

    def hello(self, user_id: str) -> Json:
        """Everything a window shows first."""
        state = self._sandbox.state
        seen = [one for one in state.channels.values() if state.permissions(one, user_id)]
        shaped = [channel_payload(state, one, user_id) for one in seen]
        return {
            "me": page_user(state.users[user_id]),
            "users": [page_user(one) for one in state.users.values()],
            "guilds": [
                {
                    **{key: guild[key] for key in ("id", "name", "preferred_locale", "owner_id", "roles")},
                    "members": list(guild["_members"]),
                    "channels": [one for one in shaped if one.get("guild_id") == guild["id"]],
                }
                for guild in state.guilds.values()
                if user_id in guild["_members"]
            ],
            "dms": [one for one in shaped if one["type"] in DIRECT_TYPES],
            "messages": {one["id"]: self._history(one["id"], user_id) for one in seen},
            "commands": usable_commands(state, user_id),
            "bot": self.bot(),
            "now": self._sandbox.clock.now(),
        }

    def _history(self, channel_id: str, user_id: str) -> list[Json]:
        messages = self._sandbox.state.messages[channel_id].values()
        seen = [one for one in messages if one.get("_reader", user_id) == user_id]
        return [message_payload(one) for one in seen[-HISTORY:]]
