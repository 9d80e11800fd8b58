"""How long a match against level 3 waits while another server plays twenty matches against level 8.

It uses real workers and engines without Discord, once with two workers and once with one.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import Iterator

from ai.base import Choice, limits
from ai.level import Level
from ai.pool import Pool
from ai.pool.retry_policy import LONG_SECONDS
from bench import Row
from games import GAMES, replay
from games.base import Record

MATCHES = 20
SECONDS = 40.0
PAUSE = (0.2, 2.0)  # between two requests of the quiet server
BUSY, QUIET = 1, 2
SLUGS = tuple(slug for slug in GAMES if limits(slug)[Level("8")].seconds > LONG_SECONDS)
"""The games in which level 8 is a long search."""
PLIES = 10


def rows() -> Iterator[Row]:
    """Measure how long each server waits for its computers."""
    for workers in (2, 1):
        yield from asyncio.run(_measure(workers))


async def _measure(workers: int) -> list[Row]:
    choices: list[Choice] = []
    waited: list[float] = []
    rng = random.Random(workers)
    async with Pool(workers, SLUGS) as pool:
        await pool.ready()
        records = [middle(SLUGS[number % len(SLUGS)], rng) for number in range(MATCHES)]
        busy = [asyncio.create_task(_keep_busy(pool, record, choices)) for record in records]
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            await asyncio.sleep(rng.uniform(*PAUSE))
            began = time.perf_counter()
            await pool.choose(middle("othello", rng), "3", queue_key=QUIET)
            waited.append(time.perf_counter() - began)
        for task in busy:
            task.cancel()
    load = f"{workers} worker{'s' * (workers > 1)}, {MATCHES} matches of level 8"
    return [
        Row(f"{load}: level 3 elsewhere", statistics.median(waited), "s", ""),
        Row("… the slowest", max(waited), f"s of {len(waited)}", "2"),
        Row("… moves of level 8 meanwhile", 60 / SECONDS * len(choices), "a minute", ""),
    ]


async def _keep_busy(pool: Pool, record: Record, choices: list[Choice]) -> None:
    """Play a match whose other side answers at once."""
    while True:
        choices.append(await pool.choose(record, "8", queue_key=BUSY))


def middle(slug: str, rng: random.Random) -> Record:
    """Return an unfinished match after some random plies."""
    while True:
        record = Record(slug, GAMES[slug].variants[0])
        for _ in range(PLIES):
            moves = replay(record).legal_moves()
            record = record.then(rng.choice(moves)) if moves else record
        if replay(record).outcome() is None:
            return record
