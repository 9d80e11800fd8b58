"""What happens to matches, and who listens: the one way in which news of a match travels.

An event is a frozen dataclass, and its class is what a listener subscribes to. Those of the core are here, a
feature's stand in the feature's file, `bot.match.tournaments.TournamentChanged` for example.

The store publishes a `MatchChange` after each commit that changes a match. The computer, the clocks, the
notifications and the board messages subscribe; so a command or a button calls the match service, answers its
interaction and needs to call nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import structlog

from ai.base import Choice
from bot.lru import LRU
from data.model.match import Match
from data.model.match_change import Fact, MatchChange
from data.model.shards import Shards

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class QueueMoved:
    """A match's computer waits for something else, or at another place in the queue; its board shows it."""

    match: Match


@dataclass(frozen=True, slots=True)
class HintChanged:
    """A hint of a match was found, or cannot be; its board shows that."""

    match: Match


@dataclass(frozen=True, slots=True)
class VotesChanged:
    """Somebody has voted for the next move of a match; its boards show the votes."""

    match: Match


@dataclass(frozen=True, slots=True)
class BoardOutdated:
    """A match changed while a board of it was posted, which shows it as it was before."""

    match_id: int
    board_id: int


@dataclass(frozen=True, slots=True)
class ReminderDue:
    """A player of a correspondence match has little time left for this move."""

    match_id: int


@dataclass(frozen=True, slots=True)
class HeartbeatNeeded:
    """A sign of life from Discord is needed: a flag is about to fall, or the uptime to be saved."""


@dataclass(frozen=True, slots=True)
class ShardsGained:
    """This process owns more shards: it continues what happens by itself in their matches."""

    shards: Shards


@dataclass(frozen=True, slots=True)
class ShardsLost:
    """Another process owns these shards: this one does nothing by itself in their matches."""

    shards: Shards


@dataclass(frozen=True, slots=True)
class ServerJoined:
    """The bot is in a server from now on, perhaps again."""

    guild_id: int


@dataclass(frozen=True, slots=True)
class ServerLeft:
    """The bot was removed from a server, or the server is deleted."""

    guild_id: int


@dataclass(frozen=True, slots=True)
class CostlyMove:
    """A person's move in a teaching game lost much; the computer has answered it."""

    match: Match
    ply: int
    """The number of moves before it."""
    before: Choice
    """The best play before it."""
    after: Choice
    """The opponent's best answer to it."""


E = TypeVar("E")


class _Listener(NamedTuple):
    """What is called with events of a kind; of changes perhaps only with some."""

    call: Callable[[Any], None]
    fact: Fact | None = None
    """What has to be true of a change."""
    matches: Container[int] | None = None
    """The numbers of the matches whose changes are meant."""
    servers: Container[int | None] | None = None
    """The servers of which a match has to be, before the change or after it."""

    def wants(self, change: MatchChange) -> bool:
        """Whether a change is one of those that are meant."""
        before, after = change.before, change.after
        if self.fact is not None:
            return self.fact in change.facts
        if self.matches is not None:
            return after.id in self.matches
        if self.servers is not None:
            left = before.guild_id if before is not None else after.guild_id
            return after.guild_id in self.servers or left in self.servers
        return True


_MAX_REMEMBERED = 10_000  # matches whose last version is known


class MatchEvents:
    """Passes every event to its subscribers, at once and in the order of subscription.

    A `MatchChange` that is older than one of the same match before it is not passed on: changes that
    different processes have made can arrive in another order.
    """

    def __init__(self) -> None:
        self._listeners: dict[type, list[_Listener]] = {}
        self._versions: LRU[int, int] = LRU(_MAX_REMEMBERED)  # by match

    def subscribe(self, kind: type[E], listener: Callable[[E], None]) -> None:
        """Call ``listener`` with every event of this kind."""
        self._listeners.setdefault(kind, []).append(_Listener(listener))

    def follow(self, fact: Fact, listener: Callable[[MatchChange], None]) -> None:
        """Call ``listener`` with every change of a match of which ``fact`` is true: most are only moves."""
        self._listeners.setdefault(MatchChange, []).append(_Listener(listener, fact))

    def follow_matches(self, numbers: Container[int], listener: Callable[[MatchChange], None]) -> None:
        """Call ``listener`` with every change of a match whose number is in ``numbers`` at that moment.

        Whoever subscribes keeps them, for example the keys of what it has about matches.
        """
        self._listeners.setdefault(MatchChange, []).append(_Listener(listener, matches=numbers))

    def follow_servers(
        self, guild_ids: Container[int | None], listener: Callable[[MatchChange], None]
    ) -> None:
        """As `follow_matches`, of the matches of the servers in ``guild_ids``, or that leave one of them."""
        self._listeners.setdefault(MatchChange, []).append(_Listener(listener, servers=guild_ids))

    def publish(self, event: object) -> None:
        """Call the subscribers. One that fails is logged and does not keep the event from the others."""
        if isinstance(event, MatchChange):
            if self.is_old(event.after):
                return
            self._versions[event.after.id] = event.after.version
        for listener in self._listeners.get(type(event), ()):
            if isinstance(event, MatchChange) and not listener.wants(event):
                continue
            try:
                listener.call(event)
            except Exception:
                log.exception("listener failed", match_event=event)

    def is_old(self, match: Match) -> bool:
        """Whether a later change of a match was published."""
        return match.version < self._versions.get(match.id, match.version)
