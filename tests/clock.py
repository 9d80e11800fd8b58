"""The time of a test."""

from __future__ import annotations


class Clock:
    """Returns the seconds in ``now``, which a test sets."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now
