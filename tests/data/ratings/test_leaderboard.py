"""Leaderboards: who is on that of a server, in which order, and who is closest."""

from __future__ import annotations

import pytest
from sqlalchemy import Connection, update

from data.model.glicko import PROVISIONAL_DEVIATION
from data.model.match import Place
from data.model.rating_categories import Category
from data.ratings.leaderboard import Leaderboard
from data.store import Store
from data.tables.ratings import ratings
from games.base import Outcome, Side
from tests.clock import Clock
from tests.data.conftest import ANNA, BORA, CHUL, Begin

MOVES = "d3 c3 c4 c5 b4 d2 e2 f4 d6 c6"
HERE, ELSEWHERE = 7, 8
DAY = 86_400.0


async def won(
    store: Store, begin: Begin, winner: int, loser: int, guild_id: int = HERE, moves: str = MOVES
) -> None:
    match = await begin(moves, is_rated=True, first_id=winner, second_id=loser, guild_id=guild_id)
    await store.matches.finish(match.id, match.position_id, Outcome(Side.FIRST, "outcome.resigned"))


async def set_rating(store: Store, user_id: int, **values: float) -> None:
    """Change a row of the ratings as if there had been more matches."""
    changed = {"rating": 1500.0, "matches": 10, "deviation": 60.0, **values}

    def work(connection: Connection) -> None:
        connection.execute(update(ratings).where(ratings.c.user_id == user_id).values(changed))

    await store.database.write(work)


@pytest.fixture
async def three(store: Store, begin: Begin) -> Store:
    """Anna and Bora have played here, Bora and Chul elsewhere; all have matches and ratings enough."""
    await won(store, begin, ANNA, BORA)
    await won(store, begin, BORA, CHUL, ELSEWHERE)
    for user_id, rating in ((ANNA, 1600.0), (BORA, 1700.0), (CHUL, 1800.0)):
        await set_rating(store, user_id, rating=rating)
    return store


async def board(store: Store, clock: Clock, guild_id: int = 7) -> Leaderboard:
    return await store.leaderboards.of_guild(guild_id, Category.OTHELLO, clock.now)


def ranked(leaderboard: Leaderboard) -> list[int]:
    return [person.user_id for person in leaderboard.ranked]


def listed(leaderboard: Leaderboard) -> list[int]:
    return [one.user_id for one in leaderboard.listed]


async def test_those_who_have_played_in_the_server_are_listed_the_best_first(
    three: Store, clock: Clock
) -> None:
    assert listed(await board(three, clock)) == [BORA, ANNA]
    assert listed(await board(three, clock, 8)) == [CHUL, BORA]
    assert listed(await board(three, clock, 9)) == []
    assert (await board(three, clock)).provisional == []


async def test_from_three_matches_on_people_are_listed(three: Store, clock: Clock) -> None:
    await set_rating(three, ANNA, matches=3)
    assert ranked(await board(three, clock)) == [BORA, ANNA]
    await set_rating(three, ANNA, matches=2)
    assert listed(await board(three, clock)) == [BORA]


async def test_those_who_are_provisional_are_below_the_others(three: Store, clock: Clock) -> None:
    await set_rating(three, BORA, rating=1900.0, deviation=PROVISIONAL_DEVIATION + 1, matches=3)
    leaderboard = await board(three, clock)
    assert (ranked(leaderboard), listed(leaderboard)) == ([ANNA], [ANNA, BORA])
    await set_rating(three, BORA, rating=1900.0, deviation=PROVISIONAL_DEVIATION)
    assert ranked(await board(three, clock)) == [BORA, ANNA]


async def test_a_match_of_two_servers_lists_nobody(three: Store, begin: Begin, clock: Clock) -> None:
    there = {"elsewhere": (Side.SECOND, Place(9, 90))}
    match = await begin(MOVES, is_rated=True, first_id=ANNA, second_id=CHUL, **there)
    await three.matches.finish(match.id, match.position_id, Outcome(Side.FIRST, "outcome.resigned"))
    assert listed(await board(three, clock)) == [BORA, ANNA]


async def test_a_rating_that_has_become_uncertain_has_no_place(three: Store, clock: Clock) -> None:
    await set_rating(three, ANNA, deviation=PROVISIONAL_DEVIATION - 1)
    assert ranked(await board(three, clock)) == [BORA, ANNA]
    clock.now += 29 * DAY
    leaderboard = await board(three, clock)
    assert (ranked(leaderboard), listed(leaderboard)) == ([BORA], [BORA, ANNA])


async def test_those_who_have_not_played_for_thirty_days_are_gone(three: Store, clock: Clock) -> None:
    clock.now += 31 * DAY
    await set_rating(three, ANNA, deviation=200.0, matches=3)
    assert listed(await board(three, clock)) == []


async def test_matches_that_were_not_rated_after_all_do_not_count(
    three: Store, begin: Begin, clock: Clock
) -> None:
    await won(three, begin, CHUL, ANNA, moves="d3 c3")
    await begin(MOVES, is_rated=True, first_id=CHUL, second_id=ANNA, guild_id=HERE)
    assert listed(await board(three, clock)) == [BORA, ANNA]


async def test_who_erases_their_data_is_gone(three: Store, clock: Clock) -> None:
    await three.personal_data.erase_settings(BORA)
    assert listed(await board(three, clock)) == [ANNA]


async def test_renju_is_apart_and_the_game_played_most_is_known(
    store: Store, begin: Begin, clock: Clock
) -> None:
    assert await store.leaderboards.most_played(7) is next(iter(Category))
    stones = "h8 a1 c1 e1 g1 i1 k1 m1 o1 a3"
    for variant, winner in (("renju-15", ANNA), ("renju-15", CHUL), ("freestyle-15", ANNA)):
        match = await begin(
            stones,
            game="gomoku",
            variant=variant,
            is_rated=True,
            first_id=winner,
            second_id=BORA,
            guild_id=HERE,
        )
        await store.matches.finish(match.id, match.position_id, Outcome(Side.FIRST, "outcome.resigned"))
    assert await store.leaderboards.most_played(7) is Category.RENJU
    for user_id in (ANNA, BORA, CHUL):
        await set_rating(store, user_id)
    for category, people in ((Category.RENJU, {ANNA, BORA, CHUL}), (Category.GOMOKU, {ANNA, BORA})):
        leaderboard = await store.leaderboards.of_guild(7, category, clock.now)
        assert {*listed(leaderboard)} == people


async def test_the_world_has_those_who_want_to_be_listed(three: Store, clock: Clock) -> None:
    async def world() -> list[int]:
        return listed(await three.leaderboards.of_world(Category.OTHELLO, clock.now))

    assert await world() == []
    for person in (ANNA, CHUL):
        await three.people.update(person, world=True)
    assert await world() == [CHUL, ANNA]
    await three.people.update(ANNA, world=False)
    assert await world() == [CHUL]
    for uncertain in ({"deviation": 80.0}, {"matches": 9}):
        await set_rating(three, CHUL, **uncertain)
        assert await world() == []
    await set_rating(three, CHUL, deviation=79.0)
    assert await world() == [CHUL]
    await three.personal_data.erase_settings(CHUL)
    assert await world() == []
