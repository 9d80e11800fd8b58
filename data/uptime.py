"""How long the bot could be played with, all told: the count of seconds that clocks are kept in.

Start reading at `Uptime`. While the bot is down or cut off from Discord nobody can move, and the count
stands; so downtime is charged to nobody, without a match being touched. What a kill cuts off the count
(at most what passed since it was saved) is a gift to whoever was to move.

A connection may be dead for a minute before that shows. So what passed since Discord was `heard` of last is
counted on trial: only what is `sure` is saved, and if the connection turns out lost, the rest never was.
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
    """The count; what is `sure` of it never goes back. Several processes on one database drive it together.

    It stands until `go` is called. Called, it tells the present count.
    """

    def __init__(self, database: Database, ticks: Ticks) -> None:
        self._database = database
        self._ticks = ticks
        self._seconds = 0.0
        self._went: float | None = None  # by the ticks; None while it stands
        self._heard: float | None = None  # the count when Discord was heard of; None where nobody listens
        self._stood_since = 0.0  # in unix seconds; 0 where nothing ever ran

    def __call__(self) -> float:
        """Seconds of uptime until now."""
        return self._seconds + (self._ticks() - self._went if self._went is not None else 0.0)

    @property
    def sure(self) -> float:
        """The seconds until Discord was heard of last; all of them where nobody listens to it."""
        return self() if self._heard is None else self._heard

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

    def heard(self) -> None:
        """A sign of life from Discord: the bot could be played with until now."""
        if self._went is not None:
            self._heard = self()

    def stand(self) -> None:
        """The bot cannot be played with from now on; nor could it since Discord was heard of last."""
        if self._went is not None:
            silent = self() - self.sure
            self._seconds, self._went, self._heard = self.sure, None, None
            self._stood_since = self._database.clock() - silent

    async def save(self) -> None:
        """Write down what is sure, or take another process's over if that is ahead. Raises `StoreError`."""
        mine = self.sure

        async def change(connection: AsyncConnection) -> float:
            values = {"seconds": mine, "saved_at": self._database.clock()}
            await connection.execute(update(uptime).where(uptime.c.seconds <= mine).values(values))
            return float((await connection.execute(select(uptime.c.seconds))).scalar_one())

        ahead = max(0.0, await self._database.write(change) - mine)
        self._seconds += ahead
        if self._heard is not None:
            self._heard += ahead
