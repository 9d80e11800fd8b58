"""Ten minutes of `bench.interactions`, and whether the bot's memory stays flat; only run by its name."""

from __future__ import annotations

import asyncio
import statistics
from collections.abc import Iterator, Sequence

from bench import Row
from bench.interactions import Met, measure, told

BY_NAME_ONLY = "ten minutes"
MINUTES = 10
_SETTLING = 2  # minutes in which caches fill


def rows() -> Iterator[Row]:
    """The load's rows, and memory minute by minute."""
    yield from table(asyncio.run(evening()))


async def evening() -> Met:
    """What people met in ten minutes."""
    return await measure(60.0 * MINUTES, every=60.0)


def table(met: Met) -> Iterator[Row]:
    """What they met, as rows."""
    yield from told(met, 60.0 * MINUTES)
    for minute, megabytes in enumerate(met.megabytes[:MINUTES], start=1):
        yield Row(f"memory of the bot's process after {minute} min", megabytes, "MB", "")
    yield Row(f"… its slope from minute {_SETTLING} on", slope(met.megabytes), "MB/min", "flat")


def slope(megabytes: Sequence[float]) -> float:
    """Megabytes a minute, by least squares, once caches are filled."""
    later = megabytes[_SETTLING - 1 : MINUTES]
    found, _ = statistics.linear_regression(range(len(later)), later)
    return found
