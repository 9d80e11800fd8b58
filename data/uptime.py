"""The uptime of the bot in seconds, over all its runs: the time that the clocks of matches count.

While the bot is down or disconnected from Discord nobody can move, and the count is stopped. So downtime is
charged to nobody, and no match has to be changed for it. A kill loses at most the seconds since the last
`Uptime.save`, in favor of the players to move.

A dead connection can take a minute to show. So the seconds since the last sign of life from Discord are
provisional: only `Uptime.confirmed` is saved, and the rest is dropped if the connection turns out to be lost.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, func, select, update

from data.engine.database import Database
from data.schema import matches, uptime


class Uptime:
    """The count, which several processes on one database share. Call it for the current value.

    It is stopped until `start` is called. What is `confirmed` never decreases.

    ``clock`` returns unix seconds; ``ticks`` returns seconds from any origin, independent of the calendar.
    """

    def __init__(self, database: Database, clock: Callable[[], float], ticks: Callable[[], float]) -> None:
        self._database = database
        self._clock = clock
        self._ticks = ticks
        self._seconds = 0.0
        self._started: float | None = None  # in ticks; None while the count is stopped
        self._confirmed: float | None = None  # the count at the last sign of life; None before the first
        self._stopped_at = 0.0  # in unix seconds; 0 if the bot never ran

    def __call__(self) -> float:
        """The seconds of uptime until now."""
        return self._seconds + (self._ticks() - self._started if self._started is not None else 0.0)

    @property
    def confirmed(self) -> float:
        """The count at the last sign of life from Discord; the current one if there was none yet."""
        return self() if self._confirmed is None else self._confirmed

    @property
    def is_running(self) -> bool:
        """Whether the count is running."""
        return self._started is not None

    async def load(self) -> None:
        """Continue the stored count, or the latest clock of a match that started after it was stored."""

        def work(connection: Connection) -> tuple[float, float]:
            saved_at: float = connection.execute(select(uptime.c.saved_at)).scalar_one()
            return stored_uptime(connection), saved_at

        self._seconds, self._stopped_at = await self._database.read(work)

    def start(self) -> float:
        """Start the count: people can play from now on. Returns the seconds for which it was stopped."""
        if self._started is not None:
            return 0.0
        self._started = self._ticks()
        return max(0.0, self._clock() - self._stopped_at) if self._stopped_at else 0.0

    def confirm(self) -> None:
        """Record a sign of life from Discord: people could play until now."""
        if self._started is not None:
            self._confirmed = self()

    def stop(self) -> None:
        """Stop the count at the last sign of life from Discord: people cannot play since then."""
        if self._started is not None:
            silent = self() - self.confirmed
            self._seconds, self._started, self._confirmed = self.confirmed, None, None
            self._stopped_at = self._clock() - silent

    async def save(self) -> None:
        """Store what is confirmed, or adopt the count of another process if it is ahead.

        Raises `data.errors.StoreError`.
        """
        mine = self.confirmed

        def work(connection: Connection) -> float:
            values = {"seconds": mine, "saved_at": self._clock()}
            connection.execute(update(uptime).where(uptime.c.seconds <= mine).values(values))
            return float(connection.execute(select(uptime.c.seconds)).scalar_one())

        ahead = max(0.0, await self._database.write(work) - mine)
        self._seconds += ahead
        if self._confirmed is not None:
            self._confirmed += ahead


def stored_uptime(connection: Connection) -> float:
    """The stored count, or the latest clock of a match that started after it was stored."""
    seconds: float = connection.execute(select(uptime.c.seconds)).scalar_one()
    since = select(func.max(matches.c.clock_since)).where(matches.c.clock_since.is_not(None))
    latest: float | None = connection.execute(since).scalar()
    return max(seconds, latest or 0.0)
