"""When work in matches begins and ends with the ownership of their shards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import structlog

from bot.match.shard_tasks import Gain, ShardTasks
from bot.tasks import Tasks
from data.errors import StoreBusy
from data.model.match import Match
from data.model.match_change import MatchChange
from data.model.shards import Shards
from tests.boards import on_board
from tests.bot.owned import Owned, there
from tests.bot.service import until
from tests.bot.stories import match_of

ONE, OTHER = (on_board(match_of("othello", "6x6", id=10 + n), guild_id=there(n).guild_id) for n in (0, 1))


@pytest.fixture
def owned() -> Owned:
    return Owned()


@pytest.fixture
async def running(owned: Owned) -> AsyncIterator[Tasks]:
    tasks = Tasks()
    yield tasks
    await tasks.close()


@pytest.fixture
def tasks(owned: Owned, running: Tasks) -> ShardTasks:
    return ShardTasks(owned.events, running)


class Finder:
    """Finds the two matches, one after the other, each when the test lets it."""

    def __init__(self) -> None:
        self.asked: list[Shards] = []
        self.goes_on = asyncio.Event()
        self.fails = 0

    async def find(self, shards: Shards) -> AsyncIterator[Match]:
        self.asked.append(shards)
        for match in (ONE, OTHER):
            if match.guild_id in shards:
                yield match
            await self.goes_on.wait()
            if self.fails:
                self.fails -= 1
                raise StoreBusy("held by a test")


async def forever() -> None:
    await asyncio.Event().wait()


# --- In one match --------------------------------------------------------------------------------------


async def test_a_task_ends_with_the_shard_of_its_match(owned: Owned, tasks: ShardTasks) -> None:
    one, other = tasks.run(ONE, forever()), tasks.run(OTHER, forever())
    owned.lose(0)
    await asyncio.wait([one])
    assert one.cancelled() and not other.done()


async def test_a_task_goes_with_its_match_to_another_shard(owned: Owned, tasks: ShardTasks) -> None:
    task = tasks.run(ONE, forever())
    tasks.moved(task, OTHER)
    owned.lose(0)
    await asyncio.sleep(0)
    assert not task.cancelling()
    owned.lose(1)
    assert task.cancelling()


async def test_what_has_to_be_finished_is_finished(owned: Owned, tasks: ShardTasks, running: Tasks) -> None:
    begun, goes_on, done = asyncio.Event(), asyncio.Event(), list[str]()

    async def work() -> None:
        with tasks.kept():
            begun.set()
            await goes_on.wait()
            done.append("kept")
        await asyncio.sleep(3600)
        done.append("not kept")

    task = tasks.run(ONE, work())
    await begun.wait()
    owned.lose(0)
    goes_on.set()
    await until(lambda: done)
    owned.lose(0)
    await asyncio.wait([task])
    assert done == ["kept"] and task.cancelled() and running.is_idle


# --- In the matches of gained shards -------------------------------------------------------------------


async def test_every_match_of_gained_shards_is_continued_once(
    owned: Owned, tasks: ShardTasks, running: Tasks
) -> None:
    finder, begun = Finder(), list[int]()
    finder.goes_on.set()
    tasks.continue_matches(finder.find, lambda match: begun.append(match.id), "not read yet")
    owned.gain(0)
    await until(lambda: running.is_idle)
    assert begun == [ONE.id]
    owned.gain(1)
    await until(lambda: running.is_idle)
    assert begun == [ONE.id, OTHER.id]


async def test_a_match_that_fails_does_not_keep_the_others_from_going_on(
    owned: Owned, tasks: ShardTasks, running: Tasks
) -> None:
    finder, begun = Finder(), list[int]()
    finder.goes_on.set()

    def begin(match: Match) -> None:
        if match is ONE:
            raise RuntimeError("damaged")
        begun.append(match.id)

    tasks.continue_matches(finder.find, begin, "not read yet")
    with structlog.testing.capture_logs() as logs:
        owned.gain(0, 1)
        await until(lambda: running.is_idle)
    assert begun == [OTHER.id]
    assert [(line["event"], line["match"]) for line in logs] == [("match not continued", ONE.id)]


async def test_a_shard_that_is_lost_while_its_matches_are_read_is_left_alone(
    owned: Owned, tasks: ShardTasks, running: Tasks
) -> None:
    finder, begun = Finder(), list[int]()
    tasks.continue_matches(finder.find, lambda match: begun.append(match.id), "not read yet")
    owned.gain(0, 1)
    await until(lambda: begun)
    owned.lose(1)
    finder.goes_on.set()
    await until(lambda: running.is_idle)
    assert begun == [ONE.id]


async def test_reading_ends_when_nothing_is_left_of_a_gain(
    owned: Owned, tasks: ShardTasks, running: Tasks, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store fails for as long as it is asked."""
    asked: list[Shards] = []

    async def work(gain: Gain) -> None:
        asked.append(gain.shards)
        raise StoreBusy("held by a test")

    tasks.on_gain(work, "not read yet")
    owned.gain(0, 1)
    await until(lambda: len(asked) >= 2)
    owned.lose(1)
    await until(lambda: asked[-1].numbers == {0})
    owned.lose(0)
    await until(lambda: running.is_idle)
    times = len(asked)
    await asyncio.sleep(0.01)
    assert len(asked) == times


async def test_a_shard_that_comes_back_while_its_matches_are_read_is_read_once_more(
    owned: Owned, tasks: ShardTasks, running: Tasks
) -> None:
    """The first reading does nothing more in it; the other shard's matches are begun by the first."""
    finder, begun = Finder(), list[int]()
    tasks.continue_matches(finder.find, lambda match: begun.append(match.id), "not read yet")
    owned.gain(0, 1)
    await until(lambda: begun == [ONE.id])
    owned.lose(1)
    owned.gain(1)
    finder.goes_on.set()
    await until(lambda: running.is_idle)
    assert begun == [ONE.id, OTHER.id]
    assert [set(one.numbers) for one in finder.asked] == [{0, 1}, {1}]


async def test_a_match_that_changes_while_it_is_read_is_not_continued_as_it_was(
    owned: Owned, tasks: ShardTasks, running: Tasks
) -> None:
    finder, begun = Finder(), list[int]()
    tasks.continue_matches(finder.find, lambda match: begun.append(match.id), "not read yet")
    owned.gain(0, 1)
    await until(lambda: begun)
    owned.events.publish(MatchChange(OTHER, replace(OTHER, version=OTHER.version + 1)))
    finder.goes_on.set()
    await until(lambda: running.is_idle)
    assert begun == [ONE.id]


async def test_reading_is_repeated_from_its_beginning(
    owned: Owned, tasks: ShardTasks, running: Tasks
) -> None:
    finder, begun = Finder(), list[int]()
    finder.goes_on.set()
    finder.fails = 1
    tasks.continue_matches(finder.find, lambda match: begun.append(match.id), "not read yet")
    owned.gain(0, 1)
    await until(lambda: running.is_idle)
    assert begun == [ONE.id, ONE.id, OTHER.id]
