"""Requests wait for a worker that loads kernels, and not for one that fails, by fake workers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import cast

import pytest

from ai.base import Choice, Limit
from ai.level import Level
from ai.pool import Pool
from ai.pool import supervisor as supervisor_module
from ai.pool.interface import Failed
from ai.pool.process import Process
from ai.pool.retry_policy import AnalysisRequest, make_request
from ai.pool.scheduler import Scheduler
from ai.pool.slot import Slot, Ticket
from ai.pool.warmup import WarmUpState
from ai.worker import Choose, Players, Setup, Warm
from games.base import Move, Record

OTHELLO, GO = Record("othello", "8x8"), Record("go", "9x9-korean")
LIMITS = {Level("1"): Limit(0.05), Level("8"): Limit(5.0)}
ANSWER = Choice(Move("d3"), 0.0, 1, 1, ())


class Live:
    """A process that lives."""

    alive = True
    interrupts = 0

    def interrupt(self) -> None:
        self.interrupts += 1


def scheduler_with(*loaded: set[str]) -> tuple[Scheduler, list[Slot]]:
    """A worker for each of these sets of kernels that are loaded."""
    state = WarmUpState(["othello", "go"])
    scheduler = Scheduler(len(loaded), state, Process)
    for slot, warm in zip(scheduler.slots, loaded, strict=True):
        slot.process, slot._up, slot.warm = cast(Process, Live()), True, warm
        for kernel_set in warm:
            state.loaded(kernel_set)
    return scheduler, scheduler.slots


def ask(scheduler: Scheduler, record: Record = OTHELLO, level: str = "1") -> Ticket:
    return scheduler.enqueue(make_request(record, level, None, "key", LIMITS, record.game))


def waits_without_limit(ticket: Ticket) -> bool:
    return ticket.expiry is None and not ticket.granted.done()


async def test_a_request_waits_while_the_only_worker_loads_other_kernels() -> None:
    scheduler, (slot,) = scheduler_with({"othello"})
    slot.warming = "go"
    ticket = ask(scheduler)
    assert waits_without_limit(ticket)
    slot.warming = None
    scheduler.changed()
    assert ticket.granted.result() is slot


async def test_a_request_waits_while_the_worker_that_replaces_a_dead_one_starts_and_loads() -> None:
    scheduler, (slot,) = scheduler_with({"othello"})
    slot._up, slot.warm = False, set()
    ticket = ask(scheduler)
    assert waits_without_limit(ticket)
    slot._up, slot.warming = True, "othello"
    scheduler.changed()
    assert waits_without_limit(ticket)


async def test_a_request_waits_for_no_worker_that_fails_again_and_again() -> None:
    scheduler, slots = scheduler_with({"othello"}, {"othello"})
    for slot in slots:
        slot._up, slot.warm, slot.failures = False, set(), 3
    ticket = ask(scheduler)
    assert ticket.expiry is not None
    slots[1].failures = 0  # it has started after all
    scheduler.changed()
    assert waits_without_limit(ticket)


async def test_a_request_waits_for_no_worker_that_leaves() -> None:
    scheduler, (slot,) = scheduler_with({"othello"})
    slot.leaving = True
    assert ask(scheduler).expiry is not None


async def test_kernels_that_nobody_waits_for_are_loaded_when_nobody_waits() -> None:
    scheduler, (slot,) = scheduler_with({"othello"})
    assert scheduler.can_load(slot)
    first, second = ask(scheduler), ask(scheduler)
    assert not scheduler.can_load(slot), "it chooses a move"
    slot.serving = None
    scheduler.changed()
    assert first.granted.done() and second.granted.done() and not scheduler.can_load(slot)
    slot.serving = None
    scheduler.changed()
    assert scheduler.can_load(slot)
    ask(scheduler, GO)
    assert scheduler.can_load(slot), "for this one it has to load"


async def test_a_background_analysis_waits_for_a_load() -> None:
    scheduler, (slot,) = scheduler_with({"othello"})
    for _ in range(2):
        scheduler.enqueue(AnalysisRequest(OTHELLO, None, Limit(0.2), "key", "othello"))
    assert slot.serving is not None and scheduler.can_load(slot)


class Steered:
    """A worker whose tasks end when the test says so."""

    made: list[Steered]

    def __init__(self, setup: Setup, on_change: Callable[[], None]) -> None:
        self.alive, self.ended, self.end, self.pid = True, False, "", len(self.made)
        self.loading: dict[str, asyncio.Future[bool]] = {}
        self.seconds: dict[str, float] = {}
        self.choosing: asyncio.Future[Choice] | None = None
        self._on_change = on_change
        self.made.append(self)

    async def started(self) -> None:
        """At once."""

    async def warm_up(self, task: Warm, seconds: float) -> bool:
        self.seconds[task.kernel_set] = seconds
        self.loading[task.kernel_set] = asyncio.get_running_loop().create_future()
        return await self.loading[task.kernel_set]

    async def choose(self, task: Choose, seconds: float) -> Choice:
        self.choosing = asyncio.get_running_loop().create_future()
        return await self.choosing

    def interrupt(self) -> None:
        pass

    def kill(self) -> None:
        self.alive, self.ended = False, True
        self._on_change()


def players() -> Players:
    return Players(
        limits=lambda _: LIMITS, kernel_sets=lambda slug: (slug,), kernel_set=lambda record, _: record.game
    )


@pytest.fixture
async def pool() -> AsyncIterator[Pool]:
    """A pool of one worker, which begins to load Othello."""
    Steered.made = []
    made = Pool(1, ["othello", "go"], setup=Setup(players()), start_worker=cast(type[Process], Steered))
    await made.start()
    await until(lambda: Steered.made and "othello" in worker().loading)
    yield made
    await made.close()


def worker() -> Steered:
    return Steered.made[-1]


async def until(condition: Callable[[], object]) -> None:
    """Let tasks go on until a condition holds that needs nothing else."""
    for _ in range(1_000):
        if condition():
            return
        await asyncio.sleep(0)
    pytest.fail("it never holds")


async def settle() -> None:
    for _ in range(50):
        await asyncio.sleep(0)


async def test_the_only_worker_answers_before_it_loads_the_next_game(pool: Pool) -> None:
    jobs = [pool.submit(OTHELLO, "1") for _ in range(2)]
    worker().loading["othello"].set_result(True)
    for job in jobs:
        await until(lambda: worker().choosing)
        await settle()
        assert "go" not in worker().loading
        choosing, worker().choosing = worker().choosing, None
        assert choosing is not None
        choosing.set_result(ANSWER)
        assert await job == ANSWER
    await until(lambda: "go" in worker().loading)


async def test_a_load_that_hangs_is_ended_and_the_request_answered_by_the_next_worker(pool: Pool) -> None:
    worker().loading["othello"].set_result(True)
    await until(lambda: "go" in worker().loading)
    job, first = pool.submit(OTHELLO, "1"), worker()
    await settle()
    first.kill()  # as `Process` does after the seconds
    first.loading["go"].set_exception(Failed("deadline"))
    await until(lambda: worker() is not first and "othello" in worker().loading)
    assert worker().seconds["othello"] == supervisor_module.LOAD_SECONDS < first.seconds["go"]
    worker().loading["othello"].set_result(True)
    await until(lambda: worker().choosing)
    choosing = worker().choosing
    assert choosing is not None
    choosing.set_result(ANSWER)
    assert await job == ANSWER
