"""Ten minutes of `bench.interactions`, and the growth of the bot's memory."""

from __future__ import annotations

import asyncio
import statistics
from collections.abc import Iterator, Sequence

from bench import Row
from bench.interactions import Result, measure, result_rows

BY_NAME_ONLY = "ten minutes"
MINUTES = 10
_SETTLING = 2  # minutes until caches are full


def rows() -> Iterator[Row]:
    """Measure the load, with the memory after each minute."""
    yield from table(asyncio.run(evening()))


async def evening() -> Result:
    """Run ten minutes of load."""
    return await measure(60.0 * MINUTES, every=60.0)


def table(result: Result) -> Iterator[Row]:
    """Convert the result to rows."""
    yield from result_rows(result, 60.0 * MINUTES)
    for minute, megabytes in enumerate(result.megabytes[:MINUTES], start=1):
        yield Row(f"memory of the bot's process after {minute} min", megabytes, "MB", "")
    yield Row(f"… its slope from minute {_SETTLING} on", slope(result.megabytes), "MB/min", "flat")


def slope(megabytes: Sequence[float]) -> float:
    """Return megabytes per minute, by least squares, once caches are full."""
    later = megabytes[_SETTLING - 1 : MINUTES]
    per_minute, _ = statistics.linear_regression(range(len(later)), later)
    return per_minute
