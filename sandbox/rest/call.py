"""One request of the bot, parsed. Start at Call."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from aiohttp import BodyPartReader, web

from sandbox.errors import Form, error
from sandbox.messages import Files, Upload
from sandbox.payload import Json, loads
from sandbox.permissions import Permission

if TYPE_CHECKING:
    from sandbox.app import Sandbox
    from sandbox.state import State

Result = Json | list[Json] | None
Handler = Callable[["Call"], Awaitable[Result]]


class Call:
    """What a handler gets: where it is, what was sent, and what it may look at."""

    def __init__(self, sandbox: Sandbox, request: web.Request) -> None:
        self.sandbox = sandbox
        self.request = request
        self.body: Any = {}
        self.files: Files = {}
        self.headers: dict[str, str] = {}

    @property
    def state(self) -> State:
        """The documents."""
        return self.sandbox.state

    @property
    def bot_id(self) -> str:
        """The bot's own id."""
        return self.sandbox.state.bot_id

    def part(self, name: str) -> str:
        """A part of the path."""
        return self.request.match_info[name]

    async def read(self) -> None:
        """Read the body: JSON, or multipart with payload_json and files."""
        if self.request.content_type.startswith("multipart/"):
            await self._read_multipart()
        elif self.request.can_read_body:
            self.body = _json(await self.request.read())

    async def _read_multipart(self) -> None:
        async for part in await self.request.multipart():
            if not isinstance(part, BodyPartReader):
                continue
            name, data = part.name or "", bytes(await part.read())
            if name == "payload_json":
                self.body = _json(data)
            elif name.startswith("files[") and name.endswith("]"):
                kind = part.headers.get("Content-Type", "application/octet-stream")
                self.files[name[6:-1]] = Upload(part.filename or "unnamed", data, kind)

    def number(self, name: str, default: int, least: int, most: int) -> int:
        """A number of the query string."""
        given = self.request.query.get(name)
        if given is None:
            return default
        form = Form()
        form.number((name,), int(given) if given.lstrip("-").isdecimal() else given, least, most)
        form.check()
        return int(given)

    def channel(self, needed: int = 0) -> Json:
        """The path's channel, if the bot sees it (50001) and may do `needed` there (50013)."""
        channel = self.state.channel(self.part("channel"))
        self.allow(channel, needed)
        return channel

    def allow(self, channel: Json, needed: int) -> None:
        """Raise unless the bot may do `needed` in a channel."""
        bits = self.state.permissions(channel, self.bot_id)
        if not bits & Permission.VIEW_CHANNEL:
            raise error(50001)
        if bits & needed != needed:
            raise error(50013)

    def message(self, channel: Json) -> Json:
        """The path's message; an ephemeral one is unknown here."""
        message = self.state.message(channel["id"], self.part("message"))
        if "_reader" in message:
            raise error(10008)
        return message

    def guild(self) -> Json:
        """The path's guild."""
        return self.state.guild(self.part("guild"))


def _json(data: bytes) -> Any:
    try:
        return loads(data) if data else {}
    except (json.JSONDecodeError, UnicodeDecodeError):
        raise error(50109) from None
