"""The clocks that the bot goes by.

`UnixTime` is Discord's time, whatever this machine's clock says. `RunningTime` stands still while the process
is frozen, for example while its machine sleeps.
"""

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
_DATE_SECONDS = 5.0
"""How wrong the date of an answer can be: it is in whole seconds, and the answer took a while."""


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
        self._offset = wall() - ticks()
        """What is added to ``ticks`` for the unix time."""
        self._is_discords = False
        """Whether the offset is from one of Discord's ids."""

    def __call__(self) -> float:
        """The unix time."""
        return self._ticks() + self._offset

    def adjust_to_id(self, snowflake: int) -> None:
        """Take the time from an id that Discord has made just now, or earlier.

        The later an event arrives, as after an outage, the smaller is its offset. So the largest is kept.
        """
        offset = discord.utils.snowflake_time(snowflake).timestamp() - self._ticks()
        if offset > self._offset or not self._is_discords:
            self._offset, self._is_discords = offset, True

    async def adjust_to_answer(self, _: object, __: object, end: aiohttp.TraceRequestEndParams) -> None:
        """Take the time from Discord's answer to a request, until an id says it precisely.

        At a start the machine's clock can be wrong by days, and old data are deleted then. The parameters are
        those of aiohttp's ``TraceConfig.on_request_end``.
        """
        date = end.response.headers.get("Date")
        if date is None or self._is_discords:
            return
        offset = parsedate_to_datetime(date).timestamp() - self._ticks()
        if abs(offset - self._offset) > _DATE_SECONDS:
            self._offset = offset


class _Run(NamedTuple):
    """What `RunningTime` knows of the event loop. It is replaced as a whole: other threads read it."""

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
        """Note that the event loop runs. Returns the seconds for which it stood still since the last call."""
        now = self._ticks()
        run = self._run or _Run(now, 0.0)
        gap = now - run.seen_at
        frozen = gap if gap > FREEZE_SECONDS else 0.0
        self._run = _Run(now, run.frozen + frozen)
        return frozen


@dataclass(frozen=True, slots=True)
class Times:
    """The times that the bot goes by."""

    unix: UnixTime = field(default_factory=UnixTime)
    running: RunningTime = field(default_factory=RunningTime)
