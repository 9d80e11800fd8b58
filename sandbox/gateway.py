"""The Gateway v10: sessions that survive a dropped socket. Start at Gateway.dispatch() and serve().

A Session is what IDENTIFY makes: it numbers events and remembers the last of them. A Connection
(gateway_connection.py) is one websocket; it speaks the opcodes and feeds one session.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from aiohttp import web

from sandbox.gateway_connection import Connection
from sandbox.payload import Json, dumps

if TYPE_CHECKING:
    from sandbox.app import Sandbox

GUILDS, GUILD_MEMBERS, GUILD_MESSAGES = 1 << 0, 1 << 1, 1 << 9
GUILD_TYPING, DIRECT_MESSAGES, DIRECT_TYPING, MESSAGE_CONTENT = 1 << 11, 1 << 12, 1 << 14, 1 << 15
REMEMBERED = 2000  # events a session can replay
RESUMABLE = 90.0  # seconds a session outlives its socket

Redact = Callable[[Json], Json]


class Session:
    """One shard's stream of numbered events."""

    def __init__(self, intents: int, shard: tuple[int, int]) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard = shard
        self.sequence = 0
        self.remembered: deque[tuple[int, str]] = deque(maxlen=REMEMBERED)
        self.connection: Connection | None = None

    def send(self, name: str, body: str) -> None:
        """Number an event and send it, or keep it until the client resumes."""
        self.sequence += 1
        frame = f'{{"op":0,"t":"{name}","s":{self.sequence},"d":{body}}}'
        self.remembered.append((self.sequence, frame))
        if self.connection is not None:
            self.connection.queue(frame)

    def since(self, sequence: int) -> list[str] | None:
        """The events after `sequence`, or None if some of them are forgotten."""
        if sequence > self.sequence:
            return None
        missed = [frame for number, frame in self.remembered if number > sequence]
        return missed if len(missed) == self.sequence - sequence else None

    def covers(self, guild_id: str | None) -> bool:
        """Whether a guild's events (None: DMs) belong to this shard."""
        index, count = self.shard
        return index == (0 if guild_id is None else (int(guild_id) >> 22) % count)


class Gateway:
    """All sessions and sockets of the bot."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.sessions: dict[str, Session] = {}
        self.connections: set[Connection] = set()

    def routes(self, app: web.Application) -> None:
        """Serve the websocket."""
        app.router.add_get("/gateway", self._serve)
        app.router.add_get("/gateway/", self._serve)

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        if self.sandbox.faults.is_offline:
            return web.Response(status=503)
        return await Connection(self, request).serve()

    @property
    def online(self) -> bool:
        """Whether a bot is connected and ready."""
        return any(session.connection is not None for session in self.sessions.values())

    @property
    def reachable(self) -> bool:
        """Whether events have somewhere to go: a connected bot or one that may still resume."""
        return bool(self.sessions)

    def dispatch(
        self, name: str, data: Json, intent: int, guild_id: str | None, redact: Redact | None = None
    ) -> None:
        """Send an event to the sessions that asked for `intent` (0: to all) and own the guild.

        Of a guild in which the bot is not it hears by interactions alone, and once that it left.
        """
        state, always = self.sandbox.state, name in ("INTERACTION_CREATE", "GUILD_DELETE")
        if guild_id and not always and state.bot_id not in state.guilds[guild_id]["_members"]:
            return
        body = None
        for session in self.sessions.values():
            if (intent and not session.intents & intent) or not session.covers(guild_id):
                continue
            if redact is not None and not session.intents & MESSAGE_CONTENT:
                session.send(name, dumps(redact(data)))
            else:
                body = body or dumps(data)
                session.send(name, body)

    def opened(self, session: Session, connection: Connection) -> None:
        """A connection took a session over."""
        if session.connection is not None and session.connection is not connection:
            session.connection.abort()
        was_online = self.online
        self.sessions[session.id] = session
        session.connection = connection
        if not was_online:
            self.sandbox.windows.bot_changed()

    def closed(self, connection: Connection, for_good: bool) -> None:
        """A socket ended; its session stays resumable for a while unless it ended for good."""
        self.connections.discard(connection)
        session = connection.session
        if session is None or session.connection is not connection:
            return
        session.connection = None
        if for_good:
            self.sessions.pop(session.id, None)
        else:
            self.sandbox.clock.after(RESUMABLE, lambda: self._expire(session))
        if not self.online:
            self.sandbox.windows.bot_changed()

    def _expire(self, session: Session) -> None:
        if session.connection is None:
            self.sessions.pop(session.id, None)

    def forget_sessions(self) -> None:
        """Make every RESUME fail."""
        self.sessions = {key: one for key, one in self.sessions.items() if one.connection is not None}

    async def close(self) -> None:
        """Close every socket, as Discord does when it restarts."""
        for connection in list(self.connections):
            await connection.close(1001)
