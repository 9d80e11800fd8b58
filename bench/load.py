"""How many interactions a second the bot answers before it breaks: more and more people, a minute each.

They play all games, one match in ten against level 6, and press about every two seconds. REST calls take
50 ms and rate limits hold, as on Discord. It breaks when a press is refused or not answered in three
seconds. The people and Discord are simulated in this process, on the same cores.
"""

from __future__ import annotations

import asyncio
import operator
import statistics
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench import Row
from bench.bot_process import warm_bot
from bench.interactions import percentiles
from bench.people import ARRIVING, READING, Crowd, Evening
from bench.processes import children, processor_seconds
from sandbox import Fault

BY_NAME_ONLY = "up to ten minutes"
RATES = (20, 40, 60, 80, 100, 120, 150)
"""Presses a second that the people of each step are enough for."""
_STEP_SECONDS = 60.0
_SETTLING_SECONDS = ARRIVING + 10.0
_THINKING_SECONDS = (0.0, 2.0)
_REST_SECONDS = 0.05
_LIMIT_SECONDS = 3.0
"""Discord shows an interaction as failed if the bot does not answer it within this time."""
_ALWAYS = 1 << 60
"""How often a fault happens: for the whole measurement."""
_BARS = {40: "120", 100: "300"}
"""The target of p99 by rate, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Step:
    """One load: people's response times, and the processor time of each process."""

    rate: int
    seconds: float
    evening: Evening
    bot_seconds: float
    helpers_seconds: float
    """Of the bot's other processes: two that draw and two that search."""
    people_seconds: float
    """Of this process: the people and their Discord."""

    @property
    def late(self) -> int:
        """Presses that were answered after `_LIMIT_SECONDS`."""
        return sum(seconds > _LIMIT_SECONDS for seconds in self.evening.answered)

    @property
    def is_broken(self) -> bool:
        """Whether a person was refused or waited too long, or nobody could press at all."""
        evening = self.evening
        return bool(evening.unanswered or evening.refused or self.late or not evening.interactions)


def rows() -> Iterator[Row]:
    """Measure one step after the other, to the first that breaks."""
    for rate in RATES:
        step = asyncio.run(measure(rate))
        yield from step_rows(step)
        if step.is_broken:
            return


async def measure(rate: int, seconds: float = _STEP_SECONDS) -> Step:
    """Let enough people play for so many presses a second."""
    matches = round(rate * (READING + statistics.fmean(_THINKING_SECONDS)))
    crowd = Crowd(pairs=matches - matches // 10, alone=matches // 10, thinking=_THINKING_SECONDS)
    with tempfile.TemporaryDirectory() as name:
        async with warm_bot(Path(name)) as (sandbox, process, _):
            sandbox.faults.add(Fault(times=_ALWAYS, delay=_REST_SECONDS))
            evening = Evening(sandbox, _SETTLING_SECONDS + seconds, crowd)
            playing = asyncio.create_task(evening.play())
            await asyncio.sleep(_SETTLING_SECONDS)
            evening.forget()
            before = _spent(process.pid)
            await playing
            spent = map(operator.sub, _spent(process.pid), before)
    return Step(rate, seconds, evening, *spent)


def _spent(pid: int) -> tuple[float, float, float]:
    """Processor seconds so far of a bot, of its other processes, and of this one."""
    return processor_seconds(pid), sum(map(processor_seconds, children(pid))), time.process_time()


def step_rows(step: Step) -> Iterator[Row]:
    """Convert a step to rows."""
    evening = step.evening
    yield Row(
        f"people for {step.rate} presses a second: interactions",
        evening.interactions / step.seconds,
        "/s",
        "",
    )
    # A percentile needs at least two response times.
    if len(evening.answered) > 1:
        yield from percentiles("press to acknowledgement", evening.answered, _BARS.get(step.rate, ""))
    if len(evening.replied) > 1:
        yield from percentiles("move to the board with level 6's answer", evening.replied)
    if evening.interactions:
        each = 1000 / evening.interactions
        yield Row("processor time of the bot's process an interaction", step.bot_seconds * each, "ms", "8")
        together = step.bot_seconds + step.helpers_seconds
        yield Row("… with the processes that draw and search", together * each, "ms", "")
    for name, spent_seconds in (
        ("the bot", step.bot_seconds),
        ("its other processes", step.helpers_seconds),
        ("the people", step.people_seconds),
    ):
        yield Row(f"share of a core: {name}", 100 * spent_seconds / step.seconds, "%", "")
    yield Row("refused as busy", evening.refused, "", "0")
    yield Row(f"answered after {_LIMIT_SECONDS:.0f} s", step.late, "", "0")
    yield Row(f"not answered in {_LIMIT_SECONDS:.0f} s", evening.unanswered, "", "0")
