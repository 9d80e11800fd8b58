"""The weekly race of servers as it is stored: one run a person, results once, and what erasing leaves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from sqlalchemy import create_engine, text

from data.engine.address import parse_url
from data.model.race import PENALTY_SECONDS, SECONDS
from data.model.server_race import COUNTED, RaceWeek, ServerScore
from data.servers.server_races import RaceChannel, RaceEntry
from data.store import Store, open_store
from tests.data.conftest import ANNA, BORA, CHUL, of_a_server

WEEK = RaceWeek(2900)
NOW = WEEK.starts_at + 1000.0
PUZZLES = ("a", "b", "c", "d")
FIRST, SECOND, THIRD = 7, 8, 9


@pytest.fixture
async def joined(store: Store) -> None:
    """Two servers take part."""
    for guild_id, name in ((FIRST, "First"), (SECOND, "Second")):
        await store.server_races.place(guild_id, guild_id * 10, name)
        await store.server_races.enter(guild_id, WEEK.number, NOW)
    await store.server_races.keep_puzzles(WEEK.number, PUZZLES)


async def runs(store: Store, user_id: int, guild_id: int, solved: int) -> int:
    """A person's run in which they solve so many puzzles; returns its number."""
    run = await store.races.begin_run(user_id, guild_id, WEEK.number, PUZZLES, NOW)
    for number in range(solved):
        await store.races.answer(run.id, user_id, number, "go", NOW + 1.0 + number, solved=True)
    return run.id


async def entries(store: Store, week: int = WEEK.number) -> dict[int, RaceEntry]:
    return {entry.guild_id: entry for entry in await store.server_races.entries(week)}


async def test_a_person_has_one_run_a_week_for_one_server(store: Store) -> None:
    first = await store.races.begin_run(ANNA, FIRST, WEEK.number, PUZZLES, NOW)
    again = await store.races.begin_run(ANNA, SECOND, WEEK.number, PUZZLES, NOW + 500.0)
    assert again == first and first.guild_id == FIRST
    assert await store.races.run_of(ANNA, WEEK.number) == first
    following = await store.races.begin_run(ANNA, SECOND, WEEK.number + 1, PUZZLES, NOW)
    assert following.id != first.id


async def test_a_storm_does_not_end_a_run_nor_is_a_run_the_best_storm(store: Store) -> None:
    await runs(store, ANNA, FIRST, 2)
    await store.races.begin_storm(ANNA, None, PUZZLES, NOW + 5.0)
    run = await store.races.run_of(ANNA, WEEK.number)
    assert run is not None and run.ended_at is None
    assert await store.races.bests(ANNA) == []
    assert await store.races.unfinished() == [], "it has no message of its own"


async def test_what_is_asked_is_stored_once(store: Store) -> None:
    assert await store.server_races.puzzles(WEEK.number) == ()
    assert await store.server_races.keep_puzzles(WEEK.number, ["a", "b"]) == ("a", "b")
    assert await store.server_races.keep_puzzles(WEEK.number, ["c"]) == ("a", "b")
    assert await store.server_races.recent_puzzles() == {"a", "b"}


@pytest.mark.usefixtures("joined")
async def test_a_week_is_closed_once_with_the_best_runs(store: Store) -> None:
    for number in range(COUNTED + 1):
        await runs(store, 100 + number, SECOND, 1)
    await runs(store, ANNA, FIRST, 4)
    await store.server_races.close(WEEK.closes_at - 1.0)
    assert await store.server_races.results(WEEK.number) == []
    await store.server_races.close(WEEK.closes_at)
    expected = [ServerScore(SECOND, 1, COUNTED, COUNTED + 1), ServerScore(FIRST, 2, 4, 1)]
    assert await store.server_races.results(WEEK.number) == expected
    assert all(entry.is_behind for entry in (await entries(store)).values())
    await runs(store, BORA, FIRST, 4)
    await store.server_races.close(WEEK.closes_at + 1.0)
    assert await store.server_races.results(WEEK.number) == expected


