"""The bot's sessions, which survive a dropped socket, and the events sent to them.

A Session is created by IDENTIFY: it numbers events and remembers the last of them for a resume. A connection
(connection.py) is one websocket; it speaks the opcodes and carries one session.
"""

from __future__ import annotations

import asyncio
import math
import secrets
from collections import deque
from typing import Protocol

from sandbox.core.context import BotChanged, BotEvent, Context, Event, Intent
from sandbox.world.payload import Json, dumps
from sandbox.world.serialize import guild_payload

REMEMBERED = 2000  # events that a session can replay
RESUMABLE = 90.0  # seconds for which a session outlives its socket
INVALID_SESSION, RECONNECT = 9, 7


class GatewaySocket(Protocol):
    """One websocket of the bot, as a session uses it."""

    session: Session | None
    is_zombie: bool

    def queue(self, frame: str) -> None:
        """Queue a frame."""

    def send(self, opcode: int, data: Json | bool | None) -> None:
        """Queue a frame that is not a numbered event."""

    async def close(self, code: int, reason: str = "") -> None:
        """Close the websocket with a code."""

    def abort(self) -> None:
        """Cut the connection without a close frame."""


class Session:
    """One shard's stream of numbered events."""

    def __init__(self, intents: int, shard: tuple[int, int]) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard = shard
        self.sequence = 0
        self.remembered: deque[tuple[int, str]] = deque(maxlen=REMEMBERED)
        self.connection: GatewaySocket | None = None

    def send(self, name: str, body: str) -> None:
        """Number an event and send it, or keep it until the bot resumes. `body` is JSON."""
        self.sequence += 1
        frame = f'{{"op":0,"t":"{name}","s":{self.sequence},"d":{body}}}'
        self.remembered.append((self.sequence, frame))
        if self.connection is not None:
            self.connection.queue(frame)

    def since(self, sequence: int) -> list[str] | None:
        """Return the events after `sequence`, or None if some are no longer remembered."""
        if sequence > self.sequence:
            return None
        missed = [frame for number, frame in self.remembered if number > sequence]
        return missed if len(missed) == self.sequence - sequence else None

    def covers(self, guild_id: str | None) -> bool:
        """Return whether a guild's events (None: direct messages) belong to this shard."""
        index, count = self.shard
        # Discord's formula; direct messages go to shard 0.
        return index == (0 if guild_id is None else (int(guild_id) >> 22) % count)


class Gateway:
    """The bot's sessions and sockets. `heartbeat` is the interval in seconds."""

    def __init__(self, context: Context, heartbeat: float) -> None:
        self.context = context
        self.heartbeat = heartbeat
        self.sessions: dict[str, Session] = {}
        self.connections: set[GatewaySocket] = set()
        self.activity: str | None = None
        self.is_offline = False
        self.refuses_resume = False
        self.refuses_content = False
        self.unavailable: set[str] = set()  # guilds
        self._identified: dict[int, float] = {}  # by shard modulo max_concurrency: when, on the loop's clock
        context.events.subscribe(self._receive)

    @property
    def online(self) -> bool:
        """Whether a bot is connected and ready."""
        return any(session.connection is not None for session in self.sessions.values())

    @property
    def reachable(self) -> bool:
        """Whether the bot receives events: it is connected, or can still resume."""
        return bool(self.sessions) and not self.is_offline

    def set_activity(self, activity: str | None) -> None:
        """Set the text of the bot's presence."""
        if activity != self.activity:
            self.activity = activity
            self.context.events.publish(BotChanged())

    def may_identify(self, shard: int) -> bool:
        """Return whether a shard may identify now; if so, it counts as done."""
        sharding, now = self.context.sharding, asyncio.get_running_loop().time()
        rate_limit_key = shard % sharding.max_concurrency
        if now < self._identified.get(rate_limit_key, -math.inf) + sharding.identify_seconds:
            return False
        self._identified[rate_limit_key] = now
        return True

    def _receive(self, event: Event) -> None:
        if isinstance(event, BotEvent):
            self._dispatch(event)

    def _dispatch(self, event: BotEvent) -> None:
        """Send an event to the sessions with its intent and guild.

        Of a guild without the bot, only interactions are sent, and GUILD_DELETE when the bot leaves.
        """
        state, is_always_sent = self.context.state, event.name in ("INTERACTION_CREATE", "GUILD_DELETE")
        guild_id = event.guild_id
        if guild_id and not is_always_sent and state.bot_id not in state.guilds[guild_id]["_members"]:
            return
        body = None
        for session in self.sessions.values():
            if (event.intent and not session.intents & event.intent) or not session.covers(guild_id):
                continue
            if event.redact is not None and not session.intents & Intent.MESSAGE_CONTENT:
                session.send(event.name, dumps(event.redact(event.data)))
            else:
                body = body or dumps(event.data)
                session.send(event.name, body)

    def opened(self, session: Session, connection: GatewaySocket) -> None:
        """Attach a connection to a session; an older connection of the session is cut."""
        if session.connection is not None and session.connection is not connection:
            session.connection.abort()
        was_online = self.online
        self.sessions[session.id] = session
        session.connection = connection
        if not was_online:
            self.context.events.publish(BotChanged())

    def closed(self, connection: GatewaySocket, for_good: bool) -> None:
        """Detach a connection. Its session can be resumed for a while unless it ended `for_good`."""
        self.connections.discard(connection)
        session = connection.session
        if session is None or session.connection is not connection:
            return
        session.connection = None
        if for_good:
            self.sessions.pop(session.id, None)
        else:
            self.context.clock.after(RESUMABLE, lambda: self._expire(session))
        if not self.online:
            self.context.events.publish(BotChanged())

    def _expire(self, session: Session) -> None:
        if session.connection is None:
            self.sessions.pop(session.id, None)

    async def drop(self, close_code: int | None = None) -> None:
        """Close every socket with a code, or cut it without one."""
        for connection in list(self.connections):
            if close_code is None:
                connection.abort()
            else:
                await connection.close(close_code)

    def reconnect(self) -> None:
        """Ask the bot to reconnect."""
        for connection in list(self.connections):
            connection.send(RECONNECT, None)

    def invalidate(self) -> None:
        """Send every socket an invalid session and drop the sessions."""
        for connection in list(self.connections):
            connection.send(INVALID_SESSION, False)
        self.sessions.clear()

    def zombie(self) -> None:
        """Stop sending on every socket without closing it."""
        for connection in self.connections:
            connection.is_zombie = True

    def set_unavailable(self, guild_id: str, is_unavailable: bool) -> None:
        """Tell the bot that a guild is unavailable, or available again."""
        if is_unavailable:
            self.unavailable.add(guild_id)
            body: Json = {"id": guild_id, "unavailable": True}
            self._dispatch(BotEvent("GUILD_DELETE", body, Intent.GUILDS, guild_id))
        elif guild_id in self.unavailable:
            self.unavailable.discard(guild_id)
            body = guild_payload(self.context.state, self.context.state.guild(guild_id), members=True)
            self._dispatch(BotEvent("GUILD_CREATE", body, Intent.GUILDS, guild_id))

    async def close(self) -> None:
        """Close every socket with 1001, as Discord does when it restarts."""
        await self.drop(1001)
