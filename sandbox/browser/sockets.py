"""The sockets of the page's windows, and the frames sent to them."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from typing import Protocol

from aiohttp import web

from sandbox.core.context import BotChanged, CommandsChanged, Context, Event, PageFrame
from sandbox.world.command_visibility import usable_commands
from sandbox.world.payload import Json, dumps
from sandbox.world.serialize import channel_payload, message_payload, page_user
from sandbox.world.state import DIRECT_TYPES

HISTORY = 50  # messages per channel in HELLO
LOG_LINES = 200


class BotStatus(Protocol):
    """What the page shows of the bot's connection."""

    activity: str | None

    @property
    def online(self) -> bool:
        """Whether the bot is connected."""


class _Window:
    """One window's socket."""

    def __init__(self, user_id: str, socket: web.WebSocketResponse) -> None:
        self.user_id = user_id
        self.socket = socket
        self.outgoing: asyncio.Queue[str] = asyncio.Queue()

    async def pump(self) -> None:
        """Send the queued frames in order until the socket closes."""
        with contextlib.suppress(ConnectionError, RuntimeError):
            while True:
                await self.socket.send_str(await self.outgoing.get())


class Sockets:
    """The open windows. Frames are queued, so that a slow window delays nothing else."""

    def __init__(self, context: Context, bot: BotStatus) -> None:
        self._context = context
        self._state = context.state
        self._bot = bot
        self._windows: set[_Window] = set()
        self._log: deque[str] = deque(maxlen=LOG_LINES)
        context.events.subscribe(self._receive)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve GET /page/ws?user=<id>&language=<code>; without a user, the first person of the language."""
        user_id = request.query.get("user", "")
        socket = web.WebSocketResponse(heartbeat=20, compress=False)
        await socket.prepare(request)
        if user_id not in self._state.users:
            user_id = self._first_person(request.query.get("language", ""))
        window = _Window(user_id, socket)
        self._windows.add(window)
        window.outgoing.put_nowait(dumps({"t": "HELLO", "d": self.hello(user_id)}))
        pump = asyncio.create_task(window.pump())
        try:
            async for _ in socket:
                pass
        finally:
            self._windows.discard(window)
            pump.cancel()
        return socket

    def _first_person(self, language: str) -> str:
        """Return the id of the first person whose Discord is in a language, or else in English."""
        people = [user for user in self._state.users.values() if not user["bot"]]
        code = language.split("-", maxsplit=1)[0].lower()
        for wanted in (code, "en"):
            for person in people:
                if person["_locale"].split("-")[0] == wanted:
                    return str(person["id"])
        return str(people[0]["id"])

    async def close(self) -> None:
        """Close every window's socket."""
        for window in list(self._windows):
            await window.socket.close()

    def add_log(self, line: str) -> None:
        """Show a line of the bot's log in every window."""
        self._log.append(line)
        self._send("LOG", {"line": line})

    def _receive(self, event: Event) -> None:
        if isinstance(event, PageFrame):
            self._send(event.name, event.data, event.is_reader)
        elif isinstance(event, BotChanged):
            self._send("BOT", self._bot_frame())
        elif isinstance(event, CommandsChanged):
            for window in self._windows:
                commands = usable_commands(self._state, window.user_id)
                window.outgoing.put_nowait(dumps({"t": "COMMANDS", "d": commands}))

    def _send(self, name: str, data: Json, is_reader: Callable[[str], bool] | None = None) -> None:
        frame = ""
        for window in self._windows:
            if is_reader is None or is_reader(window.user_id):
                frame = frame or dumps({"t": name, "d": data})
                window.outgoing.put_nowait(frame)

    def _bot_frame(self) -> Json:
        return {
            "user": page_user(self._state.bot),
            "online": self._bot.online,
            "activity": self._bot.activity,
            "log": list(self._log),
        }

    def hello(self, user_id: str) -> Json:
        """Return the data of a person's HELLO frame: everything that a window shows first."""
        state = self._state
        visible = [channel for channel in state.channels.values() if state.permissions(channel, user_id)]
        channels = [channel_payload(state, channel, user_id) for channel in visible]
        return {
            "me": page_user(state.users[user_id]),
            "users": [page_user(user) for user in state.users.values()],
            "guilds": [
                _guild(guild, channels) for guild in state.guilds.values() if user_id in guild["_members"]
            ],
            "dms": [channel for channel in channels if channel["type"] in DIRECT_TYPES],
            "messages": {channel["id"]: self._history(channel["id"]) for channel in visible},
            "commands": usable_commands(state, user_id),
            "bot": self._bot_frame(),
            "now": self._context.clock.now(),
        }

    def _history(self, channel_id: str) -> list[Json]:
        """Return what a window that opens shows; ephemeral messages are kept by windows only."""
        messages = self._state.messages[channel_id].values()
        public = [message for message in messages if "_reader" not in message]
        return [message_payload(message) for message in public[-HISTORY:]]


def _guild(guild: Json, channels: list[Json]) -> Json:
    return {
        **{key: guild[key] for key in ("id", "name", "preferred_locale", "owner_id", "roles")},
        "members": list(guild["_members"]),
        "channels": [channel for channel in channels if channel.get("guild_id") == guild["id"]],
    }
