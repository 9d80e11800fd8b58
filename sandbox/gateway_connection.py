"""One websocket of the bot: HELLO, IDENTIFY, RESUME, heartbeats. Start at Connection.serve()."""

from __future__ import annotations

import asyncio
import contextlib
import json
import zlib
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from sandbox.gateway_ready import greet, send_members
from sandbox.payload import Json, dumps, loads

if TYPE_CHECKING:
    from sandbox.gateway import Gateway, Session

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, VOICE_STATE, RESUME = 0, 1, 2, 3, 4, 6
RECONNECT, REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 7, 8, 9, 10, 11

UNKNOWN_ERROR, UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED = 4000, 4001, 4002, 4003
AUTHENTICATION_FAILED, ALREADY_AUTHENTICATED, INVALID_SEQUENCE = 4004, 4005, 4007
RATE_LIMITED, SESSION_TIMED_OUT, INVALID_SHARD, INVALID_INTENTS = 4008, 4009, 4010, 4013
CLEAN_CODES = (1000, 1001)  # a client that closes with these ends its session
COMMANDS_A_MINUTE = 120
_ACK_SECONDS = 0.02
MAX_INTENTS = (1 << 26) - 1


class GatewayClose(Exception):
    """The socket is to be closed with this code."""

    def __init__(self, code: int, reason: str = "") -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason


