"""What a job costs on the way to a Dask worker and back, and how many searches several workers make.

Everything is on this machine. For the first rows the player answers at once; for the others it is Othello's
level 8, limited to `NODES`. It needs distributed.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from ai.base import Choice, Limit
from ai.cluster.address import ClusterAddress
from ai.level import Level
from ai.pool import Players, Pool, Setup
from bench import Row
from bench.dask_cluster import LoopbackCluster
from bench.queue import middle
from games.base import Move, Record

BY_NAME_ONLY = "needs the package distributed"
JOBS = 300
COUNTS = (1, 2, 4)
SEARCHES = 60
NODES = 400_000
_RECORD = Record("othello", "8x8")
_LEVEL = "1"


def rows() -> Iterator[Row]:
    """Measure jobs one after another."""
    local = asyncio.run(_local())
    cluster = asyncio.run(_cluster())
    yield Row("a job on a worker of the pool", 1000 * statistics.median(local), "ms", "")
    yield Row("a job on a Dask worker", 1000 * statistics.median(cluster), "ms", "")
    yield Row("… the slowest of a hundred", 1000 * statistics.quantiles(cluster, n=100)[-1], "ms", "")
    yield Row(
        "… more than the pool's", 1000 * (statistics.median(cluster) - statistics.median(local)), "ms", "15"
    )
    yield from asyncio.run(_throughput())


async def _local() -> list[float]:
    async with Pool(1, (), setup=SETUP) as pool:
        await pool.ready()
        return await _times(pool)


async def _cluster() -> list[float]:
    from ai.cluster.watcher import Cluster

    with tempfile.TemporaryDirectory() as folder, LoopbackCluster(Path(folder)) as processes:
        processes.start_worker()
        async with (
            Pool(1, (), setup=SETUP) as pool,
            Cluster(ClusterAddress(processes.address), pool) as cluster,
        ):
            while not cluster.serves_alone:  # noqa: ASYNC110  (it waits for other processes)
                await asyncio.sleep(0.1)
            return await _times(pool)


async def _throughput() -> list[Row]:
    """Measure searches a second, with as many waiting as there are workers, and one more."""
    from ai.cluster.watcher import Cluster

    measured = []
    with tempfile.TemporaryDirectory() as folder, LoopbackCluster(Path(folder)) as processes:
        async with Pool(1, ("othello",)) as pool, Cluster(ClusterAddress(processes.address), pool) as cluster:
            for count in COUNTS:
                for _ in range(count - len(processes.workers)):
                    processes.start_worker()
                while not (cluster.serves_alone and pool.warm and len(cluster.addresses) == count):  # noqa: ASYNC110
                    await asyncio.sleep(0.1)
                began = time.perf_counter()
                await asyncio.gather(*(_search(pool, number) for number in range(SEARCHES)))
                rate = SEARCHES / (time.perf_counter() - began)
                name = f"searches on {count} Dask worker{'s' * (count > 1)}"
                measured.append(Row(name, rate, "a second", ""))
    return measured


async def _search(pool: Pool, seed: int) -> None:
    record, limit = middle("othello", random.Random(seed)), Limit(1.0, nodes=NODES, seed=seed)
    await pool.choose(record, "8", limit=limit, queue_key=seed % 8)


async def _times(pool: Pool) -> list[float]:
    seconds = []
    for _ in range(JOBS):
        began = time.perf_counter()
        await pool.choose(_RECORD, _LEVEL)
        seconds.append(time.perf_counter() - began)
    return seconds


def choose(record: Record, level: Level, limit: Limit | None) -> Choice:
    """Choose the same move every time."""
    return Choice(Move("d3"), 0.0, 1, 1, (Move("d3"),))


SETUP = Setup(Players(choose=choose))
