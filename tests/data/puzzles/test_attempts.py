"""Attempts at puzzles: only the first one counts, and rates both the person and the puzzle."""

from __future__ import annotations

import asyncio

from data.puzzles.attempts import PUZZLE_DEVIATION
from data.store import Store
from tests.data.conftest import ANNA, BORA


async def test_only_the_first_attempt_counts(store: Store) -> None:
    changed = await store.puzzles.attempt(ANNA, "a1", "go", 1700.0, 100.0, solved=True)
    assert changed is not None
    before, after = changed
    assert (before.rating.value, before.attempts) == (1500, 0)
    assert after.rating.value > 1500 and (after.attempts, after.solved, after.streak) == (1, 1, 1)
    for solved in (True, False):
        assert await store.puzzles.attempt(ANNA, "a1", "go", 1700.0, 200.0, solved=solved) is None
    assert await store.puzzles.standings(ANNA) == {"go": after}
    assert [(one.puzzle_id, one.solved) for one in await store.puzzles.attempts(ANNA)] == [("a1", True)]


async def test_the_puzzle_is_rated_from_its_first_rating(store: Store) -> None:
    assert await store.puzzles.rating("a1") is None
    await store.puzzles.attempt(ANNA, "a1", "go", 1700.0, 100.0, solved=True)
    once = await store.puzzles.rating("a1")
    assert once is not None and once.value < 1700 and once.deviation < PUZZLE_DEVIATION
    await store.puzzles.attempt(BORA, "a1", "go", 1700.0, 100.0, solved=False)
    twice = await store.puzzles.rating("a1")
    assert twice is not None and twice.value > once.value


async def test_a_streak_ends_with_a_puzzle_that_is_not_solved(store: Store) -> None:
    for number, solved in enumerate((True, True, False, True)):
        await store.puzzles.attempt(ANNA, f"a{number}", "go", 1500.0, number, solved=solved)
    await store.puzzles.attempt(ANNA, "b1", "othello", 1500.0, 9.0, solved=False)
    standings = await store.puzzles.standings(ANNA)
    assert (standings["go"].streak, standings["go"].best_streak, standings["go"].solved) == (1, 2, 3)
    assert (standings["othello"].streak, standings["othello"].attempts) == (0, 1)
    assert await store.puzzles.standings(BORA) == {}


async def test_of_two_first_attempts_at_once_one_counts(store: Store) -> None:
    tries = (store.puzzles.attempt(ANNA, "a1", "go", 1500.0, 1.0, solved=solved) for solved in (True, False))
    counted = [one for one in await asyncio.gather(*tries) if one is not None]
    assert len(counted) == 1
    assert (await store.puzzles.standings(ANNA))["go"].attempts == 1


async def test_erasing_a_person_keeps_the_puzzles_rating(store: Store) -> None:
    await store.puzzles.attempt(ANNA, "a1", "go", 1500.0, 1.0, solved=True)
    await store.personal_data.erase_settings(ANNA)
    assert await store.puzzles.attempts(ANNA) == [] and await store.puzzles.standings(ANNA) == {}
    assert await store.puzzles.rating("a1") is not None