class Connection:
    """One websocket."""

    def __init__(self, gateway: Gateway, request: web.Request) -> None:
        self.gateway = gateway
        self.session: Session | None = None
        self.is_zombie = False
        self._request = request
        self._socket = web.WebSocketResponse(compress=False, max_msg_size=4096 * 16, autoclose=True)
        self._outgoing: asyncio.Queue[str] = asyncio.Queue()
        self._deflate = zlib.compressobj(1) if request.query.get("compress") == "zlib-stream" else None
        self._sent_at: list[float] = []
        self._closed_by_us = False

    async def serve(self) -> web.WebSocketResponse:
        """Speak until one side closes."""
        await self._socket.prepare(self._request)
        self.gateway.connections.add(self)
        pump = asyncio.create_task(self._pump())
        interval = self.gateway.sandbox.heartbeat
        self.send(HELLO, {"heartbeat_interval": int(interval * 1000), "_trace": ["sandbox"]})
        for_good = False
        try:
            for_good = await self._listen(interval * 1.5)
        except GatewayClose as closing:
            for_good = closing.code != SESSION_TIMED_OUT
            await self.close(closing.code, closing.reason)
        finally:
            pump.cancel()
            self.gateway.closed(self, for_good)
        return self._socket

    async def _listen(self, patience: float) -> bool:
        """Answer what the client says; True if the client ended its session."""
        while True:
            try:
                message = await self._socket.receive(timeout=patience)
            except TimeoutError:
                raise GatewayClose(SESSION_TIMED_OUT, "Session timed out.") from None
            if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                await self._hear(message.data)
            else:
                ended = message.type is WSMsgType.CLOSE and message.data in CLEAN_CODES
                return ended and not self._closed_by_us

    async def _hear(self, text: str | bytes) -> None:
        try:
            frame = loads(text)
            opcode, data = frame["op"], frame.get("d")
        except (json.JSONDecodeError, UnicodeDecodeError, TypeError, KeyError):
            raise GatewayClose(DECODE_ERROR, "Error while decoding payload.") from None
        self._count()
        answers: dict[int, Callable[[Any], Awaitable[None]]] = {
            HEARTBEAT: self._heartbeat,
            IDENTIFY: self._identify,
            RESUME: self._resume,
            PRESENCE: self._presence,
            REQUEST_MEMBERS: self._members,
            VOICE_STATE: self._ignore,
        }
        if opcode not in answers:
            raise GatewayClose(UNKNOWN_OPCODE, "Unknown opcode.")
        if self.session is None and opcode not in (HEARTBEAT, IDENTIFY, RESUME):
            raise GatewayClose(NOT_AUTHENTICATED, "Not authenticated.")
        await answers[opcode](data)

    def _count(self) -> None:
        now = asyncio.get_running_loop().time()
        self._sent_at = [one for one in self._sent_at if one > now - 60] + [now]
        if len(self._sent_at) > COMMANDS_A_MINUTE:
            raise GatewayClose(RATE_LIMITED, "Rate limited.")

    async def _heartbeat(self, _: Any) -> None:
        if not self.is_zombie:
            # Discord is never as near as loopback; discord.py notes a beat only after it was sent, and
            # would take an answer that is quicker for one that is a whole interval late.
            asyncio.get_running_loop().call_later(_ACK_SECONDS, self.send, HEARTBEAT_ACK, None)

    async def _ignore(self, _: Any) -> None:
        return

    async def _identify(self, data: Any) -> None:
        from sandbox.gateway import Session

        if self.session is not None:
            raise GatewayClose(ALREADY_AUTHENTICATED, "Already authenticated.")
        self._check_token(data)
        intents = data.get("intents")
        if not isinstance(intents, int) or not 0 <= intents <= MAX_INTENTS:
            raise GatewayClose(INVALID_INTENTS, "Invalid intent(s).")
        index, count = data.get("shard") or (0, 1)
        if not 0 <= index < count:
            raise GatewayClose(INVALID_SHARD, "Invalid shard.")
        self.session = Session(intents, (index, count))
        self.session.connection = self
        greet(self.gateway.sandbox, self.session)
        self.gateway.opened(self.session, self)
        await self._presence(data.get("presence"))

    def _check_token(self, data: Any) -> None:
        token = data.get("token") if isinstance(data, dict) else None
        if not isinstance(token, str) or token.removeprefix("Bot ") != self.gateway.sandbox.token:
            raise GatewayClose(AUTHENTICATION_FAILED, "Authentication failed.")

    async def _resume(self, data: Any) -> None:
        if self.session is not None:
            raise GatewayClose(ALREADY_AUTHENTICATED, "Already authenticated.")
        self._check_token(data)
        session = self.gateway.sessions.get(str(data.get("session_id")))
        missed = session.since(int(data.get("seq") or 0)) if session else None
        if session is None or missed is None or self.gateway.sandbox.faults.refuses_resume:
            self.send(INVALID_SESSION, False)
            return
        self.session = session
        for frame in missed:
            self.queue(frame)
        self.gateway.opened(session, self)
        session.send("RESUMED", '{"_trace":["sandbox"]}')

    async def _presence(self, data: Any) -> None:
        windows = self.gateway.sandbox.windows
        presence = data or {}
        activities = [one for one in (*presence.get("activities", ()), presence.get("game")) if one]
        first = activities[0] if activities else {}
        activity = first.get("state") or first.get("name")
        if activity != windows.activity:
            windows.activity = activity
            windows.bot_changed()

    async def _members(self, data: Any) -> None:
        assert self.session is not None
        send_members(self.gateway.sandbox, self.session, data)

    def send(self, opcode: int, data: Json | bool | None) -> None:
        """Queue a frame that is not a numbered event."""
        self.queue(dumps({"op": opcode, "d": data, "s": None, "t": None}))

    def queue(self, frame: str) -> None:
        """Queue a frame; a zombie's are lost."""
        if not self.is_zombie:
            self._outgoing.put_nowait(frame)

    async def _pump(self) -> None:
        with contextlib.suppress(ConnectionError, RuntimeError):
            while True:
                frame = await self._outgoing.get()
                if self._deflate is None:
                    await self._socket.send_str(frame)
                else:
                    packed = self._deflate.compress(frame.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                    await self._socket.send_bytes(packed)

    async def close(self, code: int, reason: str = "") -> None:
        """Close the websocket from our side; the session can be resumed."""
        self._closed_by_us = True
        with contextlib.suppress(ConnectionError, RuntimeError, TimeoutError):
            await asyncio.wait_for(self._socket.close(code=code, message=reason.encode()), 1.0)

    def abort(self) -> None:
        """Cut the connection without a word."""
        if self._request.transport is not None:
            self._request.transport.abort()
