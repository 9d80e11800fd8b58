"""What every part of the sandbox works on: state, ids, clock, limits, and the sink for events.

core publishes events to the sink; the gateway and the browser's sockets subscribe. Neither knows the other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntFlag

from sandbox.world.payload import Json
from sandbox.world.rate_limits import RateLimits
from sandbox.world.snowflakes import Snowflakes
from sandbox.world.state import State
from sandbox.world.timers import Clock

EVERY_SESSION = 0  # the intent of an event that needs none


class Intent(IntFlag):
    """The gateway intents that decide which events a session receives."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_MESSAGES = 1 << 9
    GUILD_MESSAGE_TYPING = 1 << 11
    DIRECT_MESSAGES = 1 << 12
    DIRECT_MESSAGE_TYPING = 1 << 14
    MESSAGE_CONTENT = 1 << 15


@dataclass(frozen=True)
class BotEvent:
    """A gateway event for the sessions that have `intent` and the guild's shard (None: direct messages)."""

    name: str
    data: Json
    intent: int
    guild_id: str | None
    redact: Callable[[Json], Json] | None = None
    """Applied to `data` for sessions without MESSAGE_CONTENT."""


@dataclass(frozen=True)
class PageFrame:
    """A frame for the page's windows whose person passes `is_reader` (None: all windows)."""

    name: str
    data: Json
    is_reader: Callable[[str], bool] | None = None


@dataclass(frozen=True)
class BotChanged:
    """The bot went online or offline, or changed its activity."""


@dataclass(frozen=True)
class CommandsChanged:
    """The commands that people can use may have changed."""


Event = BotEvent | PageFrame | BotChanged | CommandsChanged
Listener = Callable[[Event], None]


class EventSink:
    """Passes each published event to every subscriber, in the order of subscription."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> None:
        """Call `listener` with every event published from now on."""
        self._listeners.append(listener)

    def publish(self, event: Event) -> None:
        """Pass an event to the subscribers."""
        for listener in self._listeners:
            listener(event)

    def to_person(self, user_id: str, name: str, data: Json) -> None:
        """Publish a frame for the windows of one person."""
        self.publish(PageFrame(name, data, lambda reader: reader == user_id))


@dataclass(frozen=True)
class Sharding:
    """What Discord asks of a bot's shards."""

    shards: int = 1
    """The number that GET /gateway/bot recommends; a bot may use any."""
    max_concurrency: int = 1
    """How many shards may identify at once: those with different numbers modulo this."""
    identify_seconds: float = 0.0
    """The least time between two of the others: 5 seconds on Discord, nothing here unless a test asks."""


@dataclass(frozen=True)
class Context:
    """What every part of the sandbox works on. `token` is the bot's, `port` that of all servers."""

    token: str
    port: int
    state: State
    ids: Snowflakes
    clock: Clock
    limits: RateLimits
    events: EventSink
    sharding: Sharding

    @property
    def gateway_url(self) -> str:
        """The address of the bot's websocket."""
        return f"ws://127.0.0.1:{self.port}/gateway"
