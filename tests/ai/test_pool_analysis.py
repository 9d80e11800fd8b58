"""Analyses in the pool, with real processes: they make room for everybody, and are asked again."""

from __future__ import annotations

import asyncio
import sys
import types
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from ai.analysis import Verdict
from ai.base import Limit, NoVerdict
from ai.pool import Pool, PoolClosed, retry_policy
from ai.pool.interface import Failed
from games.base import Move, Record

from .forked import fork_workers

RECORD = Record("othello", "8x8")
LONG = Limit(600.0)
WITHIN = 60.0
"""Seconds that anything here may take on a busy machine; far more than it normally takes."""


@pytest.fixture(autouse=True, scope="module")
def forked() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        fork_workers(patch)
        yield


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder through which tests control workers."""
    monkeypatch.setenv("FAKE_PLAYERS", str(tmp_path))
    # A spawned process imports the main module again, and pytest takes long to import.
    monkeypatch.setitem(sys.modules, "__main__", types.ModuleType("__main__"))
    return tmp_path


@pytest.fixture(autouse=True)
def time_for_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker is given up, and waited for, only after what a busy machine can take."""
    monkeypatch.setattr(retry_policy, "GRACE_SECONDS", WITHIN)


def make(workers: int) -> Pool:
    from tests.ai.fake_players import SETUP  # reads its folder from the environment

    return Pool(workers, ("othello",), setup=SETUP)


@pytest.fixture
async def pool() -> AsyncIterator[Pool]:
    """A pool with one worker."""
    async with asyncio.timeout(WITHIN):
        async with make(1) as pool:
            await pool.ready()
            yield pool


def begun(folder: Path) -> int:
    """How often a worker has begun an analysis."""
    log = folder / "analysed"
    return len(log.read_text().splitlines()) if log.exists() else 0


async def has_begun(folder: Path, times: int) -> None:
    """Wait until workers have begun so many analyses."""
    async with asyncio.timeout(WITHIN):
        while begun(folder) < times:  # noqa: ASYNC110 - another process writes the log
            await asyncio.sleep(0.01)


async def begin(pool: Pool, folder: Path, *, background: bool = True) -> asyncio.Task[Verdict]:
    """Start an analysis that ends only when it is interrupted or has had enough."""
    before = begun(folder)
    task = asyncio.create_task(pool.analyse(RECORD, Move("patient"), limit=LONG, background=background))
    await has_begun(folder, before + 1)
    return task


async def test_a_verdict(pool: Pool) -> None:
    verdict = await pool.analyse(RECORD, None)
    assert (verdict.best.score, verdict.best.plies) == (1.0, pool.pids[0])


async def test_an_analysis_makes_room_for_a_move_and_is_asked_again(pool: Pool, folder: Path) -> None:
    analysis = await begin(pool, folder)
    for times in (2, 3):
        choice = await pool.choose(RECORD, "1", queue_key="match")
        assert choice.depth == pool.pids[0] and not analysis.done()
        await has_begun(folder, times)
    (folder / "enough").touch()
    assert (await analysis).best.score == 1.0  # not what it knew when it was interrupted
    assert begun(folder) == 3


async def test_many_analyses_delay_no_move(pool: Pool, folder: Path) -> None:
    analyses = [await begin(pool, folder)]
    analyses += [asyncio.create_task(pool.analyse(RECORD, Move("patient"), limit=LONG)) for _ in range(5)]
    for _ in range(3):
        await pool.choose(RECORD, "1", queue_key="match")
        assert not any(analysis.done() for analysis in analyses)
    (folder / "enough").touch()
    assert [verdict.best.score for verdict in await asyncio.gather(*analyses)] == [1.0] * 6


async def test_a_free_worker_takes_the_move_instead(folder: Path) -> None:
    async with asyncio.timeout(WITHIN), make(2) as pool:
        await pool.ready()
        analysis = await begin(pool, folder)
        await pool.choose(RECORD, "1", queue_key="match")
        (folder / "enough").touch()
        assert (await analysis).best.score == 1.0 and begun(folder) == 1


async def test_one_that_is_not_in_the_background_keeps_its_worker(pool: Pool, folder: Path) -> None:
    analysis = await begin(pool, folder, background=False)
    waiting = asyncio.create_task(pool.choose(RECORD, "8", limit=LONG))
    await asyncio.sleep(0)
    (folder / "enough").touch()
    assert (await analysis).best.score == 1.0 and begun(folder) == 1
    assert not waiting.done()
    waiting.cancel()


async def test_nobody_waits_for_a_cancelled_one(pool: Pool, folder: Path) -> None:
    before = pool.pids
    analysis = await begin(pool, folder)
    analysis.cancel()
    with pytest.raises(asyncio.CancelledError):
        await analysis
    verdict = await pool.analyse(RECORD, None)
    assert verdict.best.score == 1.0 and pool.pids == before


async def test_a_worker_that_dies_is_replaced_and_asked_again(pool: Pool, folder: Path) -> None:
    before = pool.pids
    verdict = await pool.analyse(RECORD, Move("die-once"))
    assert verdict.best.score == 1.0 and pool.pids != before and begun(folder) == 2


async def test_what_always_fails_has_no_other_answer(pool: Pool, folder: Path) -> None:
    with pytest.raises(Failed, match="died"):
        await pool.analyse(RECORD, Move("die"))
    assert begun(folder) == 3


async def test_what_the_engine_does_not_judge_is_not_asked_again(pool: Pool, folder: Path) -> None:
    with pytest.raises(NoVerdict):
        await pool.analyse(RECORD, Move("unjudged"))
    assert begun(folder) == 1


async def test_a_closing_pool_leaves_no_analysis_waiting(folder: Path) -> None:
    async with asyncio.timeout(WITHIN):
        async with make(1) as pool:
            await pool.ready()
            running = await begin(pool, folder)
            waiting = asyncio.create_task(pool.analyse(RECORD, None))
            await asyncio.sleep(0)
        for analysis in (running, waiting):
            with pytest.raises(PoolClosed):
                await analysis
        with pytest.raises(PoolClosed):
            await pool.analyse(RECORD, None)


async def test_real_engines_judge_in_a_worker() -> None:
    async with asyncio.timeout(WITHIN), Pool(1, ("hare_and_hounds",)) as pool:
        record = Record("hare_and_hounds", "classic")
        verdict = await pool.analyse(record, None)
        assert (verdict.best.score, verdict.best.proven, verdict.best.plies) == (1.0, True, 23)
