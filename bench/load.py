"""Ten minutes of `bench.interactions`, and whether the bot's memory stays flat; only run by its name."""

from __future__ import annotations

import asyncio
import statistics
from collections.abc import Iterator

from bench import Row
from bench.interactions import measure, told

BY_NAME_ONLY = "ten minutes"
MINUTES = 10
_SETTLING = 2  # minutes in which caches fill


def rows() -> Iterator[Row]:
    """The load's rows, and memory minute by minute."""
    met = asyncio.run(measure(60.0 * MINUTES, every=60.0))
    yield from told(met, 60.0 * MINUTES)
    for minute, megabytes in enumerate(met.megabytes[:MINUTES], start=1):
        yield Row(f"memory of the bot's process after {minute} min", megabytes, "MB", "")
    later = met.megabytes[_SETTLING - 1 : MINUTES]
    slope, _ = statistics.linear_regression(range(len(later)), later)
    yield Row(f"… its slope from minute {_SETTLING} on", slope, "MB/min", "flat")
