"""The worker pool with real processes and fake players that fail in many ways."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
import types
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import structlog

from ai.base import Choice, Limit, NoMove, UnknownLevel
from ai.pool import Pool, PoolClosed, WarmUp, retry_policy
from ai.pool.process import Process
from ai.pool.warmup import ATTEMPTS
from ai.worker import NICENESS  # before `tests.conftest` replaces it
from games import replay
from games.base import IllegalMove, Record, UnknownGame
from tests.slowness import in_time

from .forked import fork_workers

RECORD = Record("othello", "8x8")
GO = Record("go", "9x9-korean")
ROOT = Path(__file__).parents[2]
WITHIN = 60.0
"""Seconds that a process may take to start or end on a busy machine; far more than it normally takes."""


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
async def responsive() -> AsyncIterator[None]:
    """The event loop is never blocked, whatever the workers do."""
    gaps = [0.0]

    async def tick() -> None:
        while True:
            before = time.monotonic()
            await asyncio.sleep(0.01)
            gaps.append(time.monotonic() - before)

    ticker = asyncio.create_task(tick())
    yield
    ticker.cancel()
    assert in_time(max(gaps), 1.0)  # a few hundredths on an idle machine; Discord waits three seconds


def make(workers: int = 2, slugs: tuple[str, ...] = ("othello",), **options: Any) -> Pool:
    from tests.ai.fake_players import SETUP  # reads its folder from the environment

    return Pool(workers, slugs, setup=SETUP, **options)


@pytest.fixture
async def pool() -> AsyncIterator[Pool]:
    async with make() as pool:
        await pool.ready()
        yield pool


async def timed(answer: Awaitable[Choice]) -> tuple[Choice, float]:
    began = time.monotonic()
    return await answer, time.monotonic() - began


@pytest.fixture
def time_for_a_new_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests wait as long as a busy machine takes to start a process."""
    monkeypatch.setattr(retry_policy, "PROMISE_SECONDS", WITHIN)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(WITHIN):
        while not condition():  # noqa: ASYNC110  (it waits for other processes)
            await asyncio.sleep(0.01)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


async def until_busy(pool: Pool) -> list[int]:
    """The processes of the workers that serve a request, once one does."""

    def busy() -> list[int]:
        processes = [slot.process for slot in pool._scheduler.slots if slot.serving]
        return [process.pid for process in processes if process is not None and process.pid is not None]

    await until(lambda: bool(busy()))
    return busy()


def asked_for(choice: Choice) -> str:
    return choice.line[0]


async def test_choose(pool: Pool) -> None:
    choice, seconds = await timed(pool.choose(RECORD, "3"))
    assert choice.move == "d3" and choice.depth in pool.pids and in_time(seconds, 1.0)


async def test_workers_are_nicer_than_the_bot() -> None:
    from tests.ai.fake_players import SETUP

    mine, usual = os.getpriority(os.PRIO_PROCESS, 0), replace(SETUP, niceness=NICENESS)
    async with Pool(2, ("othello",), setup=usual) as pool:
        await pool.ready()
        assert all(os.getpriority(os.PRIO_PROCESS, pid) == min(mine + 10, 19) for pid in pool.pids)


async def test_an_idle_worker_killed_is_replaced(pool: Pool) -> None:
    victim, other = pool.pids
    os.kill(victim, signal.SIGKILL)
    await until(lambda: victim not in pool.pids)
    assert (await pool.choose(RECORD, "1")).depth == other
    await asyncio.wait_for(pool.ready(), WITHIN)
    assert len(pool.pids) == 2 and victim not in pool.pids


async def test_idle_workers_killed_in_the_moment_of_a_request(pool: Pool) -> None:
    for pid in pool.pids:
        os.kill(pid, signal.SIGKILL)
    choice, seconds = await timed(pool.choose(RECORD, "5"))
    assert choice.move in replay(RECORD).legal_moves() and in_time(seconds, 3.3)


@pytest.mark.usefixtures("time_for_a_new_worker")
async def test_a_stopped_worker_is_replaced(pool: Pool) -> None:
    stopped = pool.pids
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    choice = await pool.choose(RECORD, "3")
    assert asked_for(choice) == "classic" and choice.depth not in stopped


