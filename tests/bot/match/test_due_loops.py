"""Loops that do what is due: when they look, in whose servers, and what a fault stops. No test waits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

import pytest
import structlog

from bot import tasks as bot_tasks
from bot.match.due_loops import DueLoop, ShardLoop
from bot.tasks import Tasks
from data.errors import StoreBusy, StoreFailed
from tests.bot.owned import Owned, there

PERIOD = 30.0


@dataclass
class Timer:
    """A call that is due at a moment of `Time`."""

    at: float
    call: Callable[[], None]
    is_canceled: bool = False

    def cancel(self) -> None:
        self.is_canceled = True


@dataclass
class Time:
    """The time of the event loop's timers, which does not move until a test moves it."""

    now: float = 0.0
    timers: list[Timer] = field(default_factory=list)

    def call_later(self, seconds: float, call: Callable[[], None]) -> Timer:
        self.timers.append(Timer(self.now + seconds, call))
        return self.timers[-1]

    async def passes(self, seconds: float) -> None:
        """Let so many seconds pass, and what is due then end."""
        await settled()
        self.now += seconds
        for timer in [timer for timer in self.timers if timer.at <= self.now]:
            self.timers.remove(timer)
            if not timer.is_canceled:
                timer.call()
        await settled()

    @property
    def pending(self) -> int:
        return sum(not timer.is_canceled for timer in self.timers)


async def settled() -> None:
    """Let every task run until it waits for something."""
    for _ in range(20):
        await asyncio.sleep(0)


@dataclass(frozen=True)
class Thing:
    """Something that is due in a server."""

    name: str
    guild_id: int


HOME, AWAY = there(0).guild_id or 0, there(1).guild_id or 0
A, B, C = Thing("a", HOME), Thing("b", AWAY), Thing("c", HOME)


class Work:
    """What is due, what was done of it, and how often it was looked.

    Its ``loop`` is in the shards of a process, which has none yet.
    """

    def __init__(self, tasks: Tasks, owned: Owned) -> None:
        self.loop = ShardLoop(self.look, PERIOD, "not done yet", tasks, owned.events, owned)
        self.due = [A, B, C]
        self.done: list[str] = []
        self.looks = 0
        self.faults: dict[str, Exception] = {}
        """What doing a thing raises."""
        self.reading: list[Exception] = []
        """What reading raises, one after the other."""
        self.goes_on = asyncio.Event()
        self.goes_on.set()

    async def look(self) -> None:
        self.looks += 1
        if self.reading:
            raise self.reading.pop(0)
        await self.loop.each(self.due, self.do)

    async def count(self) -> None:
        """A look that finds nothing."""
        self.looks += 1

    async def do(self, thing: Thing) -> None:
        await self.goes_on.wait()
        if thing.name in self.faults:
            raise self.faults[thing.name]
        self.done.append(thing.name)


@pytest.fixture
async def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    moved = Time()
    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", moved.call_later)
    monkeypatch.setattr(bot_tasks, "STORE_RETRY_SECONDS", (2.0, 5.0, 100.0))
    return moved


@pytest.fixture
async def tasks() -> AsyncIterator[Tasks]:
    made = Tasks()
    yield made
    await made.close()


@pytest.fixture
def owned() -> Owned:
    return Owned()


@pytest.fixture
def work(time: Time, tasks: Tasks, owned: Owned) -> Work:
    return Work(tasks, owned)


# --- When it looks -------------------------------------------------------------------------------------


async def test_it_looks_at_the_start_and_each_time_the_period_has_passed(
    work: Work, time: Time, tasks: Tasks
) -> None:
    DueLoop(work.count, PERIOD, "not done yet", tasks).start()
    await settled()
    assert work.looks == 1
    await time.passes(PERIOD - 1)
    assert work.looks == 1
    await time.passes(1)
    assert work.looks == 2
    await time.passes(PERIOD)
    assert work.looks == 3


async def test_a_look_sets_when_the_next_is(work: Work, time: Time, tasks: Tasks) -> None:
    async def look() -> None:
        work.looks += 1
        loop.seconds = PERIOD / 10

    loop = DueLoop(look, PERIOD, "not done yet", tasks)
    loop.start()
    await time.passes(PERIOD / 10)
    assert work.looks == 2


async def test_the_period_begins_when_a_look_has_ended(work: Work, owned: Owned, time: Time) -> None:
    work.goes_on.clear()
    owned.gain(0)
    work.loop.start()
    await time.passes(10 * PERIOD)
    assert work.looks == 1
    work.goes_on.set()
    await time.passes(PERIOD - 1)
    assert work.looks == 1
    await time.passes(1)
    assert work.looks == 2


async def test_a_loop_that_is_woken_looks_at_once_and_begins_a_new_period(
    work: Work, time: Time, tasks: Tasks
) -> None:
    loop = DueLoop(work.count, PERIOD, "not done yet", tasks)
    loop.start()
    await time.passes(PERIOD - 1)
    loop.wake()
    await settled()
    assert work.looks == 2
    await time.passes(PERIOD - 1)
    assert work.looks == 2
    await time.passes(1)
    assert work.looks == 3


async def test_a_loop_that_is_woken_during_a_look_looks_once_more(
    work: Work, owned: Owned, time: Time
) -> None:
    work.goes_on.clear()
    owned.gain(0)
    work.loop.start()
    await settled()
    work.loop.wake()
    work.loop.wake()
    work.goes_on.set()
    await settled()
    assert work.looks == 2


