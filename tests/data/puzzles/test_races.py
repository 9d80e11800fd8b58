"""Puzzle races: who joins in time, what counts as an answer, who is first, and what erasing reaches."""

from __future__ import annotations

import asyncio

import pytest

from data.model.race import (
    JOIN_SECONDS,
    PENALTY_SECONDS,
    SECONDS,
    Answering,
    Joining,
    Race,
    Racer,
    RaceState,
)
from data.store import Store
from tests.data.conftest import ANNA, BORA, CHUL

PLACE = 7, 70
START = 1000.0 + JOIN_SECONDS
IDS = ("a1", "b2", "c3")


async def created(store: Store, now: float = 1000.0) -> Race:
    race = await store.races.create(PLACE, ANNA, "go", now)
    assert race is not None
    return race


async def begun(store: Store) -> Race:
    """A race of Anna and Bora with three puzzles."""
    race = await created(store)
    assert await store.races.join(race.id, BORA, 1001.0, 5) is Joining.JOINED
    assert await store.races.begin(race.id, IDS, START)
    return race


async def answer(
    store: Store, race: Race, user_id: int, number: int, after: float, *, solved: bool = True
) -> Answering:
    return await store.races.answer(race.id, user_id, number, "go", START + after, solved=solved)


async def state(store: Store, race: Race) -> RaceState:
    state = await store.races.state(race.id)
    assert state is not None
    return state


async def racer(store: Store, race: Race, user_id: int = ANNA) -> Racer:
    racer = (await state(store, race)).racer(user_id)
    assert racer is not None
    return racer


async def test_the_creator_of_a_race_is_in_it(store: Store) -> None:
    race = await created(store)
    assert [racer.user_id for racer in (await state(store, race)).racers] == [ANNA]


async def test_one_race_goes_on_in_a_channel(store: Store) -> None:
    race = await created(store)
    assert await store.races.create(PLACE, BORA, None, 1001.0) is None
    assert await store.races.create((7, 71), BORA, None, 1001.0) is not None
    await store.races.finish(race.id, 1002.0)
    assert await store.races.create(PLACE, BORA, None, 1003.0) is not None


async def test_of_two_races_created_at_once_one_is(store: Store) -> None:
    results = await asyncio.gather(*(store.races.create(PLACE, user, None, 1.0) for user in (ANNA, BORA)))
    assert sum(race is not None for race in results) == 1


async def test_people_join_until_the_race_begins(store: Store) -> None:
    race = await created(store)
    assert await store.races.join(race.id, BORA, START - 0.1, 2) is Joining.JOINED
    assert await store.races.join(race.id, BORA, START - 0.1, 2) is Joining.ALREADY_IN
    assert await store.races.join(race.id, CHUL, START - 0.1, 2) is Joining.FULL
    assert await store.races.join(race.id, CHUL, START, 5) is Joining.TOO_LATE


async def test_people_leave_until_the_race_begins(store: Store) -> None:
    race = await created(store)
    await store.races.join(race.id, BORA, 1001.0, 5)
    assert await store.races.leave(race.id, BORA)
    assert not await store.races.leave(race.id, BORA)
    after = await state(store, race)
    assert [racer.user_id for racer in after.racers] == [ANNA] and after.race.version == 3
    await store.races.begin(race.id, IDS, START)
    assert not await store.races.leave(race.id, ANNA)


async def test_a_race_begins_once(store: Store) -> None:
    race = await begun(store)
    assert not await store.races.begin(race.id, ("d4",), START + 1.0)
    assert (await state(store, race)).race.puzzles == IDS
    assert (await state(store, race)).race.ends_at == START + SECONDS


async def test_each_puzzle_is_answered_once_and_in_its_turn(store: Store) -> None:
    race = await begun(store)
    assert await answer(store, race, ANNA, 1, 1.0) is Answering.NOT_THIS_PUZZLE
    assert await answer(store, race, ANNA, 0, 1.0) is Answering.COUNTED
    assert await answer(store, race, ANNA, 0, 2.0, solved=False) is Answering.NOT_THIS_PUZZLE
    assert [(each.puzzle_id, each.solved) for each in (await racer(store, race)).answers] == [("a1", True)]


async def test_of_a_press_that_comes_twice_one_counts(store: Store) -> None:
    race = await begun(store)
    results = await asyncio.gather(*(answer(store, race, ANNA, 0, 1.0) for _ in range(4)))
    assert sorted(result.name for result in results) == ["COUNTED", *["NOT_THIS_PUZZLE"] * 3]


async def test_nobody_else_answers(store: Store) -> None:
    race = await begun(store)
    assert await answer(store, race, CHUL, 0, 1.0) is Answering.NOT_IN_IT


async def test_an_answer_after_the_end_is_refused_by_the_times_of_the_race(store: Store) -> None:
    race = await begun(store)
    assert await answer(store, race, ANNA, 0, SECONDS) is Answering.TOO_LATE
    assert await answer(store, race, ANNA, 0, SECONDS - 0.1) is Answering.COUNTED
    await store.races.finish(race.id, START + SECONDS)
    assert await answer(store, race, BORA, 0, SECONDS - 0.1) is Answering.TOO_LATE


