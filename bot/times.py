"""Time that no jump of this machine's clock moves, and that no pause of the process lets pass."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import NamedTuple

import aiohttp
import discord

FREEZE_SECONDS = 1.0
"""The event loop is never so late, even on a busy machine, unless it is blocked or the process is frozen."""
_DATE_SECONDS = 5.0  # that a date in whole seconds, of an answer that took a while, can be wrong


class UnixTime:
    """Unix seconds, by Discord's clock. Call it for the current value.

    What people see depends on clocks of theirs and Discord's: when a flag falls, when a challenge expires,
    how old a message is. This machine's clock can be wrong, and jump when it is corrected. So it is read only
    once, and a monotonic clock counts from there. From the first id of Discord's on, this is Discord's clock,
    behind by the time that the fastest message took to arrive.

    ``wall`` returns the machine's unix seconds, ``ticks`` seconds from any origin.
    """

    def __init__(
        self, wall: Callable[[], float] = time.time, ticks: Callable[[], float] = time.monotonic
    ) -> None:
        self._ticks = ticks
        self._ahead = wall() - ticks()
        self._is_discords = False

    def __call__(self) -> float:
        """The unix time."""
        return self._ticks() + self._ahead

    def seen(self, snowflake: int) -> None:
        """Discord has made this id just now, or earlier: after an outage, events arrive late."""
        ahead = discord.utils.snowflake_time(snowflake).timestamp() - self._ticks()
        if ahead > self._ahead or not self._is_discords:
            self._ahead, self._is_discords = ahead, True

    async def answered(self, _: object, __: object, end: aiohttp.TraceRequestEndParams) -> None:
        """Take the time from Discord's answer to a request, until an id says it precisely.

        At a start the machine's clock can be wrong for days, and old data are deleted then.
        """
        date = end.response.headers.get("Date")
        if date is None or self._is_discords:
            return
        ahead = parsedate_to_datetime(date).timestamp() - self._ticks()
        if abs(ahead - self._ahead) > _DATE_SECONDS:
            self._ahead = ahead


class _Run(NamedTuple):
    """Replaced as a whole, since other threads read it."""

    seen_at: float
    """When the event loop was last seen to run."""
    frozen: float
    """For how long it stood still until then."""


class RunningTime:
    """Seconds from any origin for which the event loop has run. Call it for the current value.

    While the process is frozen nobody can play. As soon as `touch` was called once, time after a call counts
    only if another follows within `FREEZE_SECONDS`; so a freeze is not counted at any moment after it, even
    before the next call. ``ticks`` returns seconds from any origin.
    """

    def __init__(self, ticks: Callable[[], float] = time.monotonic) -> None:
        self._ticks = ticks
        self._run: _Run | None = None

    def __call__(self) -> float:
        """The seconds until now."""
        now, run = self._ticks(), self._run
        if run is None:
            return now
        return (run.seen_at if now - run.seen_at > FREEZE_SECONDS else now) - run.frozen

    def touch(self) -> float:
        """The event loop runs. Returns the seconds for which it stood still since the last call."""
        now, run = self._ticks(), self._run or _Run(self._ticks(), 0.0)
        gap = now - run.seen_at
        frozen = gap if gap > FREEZE_SECONDS else 0.0
        self._run = _Run(now, run.frozen + frozen)
        return frozen


@dataclass(frozen=True, slots=True)
class Times:
    """The times that the bot goes by."""

    unix: UnixTime = field(default_factory=UnixTime)
    running: RunningTime = field(default_factory=RunningTime)
