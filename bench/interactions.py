"""Response times under load for a minute; `bench.memory` runs ten minutes of it, `bench.load` increases it.

The load is a hundred matches between two people and twenty against level 6, of all games. People are
simulated on the sandbox in this process (`bench.people`); the bot is a separate process with two workers.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench import Row
from bench.bot_process import failures, warm_bot
from bench.people import Crowd, Evening
from bench.processes import memory, processor_seconds

SECONDS = 60.0
CROWD = Crowd(pairs=100, alone=20, thinking=(1.0, 5.0))


@dataclass(frozen=True, slots=True)
class Result:
    """People's response times, failed searches, lines of the log, and the bot's memory and processor time."""

    evening: Evening
    missed: float
    warnings: int
    megabytes: list[float]
    processor: float


def rows() -> Iterator[Row]:
    """Measure percentiles of response times, failures, and memory after the load."""
    result = asyncio.run(measure(SECONDS, every=SECONDS))
    yield from result_rows(result, SECONDS)
    yield Row("memory of the bot's process after the load", result.megabytes[-1], "MB", "")


async def measure(seconds: float, every: float) -> Result:
    """Let everyone play, and read the bot's memory every so many seconds."""
    with tempfile.TemporaryDirectory() as name:
        async with warm_bot(folder := Path(name)) as (sandbox, process, port):
            evening, megabytes = Evening(sandbox, seconds, CROWD), list[float]()
            before = processor_seconds(process.pid)
            watch = asyncio.create_task(_watch(process.pid, every, megabytes))
            await evening.play()
            megabytes.append(memory(process.pid))
            watch.cancel()
            spent, missed = processor_seconds(process.pid) - before, await failures(port)
        return Result(evening, missed, len((folder / "bot.log").read_text().splitlines()), megabytes, spent)


async def _watch(pid: int, every: float, megabytes: list[float]) -> None:
    while True:
        await asyncio.sleep(every)
        megabytes.append(memory(pid))


def result_rows(result: Result, seconds: float) -> Iterator[Row]:
    """Convert the result to rows."""
    evening = result.evening
    presses = len(evening.answered)
    yield Row("presses answered", presses, f"in {seconds:.0f} s", "")
    each = 1000 * result.processor / evening.interactions
    yield Row("processor time of the bot's process an interaction", each, "ms", "8")
    yield from percentiles("press to acknowledgement", evening.answered, "300")
    yield from percentiles("move to its board", evening.shown)
    yield from percentiles("move to the board with level 6's answer", evening.replied)
    yield Row("presses not answered in 3 s", evening.unanswered, "", "0")
    yield Row("boards that did not come", evening.unshown, "", "0")
    yield Row("searches that missed their deadline or failed", result.missed, "", "0")
    yield Row("warnings in the bot's log", result.warnings, "", "0")


def percentiles(name: str, seconds: list[float], p99: str = "") -> Iterator[Row]:
    """Return the median, p95, p99 and maximum as rows."""
    cuts = statistics.quantiles(seconds, n=100)
    for quantile, value, bar in (("p50", cuts[49], ""), ("p95", cuts[94], ""), ("p99", cuts[98], p99)):
        yield Row(f"{name}, {quantile}", 1000 * value, "ms", bar)
    yield Row("… the slowest", 1000 * max(seconds), f"ms of {len(seconds)}", "3000" if p99 else "")
