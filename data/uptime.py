"""How long the bot could be played with, all told: the count of seconds that clocks are kept in.

Start reading at `Uptime`. While the bot is down or cut off from Discord nobody can move, and the count
stands; so downtime is charged to nobody, without a match being touched. What a kill cuts off the count
(at most what passed since it was saved) is a gift to whoever was to move.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.schema import matches, uptime

if TYPE_CHECKING:
    from data.database import Database

Ticks = Callable[[], float]
"""Counts seconds evenly from any beginning, whatever is done to the calendar clock."""


class Uptime:
    """The count, which never goes back. Several processes on one database drive it together.

    It stands until `go` is called. Called, it tells the present count.
    """

    def __init__(self, database: Database, ticks: Ticks) -> None:
        self._database = database
        self._ticks = ticks
        self._seconds = 0.0
        self._went: float | None = None  # by the ticks; None while it stands
        self._stood_since = 0.0  # in unix seconds; 0 where nothing ever ran

    def __call__(self) -> float:
        """Seconds of uptime until now."""
        return self._seconds + (self._ticks() - self._went if self._went is not None else 0.0)

    @property
    def runs(self) -> bool:
        """Whether it does not stand."""
        return self._went is not None

    async def load(self, connection: AsyncConnection) -> None:
        """Go on where the last process was: where it saved, or where the latest clock began to run."""
        row = (await connection.execute(select(uptime))).one()
        begun = select(func.max(matches.c.clock_since)).where(matches.c.clock_since.is_not(None))
        latest = (await connection.execute(begun)).scalar()
        self._seconds = max(row.seconds, latest or 0.0)
        self._stood_since = row.saved_at

    def go(self) -> float:
        """The bot can be played with from now on. Returns how long it could not, in seconds."""
        if self._went is not None:
            return 0.0
        self._went = self._ticks()
        return max(0.0, self._database.clock() - self._stood_since) if self._stood_since else 0.0

    def stand(self) -> None:
        """The bot cannot be played with from now on."""
        if self._went is not None:
            self._seconds, self._went = self(), None
            self._stood_since = self._database.clock()

    async def save(self) -> None:
        """Write the count down, or take another process's over if that is ahead. Raises `StoreError`."""
        mine = self()

        async def change(connection: AsyncConnection) -> float:
            values = {"seconds": mine, "saved_at": self._database.clock()}
            await connection.execute(update(uptime).where(uptime.c.seconds <= mine).values(values))
            return float((await connection.execute(select(uptime.c.seconds))).scalar_one())

        self._seconds += max(0.0, await self._database.write(change) - mine)
