"""Daily puzzles: a day begins once, answers count once and in time, and erasing reaches the results."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from sqlalchemy import Connection

from data.leases.ownership import SoleOwner
from data.model.glicko import Rating
from data.puzzles.daily_puzzles import DailyPuzzle, DailyPuzzleStore, DailySettings
from data.store import Store
from tests.data.conftest import ANNA, BORA

CHOSEN = DailySettings(7, 70, 9, ("go", "othello"), ANNA, 1000.0)
ONE = DailyPuzzle(7, "2026-11-27", "a1", 70, None, 1001.0, 2000.0)


async def begun(store: Store, one: DailyPuzzle = ONE) -> DailyPuzzle:
    await store.daily_puzzles.configure(CHOSEN)
    assert await store.daily_puzzles.begin(CHOSEN, one, 2000.0)
    await store.daily_puzzles.posted(one, 700)
    return replace(one, message_id=700)


async def attempt(store: Store, user_id: int, now: float, *, solved: bool = True) -> None:
    await store.puzzles.attempt(user_id, "a1", "go", 1500.0, Rating(), now, solved=solved, daily=(7, ONE.day))


async def test_settings_are_stored_by_server(store: Store) -> None:
    daily = store.daily_puzzles
    assert await daily.settings(7) == DailySettings(7), "off by default"
    await daily.configure(CHOSEN)
    assert await daily.settings(7) == CHOSEN
    assert (await daily.due(999.0), await daily.due(1000.0)) == ([], [CHOSEN])
    await daily.configure(off := DailySettings(7, hour=3))
    assert await daily.settings(7) == off and await daily.due(1e12) == []


async def test_of_two_that_begin_a_day_one_does(store: Store) -> None:
    await store.daily_puzzles.configure(CHOSEN)
    begin = (store.daily_puzzles.begin(CHOSEN, ONE, 2000.0) for _ in range(2))
    assert sorted(await asyncio.gather(*begin)) == [False, True]
    assert await store.daily_puzzles.pending(1001.0) == [ONE]
    assert (await store.daily_puzzles.settings(7)).next_at == 2000.0


class NotOwner(SoleOwner):
    def confirm(self, connection: Connection, guild_id: int | None) -> bool:
        return False


async def test_only_the_owner_of_the_shard_begins_a_day(store: Store) -> None:
    await store.daily_puzzles.configure(CHOSEN)
    other = DailyPuzzleStore(store.database, NotOwner())
    assert not await other.begin(CHOSEN, ONE, 2000.0)
    assert await store.daily_puzzles.settings(7) == CHOSEN and await other.pending(1e12) == []


async def test_a_day_does_not_begin_again_when_the_time_zone_has_moved_back(store: Store) -> None:
    await begun(store)
    moved = replace(CHOSEN, next_at=1500.0)
    await store.daily_puzzles.configure(moved)
    assert not await store.daily_puzzles.begin(moved, replace(ONE, puzzle_id="b2"), 2000.0)
    assert (await store.daily_puzzles.settings(7)).next_at == 2000.0
    assert await store.daily_puzzles.used(7) == ["a1"]


async def test_the_next_day_closes_the_one_before(store: Store) -> None:
    daily, first = store.daily_puzzles, await begun(store)
    assert await daily.pending(1999.0) == []
    assert await daily.pending(2000.0) == [first], "its time is over"
    await daily.begin(
        replace(CHOSEN, next_at=2000.0), second := replace(ONE, day="2026-11-28", created_at=2001.0), 3000.0
    )
    closed = replace(first, closed_at=2001.0)
    assert await daily.pending(2001.0) == [closed, second] and await daily.before(second) == closed
    await daily.shown(closed)
    assert await daily.pending(2001.0) == [second]


async def test_a_puzzle_that_cannot_be_posted_is_withdrawn(store: Store) -> None:
    daily = store.daily_puzzles
    await daily.configure(CHOSEN)
    await daily.begin(CHOSEN, ONE, 2000.0)
    await daily.withdraw(ONE, "daily.problem.channel-gone")
    assert await daily.find(7, ONE.day) is None
    assert (await daily.settings(7)).problem == "daily.problem.channel-gone"
    later = replace(ONE, day="2026-11-28")
    await daily.begin(replace(CHOSEN, next_at=2000.0), later, 3000.0)
    await daily.posted(later, 701)
    assert (await daily.settings(7)).problem is None
    await daily.withdraw(later, None)
    assert await daily.find(7, later.day) is not None, "it is posted"


async def test_the_first_answer_counts_with_the_time_since_opening(store: Store) -> None:
    daily, one = store.daily_puzzles, await begun(store)
    for user_id, opened in ((ANNA, 1100.0), (BORA, 1200.0)):
        await daily.open(one, user_id, opened)
        await daily.open(one, user_id, opened + 50.0)
    await attempt(store, ANNA, 1130.0)
    await attempt(store, BORA, 1210.0)
    await attempt(store, BORA, 1300.0, solved=False)
    assert [(answer.user_id, answer.seconds) for answer in await daily.results(one)] == [
        (BORA, 10.0),
        (ANNA, 30.0),
    ]
    assert (await store.puzzles.standings(BORA))["go"].attempts == 1, "rated once"


async def test_an_answer_after_the_end_or_to_a_known_puzzle_is_not_in_the_results(store: Store) -> None:
    daily, one = store.daily_puzzles, await begun(store)
    await store.puzzles.attempt(ANNA, "a1", "go", 1500.0, Rating(), 900.0, solved=True)
    await daily.open(one, ANNA, 1100.0)
    await attempt(store, ANNA, 1110.0)
    await daily.close(one, 2000.0)
    await daily.open(one, BORA, 2100.0)
    await attempt(store, BORA, 2110.0)
    assert await daily.results(one) == []
    for user_id in (ANNA, BORA):
        answer = await daily.answer(7, one.day, user_id)
        assert answer is not None and answer.solved and answer.counts is False
    assert (await store.puzzles.standings(BORA))["go"].attempts == 1, "it is rated all the same"


async def test_days_with_what_a_person_did(store: Store) -> None:
    daily, one = store.daily_puzzles, await begun(store)
    later = replace(ONE, day="2026-11-28", puzzle_id="b2")
    await daily.begin(replace(CHOSEN, next_at=2000.0), later, 3000.0)
    page = {"offset": 0, "limit": 10}
    assert [day.day for day, _ in await daily.days(7, ANNA, only_missed=False, **page)] == [one.day], "posted"
    await daily.posted(later, 701)
    await daily.open(one, ANNA, 1100.0)
    missed = await daily.days(7, ANNA, only_missed=True, **page)
    assert [day.day for day, _ in missed] == [later.day, one.day]
    await attempt(store, ANNA, 1110.0)
    every = await daily.days(7, ANNA, only_missed=False, **page)
    assert [(day.day, answer is not None) for day, answer in every] == [(later.day, False), (one.day, True)]
    assert [day.day for day, _ in await daily.days(7, ANNA, only_missed=True, **page)] == [later.day]


async def test_erasing_a_person_shows_the_results_again_without_them(store: Store) -> None:
    daily, one = store.daily_puzzles, await begun(store)
    for user_id in (ANNA, BORA):
        await daily.open(one, user_id, 1100.0)
        await attempt(store, user_id, 1110.0)
    await daily.close(one, 2000.0)
    await daily.shown(one)
    assert await daily.pending(3000.0) == []
    await store.personal_data.erase_settings(ANNA)
    assert [answer.user_id for answer in await daily.results(one)] == [BORA]
    assert [again.day for again in await daily.pending(3000.0)] == [one.day]
    assert await daily.of_person(ANNA) == [] and (await daily.settings(7)).admin_id is None


async def test_the_data_of_a_server_that_was_left_are_deleted(store: Store) -> None:
    one = await begun(store)
    await store.daily_puzzles.open(one, ANNA, 1100.0)
    await store.retention.compare_guilds([])
    assert await store.retention.guilds_left() == [7]
    await store.retention.delete_guild(7)
    assert await store.daily_puzzles.settings(7) == DailySettings(7)
    assert await store.daily_puzzles.used(7) == [] == await store.daily_puzzles.of_person(ANNA)
