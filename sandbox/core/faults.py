"""Discord's faults on request, for tests: failing requests, a lost gateway, rate limits.

In process: `sandbox.faults.add(Fault("PATCH", r"/channels/.*", times=2, status=500))`,
`await sandbox.faults.drop_gateway()`. From outside: POST /page/api/faults with one of
`{"method", "path", "times", "status", "code", "message", "retry_after", "delay", "cut"}`,
`{"gateway": "drop" | "reconnect" | "invalidate" | "zombie", "close_code": 4000}`,
`{"server": "its id", "unavailable": true}`,
`{"refuse_resume": true}`, `{"refuse_content": true}`, `{"offline": true}`, `{"rate_limits": true}` or
`{"clear": true}`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from sandbox.world.api_errors import ApiError
from sandbox.world.payload import Json
from sandbox.world.rate_limits import RateLimits


@dataclass
class Fault:
    """A fault of the next `times` REST requests with this method and path (regular expressions).

    The response is `status` with JSON `code`, `message` and `retry_after`, after `delay` seconds. With status
    None only the delay applies. `cut` cuts the connection instead; `after` carries out the request first.
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
        """Return whether this fault applies to a request."""
        is_method = re.fullmatch(self.method, method, re.IGNORECASE)
        return self.times > 0 and bool(is_method and re.search(self.path, path))

    def error(self) -> ApiError | None:
        """Return the error response, or None without a status."""
        if self.status is None:
            return None
        retry_after = self.retry_after
        if retry_after is None and self.status == 429:  # a client cannot wait without it
            retry_after = 0.1
        text = self.message or f"{self.status}: injected fault"
        return ApiError(self.status, self.code, text, retry_after=retry_after)


class GatewayControl(Protocol):
    """The gateway's own faults."""

    is_offline: bool
    refuses_resume: bool
    refuses_content: bool

    async def drop(self, close_code: int | None = None) -> None:
        """Close the bot's sockets with a code, or cut them without one."""

    def reconnect(self) -> None:
        """Ask the bot to reconnect."""

    def invalidate(self) -> None:
        """Invalidate the bot's sessions."""

    def zombie(self) -> None:
        """Stop sending without closing the sockets."""

    def set_unavailable(self, guild_id: str, is_unavailable: bool) -> None:
        """Tell the bot that a guild is unavailable, or available again."""


class Faults:
    """The faults to inject into REST requests and the gateway."""

    def __init__(self, limits: RateLimits, gateway: GatewayControl) -> None:
        self._limits = limits
        self._gateway = gateway
        self._pending: list[Fault] = []

    def add(self, fault: Fault) -> Fault:
        """Arm a fault. Each request it applies to decrements its `times`."""
        self._pending.append(fault)
        return fault

    def take(self, method: str, path: str) -> Fault | None:
        """Return the fault that applies to a request, and count the request."""
        if self._gateway.is_offline:
            return Fault(cut=True)
        for fault in self._pending:
            if fault.matches(method, path):
                fault.times -= 1
                return fault
        return None

    def clear(self) -> None:
        """Remove every fault."""
        self._pending.clear()
        self._gateway.refuses_resume = self._gateway.refuses_content = False
        self._gateway.is_offline = self._limits.enabled = False

    async def drop_gateway(self, close_code: int | None = None) -> None:
        """Close the bot's sockets with a code, or cut them without one."""
        await self._gateway.drop(close_code)

    def reconnect(self) -> None:
        """Ask the bot to reconnect (opcode 7)."""
        self._gateway.reconnect()

    def invalidate(self) -> None:
        """Send the bot an invalid session (opcode 9) and drop its sessions."""
        self._gateway.invalidate()

    def zombie(self) -> None:
        """Keep the sockets open but send nothing, not even heartbeat ACKs."""
        self._gateway.zombie()

    def server_unavailable(self, guild_id: str, is_unavailable: bool = True) -> None:
        """Discord cannot serve a guild, or can again: GUILD_DELETE with `unavailable`, or GUILD_CREATE."""
        self._gateway.set_unavailable(guild_id, is_unavailable)

    def refuse_resume(self, is_refused: bool = True) -> None:
        """Answer RESUME with an invalid session (opcode 9)."""
        self._gateway.refuses_resume = is_refused

    def refuse_content(self, is_refused: bool = True) -> None:
        """Close connections that ask for the message content intent (4014): it is off in the portal."""
        self._gateway.refuses_content = is_refused

    async def offline(self, is_offline: bool = True) -> None:
        """Cut and refuse every socket, and cut the connection of every request."""
        self._gateway.is_offline = is_offline
        if is_offline:
            await self.drop_gateway()

    async def apply(self, body: Json) -> None:
        """Apply the body of POST /page/api/faults."""
        actions = {"reconnect": self.reconnect, "invalidate": self.invalidate, "zombie": self.zombie}
        if body.get("clear"):
            self.clear()
        if "refuse_resume" in body:
            self.refuse_resume(bool(body["refuse_resume"]))
        if "refuse_content" in body:
            self.refuse_content(bool(body["refuse_content"]))
        if "server" in body:
            self.server_unavailable(str(body["server"]), bool(body.get("unavailable", True)))
        if "rate_limits" in body:
            self._limits.enabled = bool(body["rate_limits"])
        if "offline" in body:
            await self.offline(bool(body["offline"]))
        if body.get("gateway") == "drop":
            await self.drop_gateway(body.get("close_code"))
        elif body.get("gateway") in actions:
            actions[body["gateway"]]()
        if "method" in body or "path" in body:
            known = {key: body[key] for key in Fault.__dataclass_fields__ if key in body}
            self.add(Fault(**known))
