"""The pool with workers of a Dask cluster: real processes on loopback, which are killed, stopped and lost."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import sys
import time
import types
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from ai.base import Choice, Limit
from ai.pool import Pool
from games.base import Move, Record

pytest.importorskip("distributed", reason="the extra dask is not installed")

from ai.cluster.address import ClusterAddress
from ai.cluster.watcher import Cluster
from bench.dask_cluster import ROOT, LoopbackCluster
from tests.slowness import in_time

pytestmark = pytest.mark.xdist_group("dask")

RECORD = Record("othello", "8x8")
WITHIN = 60.0
"""Seconds that processes may take to start or end on a busy machine; far more than they normally take."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder through which tests control workers."""
    folder = tmp_path_factory.mktemp("dask")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FAKE_PLAYERS", str(folder))
        patch.setitem(sys.modules, "__main__", types.ModuleType("__main__"))  # pytest takes long to import
        yield folder


@pytest.fixture(scope="module")
def processes(folder: Path) -> Iterator[LoopbackCluster]:
    with LoopbackCluster(folder) as processes:
        processes.start_worker()
        processes.start_worker()
        yield processes


@pytest.fixture
async def pool(processes: LoopbackCluster) -> AsyncIterator[Pool]:
    """A pool whose only workers are the two of the cluster."""
    from tests.ai.fake_players import SETUP  # reads its folder from the environment

    async with Pool(1, ["othello"], setup=SETUP) as pool, Cluster(ClusterAddress(processes.address), pool):
        await served_by_cluster(pool, 2)
        yield pool


async def served_by_cluster(pool: Pool, workers: int) -> None:
    await until(lambda: pool.own_workers == 0 and pool.workers_ready == workers and pool.warm)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(WITHIN):
        while not condition():  # noqa: ASYNC110  (it waits for other processes)
            await asyncio.sleep(0.01)


def asked_for(choice: Choice) -> str:
    return choice.line[0]


def busy(pool: Pool) -> int:
    """The process of the worker that serves a request."""
    (pid,) = [slot.process.pid for slot in pool._scheduler.slots if slot.serving and slot.process]
    assert pid is not None
    return pid


async def test_searches_run_on_the_cluster_and_are_interrupted(pool: Pool) -> None:
    mine = os.getpriority(os.PRIO_PROCESS, 0)
    assert all(os.getpriority(os.PRIO_PROCESS, pid) == min(mine + 10, 19) for pid in pool.pids)
    jobs = [pool.submit(RECORD, level, queue_key=level) for level in ("1", "3", "classic", "5")]
    choices = await asyncio.gather(*jobs)
    assert [asked_for(choice) for choice in choices] == ["1", "3", "classic", "5"]
    assert {choice.depth for choice in choices} <= set(pool.pids)
    patient = pool.submit(RECORD, "patient")
    await until(lambda: any(slot.serving for slot in pool._scheduler.slots))
    await asyncio.sleep(0.5)
    next(slot for slot in pool._scheduler.slots if slot.serving).interrupt()
    assert asked_for(await asyncio.wait_for(patient, WITHIN)) == "patient"


async def test_analyses_run_on_the_cluster_and_make_room(pool: Pool, folder: Path) -> None:
    analyses = [
        asyncio.create_task(pool.analyse(RECORD, Move("patient"), limit=Limit(60.0))) for _ in range(2)
    ]
    await until((folder / "analysed").exists)
    choices = await asyncio.gather(*(pool.choose(RECORD, "1") for _ in pool._scheduler.slots))
    assert [asked_for(choice) for choice in choices] == ["1"] * len(choices)
    assert not any(analysis.done() for analysis in analyses)
    (folder / "enough").touch()
    verdicts = await asyncio.wait_for(asyncio.gather(*analyses), WITHIN)
    assert [verdict.best.score for verdict in verdicts] == [1.0, 1.0]


async def test_errors_of_players_arrive(pool: Pool) -> None:
    before = set(pool.pids)
    assert asked_for(await pool.choose(RECORD, "raise")) == "1"
    assert set(pool.pids) == before


async def test_a_worker_killed_in_a_search(pool: Pool) -> None:
    job = pool.submit(RECORD, "8")
    await until(lambda: any(slot.serving for slot in pool._scheduler.slots))
    victim, began = busy(pool), time.monotonic()
    os.kill(victim, signal.SIGKILL)
    choice = await job
    assert asked_for(choice) == "8" and choice.depth != victim
    assert in_time(time.monotonic() - began, 1.5 + 2.0)  # of its limit
    await served_by_cluster(pool, 2)  # its nanny starts another


async def test_a_worker_that_is_stopped(pool: Pool) -> None:
    job = pool.submit(RECORD, "5", limit=Limit(0.5))
    await until(lambda: any(slot.serving for slot in pool._scheduler.slots))
    victim, began = busy(pool), time.monotonic()
    os.kill(victim, signal.SIGSTOP)
    choice = await job
    assert asked_for(choice) == "5" and choice.depth != victim
    assert in_time(time.monotonic() - began, 0.5 + 3.0)
    await served_by_cluster(pool, 2)
    assert victim not in pool.pids


async def test_a_worker_of_another_version(pool: Pool, processes: LoopbackCluster, tmp_path: Path) -> None:
    for package in ("ai", "games"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "games" / "base.py").open("a") as file:
        file.write("# another version\n")
    before = set(pool.pids)
    with capture_logs() as logs:
        processes.start_worker(tmp_path)
        await until(lambda: any(line["event"] == "worker failed" for line in logs))
    processes.kill_worker(-1)
    (line,) = [line for line in logs if line["event"] == "worker failed"]
    assert "instead of" in line["problem"]
    assert asked_for(await pool.choose(RECORD, "1")) == "1" and set(pool.pids) == before


async def test_all_workers_are_lost_and_others_join(pool: Pool, processes: LoopbackCluster) -> None:
    remote = set(pool.pids)
    for number in range(len(processes.workers)):
        with contextlib.suppress(ProcessLookupError):
            processes.kill_worker(number)
    choice = await pool.choose(RECORD, "1")
    assert choice.move == "d3" or choice.depth == 1  # of the fallback, if this machine is too busy
    await until(lambda: pool.own_workers == 1 and pool.warm)
    choice = await pool.choose(RECORD, "3")
    assert asked_for(choice) == "3" and choice.depth not in remote
    for _ in range(2):
        processes.start_worker()
    await served_by_cluster(pool, 2)
    assert asked_for(await pool.choose(RECORD, "3")) == "3"


async def test_the_scheduler_is_lost_and_returns(pool: Pool, processes: LoopbackCluster) -> None:
    remote = set(pool.pids)
    processes.kill_scheduler()
    await until(lambda: pool.own_workers == 1 and pool.warm)
    choice = await pool.choose(RECORD, "3")
    assert asked_for(choice) == "3" and choice.depth not in remote
    processes.start_scheduler()
    for _ in range(2):  # a worker ends with its scheduler
        processes.start_worker()
    await served_by_cluster(pool, 2)
    choice = await pool.choose(RECORD, "3")
    assert asked_for(choice) == "3" and choice.depth in pool.pids
