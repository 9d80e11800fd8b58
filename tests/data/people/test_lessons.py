"""What is stored of lessons."""

from __future__ import annotations

import asyncio

from data.store import Store
from tests.data.conftest import ANNA, BORA, CHUL


async def test_the_furthest_step_is_stored_by_person_and_game(store: Store) -> None:
    lessons = store.lessons
    assert await lessons.progress(ANNA) == {}
    await lessons.advance(ANNA, "go", 1)
    await lessons.advance(ANNA, "go", 4)
    await lessons.advance(ANNA, "go", 2)
    await lessons.advance(ANNA, "othello", 1)
    await lessons.advance(CHUL, "go", 3)
    assert await lessons.progress(ANNA) == {"go": 4, "othello": 1}
    assert await lessons.progress(BORA) == {}
    assert await lessons.progress(CHUL) == {"go": 3}


async def test_a_lesson_is_offered_once(store: Store) -> None:
    lessons = store.lessons
    offers = await asyncio.gather(*(lessons.offer(ANNA, "go") for _ in range(5)))
    assert sorted(offers) == [False, False, False, False, True]
    assert await lessons.offer(ANNA, "othello")
    assert await lessons.offer(BORA, "go")
    assert not await lessons.offer(ANNA, "go")


async def test_a_lesson_that_is_begun_is_not_offered_and_an_offered_one_can_be_begun(store: Store) -> None:
    lessons = store.lessons
    await lessons.advance(ANNA, "go", 2)
    assert not await lessons.offer(ANNA, "go")
    assert await lessons.progress(ANNA) == {"go": 2}
    assert await lessons.offer(ANNA, "othello")
    assert await lessons.progress(ANNA) == {"go": 2, "othello": 0}
    await lessons.advance(ANNA, "othello", 1)
    assert await lessons.progress(ANNA) == {"go": 2, "othello": 1}
