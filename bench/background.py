"""How long a live match waits for its computer while finished matches are analyzed, and while none is.

Both in turn with the same workers: live requests of level 3, each a short while after the one before.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import Iterator

from ai.pool import Pool
from bench import Row
from bench.queue import middle

REQUESTS = 100
PAUSE = (0.05, 0.4)
"""Seconds between two live requests."""
ANALYSES = 2
"""How many positions `bot.match.analyses` has judged at once."""
SLUGS = ("othello", "go")


def rows() -> Iterator[Row]:
    """Compare the waiting times, with one worker and with two."""
    for workers in (1, 2):
        yield from asyncio.run(_measured(workers))


async def _measured(workers: int) -> list[Row]:
    async with Pool(workers, SLUGS) as pool:
        await pool.ready()
        alone = await _waits(pool)
        judged: list[int] = []
        analyses = [asyncio.create_task(_analyze(pool, judged, seed)) for seed in range(ANALYSES)]
        beside = await _waits(pool)
        for task in analyses:
            task.cancel()
    name = f"{'1 worker' if workers == 1 else f'{workers} workers'}: level 3"
    return [
        Row(f"{name}, nothing analyzed", 1000 * statistics.median(alone), "ms", ""),
        Row("… the slowest of 20", 1000 * statistics.quantiles(alone, n=20)[-1], "ms", ""),
        Row(f"{name}, matches analyzed beside", 1000 * statistics.median(beside), "ms", "no longer"),
        Row("… the slowest of 20", 1000 * statistics.quantiles(beside, n=20)[-1], "ms", "no longer"),
        Row("… positions analyzed meanwhile", len(judged), "", ""),
    ]


async def _waits(pool: Pool) -> list[float]:
    """The seconds that each of `REQUESTS` live requests takes."""
    rng, waited = random.Random(5), []
    for _ in range(REQUESTS):
        await asyncio.sleep(rng.uniform(*PAUSE))
        record = middle("othello", rng)
        began = time.perf_counter()
        await pool.choose(record, "3", queue_key=1)
        waited.append(time.perf_counter() - began)
    return waited


async def _analyze(pool: Pool, judged: list[int], seed: int) -> None:
    """Judge one position of Go after another in the background."""
    rng = random.Random(seed)
    while True:
        record = middle("go", rng)
        await pool.analyse(record.before(len(record.moves) - 1), record.moves[-1], queue_key=2)
        judged.append(len(record.moves))