@pytest.mark.usefixtures("joined")
async def test_the_message_of_a_week_without_runs_goes_on(store: Store) -> None:
    await runs(store, ANNA, FIRST, 1)
    before = await entries(store)
    for entry in before.values():
        await store.server_races.posted(entry, 500 + entry.guild_id, entry.since)
    await store.server_races.close(WEEK.closes_at)
    for guild_id in before:
        await store.server_races.enter(guild_id, WEEK.number + 1, WEEK.closes_at)
    after = {
        entry.guild_id: entry
        for entry in await store.server_races.entries(WEEK.number + 1)
        if not entry.place
    }
    assert after[SECOND].message_id == 500 + SECOND
    assert after[FIRST].message_id is None, "that of the result stays"


@pytest.mark.usefixtures("joined")
async def test_a_clock_that_is_behind_begins_no_earlier_week(store: Store) -> None:
    await store.server_races.enter(FIRST, WEEK.number - 1, NOW)
    assert await store.server_races.entries(WEEK.number - 1) == []


@pytest.mark.usefixtures("joined")
async def test_another_channel_deletes_the_message_and_none_takes_the_server_out(store: Store) -> None:
    entry = (await entries(store))[FIRST]
    await store.server_races.posted(entry, 500, entry.since)
    await store.server_races.place(FIRST, 71, "First")
    assert [each.message_id for each in await store.messages_to_delete.in_guild(FIRST)] == [500]
    assert FIRST not in await entries(store)
    assert not await store.server_races.posted(entry, 501, entry.since), "an admin wants it elsewhere"
    await store.server_races.place(FIRST, None, "First")
    assert await store.server_races.channels() == [RaceChannel(SECOND, 80, "Second")]


@pytest.mark.usefixtures("joined")
async def test_a_server_without_runs_or_that_is_left_is_in_no_table(store: Store) -> None:
    await runs(store, ANNA, FIRST, 1)
    await runs(store, CHUL, SECOND, 3)
    await store.retention.guild_left(SECOND)
    await store.server_races.close(WEEK.closes_at)
    assert await store.server_races.results(WEEK.number) == [ServerScore(FIRST, 1, 1, 1)]
    await store.retention.delete_guild(SECOND)
    assert await store.races.run_of(CHUL, WEEK.number) is None
    assert SECOND not in await entries(store)


@pytest.mark.usefixtures("joined")
async def test_an_erased_person_has_no_run_and_past_results_stay(store: Store) -> None:
    await runs(store, ANNA, FIRST, 2)
    assert (await store.personal_data.count(ANNA)).races == 1
    assert len(await store.server_races.versions(WEEK.number)) == 1
    await store.server_races.close(WEEK.closes_at)
    for entry in (await entries(store)).values():
        await store.server_races.shown(entry)
    await store.personal_data.erase_settings(ANNA)
    assert await store.server_races.runs(WEEK.number) == []
    assert await store.server_races.versions(WEEK.number) == {}
    assert await store.server_races.results(WEEK.number) == [ServerScore(FIRST, 1, 2, 1)]
    assert (await entries(store))[FIRST].is_behind, "its message is edited without them"


async def test_a_run_counts_what_was_solved_and_what_wrong_answers_cost(store: Store) -> None:
    number = await runs(store, ANNA, FIRST, 2)
    await store.races.answer(number, ANNA, 2, "go", NOW + 9.0, solved=False)
    await runs(store, BORA, SECOND, 0)
    first, second = await store.server_races.runs(WEEK.number)
    assert (first.user_id, first.guild_id, first.solved, first.wrong) == (ANNA, FIRST, 2, 1)
    assert first.seconds == 2.0 + PENALTY_SECONDS and first.done_at == NOW + SECONDS - PENALTY_SECONDS
    assert (second.user_id, second.solved, second.wrong, second.seconds) == (BORA, 0, 0, 0.0)
    assert await store.server_races.runs(WEEK.number, guild_id=SECOND) == [second]
    assert await store.server_races.runs(WEEK.number, race_ids=[number]) == [first]


