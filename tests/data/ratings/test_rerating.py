"""All ratings computed again from the log."""

from __future__ import annotations

import math
import random

import pytest
from sqlalchemy import Connection, update

from data.model.glicko import TAU, Rating
from data.model.rating_categories import Category
from data.ratings.rerating import Effect, loss, rerate
from data.ratings.values import PersonRating
from data.store import Store
from data.tables.ratings import rated_matches, ratings
from games.base import Outcome, Side
from tests.clock import Clock
from tests.data.conftest import ANNA, BORA, CHUL, Begin

MOVES = "d3 c3 c4 c5 b4 d2 e2 f4 d6 c6"


async def all_ratings(store: Store) -> dict[int, PersonRating]:
    return {one.user_id: one for one in await store.ratings.of_category(Category.OTHELLO)}


@pytest.fixture
async def log(store: Store, begin: Begin, clock: Clock) -> Store:
    """Twelve rated matches of three people, and one that is not rated."""
    dice = random.Random(1)
    for number in range(12):
        first, second = dice.sample((ANNA, BORA, CHUL), 2)
        match = await begin(
            f"{MOVES} {'abcdefgh'[number % 8]}{1 + number // 8}",
            is_rated=True,
            first_id=first,
            second_id=second,
        )
        outcome = Outcome(dice.choice((Side.FIRST, Side.SECOND, None)), "outcome.resigned")
        await store.matches.finish(match.id, match.position_id, outcome)
        clock.now += 300_000
    short = await begin("d3 c3", is_rated=True)
    await store.matches.finish(short.id, short.position_id, Outcome(Side.FIRST, "outcome.resigned"))
    return store


async def run(store: Store, tau: float = TAU, *, dry_run: bool = False) -> Effect:
    return await rerate(store.database, tau, lambda *_: None, dry_run=dry_run)


async def test_the_same_computation_changes_nothing(log: Store) -> None:
    before, history = await all_ratings(log), await log.ratings.history(ANNA)
    reported: list[tuple[int, int]] = []
    effect = await rerate(log.database, TAU, lambda *what: reported.append(what))
    assert (effect.matches, effect.people) == (12, 3)
    assert effect.largest_change == pytest.approx(0, abs=1e-6)
    assert effect.loss_before == pytest.approx(effect.loss_after)
    assert reported == [(12, 12)]
    after = await all_ratings(log)
    assert after.keys() == before.keys()
    for user_id, one in after.items():
        assert one.last.value == pytest.approx(before[user_id].last.value)
        assert (one.matches, one.wins, one.losses) == (
            before[user_id].matches,
            before[user_id].wins,
            before[user_id].losses,
        )
    assert [one.unrated for one in await log.ratings.history(ANNA)] == [one.unrated for one in history]


async def test_damaged_ratings_are_restored(log: Store) -> None:
    before = await all_ratings(log)

    def damage(connection: Connection) -> None:
        connection.execute(update(ratings).values(rating=900.0))
        wrong = update(rated_matches).where(rated_matches.c.unrated.is_(None))
        connection.execute(wrong.values(first_before=2500.0, first_after=2500.0))

    await log.database.write(damage)
    effect = await run(log)
    assert effect.loss_after < effect.loss_before and effect.largest_change > 500
    after = await all_ratings(log)
    assert {one: after[one].last.value for one in after} == pytest.approx(
        {one: before[one].last.value for one in before}
    )


async def test_a_dry_run_stores_nothing(log: Store) -> None:
    before = await all_ratings(log)
    effect = await run(log, 2.0, dry_run=True)
    assert effect.matches == 12 and await all_ratings(log) == before
    await run(log, 2.0)
    assert await all_ratings(log) != before


async def test_an_interrupted_computation_stores_nothing(log: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    before = await all_ratings(log), await log.ratings.history(ANNA)

    def killed(*_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patch, pytest.raises(RuntimeError):
        patch.setattr("data.ratings.rerating.replace_ratings", killed)
        await run(log, 2.0)
    assert (await all_ratings(log), await log.ratings.history(ANNA)) == before


async def test_an_erased_person_keeps_the_rating_that_others_met(log: Store) -> None:
    before = await all_ratings(log)
    await log.personal_data.erase_settings(CHUL)
    await run(log)
    after = await all_ratings(log)
    assert set(after) == {ANNA, BORA}
    assert after[ANNA].last.value == pytest.approx(before[ANNA].last.value, abs=1)


async def test_there_may_be_no_rated_match(store: Store) -> None:
    assert await run(store) == Effect(0, 0, 0.0, 0.0, 0.0)


def test_the_loss_is_that_of_a_coin_between_equals() -> None:
    assert loss(Rating(), Rating(), 1) == pytest.approx(math.log(2))
    assert loss(Rating(1800, 50), Rating(1500, 50), 1) < math.log(2) < loss(Rating(1800, 50), Rating(), 0)