async def test_a_wrong_answer_costs_time(store: Store) -> None:
    race = await begun(store)
    assert await answer(store, race, ANNA, 0, 1.0, solved=False) is Answering.COUNTED
    late = SECONDS - PENALTY_SECONDS
    assert await answer(store, race, ANNA, 1, late) is Answering.TOO_LATE
    assert await answer(store, race, ANNA, 1, late - 0.1) is Answering.COUNTED
    after = await state(store, race)
    assert (await racer(store, race)).seconds(after.race) == pytest.approx(SECONDS - 0.1)


async def test_more_solved_puzzles_are_first_then_less_time(store: Store) -> None:
    race = await begun(store)
    await answer(store, race, ANNA, 0, 9.0)
    await answer(store, race, BORA, 0, 1.0, solved=False)
    await answer(store, race, BORA, 1, 2.0)
    ranked = await state(store, race)
    assert [(each.user_id, ranked.place(each)) for each in ranked.ranking] == [(ANNA, 1), (BORA, 2)]
    await answer(store, race, BORA, 2, 3.0)
    ranked = await state(store, race)
    assert [(each.user_id, ranked.place(each)) for each in ranked.ranking] == [(BORA, 1), (ANNA, 2)]


async def test_who_has_solved_nothing_shares_a_place(store: Store) -> None:
    ranked = await state(store, await begun(store))
    assert [ranked.place(each) for each in ranked.ranking] == [1, 1]


async def test_a_race_is_over_when_everybody_is_through(store: Store) -> None:
    race = await begun(store)
    for number in range(len(IDS)):
        await answer(store, race, ANNA, number, 1.0)
        await answer(store, race, BORA, number, 1.0)
        assert (await state(store, race)).is_over(START + 2.0) is (number == len(IDS) - 1)


async def test_a_race_does_not_change_ratings_nor_do_later_attempts(store: Store) -> None:
    race = await begun(store)
    await answer(store, race, ANNA, 0, 1.0)
    assert await store.puzzles.standings(ANNA) == {}
    assert [attempt.puzzle_id for attempt in await store.puzzles.attempts(ANNA)] == ["a1"]
    assert await store.puzzles.rating("a1") is None


async def test_what_one_of_the_racers_has_seen_is_known_with_its_last_time(store: Store) -> None:
    race = await begun(store)
    await answer(store, race, BORA, 0, 1.0)
    await store.races.finish(race.id, START)
    storm = await store.races.begin_storm(BORA, None, ["a1"], START + 5.0)
    await answer(store, storm, BORA, 0, 6.0)
    assert await store.races.seen([ANNA, BORA]) == {"a1": START + 6.0}
    assert await store.races.seen([ANNA]) == {}


async def test_the_best_storm_of_each_game_is_kept(store: Store) -> None:
    for game, solved in (("go", 2), (None, 1), ("go", 1)):
        storm = await store.races.begin_storm(ANNA, game, IDS, START)
        for number in range(solved):
            await answer(store, storm, ANNA, number, 1.0)
    assert [(best.game, best.solved) for best in await store.races.bests(ANNA)] == [("", 1), ("go", 2)]


async def test_a_new_storm_ends_the_last(store: Store) -> None:
    first = await store.races.begin_storm(ANNA, "go", IDS, START)
    await store.races.begin_storm(ANNA, "go", IDS, START + 1.0)
    assert await answer(store, first, ANNA, 0, 2.0) is Answering.TOO_LATE


async def test_what_the_message_does_not_show_is_unfinished(store: Store) -> None:
    race = await begun(store)
    await store.races.finish(race.id, START + 1.0)
    (behind,) = await store.races.unfinished()
    await store.races.shown(race.id, 700, behind.version)
    assert await store.races.unfinished() == []
    await store.races.begin_storm(ANNA, "go", IDS, START)
    assert await store.races.unfinished() == [], "a storm has no message"


async def test_an_erased_person_is_in_no_race_and_its_message_is_shown_again(store: Store) -> None:
    race = await begun(store)
    await answer(store, race, ANNA, 0, 1.0)
    await store.races.finish(race.id, START + 2.0)
    await store.races.shown(race.id, 700, (await state(store, race)).race.version)
    storm = await store.races.begin_storm(ANNA, "go", IDS, START)
    await answer(store, storm, ANNA, 0, 1.0)
    await store.personal_data.erase_settings(ANNA)
    assert [each.id for each in await store.races.unfinished()] == [race.id]
    after = await state(store, race)
    assert (after.race.creator_id, [each.user_id for each in after.racers]) == (None, [BORA])
    assert await store.races.state(storm.id) is None
    assert (await store.races.bests(ANNA), await store.races.of_person(ANNA)) == ([], [])


async def test_races_go_with_their_server(store: Store) -> None:
    race = await begun(store)
    await answer(store, race, ANNA, 0, 1.0)
    await store.races.begin_storm(ANNA, "go", IDS, START)
    await store.retention.compare_guilds([])
    assert await store.retention.guilds_left() == [7]
    await store.retention.delete_guild(7)
    assert await store.races.state(race.id) is None
    assert len(await store.races.of_person(ANNA)) == 1, "the storm"


async def test_old_races_are_deleted_and_bests_stay(store: Store) -> None:
    storm = await store.races.begin_storm(ANNA, "go", IDS, START)
    await answer(store, storm, ANNA, 0, 1.0)
    await store.races.delete_before(START)
    assert await store.races.state(storm.id) is not None
    await store.races.delete_before(START + 1.0)
    assert await store.races.state(storm.id) is None
    assert [best.solved for best in await store.races.bests(ANNA)] == [1]
