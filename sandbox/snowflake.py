"""Discord's ids: 42 bits of milliseconds since 2015, then a counter. Start at Snowflakes.next()."""

from __future__ import annotations

from sandbox.clock import Clock

EPOCH_MS = 1_420_070_400_000


class Snowflakes:
    """Gives ids that only ever grow, across restarts too."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def seen(self, snowflake: str) -> None:
        """Remember an id given earlier, so that none below it is given again."""
        if snowflake.isdecimal():
            self._last = max(self._last, int(snowflake))

    def next(self) -> str:
        """Return an id that was never given before."""
        candidate = (int(self._clock.now() * 1000) - EPOCH_MS) << 22
        self._last = max(candidate, self._last + 1)
        return str(self._last)


def moment(snowflake: str) -> float:
    """Return when `snowflake` was given, in seconds since 1970."""
    return ((int(snowflake) >> 22) + EPOCH_MS) / 1000
