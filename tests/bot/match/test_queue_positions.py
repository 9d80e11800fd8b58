"""When the place of a computer's search in the queue is shown: late, and seldom."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from ai.base import Choice
from bot.match.computer import NO_WAIT, Wait, Waits, has_moved_far
from bot.match.events import MatchEvents, QueueMoved
from bot.match.shard_tasks import ShardTasks
from bot.tasks import Tasks
from games.base import Move
from tests.bot.stories import match_of
from tests.bot.thoughts import Thought

CHOICE = Choice(Move("d3"), 0.0, 1, 1, ())


@dataclass
class Queue:
    """A search that has another place at every poll; at the last one it is answered."""

    places: Iterator[int]
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    def __call__(self) -> int:
        place = next(self.places)
        if not place:
            self.answered.set()
        return place

    async def answer(self) -> Choice:
        await self.answered.wait()
        return CHOICE


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.match.computer.QUEUE_SHOWN_SECONDS", 0.0)
    monkeypatch.setattr("bot.match.computer.QUEUE_POLL_SECONDS", 0.0)


async def shown(*places: int) -> list[int]:
    """The places that are shown of a search that has these at each poll."""
    found: list[int] = []
    events = MatchEvents()
    events.subscribe(QueueMoved, lambda event: found.append(waits.shown(event.match.id).queue_position))
    waits, queue, match = (
        Waits(events, ShardTasks(events, Tasks())),
        Queue(iter(places)),
        match_of("othello", "8x8"),
    )
    assert await waits.answer(match, Thought(queue.answer(), queue)) == CHOICE
    assert waits.shown(match.id) == NO_WAIT
    return found


async def test_only_a_place_far_from_the_last_is_shown() -> None:
    assert await shown(9, 8, 7, 5, 4, 3, 2, 2, 1, 1, 0) == [9, 4, 2, 1]
    assert await shown(3, 4, 5, 6, 5, 0) == [3, 6]


async def test_a_search_that_does_not_queue_shows_nothing() -> None:
    assert await shown(0) == []


async def test_a_short_wait_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.match.computer.QUEUE_SHOWN_SECONDS", 3600.0)
    events = MatchEvents()
    events.subscribe(QueueMoved, lambda _: pytest.fail("shown"))
    waits = Waits(events, ShardTasks(events, Tasks()))
    queue = Queue(iter([5]))
    queue.answered.set()
    assert await waits.answer(match_of("othello", "8x8"), Thought(queue.answer(), queue)) == CHOICE
    assert waits.shown(match_of("othello", "8x8").id) == NO_WAIT


async def test_a_cold_game_is_shown_at_once_and_then_its_place() -> None:
    events, found = MatchEvents(), list[Wait]()
    events.subscribe(QueueMoved, lambda event: found.append(waits.shown(event.match.id)))
    waits, queue, match = (
        Waits(events, ShardTasks(events, Tasks())),
        Queue(iter([3, 0])),
        match_of("othello", "8x8"),
    )
    cold = iter([True, True, True])
    answer = asyncio.create_task(
        waits.answer(match, Thought(queue.answer(), queue, lambda: next(cold, False)))
    )
    await asyncio.sleep(0)
    assert waits.shown(match.id) == Wait(getting_ready=True) and not found  # the board is composed after this
    assert await answer == CHOICE
    assert found == [Wait(3)] and waits.shown(match.id) == NO_WAIT


@pytest.mark.parametrize(("shown", "ahead", "far"), [(0, 1, True), (4, 3, False), (4, 2, True), (4, 8, True)])
def test_far(shown: int, ahead: int, far: bool) -> None:
    assert has_moved_far(shown, ahead) is far