async def test_nothing_happens_after_it_is_closed(work: Work, owned: Owned, time: Time, tasks: Tasks) -> None:
    owned.gain(0)
    work.loop.start()
    await settled()
    await tasks.close()
    assert time.pending == 0
    owned.gain(1)
    await time.passes(PERIOD)
    assert work.looks == 1


async def test_a_look_that_goes_on_ends_when_the_loop_is_closed(
    work: Work, owned: Owned, tasks: Tasks
) -> None:
    work.goes_on.clear()
    owned.gain(0)
    work.loop.start()
    await settled()
    await tasks.close()
    work.goes_on.set()
    await settled()
    assert work.done == []


# --- In whose servers ----------------------------------------------------------------------------------


async def test_nothing_is_done_without_a_shard(work: Work) -> None:
    work.loop.start()
    await settled()
    assert work.looks == 1
    assert work.done == []


async def test_what_is_due_in_a_gained_shard_is_done_at_once(work: Work, owned: Owned) -> None:
    work.loop.start()
    await settled()
    owned.gain(0)
    await settled()
    assert work.done == ["a", "c"]
    assert work.loop.shards.numbers == {0}


async def test_shards_that_are_gained_one_after_the_other_are_all_kept(work: Work, owned: Owned) -> None:
    owned.gain(0)
    owned.gain(1)
    work.loop.start()
    await settled()
    assert work.done == ["a", "b", "c"]


async def test_nothing_more_is_done_in_a_lost_shard(work: Work, owned: Owned, time: Time) -> None:
    owned.gain(0, 1)
    work.loop.start()
    await settled()
    owned.lose(0)
    work.done.clear()
    await time.passes(PERIOD)
    assert work.done == ["b"]
    assert work.loop.shards.numbers == {1}


async def test_a_shard_that_is_lost_during_a_look_keeps_only_what_was_begun(work: Work, owned: Owned) -> None:
    work.goes_on.clear()
    owned.gain(0, 1)
    work.loop.start()
    await settled()
    owned.lose(0)
    work.goes_on.set()
    await settled()
    assert work.done == ["a", "b"]


async def test_a_shard_that_is_gained_but_owned_no_more_is_left_alone(work: Work, owned: Owned) -> None:
    """Its owner is known before the event that it is lost."""
    owned.gain(0, 1)
    owned.numbers.remove(0)
    work.loop.start()
    await settled()
    assert work.done == ["b"]


# --- What a fault stops --------------------------------------------------------------------------------


async def test_an_error_with_one_thing_does_not_stop_the_others(work: Work, owned: Owned, time: Time) -> None:
    work.faults["a"] = ZeroDivisionError()
    owned.gain(0, 1)
    work.loop.start()
    with structlog.testing.capture_logs() as logs:
        await settled()
    assert work.done == ["b", "c"]
    assert [(line["event"], line["guild"]) for line in logs] == [("not done yet", HOME)]
    await time.passes(PERIOD - 1)
    assert work.looks == 1, "it is no reason to look sooner"


async def test_a_thing_that_cannot_be_stored_is_tried_again_soon(
    work: Work, owned: Owned, time: Time
) -> None:
    work.faults["a"] = StoreFailed("held by a test")
    owned.gain(0, 1)
    work.loop.start()
    await settled()
    assert work.done == ["b", "c"]
    work.due, work.faults = [A], {}
    await time.passes(2)
    assert work.done == ["b", "c", "a"]


async def test_while_the_store_is_out_of_reach_it_looks_sooner_but_never_later_than_the_period(
    work: Work, owned: Owned, time: Time
) -> None:
    work.reading = [StoreBusy("held by a test")] * 4
    owned.gain(0)
    work.loop.start()
    await settled()
    looks = [work.looks]
    for seconds in (2, 5, PERIOD, PERIOD):
        await time.passes(seconds - 1)
        looks.append(work.looks)
        await time.passes(1)
        looks.append(work.looks)
    assert looks == [1, 1, 2, 2, 3, 3, 4, 4, 5]
    assert work.done == ["a", "c"]


async def test_once_the_store_is_back_the_next_fault_is_tried_again_as_soon_as_the_first(
    work: Work, owned: Owned, time: Time
) -> None:
    work.reading = [StoreBusy("held by a test")] * 2
    work.loop.start()
    await time.passes(2)
    await time.passes(5)
    assert work.looks == 3
    work.reading = [StoreBusy("held by a test")]
    await time.passes(PERIOD)
    assert work.looks == 4
    await time.passes(2)
    assert work.looks == 5


async def test_a_shard_that_is_gained_while_the_store_is_out_of_reach_is_looked_at_at_once(
    work: Work, owned: Owned
) -> None:
    work.reading = [StoreBusy("held by a test")]
    work.loop.start()
    await settled()
    owned.gain(0)
    await settled()
    assert work.done == ["a", "c"]


async def test_an_error_of_the_look_itself_does_not_end_the_loop(
    work: Work, owned: Owned, time: Time
) -> None:
    work.reading = [ZeroDivisionError()]
    owned.gain(0)
    work.loop.start()
    with structlog.testing.capture_logs() as logs:
        await settled()
    assert [line["event"] for line in logs] == ["not done yet"]
    await time.passes(PERIOD)
    assert work.done == ["a", "c"]
