"""Attempts at puzzles: only the first one counts, and rates both the person and the puzzle."""

from __future__ import annotations

import asyncio

import pytest

from data.model.glicko import MAX_DEVIATION, MIN_DEVIATION, Rating, Result, rated
from data.puzzles.attempts import PUZZLE_DEVIATION, SETTLED_DEVIATION, PuzzleStanding
from data.store import Store
from tests.data.conftest import ANNA, BORA

NEWCOMER = Rating(800.0, 250.0)


async def test_only_the_first_attempt_counts(store: Store) -> None:
    changed = await store.puzzles.attempt(ANNA, "a1", "go", 1700.0, NEWCOMER, 100.0, solved=True)
    assert changed is not None
    before, after = changed
    assert (before.rating, before.attempts) == (NEWCOMER, 0)
    assert after.rating.value > NEWCOMER.value and (after.attempts, after.solved, after.streak) == (1, 1, 1)
    for solved in (True, False):
        assert await store.puzzles.attempt(ANNA, "a1", "go", 1700.0, NEWCOMER, 200.0, solved=solved) is None
    assert await store.puzzles.standings(ANNA) == {"go": after}
    assert [(one.puzzle_id, one.solved) for one in await store.puzzles.attempts(ANNA)] == [("a1", True)]


async def test_the_puzzle_is_rated_from_its_first_rating(store: Store) -> None:
    assert await store.puzzles.rating("a1") is None
    await store.puzzles.attempt(ANNA, "a1", "go", 1700.0, NEWCOMER, 100.0, solved=True)
    once = await store.puzzles.rating("a1")
    assert once is not None and once.value < 1700 and once.deviation < PUZZLE_DEVIATION
    await store.puzzles.attempt(BORA, "a1", "go", 1700.0, NEWCOMER, 100.0, solved=False)
    twice = await store.puzzles.rating("a1")
    assert twice is not None and twice.value > once.value


async def test_a_streak_ends_with_a_puzzle_that_is_not_solved(store: Store) -> None:
    for number, solved in enumerate((True, True, False, True)):
        await store.puzzles.attempt(ANNA, f"a{number}", "go", 1500.0, NEWCOMER, number, solved=solved)
    await store.puzzles.attempt(ANNA, "b1", "othello", 1500.0, NEWCOMER, 9.0, solved=False)
    standings = await store.puzzles.standings(ANNA)
    assert (standings["go"].streak, standings["go"].best_streak, standings["go"].solved) == (1, 2, 3)
    assert (standings["othello"].streak, standings["othello"].attempts) == (0, 1)
    assert await store.puzzles.standings(BORA) == {}


async def test_of_two_first_attempts_at_once_one_counts(store: Store) -> None:
    tries = (
        store.puzzles.attempt(ANNA, "a1", "go", 1500.0, NEWCOMER, 1.0, solved=solved)
        for solved in (True, False)
    )
    counted = [one for one in await asyncio.gather(*tries) if one is not None]
    assert len(counted) == 1
    assert (await store.puzzles.standings(ANNA))["go"].attempts == 1


async def test_erasing_a_person_keeps_the_puzzles_rating(store: Store) -> None:
    await store.puzzles.attempt(ANNA, "a1", "go", 1500.0, NEWCOMER, 1.0, solved=True)
    await store.personal_data.erase_settings(ANNA)
    assert await store.puzzles.attempts(ANNA) == [] and await store.puzzles.standings(ANNA) == {}
    assert await store.puzzles.rating("a1") is not None


async def test_a_stored_rating_stays_and_becomes_less_certain_with_time(store: Store) -> None:
    first = await store.puzzles.attempt(ANNA, "a1", "go", 1500.0, NEWCOMER, 1.0, solved=True)
    later = await store.puzzles.attempt(ANNA, "a2", "go", 1500.0, Rating(2000.0, 50.0), 1e7, solved=True)
    assert first is not None and later is not None
    (_, stored), (before, _) = first, later
    assert before.rating.value == stored.rating.value and before.rating.deviation > stored.rating.deviation


@pytest.mark.parametrize("deviation", [MAX_DEVIATION, 250.0, 120.0, SETTLED_DEVIATION])
def test_a_rating_settles_after_so_many_puzzles_as_hard_as_the_person_is_strong(deviation: float) -> None:
    standing = PuzzleStanding("go", Rating(1000.0, deviation))
    wait = standing.puzzles_to_settle
    assert wait >= 1 and not standing.is_settled
    puzzle, rating = Rating(1000.0, PUZZLE_DEVIATION), standing.rating
    for number in range(wait):
        assert not PuzzleStanding("go", rating).is_settled, number
        rating = rated(rating, [Result(puzzle, 0.5)])
    assert PuzzleStanding("go", rating).is_settled and PuzzleStanding("go", rating).puzzles_to_settle == 0


@pytest.mark.parametrize("solved", [0.0, 1.0])
@pytest.mark.parametrize("puzzle", [Rating(400.0, MIN_DEVIATION), Rating(3000.0, MIN_DEVIATION)])
def test_no_answer_changes_a_settled_rating_by_more_than_fifty(puzzle: Rating, solved: float) -> None:
    before = Rating(1500.0, SETTLED_DEVIATION - 0.01)
    assert abs(rated(before, [Result(puzzle, solved)]).value - before.value) < 50
