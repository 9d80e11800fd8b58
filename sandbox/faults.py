"""Makes Discord misbehave, for tests. Start at Faults.add().

In process: `sandbox.faults.add(Fault("PATCH", r"/channels/.*", times=2, status=500))`,
`await sandbox.faults.drop_gateway()`. From outside: POST /page/api/faults with one of
`{"method", "path", "times", "status", "code", "message", "retry_after", "delay", "cut"}`,
`{"gateway": "drop" | "reconnect" | "invalidate" | "zombie", "close_code": 4000}`,
`{"refuse_resume": true}`, `{"offline": true}`, `{"rate_limits": true}` or `{"clear": true}`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sandbox.errors import ApiError
from sandbox.payload import Json

if TYPE_CHECKING:
    from sandbox.app import Sandbox


@dataclass
class Fault:
    """The next `times` REST requests with this method and path (regular expressions) go wrong.

    They answer `status` (with JSON `code`, `message`, `retry_after`), after `delay` seconds; status
    None: only the delay. `cut`: the connection is cut instead; `after`: the request is carried out first.
    """

    method: str = ".*"
    path: str = ".*"
    times: int = 1
    status: int | None = None
    code: int = 0
    message: str = ""
    retry_after: float | None = None
    delay: float = 0.0
    cut: bool = False
    after: bool = False

    def matches(self, method: str, path: str) -> bool:
        """Whether this fault is due for a request."""
        is_method = re.fullmatch(self.method, method, re.IGNORECASE)
        return self.times > 0 and bool(is_method and re.search(self.path, path))

    def error(self) -> ApiError | None:
        """The answer to give, if one is to be given."""
        if self.status is None:
            return None
        retry_after = self.retry_after if self.retry_after is not None or self.status != 429 else 0.1
        text = self.message or f"{self.status}: made to fail"
        return ApiError(self.status, self.code, text, retry_after=retry_after)


class Faults:
    """What is to go wrong, and how often it did."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._waiting: list[Fault] = []
        self.refuses_resume = False
        self.is_offline = False

    def add(self, fault: Fault) -> Fault:
        """Arm a fault; its `times` counts down to 0."""
        self._waiting.append(fault)
        return fault

    def due(self, method: str, path: str) -> Fault | None:
        """Take the fault a request runs into, if any."""
        if self.is_offline:
            return Fault(cut=True)
        for fault in self._waiting:
            if fault.matches(method, path):
                fault.times -= 1
                return fault
        return None

    def clear(self) -> None:
        """Make Discord behave again."""
        self._waiting.clear()
        self.refuses_resume = self.is_offline = self._sandbox.limits.enabled = False

    async def drop_gateway(self, close_code: int | None = None) -> None:
        """Close the bot's sockets with a code, or cut them without one."""
        for connection in list(self._sandbox.gateway.connections):
            if close_code is None:
                connection.abort()
            else:
                await connection.close(close_code)

    def reconnect(self) -> None:
        """Ask the bot to reconnect (opcode 7)."""
        for connection in list(self._sandbox.gateway.connections):
            connection.send(7, None)

    def invalidate(self) -> None:
        """Tell the bot that its session is invalid (opcode 9) and forget it."""
        for connection in list(self._sandbox.gateway.connections):
            connection.send(9, False)
        self._sandbox.gateway.sessions.clear()

    def zombie(self) -> None:
        """Leave the sockets open but say nothing any more, not even heartbeat ACKs."""
        for connection in self._sandbox.gateway.connections:
            connection.is_zombie = True

    async def offline(self, is_offline: bool = True) -> None:
        """Be unreachable: sockets are cut and refused, every request's connection is cut."""
        self.is_offline = is_offline
        if is_offline:
            await self.drop_gateway()

    async def order(self, body: Json) -> None:
        """Do what POST /page/api/faults asks for."""
        actions = {"reconnect": self.reconnect, "invalidate": self.invalidate, "zombie": self.zombie}
        if body.get("clear"):
            self.clear()
        if "refuse_resume" in body:
            self.refuses_resume = bool(body["refuse_resume"])
        if "rate_limits" in body:
            self._sandbox.limits.enabled = bool(body["rate_limits"])
        if "offline" in body:
            await self.offline(bool(body["offline"]))
        if body.get("gateway") == "drop":
            await self.drop_gateway(body.get("close_code"))
        elif body.get("gateway") in actions:
            actions[body["gateway"]]()
        if "method" in body or "path" in body:
            known = {key: body[key] for key in Fault.__dataclass_fields__ if key in body}
            self.add(Fault(**known))
