"""Time that a test can move forward. Start at Clock.now() and Clock.advance()."""

from __future__ import annotations

import asyncio
import datetime
import time
from collections.abc import Callable

WITHIN = 20.0  # seconds; what tests wait for takes no tenth of it, unless the machine is busy


class Timer:
    """A callback waiting for its moment on a Clock."""

    def __init__(self, clock: Clock, when: float, callback: Callable[[], None]) -> None:
        self._clock = clock
        self.when = when
        self._callback = callback
        self._handle: asyncio.TimerHandle | None = None

    def arm(self) -> None:
        """Ask the event loop to wake this timer at its moment."""
        if self._handle is not None:
            self._handle.cancel()
        delay = max(0.0, self.when - self._clock.now())
        self._handle = asyncio.get_running_loop().call_later(delay, self._fire)

    def cancel(self) -> None:
        """Forget the callback."""
        if self._handle is not None:
            self._handle.cancel()
        self._clock.timers.discard(self)

    def _fire(self) -> None:
        self._clock.timers.discard(self)
        self._callback()


class Clock:
    """The wall clock plus whatever a test has advanced it by; timers follow it."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self.timers: set[Timer] = set()

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time() + self._ahead

    def iso(self) -> str:
        """The present moment as Discord writes it."""
        return iso(self.now())

    def advance(self, seconds: float) -> None:
        """Move time forward without waiting; due timers fire on the next turn of the loop."""
        self._ahead += seconds
        for timer in list(self.timers):
            timer.arm()

    def after(self, seconds: float, callback: Callable[[], None]) -> Timer:
        """Call `callback` once `seconds` have passed on this clock."""
        timer = Timer(self, self.now() + seconds, callback)
        self.timers.add(timer)
        timer.arm()
        return timer

    def cancel_all(self) -> None:
        """Forget every timer (at shutdown)."""
        for timer in list(self.timers):
            timer.cancel()


def iso(seconds: float) -> str:
    """Write `seconds` since 1970 as Discord writes a timestamp."""
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).isoformat(timespec="microseconds")
