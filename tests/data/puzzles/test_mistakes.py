"""Mistakes that people practice: when they are due, when they are learned, and what deletes them."""

from __future__ import annotations

import pytest

import data.puzzles.mistakes
from data.puzzles.mistakes import DAYS
from data.store import Store
from tests.data.conftest import ANNA, BORA, Begin

DAY = 86_400.0
GAME = "f5 d6 c3 d3 c4 f4 f6 f3"


async def test_mistakes_are_due_at_once_the_earliest_first(store: Store, begin: Begin) -> None:
    match = await begin(GAME)
    await store.mistakes.add(match.id, ANNA, [4, 2], 1000.0)
    await store.mistakes.add(match.id, BORA, [3], 900.0)
    assert await store.mistakes.due(ANNA, 1000.0) == 2 and await store.mistakes.due(ANNA, 999.0) == 0
    of_games = [await store.mistakes.due(ANNA, 1000.0, game) for game in ("othello", "go")]
    assert of_games == [2, 0]
    first = await store.mistakes.next(ANNA)
    assert first is not None and (first.ply, first.tries, first.solved, first.due_at) == (2, 0, 0, 1000.0)
    assert [one.ply for one in await store.mistakes.of_person(ANNA)] == [2, 4]
    assert await store.mistakes.next(77) is None


async def test_one_beyond_the_end_of_its_match_keeps_no_other_from_being_asked(
    store: Store, begin: Begin
) -> None:
    match = await begin(GAME)
    await store.mistakes.add(match.id, ANNA, [99], 1.0)
    await store.mistakes.add(match.id, ANNA, [2], 2.0)
    first = await store.mistakes.next(ANNA)
    assert first is not None and first.ply == 2 and await store.mistakes.due(ANNA, 5.0) == 1


async def test_one_that_is_put_off_is_asked_after_others(store: Store, begin: Begin) -> None:
    match = await begin(GAME)
    await store.mistakes.add(match.id, ANNA, [2, 4], 1.0)
    first = await store.mistakes.next(ANNA)
    assert first is not None and first.ply == 2
    await store.mistakes.put_off(first, 50.0)
    second = await store.mistakes.next(ANNA)
    assert second is not None and second.ply == 4 and await store.mistakes.due(ANNA, 49.0) == 1


async def test_they_come_again_later_each_time_until_solved_twice(store: Store, begin: Begin) -> None:
    match, now = await begin(GAME), 1000.0
    await store.mistakes.add(match.id, ANNA, [2], now)
    for tries, solved in enumerate((False, True, False, False, False), 1):
        await store.mistakes.tried(match.id, 2, ANNA, now, solved=solved)
        found = await store.mistakes.next(ANNA)
        assert found is not None and found.tries == tries
        assert found.due_at == now + DAY * DAYS[min(tries, 4) - 1]
        now = found.due_at
    await store.mistakes.tried(match.id, 2, ANNA, now, solved=True)
    assert await store.mistakes.next(ANNA) is None and await store.mistakes.due(ANNA, 1e12) == 0
    await store.mistakes.add(match.id, ANNA, [2], now)
    assert await store.mistakes.next(ANNA) is None, "what is learned is not asked again"


async def test_a_try_that_is_not_due_does_not_count(store: Store, begin: Begin) -> None:
    match = await begin(GAME)
    await store.mistakes.add(match.id, ANNA, [2], 1000.0)
    for now, user in ((999.0, ANNA), (1000.0, BORA)):
        await store.mistakes.tried(match.id, 2, user, now, solved=True)
    for _ in range(3):
        await store.mistakes.tried(match.id, 2, ANNA, 1000.0, solved=False)
    await store.mistakes.tried(match.id, 9, ANNA, 1000.0, solved=False)
    (found,) = await store.mistakes.of_person(ANNA)
    assert (found.tries, found.solved) == (1, 0)


async def test_only_players_have_mistakes(store: Store, begin: Begin) -> None:
    match = await begin(GAME)
    await store.mistakes.add(match.id, 77, [2], 1000.0)
    await store.mistakes.add(9999, ANNA, [2], 1000.0)
    assert await store.mistakes.of_person(77) == [] == await store.mistakes.of_person(ANNA)


async def test_there_is_a_limit(store: Store, begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data.puzzles.mistakes, "MAX_KEPT", 3)
    match = await begin(GAME)
    await store.mistakes.add(match.id, ANNA, [1, 2], 1.0)
    await store.mistakes.add(match.id, ANNA, [3, 4, 5], 1.0)
    assert [one.ply for one in await store.mistakes.of_person(ANNA)] == [1, 2, 3]


async def test_they_go_with_their_match_and_with_their_person(store: Store, begin: Begin) -> None:
    first, second = await begin(GAME), await begin(GAME)
    for match in (first, second):
        await store.mistakes.add(match.id, ANNA, [2], 1.0)
        await store.mistakes.add(match.id, BORA, [3], 1.0)
    await store.retention.delete([first.id])
    assert [one.match_id for one in await store.mistakes.of_person(ANNA)] == [second.id]
    await store.personal_data.erase_settings(ANNA)
    assert await store.mistakes.of_person(ANNA) == []
    await store.personal_data.erase_unreadable(BORA, [second.id])
    assert await store.mistakes.of_person(BORA) == []
