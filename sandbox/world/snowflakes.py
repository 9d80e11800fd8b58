"""Discord's ids: 42 bits of milliseconds since 2015, then a counter."""

from __future__ import annotations

from sandbox.world.timers import Clock

EPOCH_MS = 1_420_070_400_000


class Snowflakes:
    """Generates ids that only grow, also across restarts."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def seen(self, snowflake: str) -> None:
        """Register an id of an earlier run; next() returns larger ids only."""
        if snowflake.isdecimal():
            self._last = max(self._last, int(snowflake))

    def next(self) -> str:
        """Return a new id."""
        #   bit 63                          22 21      0
        #       milliseconds since 2015        counter
        candidate = (int(self._clock.now() * 1000) - EPOCH_MS) << 22
        self._last = max(candidate, self._last + 1)
        return str(self._last)


def created_at(snowflake: str) -> float:
    """Return when `snowflake` was generated, in seconds since 1970."""
    return ((int(snowflake) >> 22) + EPOCH_MS) / 1000