async def test_stopped_workers_delay_no_answer(pool: Pool) -> None:
    for pid in pool.pids:
        os.kill(pid, signal.SIGSTOP)
    choice, seconds = await timed(pool.choose(RECORD, "3"))
    assert choice.move in replay(RECORD).legal_moves() and in_time(seconds, 3.05)


async def test_a_busy_worker_killed(pool: Pool) -> None:
    job = pool.submit(RECORD, "8")
    os.kill((await until_busy(pool))[0], signal.SIGKILL)
    choice, seconds = await timed(job)
    assert asked_for(choice) == "8" and choice.score == pytest.approx(1.5 / 4)
    assert in_time(seconds, 1.5)  # of the level's limit + 3


@pytest.mark.usefixtures("time_for_a_new_worker")
@pytest.mark.parametrize("level", ["raise", "die", "exit", "memory", "unpicklable"])
async def test_a_failed_attempt_ends_with_a_plain_level(pool: Pool, level: str) -> None:
    assert asked_for(await pool.choose(RECORD, level)) == "1"
    assert await pool.choose(RECORD, "1")


async def test_players_that_die_delay_no_answer(pool: Pool) -> None:
    choice, seconds = await timed(pool.choose(RECORD, "die"))
    assert choice.move in replay(RECORD).legal_moves() and in_time(seconds, 3.3)


@pytest.mark.usefixtures("time_for_a_new_worker")
async def test_a_worker_has_only_the_memory_it_is_given() -> None:
    from tests.ai.fake_players import SETUP

    async with Pool(1, ["othello"], setup=replace(SETUP, memory=1 << 30)) as pool:
        await pool.ready()
        first = pool.pids
        assert asked_for(await pool.choose(RECORD, "eat")) == "1"
        assert pool.pids != first


async def test_the_log_says_how_an_idle_worker_ended(pool: Pool) -> None:
    """A system without memory kills by signal 9."""
    with structlog.testing.capture_logs() as logs:
        os.kill(pool.pids[0], signal.SIGKILL)
        async with asyncio.timeout(WITHIN):
            while not any(line["event"] == "worker lost" for line in logs):  # noqa: ASYNC110  it has no event
                await asyncio.sleep(0.01)
    (lost,) = [line for line in logs if line["event"] == "worker lost"]
    assert "exit code -9" in lost["end"]
    await asyncio.wait_for(pool.ready(), WITHIN)


@pytest.mark.usefixtures("time_for_a_new_worker")
async def test_a_hung_worker_is_killed_and_the_level_retried(pool: Pool) -> None:
    before = pool.pids
    choice, seconds = await timed(pool.choose(RECORD, "hang-once"))
    assert asked_for(choice) == "hang-once" and choice.score == pytest.approx(0.3 / 4)
    assert seconds >= 1.3 and in_time(seconds, 2.0)
    await asyncio.wait_for(pool.ready(), WITHIN)
    assert len({*before, *pool.pids}) == 3


async def test_a_player_that_always_hangs(pool: Pool) -> None:
    choice, seconds = await timed(pool.choose(RECORD, "hang"))
    assert choice.move in replay(RECORD).legal_moves() and in_time(seconds, 3.3)


async def test_an_answer_counts_that_came_while_the_bot_stood_still(pool: Pool) -> None:
    workers = pool.pids
    job = pool.submit(RECORD, "5")
    await asyncio.sleep(0.1)  # it is at work for 0.3 s
    time.sleep(1.5)  # noqa: ASYNC251  the event loop is what stands still; a hung worker is killed in this time
    choice = await job
    assert asked_for(choice) == "5" and choice.depth in workers
    assert pool.pids == workers


async def test_both_workers_hung_at_once(pool: Pool) -> None:
    both = pool.pids
    answers = await asyncio.gather(*(timed(pool.choose(RECORD, "hang")) for _ in range(2)))
    assert all(choice.move in replay(RECORD).legal_moves() for choice, _ in answers)
    assert in_time(max(seconds for _, seconds in answers), 3.3)
    await asyncio.wait_for(pool.ready(), WITHIN)
    assert not {*both} & {*pool.pids}
    assert asked_for(await pool.choose(RECORD, "3")) == "3"


async def test_no_worker_can_start(pool: Pool, folder: Path) -> None:
    (folder / "unborn").write_text("1000")
    for pid in pool.pids:
        os.kill(pid, signal.SIGKILL)
    choice, seconds = await timed(pool.choose(RECORD, "5"))
    assert choice.move in replay(RECORD).legal_moves() and seconds > 2.5 and in_time(seconds, 3.3)


