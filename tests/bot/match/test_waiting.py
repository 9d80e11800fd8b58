"""When the place of a computer in the queue is told: late, and rarely."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from ai.base import Choice
from bot.match.waiting import Waiting, has_moved_far
from bot.tasks import Tasks
from data.match import Match
from games.base import Move
from tests.bot.stories import match_of
from tests.bot.thoughts import Thought

CHOICE = Choice(Move("d3"), 0.0, 1, 1, ())


@dataclass
class Queue:
    """A question whose place is another at every look; at the last it is answered."""

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
    monkeypatch.setattr("bot.match.waiting.LONG_SECONDS", 0.0)
    monkeypatch.setattr("bot.match.waiting.LOOK_SECONDS", 0.0)


async def told(*places: int) -> list[int]:
    """What is told of a question with these places at each look."""
    found: list[int] = []

    async def on_change(match: Match) -> None:
        found.append(waiting.ahead(match.id))

    waiting, queue, match = Waiting(on_change, Tasks()), Queue(iter(places)), match_of("othello", "8x8")
    assert await waiting.answer(match, Thought(queue.answer(), queue)) == CHOICE
    assert waiting.ahead(match.id) == 0
    return found


async def test_only_what_moved_far_is_told() -> None:
    assert await told(9, 8, 7, 5, 4, 3, 2, 2, 1, 1, 0) == [9, 4, 2, 1]
    assert await told(3, 4, 5, 6, 5, 0) == [3, 6]


async def test_who_does_not_queue_is_told_nothing() -> None:
    assert await told(0) == []


async def test_a_short_wait_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.match.waiting.LONG_SECONDS", 3600.0)
    waiting = Waiting(lambda match: pytest.fail("told"), Tasks())
    queue = Queue(iter([5]))
    queue.answered.set()
    assert await waiting.answer(match_of("othello", "8x8"), Thought(queue.answer(), queue)) == CHOICE
    assert waiting.ahead(match_of("othello", "8x8").id) == 0


@pytest.mark.parametrize(("told", "ahead", "far"), [(0, 1, True), (4, 3, False), (4, 2, True), (4, 8, True)])
def test_far(told: int, ahead: int, far: bool) -> None:
    assert has_moved_far(told, ahead) is far