@pytest.mark.usefixtures("joined")
async def test_a_blocked_server_has_no_result(store: Store) -> None:
    await runs(store, ANNA, FIRST, 1)
    await runs(store, CHUL, SECOND, 3)
    await store.server_races.close(WEEK.closes_at, [SECOND])
    assert await store.server_races.results(WEEK.number) == [ServerScore(FIRST, 1, 1, 1)]


# --- Several processes ---------------------------------------------------------------------------------


@pytest.fixture
async def others(store: Store, address: str) -> AsyncIterator[Store]:
    """The store of another process with the same database."""
    another = await open_store(address)
    yield another
    await another.close()


async def at_once(address: str, lock: str, *changes: Callable[[], Awaitable[object]]) -> list[object]:
    """What changes come to that all wait until a program that holds a lock ends."""
    engine = create_engine(parse_url(address))
    waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    with engine.begin() as connection:
        connection.execute(text(lock))
        tasks = [asyncio.ensure_future(change()) for change in changes]
        while connection.execute(waiting).scalar_one() < len(tasks):  # noqa: ASYNC110 - a server says nothing
            await asyncio.sleep(0.02)
    engine.dispose()
    return await asyncio.gather(*tasks)


@of_a_server
async def test_of_two_presses_at_once_one_begins_the_run(store: Store, others: Store, address: str) -> None:
    begun = await at_once(
        address,
        "LOCK TABLE races IN SHARE MODE",
        lambda: store.races.begin_run(ANNA, FIRST, WEEK.number, PUZZLES, NOW),
        lambda: others.races.begin_run(ANNA, SECOND, WEEK.number, PUZZLES, NOW + 1.0),
    )
    assert begun[0] == begun[1], "both are shown the same run"
    assert len(await store.server_races.runs(WEEK.number)) == 1


@of_a_server
@pytest.mark.usefixtures("joined")
async def test_of_two_processes_at_once_one_closes_the_week(
    store: Store, others: Store, address: str
) -> None:
    await runs(store, ANNA, FIRST, 2)
    await at_once(
        address,
        "SELECT 1 FROM server_race_weeks FOR UPDATE",
        lambda: store.server_races.close(WEEK.closes_at),
        lambda: others.server_races.close(WEEK.closes_at + 7.0),
    )
    assert await store.server_races.results(WEEK.number) == [ServerScore(FIRST, 1, 2, 1)]
    await store.server_races.shown((await entries(store))[FIRST])
    await others.server_races.close(WEEK.closes_at + 8.0)
    assert not (await entries(store))[FIRST].is_behind, "what is shown is not due again"


@of_a_server
async def test_of_two_processes_at_once_one_enters_a_server(
    store: Store, others: Store, address: str
) -> None:
    await store.server_races.place(FIRST, 70, "First")
    entered = await at_once(
        address,
        "LOCK TABLE server_race_entries IN SHARE MODE",
        lambda: store.server_races.enter(FIRST, WEEK.number, NOW),
        lambda: others.server_races.enter(FIRST, WEEK.number, NOW + 1.0),
    )
    assert entered[0] == entered[1]
    assert len(await store.server_races.entries(WEEK.number)) == 1


async def test_two_processes_at_once_ask_the_same_puzzles_and_begin_one_run(
    store: Store, others: Store
) -> None:
    kept = await asyncio.gather(
        *(each.server_races.keep_puzzles(WEEK.number, [name]) for each, name in ((store, "a"), (others, "b")))
    )
    assert kept[0] == kept[1]
    begun = await asyncio.gather(
        *(each.races.begin_run(ANNA, FIRST, WEEK.number, PUZZLES, NOW) for each in (store, others))
    )
    assert begun[0] == begun[1]