async def test_a_machine_without_threads_delays_no_answer(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The workers are dead, and neither their replacements nor anything else can start a thread."""
    monkeypatch.setattr(retry_policy, "PROMISE_SECONDS", 1.0)

    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    for pid in pool.pids:
        os.kill(pid, signal.SIGKILL)
    await until(lambda: not pool.pids)
    assert (await pool.choose(RECORD, "3")).move in replay(RECORD).legal_moves()


async def test_workers_that_fail_to_start_are_tried_again(folder: Path) -> None:
    async with make() as pool:  # this process imports the players before they are set to fail
        (folder / "unborn").write_text("2")
        assert asked_for(await asyncio.wait_for(pool.choose(RECORD, "1"), WITHIN)) == "1"
        await asyncio.wait_for(pool.ready(), WITHIN)
        assert (folder / "import-1").exists()


async def test_errors_of_the_request_are_raised_without_a_retry(pool: Pool) -> None:
    before = pool.pids
    with pytest.raises(UnknownLevel):
        await pool.choose(RECORD, "99")
    with pytest.raises(NoMove):
        await pool.choose(RECORD, "over")
    with pytest.raises(IllegalMove) as refusal:
        await pool.choose(RECORD, "illegal")
    assert refusal.value.key.startswith("othello.") or refusal.value.key
    assert pool.pids == before


async def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(UnknownGame):
        Pool(1, []).submit(Record("chess", "8x8"), "1")


async def test_long_searches_of_one_server_do_not_delay_another(pool: Pool) -> None:
    long = [pool.submit(RECORD, "8", limit=Limit(WITHIN), queue_key="busy") for _ in range(6)]
    await until_busy(pool)
    _, seconds = await timed(pool.choose(RECORD, "3", queue_key="quiet"))
    assert in_time(seconds, 1.0)
    assert [job.lane_position for job in long] == [0, 1, 2, 3, 4, 5]


async def test_the_only_worker_is_shared_with_a_servers_long_searches() -> None:
    async with make(workers=1) as pool:
        await pool.ready()
        long = [pool.submit(RECORD, "patient", queue_key="busy") for _ in range(3)]
        quick = [await pool.choose(RECORD, "3", queue_key="quiet") for _ in range(2)]
        assert list(map(asked_for, quick)) == ["3", "3"]
        assert asked_for(await long[0]) == "patient"  # interrupted, it answered all the same
        assert len(pool.pids) == 1


async def test_servers_take_turns(pool: Pool) -> None:
    done: list[str] = []

    async def ask(key: str) -> None:
        await pool.choose(RECORD, "5", queue_key=key)
        done.append(key)

    many = [asyncio.create_task(ask("many")) for _ in range(6)]
    await asyncio.sleep(0.05)
    await ask("few")
    assert len(done) <= 5
    await asyncio.gather(*many)


async def test_the_place_in_the_queue() -> None:
    async with make(workers=1) as pool:
        jobs = [pool.submit(RECORD, "5", queue_key=key) for key in (1, 1, 1, 2)]
        assert [job.lane_position for job in jobs] == [1, 3, 4, 2]  # no worker is warm yet
        assert [job.queue_position for job in jobs] == [0, 2, 3, 1]
        await jobs[0]
        await asyncio.sleep(0.05)
        assert [job.lane_position for job in jobs] == [0, 1, 2, 0]
        assert [job.queue_position for job in jobs] == [0, 1, 2, 0]
        await asyncio.gather(*jobs)


async def test_a_waiting_request_can_be_cancelled() -> None:
    async with make(workers=1) as pool:
        first, second, third = (pool.submit(RECORD, "5") for _ in range(3))
        second.cancel()
        await first
        assert third.lane_position <= 1
        await third
        with pytest.raises(asyncio.CancelledError):
            await second


async def test_a_running_request_that_is_cancelled_lets_the_worker_go_on(pool: Pool) -> None:
    before = pool.pids
    tasks = [asyncio.create_task(pool.choose(RECORD, "5")) for _ in range(2)]
    await until_busy(pool)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    choice, seconds = await timed(pool.choose(RECORD, "1"))
    assert choice.depth in before and pool.pids == before and in_time(seconds, 1.0)


async def test_a_request_cancelled_before_it_began_frees_its_worker() -> None:
    async with make(workers=1) as pool:
        await pool.ready()
        pool.submit(RECORD, "5", limit=Limit(WITHIN)).cancel()
        choice, seconds = await timed(pool.choose(RECORD, "1"))
        assert choice.depth in pool.pids
        assert in_time(seconds, 1.0)


async def test_workers_come_and_go(pool: Pool) -> None:
    """As those of other machines do: one that ends is not replaced; the pool's own start again."""
    own = set(pool.pids)
    slot = pool.add_slot(Process)
    await until(lambda: pool.is_warm(slot))
    (other,) = set(pool.pids) - own
    running = pool.submit(RECORD, "5")
    await until_busy(pool)
    pool.end_own_workers()
    assert asked_for(await running) == "5"
    await until(lambda: pool.pids == (other,) and pool.own_workers == 0)
    assert (await pool.choose(RECORD, "1")).depth == other
    os.kill(other, signal.SIGKILL)
    await until(lambda: not pool._scheduler.slots)
    waiting = pool.submit(RECORD, "1")
    pool.begin_own_workers()
    choice = await asyncio.wait_for(waiting, WITHIN)
    assert choice.move in replay(RECORD).legal_moves()
    await asyncio.wait_for(pool.ready(), WITHIN)
    assert len(pool.pids) == 2 and not {other, *own} & set(pool.pids)


async def test_close_ends_everything(pool: Pool) -> None:
    pids = pool.pids
    jobs = [pool.submit(RECORD, "hang", limit=Limit(60.0)) for _ in range(4)]
    await asyncio.sleep(0.05)
    began = time.monotonic()
    await pool.close()
    assert in_time(time.monotonic() - began, 1.0)
    assert not any(map(alive, pids))
    for job in jobs:
        with pytest.raises(PoolClosed):
            await job
    with pytest.raises(PoolClosed):
        await pool.choose(RECORD, "1")


async def test_workers_do_not_outlive_a_killed_bot() -> None:
    code = "import asyncio; from tests.ai.fake_players import run_bot; asyncio.run(run_bot())"
    bot = await asyncio.create_subprocess_exec(sys.executable, "-c", code, cwd=ROOT, stdout=subprocess.PIPE)
    assert bot.stdout is not None
    lines = asyncio.wait_for(bot.stdout.readline(), WITHIN)
    while not (words := (await lines).split()) or not all(map(bytes.isdigit, words)):
        lines = asyncio.wait_for(bot.stdout.readline(), WITHIN)  # log lines
    pids = [int(word) for word in words]
    assert len(pids) == 2 and all(map(alive, pids))
    bot.kill()
    await bot.wait()
    await until(lambda: not any(map(alive, pids)))


def notes(folder: Path) -> list[list[str]]:
    """What was warmed up so far: "begin" or "end", the game, and the process."""
    path = folder / "warmed"
    return [line.split() for line in path.read_text().splitlines()] if path.exists() else []


async def test_warm_up_is_reported_and_nothing_is_compiled_twice(folder: Path) -> None:
    events: list[WarmUp] = []
    slugs = ("othello", "go", "gomoku")
    async with make(slugs=slugs, on_progress=events.append) as pool:
        before = pool.warm
        await asyncio.wait_for(pool.ready(), WITHIN)
        assert pool.warm and not before
        workers = {str(pid) for pid in pool.pids}
    assert [event.done for event in events] == [1, 2, 3, 4, 5, 6] and {event.total for event in events} == {6}
    assert {(event.kernel_set, event.worker) for event in events} == {
        (slug, n) for slug in slugs for n in (1, 2)
    }
    for slug in slugs:  # a worker begins when a process of its own has compiled the game
        first, second = [(what, pid) for what, other, pid in notes(folder) if other == slug][:2]
        assert (first[0], second[0]) == ("begin", "end") and first[1] == second[1] not in workers
    compilers = [what for what, _, pid in notes(folder) if pid not in workers]
    assert compilers == ["begin", "end"] * 3, "one after another"


async def test_what_the_cache_has_is_not_compiled(folder: Path) -> None:
    (folder / "compiled-othello").touch()
    async with make(workers=1) as pool:
        await asyncio.wait_for(pool.ready(), WITHIN)
        assert {pid for _, _, pid in notes(folder)} == {str(pid) for pid in pool.pids}


async def test_the_only_worker_answers_while_another_game_compiles(folder: Path) -> None:
    (folder / "compiled-othello").touch()
    (folder / "slow-go").touch()
    async with make(workers=1, slugs=("go", "othello")) as pool:
        await until(lambda: ["begin", "go"] in [note[:2] for note in notes(folder)])
        for _ in range(2):
            assert (await asyncio.wait_for(pool.choose(RECORD, "1"), WITHIN)).move == "d3"
        waiting = pool.submit(GO, "1")
        assert waiting.getting_ready and not pool.warm
        (folder / "compiled-go").touch()
        assert (await asyncio.wait_for(waiting, WITHIN)).move == "d3" and not waiting.getting_ready


async def test_a_request_waits_while_what_was_compiled_loads_slowly(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retry_policy, "PROMISE_SECONDS", 0.6)
    (folder / "heavy-othello").write_text("1")
    async with make(workers=1) as pool:
        assert asked_for(await asyncio.wait_for(pool.choose(RECORD, "1"), WITHIN)) == "1"


async def test_the_game_asked_for_is_compiled_first(folder: Path) -> None:
    for slug in ("othello", "go"):
        (folder / f"slow-{slug}").touch()
    async with make(workers=1, slugs=("othello", "go", "gomoku")) as pool:
        await until(lambda: bool(notes(folder)))
        asked = Record("gomoku", "renju-15")
        assert (await asyncio.wait_for(pool.choose(asked, "1"), WITHIN)).move == "d3"
        order = [slug for what, slug, _ in notes(folder) if what == "begin"]
        assert order[:2] == ["othello", "gomoku"] and ["end", "othello"] not in [n[:2] for n in notes(folder)]
        (folder / "compiled-othello").touch()
        assert (await asyncio.wait_for(pool.choose(RECORD, "1"), WITHIN)).move == "d3"


async def test_a_compiler_that_is_killed_is_replaced(folder: Path) -> None:
    (folder / "slow-othello").touch()
    async with make(workers=1) as pool:
        await until(lambda: bool(notes(folder)))
        os.kill(int(notes(folder)[0][2]), signal.SIGKILL)
        await until(lambda: len(notes(folder)) == 2)
        (folder / "compiled-othello").touch()
        assert asked_for(await asyncio.wait_for(pool.choose(RECORD, "1"), WITHIN)) == "1"


async def test_close_ends_a_compiler(folder: Path) -> None:
    (folder / "slow-othello").touch()
    pool = make(workers=1)
    await pool.start()
    await until(lambda: bool(notes(folder)))
    await pool.close()
    assert not alive(int(notes(folder)[0][2]))


async def test_a_game_that_does_not_compile_is_served(folder: Path) -> None:
    events: list[WarmUp] = []
    (folder / "cold-othello").touch()
    async with make(on_progress=events.append) as pool:
        assert pool.failed_games == frozenset()
        await asyncio.wait_for(pool.ready(), WITHIN)
        assert [what for what, *_ in notes(folder)] == ["begin"] * ATTEMPTS
        assert pool.failed_games == {"othello"} == events[-1].failed
        assert "does not compile" in (events[-1].error or "")
        assert asked_for(await pool.choose(RECORD, "1")) == "1"


async def test_a_game_that_fails_to_load_is_served(folder: Path) -> None:
    events: list[WarmUp] = []
    for name in ("cold-othello", "compiled-othello"):
        (folder / name).touch()
    async with make(on_progress=events.append) as pool:
        await asyncio.wait_for(pool.ready(), WITHIN)
        assert "RuntimeError" in (events[0].error or "") and events[-1].done == events[-1].total
        assert asked_for(await pool.choose(RECORD, "1")) == "1"


async def test_a_listener_that_raises_stops_no_worker() -> None:
    def listener(event: WarmUp) -> None:
        raise RuntimeError(event.kernel_set)

    async with make(on_progress=listener) as pool:
        await asyncio.wait_for(pool.ready(), WITHIN)


async def test_the_bots_process_stays_light() -> None:
    code = "import sys, ai.pool; sys.exit(bool({'numba', 'numpy', 'llvmlite'} & {*sys.modules}))"
    child = await asyncio.create_subprocess_exec(sys.executable, "-c", code, cwd=ROOT)
    assert await child.wait() == 0
