"""A clock that tests can advance, and timers that follow it."""

from __future__ import annotations

import asyncio
import datetime
import time
from collections.abc import Callable


class Timer:
    """A callback scheduled on a Clock."""

    def __init__(self, clock: Clock, when: float, callback: Callable[[], None]) -> None:
        self._clock = clock
        self.when = when
        self._callback = callback
        self._handle: asyncio.TimerHandle | None = None

    def arm(self) -> None:
        """Schedule the callback on the event loop for the time left on the clock."""
        if self._handle is not None:
            self._handle.cancel()
        delay = max(0.0, self.when - self._clock.now())
        self._handle = asyncio.get_running_loop().call_later(delay, self._fire)

    def cancel(self) -> None:
        """Drop the callback."""
        if self._handle is not None:
            self._handle.cancel()
        self._clock.timers.discard(self)

    def _fire(self) -> None:
        self._clock.timers.discard(self)
        self._callback()


class Clock:
    """The wall clock plus the seconds that tests advanced it by."""

    def __init__(self) -> None:
        self._offset = 0.0
        self.timers: set[Timer] = set()

    def now(self) -> float:
        """Return the time in seconds since 1970."""
        return time.time() + self._offset

    def iso(self) -> str:
        """Return the time as a Discord timestamp (ISO 8601, UTC, microseconds)."""
        moment = datetime.datetime.fromtimestamp(self.now(), datetime.UTC)
        return moment.isoformat(timespec="microseconds")

    def advance(self, seconds: float) -> None:
        """Move the clock forward at once; timers that are due fire in the next iteration of the loop."""
        self._offset += seconds
        for timer in list(self.timers):
            timer.arm()

    def after(self, seconds: float, callback: Callable[[], None]) -> Timer:
        """Call `callback` when `seconds` have passed on this clock."""
        timer = Timer(self, self.now() + seconds, callback)
        self.timers.add(timer)
        timer.arm()
        return timer

    def cancel_all(self) -> None:
        """Drop every timer."""
        for timer in list(self.timers):
            timer.cancel()
