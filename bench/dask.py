"""What a job costs on the way to a player and back: a worker of the pool, and a worker of a Dask cluster.

Everything is on this machine, and the player answers at once. It needs distributed.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from ai.base import Choice, Level, Limit
from ai.cluster.address import ClusterAddress
from ai.pool import Players, Pool, Setup
from bench import Row
from bench.dask_cluster import LoopbackCluster
from games.base import Move, Record

BY_NAME_ONLY = "needs the package distributed"
JOBS = 300
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


async def _times(pool: Pool) -> list[float]:
    found = []
    for _ in range(JOBS):
        began = time.perf_counter()
        await pool.choose(_RECORD, _LEVEL)
        found.append(time.perf_counter() - began)
    return found


def choose(record: Record, level: Level, limit: Limit | None) -> Choice:
    """Choose the same move every time."""
    return Choice(Move("d3"), 0.0, 1, 1, (Move("d3"),))


SETUP = Setup(Players(choose=choose))
