"""The uptime of the bot in seconds, over all its runs: the time that the clocks of matches count.

While the bot is down or disconnected from Discord nobody can move, and the count is stopped. So downtime is
charged to nobody, and no match has to be changed for it. A kill loses at most the seconds since the last
`Uptime.save`, in favor of the players to move.

A dead connection can take a minute to show. So the seconds since the last sign of life from Discord are
provisional: only `Uptime.confirmed` is saved, and the rest is dropped if the connection turns out to be lost.

Discord divides the servers of a large bot among several connections, its shards. While one is lost, the count
goes on, and the clocks of its servers stand still (`Uptime.of`): they are behind the count by the outage. The
next `Uptime.save` moves them to where they would be had they started later by that, so that they count alike
again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, Integer, func, literal, select, update

from data.engine.database import Database
from data.errors import StoreError
from data.schema import matches, uptime

_MOST = 1e12
"""Less than what SQLite finds in a damaged clock: a text, or what is infinite."""
_NOTHING = 0.001
"""Seconds by which clocks can be behind the count without being moved."""


@dataclass(slots=True)
class _Shard:
    """A connection to Discord; moments are values of the count unless described otherwise."""

    stands_at: float | None
    """What the clocks of its servers stand at while it is lost; None while it is connected."""
    stopped_at: float
    """When it was lost, in unix seconds; 0 if it was never connected."""
    behind: float = 0.0
    """By how much the clocks of its servers are behind the count while it is connected."""
    confirmed: float | None = None
    """The last sign of life; None before the first since it was connected."""

    def advance(self, seconds: float) -> None:
        """Have its clocks count as much more."""
        if self.stands_at is not None:
            self.stands_at += seconds
        else:
            self.behind -= seconds


class Uptime:
    """The count, which several processes on one database share. Call it for the current value.

    It is stopped until `start` is called, and runs while a shard is connected. What is `confirmed` never
    decreases. There is one shard unless `share` is called; servers are Discord's ids, None for direct
    messages, which belong to shard 0.

    ``clock`` returns unix seconds; ``ticks`` returns seconds from any origin, independent of the calendar.
    """

    def __init__(self, database: Database, clock: Callable[[], float], ticks: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock
        self._ticks = ticks
        self._seconds = 0.0
        self._started: float | None = None  # in ticks; None while the count is stopped
        self._heard: float | None = None  # the count at the last sign of life; None before the first
        self._shards = [_Shard(0.0, 0.0)]
        self._lock = threading.Lock()  # guards the shards, which the database's thread advances

    def __call__(self) -> float:
        """The seconds of uptime until now."""
        started = self._started
        return self._seconds + (self._ticks() - started if started is not None else 0.0)

    def of(self, guild_id: int | None) -> float:
        """What the clocks of a server's matches count until now."""
        return self._of(self._shards[self.shard_of(guild_id)], self())

    def confirmed_of(self, guild_id: int | None) -> float:
        """What they counted at the last sign of life from the server's shard."""
        shard = self._shards[self.shard_of(guild_id)]
        return self._of(shard, self() if shard.confirmed is None else shard.confirmed)

    @property
    def confirmed(self) -> float:
        """The count at the last sign of life from Discord; the current one if there was none yet."""
        return self() if self._heard is None else self._heard

    @property
    def is_running(self) -> bool:
        """Whether the count is running."""
        return self._started is not None

    def shard_of(self, guild_id: int | None) -> int:
        """The number of a server's shard, as Discord assigns it."""
        return ((guild_id or 0) >> 22) % len(self._shards)

    def is_settled(self, guild_id: int | None) -> bool:
        """Whether a server's clocks count what this does: not in an outage of its shard, nor soon after."""
        shard = self._shards[self.shard_of(guild_id)]
        return shard.stands_at is None and shard.behind <= _NOTHING

    async def load(self) -> None:
        """Continue the stored count, or the latest clock of a match that started after it was stored."""

        def work(connection: Connection) -> tuple[float, float]:
            saved_at: float = connection.execute(select(uptime.c.saved_at)).scalar_one()
            return stored_uptime(connection, self._clock), saved_at

        self._seconds, stopped_at = await self._database.read(work)
        self._shards = [_Shard(self._seconds, stopped_at)]

    # --- Connections ---------------------------------------------------------------------------------

    def share(self, shards: int) -> None:
        """Divide the servers among so many shards. Has no effect once one is connected."""
        if self._started is None and len(self._shards) != shards:
            stopped_at = max(shard.stopped_at for shard in self._shards)
            self._shards = [_Shard(self._seconds, stopped_at) for _ in range(shards)]

    def start(self, shard_id: int = 0) -> float:
        """A shard is connected: people can play in its servers from now on.

        Returns the seconds for which they could not.
        """
        shard = self._shards[shard_id]
        if shard.stands_at is None:
            return 0.0
        with self._lock:
            shard.confirmed, shard.behind = None, self() - shard.stands_at
            shard.stands_at = None
        if self._started is None:
            self._started = self._ticks()
        return max(shard.behind, self._clock() - shard.stopped_at if shard.stopped_at else 0.0)

    def confirm(self, shard_id: int = 0) -> None:
        """Record a sign of life from Discord: people could play until now."""
        shard = self._shards[shard_id]
        if shard.stands_at is None:
            shard.confirmed = self._heard = self()

    def stop(self, shard_id: int = 0) -> None:
        """A shard is lost: people cannot play in its servers since the last sign of life from it."""
        shard = self._shards[shard_id]
        if shard.stands_at is not None:
            return
        now = self()
        confirmed = now if shard.confirmed is None else shard.confirmed
        with self._lock:
            shard.stopped_at = self._clock() - (now - confirmed)
            shard.stands_at = confirmed - shard.behind
        if all(one.stands_at is not None for one in self._shards):
            self._seconds, self._started, self._heard = self.confirmed, None, None

    def stop_all(self) -> None:
        """Every shard is lost."""
        for shard_id in range(len(self._shards)):
            self.stop(shard_id)

    # --- Storing -------------------------------------------------------------------------------------

    async def save(self) -> None:
        """Store what is confirmed, or adopt the count of another process if it is ahead.

        Clocks that are behind are moved in the same transaction. Raises `data.errors.StoreError`.
        """
        mine, moved = self.confirmed, list[tuple[_Shard, float]]()

        def work(connection: Connection) -> float:
            moved.extend(self._settle(connection, mine))
            values = {"seconds": mine, "saved_at": self._clock()}
            connection.execute(update(uptime).where(uptime.c.seconds <= mine).values(values))
            return float(connection.execute(select(uptime.c.seconds)).scalar_one())

        try:
            stored = await self._database.write(work)
        except StoreError:
            for shard, seconds in moved:
                self._advance(shard, -seconds)
            raise
        self._adopt(max(0.0, stored - mine))

    def _settle(self, connection: Connection, count: float) -> list[tuple[_Shard, float]]:
        """Move the clocks that are behind; those of lost shards to ``count``. Returns by how much, by shard.

        In the database's thread, so that the next transaction there finds clocks and shards in agreement.
        """
        moved = []
        for shard_id, shard in enumerate(self._shards):
            stands_at = shard.stands_at
            seconds = shard.behind if stands_at is None else count - stands_at
            if seconds <= _NOTHING:
                continue
            running = matches.c.clock_since < _MOST, self._is_of(shard_id)
            later = {"clock_since": matches.c.clock_since + seconds}
            connection.execute(update(matches).where(*running).values(later))
            self._advance(shard, seconds)
            moved.append((shard, seconds))
        return moved

    def _is_of(self, shard_id: int) -> ColumnElement[bool]:
        shift = literal(22, Integer)  # PostgreSQL shifts by no bigint
        return func.coalesce(matches.c.guild_id, 0).bitwise_rshift(shift) % len(self._shards) == shard_id

    def _advance(self, shard: _Shard, seconds: float) -> None:
        with self._lock:
            shard.advance(seconds)

    def _adopt(self, ahead: float) -> None:
        if not ahead:
            return
        with self._lock:
            self._seconds += ahead
            if self._heard is not None:
                self._heard += ahead
            for shard in self._shards:
                if shard.confirmed is not None:
                    shard.confirmed += ahead
                if shard.stands_at is not None:
                    shard.stands_at += ahead

    @staticmethod
    def _of(shard: _Shard, count: float) -> float:
        stands_at = shard.stands_at
        return count - shard.behind if stands_at is None else stands_at


def stored_uptime(connection: Connection, clock: Callable[[], float] = time.time) -> float:  # noqa: TID251
    """The stored count, or the latest clock of a match that started after it was stored.

    ``clock`` returns unix seconds: a clock that would have started after now is damaged.
    """
    stored = connection.execute(select(uptime)).one()
    most = stored.seconds + max(0.0, clock() - stored.saved_at)
    started = matches.c.clock_since.is_not(None), matches.c.clock_since <= most
    latest = connection.execute(select(func.max(matches.c.clock_since)).where(*started)).scalar()
    return max(float(stored.seconds), latest or 0.0)
