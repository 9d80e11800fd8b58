"""One request of the bot, as a handler receives it."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable

from aiohttp import BodyPartReader, web

from sandbox.core.context import Context
from sandbox.core.interactions import Interactions
from sandbox.core.messages import Files, Upload
from sandbox.world.api_errors import Form, error
from sandbox.world.payload import Json, loads
from sandbox.world.permissions import Permission
from sandbox.world.state import State

Result = Json | list[Json] | None
Handler = Callable[["Call"], Awaitable[Result]]
Route = tuple[str, str, Handler]


class Call:
    """A request with its parsed body, and what a handler works on.

    `document` is the body's JSON, `body` the same as an object ({} if it is not one), `headers` are those of
    the response.
    """

    def __init__(self, context: Context, interactions: Interactions, request: web.Request) -> None:
        self.context = context
        self.interactions = interactions
        self.request = request
        self.document: object = {}
        self.body: Json = {}
        self.files: Files = {}
        self.headers: dict[str, str] = {}

    @property
    def state(self) -> State:
        """The sandbox's state."""
        return self.context.state

    @property
    def bot_id(self) -> str:
        """The id of the bot's user."""
        return self.context.state.bot_id

    def part(self, name: str) -> str:
        """Return a part of the path."""
        return self.request.match_info[name]

    async def read(self) -> None:
        """Read the body: JSON, or multipart with payload_json and files. Raises 50109 for invalid JSON."""
        # Not `request.content_type`, which parses the header with the email package in 0.5 ms.
        if self.request.headers.get("Content-Type", "").lower().startswith("multipart/"):
            await self._read_multipart()
        elif self.request.can_read_body:
            self._set_document(await self.request.read())

    async def _read_multipart(self) -> None:
        async for part in await self.request.multipart():
            if not isinstance(part, BodyPartReader):
                continue
            name, data = part.name or "", bytes(await part.read())
            if name == "payload_json":
                self._set_document(data)
            elif name.startswith("files[") and name.endswith("]"):
                kind = part.headers.get("Content-Type", "application/octet-stream")
                self.files[name[6:-1]] = Upload(part.filename or "unnamed", data, kind)

    def _set_document(self, data: bytes) -> None:
        try:
            self.document = loads(data) if data else {}
        except (json.JSONDecodeError, UnicodeDecodeError):
            raise error(50109) from None
        self.body = self.document if isinstance(self.document, dict) else {}

    def number(self, name: str, default: int, minimum: int, maximum: int) -> int:
        """Return a number of the query string. Raises 50035 outside of `minimum` to `maximum`."""
        text = self.request.query.get(name)
        if text is None:
            return default
        number = int(text) if text.lstrip("-").isdecimal() else text  # other text is the form's error
        form = Form()
        form.number((name,), number, minimum, maximum)
        form.check()
        return int(number)

    def channel(self, needed: int = 0) -> Json:
        """Return the path's channel. Raises as allow() does, and 10003."""
        channel = self.state.channel(self.part("channel"))
        self.allow(channel, needed)
        return channel

    def allow(self, channel: Json, needed: int) -> None:
        """Raise 50001 if the bot does not see a channel, 50013 if it lacks the permissions `needed` there."""
        bits = self.state.permissions(channel, self.bot_id)
        if not bits & Permission.VIEW_CHANNEL:
            raise error(50001)
        if bits & needed != needed:
            raise error(50013)

    def message(self, channel: Json) -> Json:
        """Return the path's message. Raises 10008, also for an ephemeral message."""
        message = self.state.message(channel["id"], self.part("message"))
        if "_reader" in message:  # routes of channels do not know ephemeral messages, webhooks do
            raise error(10008)
        return message

    def guild(self) -> Json:
        """Return the path's guild. Raises 10004."""
        return self.state.guild(self.part("guild"))
