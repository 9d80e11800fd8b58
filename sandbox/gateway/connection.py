"""One websocket of the bot: HELLO, IDENTIFY, RESUME, heartbeats."""

from __future__ import annotations

import asyncio
import contextlib
import json
import zlib
from collections.abc import Callable

from aiohttp import WSMsgType, web

from sandbox.core.context import Intent
from sandbox.gateway.ready import send_members, send_ready
from sandbox.gateway.sessions import INVALID_SESSION, Gateway, Session
from sandbox.world.payload import Json, dumps, loads

HEARTBEAT, IDENTIFY, PRESENCE, VOICE_STATE, RESUME, REQUEST_MEMBERS = 1, 2, 3, 4, 6, 8
HELLO, HEARTBEAT_ACK = 10, 11

UNKNOWN_OPCODE, DECODE_ERROR, NOT_AUTHENTICATED = 4001, 4002, 4003
AUTHENTICATION_FAILED, ALREADY_AUTHENTICATED = 4004, 4005
RATE_LIMITED, SESSION_TIMED_OUT, INVALID_SHARD = 4008, 4009, 4010
INVALID_INTENTS, DISALLOWED_INTENTS = 4013, 4014
CLEAN_CODES = (1000, 1001)  # a client that closes with these ends its session
FRAMES_PER_MINUTE = 120
_ACK_SECONDS = 0.02
"""How long an ACK is held back, see `Connection._heartbeat`."""
MAX_INTENTS = (1 << 26) - 1


class GatewayClose(Exception):
    """Closes the socket with this code."""

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
        self._received_at: list[float] = []
        self._closed_by_server = False

    async def serve(self) -> web.WebSocketResponse:
        """Serve the websocket until one side closes it."""
        await self._socket.prepare(self._request)
        self.gateway.connections.add(self)
        pump = asyncio.create_task(self._pump())
        interval = self.gateway.heartbeat
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
        """Answer the client's frames. Return True if the client ended its session."""
        while True:
            try:
                message = await self._socket.receive(timeout=patience)
            except TimeoutError:
                raise GatewayClose(SESSION_TIMED_OUT, "Session timed out.") from None
            if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                self._handle(message.data)
            else:
                ended = message.type is WSMsgType.CLOSE and message.data in CLEAN_CODES
                return ended and not self._closed_by_server

    def _handle(self, text: str | bytes) -> None:
        try:
            frame = loads(text)
            opcode, data = frame["op"], frame.get("d")
        except (json.JSONDecodeError, UnicodeDecodeError, TypeError, KeyError):
            raise GatewayClose(DECODE_ERROR, "Error while decoding payload.") from None
        self._count()
        before_login: dict[int, Callable[[object], None]] = {
            HEARTBEAT: self._heartbeat,
            IDENTIFY: self._identify,
            RESUME: self._resume,
        }
        after_login: dict[int, Callable[[Session, Json], None]] = {
            PRESENCE: self._presence,
            REQUEST_MEMBERS: self._members,
            VOICE_STATE: self._ignore,
        }
        if opcode in before_login:
            before_login[opcode](data)
        elif opcode not in after_login:
            raise GatewayClose(UNKNOWN_OPCODE, "Unknown opcode.")
        elif self.session is None:
            raise GatewayClose(NOT_AUTHENTICATED, "Not authenticated.")
        else:
            after_login[opcode](self.session, data if isinstance(data, dict) else {})

    def _count(self) -> None:
        now = asyncio.get_running_loop().time()
        last_minute = [received_at for received_at in self._received_at if received_at > now - 60]
        self._received_at = [*last_minute, now]
        if len(self._received_at) > FRAMES_PER_MINUTE:
            raise GatewayClose(RATE_LIMITED, "Rate limited.")

    def _heartbeat(self, _: object) -> None:
        if not self.is_zombie:
            # discord.py records a heartbeat only after sending it. An ACK that arrives before that, as over
            # loopback, would count as one that is a whole interval late.
            asyncio.get_running_loop().call_later(_ACK_SECONDS, self.send, HEARTBEAT_ACK, None)

    def _identify(self, data: object) -> None:
        login = self._login(data)
        intents = login.get("intents")
        if not isinstance(intents, int) or not 0 <= intents <= MAX_INTENTS:
            raise GatewayClose(INVALID_INTENTS, "Invalid intent(s).")
        if self.gateway.refuses_content and intents & Intent.MESSAGE_CONTENT:
            raise GatewayClose(DISALLOWED_INTENTS, "Disallowed intent(s).")
        index, count = login.get("shard") or (0, 1)
        if not 0 <= index < count:
            raise GatewayClose(INVALID_SHARD, "Invalid shard.")
        if not self.gateway.may_identify(index):
            self.send(INVALID_SESSION, False)
            return
        session = self.session = Session(intents, (index, count))
        session.connection = self
        send_ready(self.gateway.context, session, self.gateway.unavailable)
        self.gateway.opened(session, self)
        self._presence(session, login.get("presence") or {})

    def _login(self, data: object) -> Json:
        """Return the data of IDENTIFY or RESUME if its token is valid."""
        if self.session is not None:
            raise GatewayClose(ALREADY_AUTHENTICATED, "Already authenticated.")
        login: Json = data if isinstance(data, dict) else {}
        token = login.get("token")
        if not isinstance(token, str) or token.removeprefix("Bot ") != self.gateway.context.token:
            raise GatewayClose(AUTHENTICATION_FAILED, "Authentication failed.")
        return login

    def _resume(self, data: object) -> None:
        login = self._login(data)
        session = self.gateway.sessions.get(str(login.get("session_id")))
        missed = session.since(int(login.get("seq") or 0)) if session else None
        if session is None or missed is None or self.gateway.refuses_resume:
            self.send(INVALID_SESSION, False)
            return
        self.session = session
        for frame in missed:
            self.queue(frame)
        self.gateway.opened(session, self)
        session.send("RESUMED", '{"_trace":["sandbox"]}')

    def _presence(self, _: Session, presence: Json) -> None:
        listed = (*presence.get("activities", ()), presence.get("game"))
        first: Json = next((activity for activity in listed if activity), {})
        self.gateway.set_activity(first.get("state") or first.get("name"))

    def _members(self, session: Session, request: Json) -> None:
        send_members(self.gateway.context, session, request)

    def _ignore(self, _: Session, data: Json) -> None:
        return

    def send(self, opcode: int, data: Json | bool | None) -> None:
        """Queue a frame that is not a numbered event."""
        self.queue(dumps({"op": opcode, "d": data, "s": None, "t": None}))

    def queue(self, frame: str) -> None:
        """Queue a frame; a zombie sends nothing."""
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
        """Close the websocket; the session can be resumed."""
        self._closed_by_server = True
        with contextlib.suppress(ConnectionError, RuntimeError, TimeoutError):
            await asyncio.wait_for(self._socket.close(code=code, message=reason.encode()), 1.0)

    def abort(self) -> None:
        """Cut the connection without a close frame."""
        if self._request.transport is not None:
            self._request.transport.abort()
