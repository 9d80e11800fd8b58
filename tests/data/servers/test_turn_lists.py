"""The message that says whose turn it is, as the store keeps it, and what it lists."""

from __future__ import annotations

from dataclasses import replace

import pytest

from data.model.glicko import Rating
from data.model.match import PauseReason, Place
from data.model.teams import Member, TeamKind, Teams
from data.puzzles.daily_puzzles import DailyPuzzle, DailySettings
from data.servers.messages_to_delete import MessageToDelete
from data.servers.turn_lists import OpenPuzzle, TurnList
from data.store import Store
from games.base import Outcome, Side
from tests.clock import Clock
from tests.data.conftest import ANNA, BORA, CHUL, Begin

SERVER, CHANNEL, OTHER_CHANNEL = 7, 70, 71
NEWCOMER = Rating(800.0, 250.0)


async def listed(store: Store) -> TurnList:
    turn_list = await store.turn_lists.of(SERVER)
    assert turn_list is not None
    return turn_list


async def test_nobody_wants_the_message_at_first(store: Store) -> None:
    assert await store.turn_lists.of(SERVER) is None
    assert await store.turn_lists.all() == []


async def test_a_message_is_wanted_posted_and_moved(store: Store) -> None:
    await store.turn_lists.place(SERVER, CHANNEL, 5.0)
    wanted = TurnList(SERVER, CHANNEL, None, 5.0)
    assert await listed(store) == wanted
    assert await store.turn_lists.posted(wanted, 900, 6.0)
    assert await listed(store) == replace(wanted, message_id=900)
    await store.turn_lists.place(SERVER, CHANNEL, 7.0)
    assert await listed(store) == replace(wanted, message_id=900), "the same channel changes nothing"
    await store.turn_lists.place(SERVER, OTHER_CHANNEL, 8.0)
    assert await store.turn_lists.all() == [TurnList(SERVER, OTHER_CHANNEL, None, 8.0)]
    assert await store.messages_to_delete.in_guild(SERVER) == [MessageToDelete(900, CHANNEL, SERVER)]


async def test_the_message_that_is_turned_off_is_to_be_deleted(store: Store) -> None:
    await store.turn_lists.place(SERVER, CHANNEL, 5.0)
    await store.turn_lists.posted(await listed(store), 900, 6.0)
    await store.turn_lists.place(SERVER, None, 7.0)
    assert await store.turn_lists.of(SERVER) is None
    assert await store.messages_to_delete.in_guild(SERVER) == [MessageToDelete(900, CHANNEL, SERVER)]


async def test_a_message_that_is_posted_where_it_is_not_wanted_anymore_is_to_be_deleted(store: Store) -> None:
    await store.turn_lists.place(SERVER, CHANNEL, 5.0)
    seen = await listed(store)
    await store.turn_lists.place(SERVER, OTHER_CHANNEL, 6.0)
    assert not await store.turn_lists.posted(seen, 900, 7.0)
    assert (await listed(store)).message_id is None
    assert await store.messages_to_delete.in_guild(SERVER) == [MessageToDelete(900, CHANNEL, SERVER)]


async def test_a_message_that_is_gone_is_posted_again_from_then_on(store: Store) -> None:
    await store.turn_lists.place(SERVER, CHANNEL, 5.0)
    await store.turn_lists.posted(await listed(store), 900, 6.0)
    assert await store.turn_lists.posted(await listed(store), None, 9.0)
    assert await listed(store) == TurnList(SERVER, CHANNEL, None, 9.0)
    await store.turn_lists.turn_off(await listed(store))
    assert await store.turn_lists.of(SERVER) is None


async def test_matches_among_people_wait_since_their_last_move(
    store: Store, begin: Begin, clock: Clock
) -> None:
    unmoved = await begin()
    begun_at = clock.now
    clock.now += 60.0
    moved = await begin("d3")
    moved_at = clock.now
    clock.now += 60.0
    await store.matches.pause(moved.id, None, PauseReason.ADJOURNED)
    await store.matches.resume(moved.id, PauseReason.ADJOURNED)
    assert await store.turn_lists.waiting(SERVER) == {unmoved.id: begun_at, moved.id: moved_at}


async def test_matches_that_wait_for_nobody_else_are_left_out(store: Store, begin: Begin) -> None:
    await begin(level="3", second_id=None)
    await begin(guild_id=8)
    await begin(guild_id=None)
    await begin(tokens_only=True)
    paused = await begin()
    await store.matches.pause(paused.id, None, PauseReason.ADJOURNED)
    over = await begin()
    await store.matches.finish(over.id, over.position_id, Outcome(None, "outcome.agreed"))
    assert await store.turn_lists.waiting(SERVER) == {}


async def test_matches_of_tournaments_and_of_several_people_against_the_computer_are_listed(
    store: Store, begin: Begin
) -> None:
    of_tournament = await begin(level="3", second_id=None, tournament_id=4)
    vote = Teams(TeamKind.VOTE, (Member(ANNA),))
    voted = await begin(level="3", second_id=None, teams=vote)
    assert [*await store.turn_lists.waiting(SERVER)] == [of_tournament.id, voted.id]


async def test_a_match_of_two_servers_is_listed_at_home(store: Store, begin: Begin) -> None:
    match = await begin(elsewhere=(Side.SECOND, Place(8, 80)))
    assert [*await store.turn_lists.waiting(SERVER)] == [match.id]
    assert await store.turn_lists.waiting(8) == {}


@pytest.fixture
async def puzzle(store: Store, clock: Clock) -> DailyPuzzle:
    """The puzzle of today in a server that wants the message."""
    await store.turn_lists.place(SERVER, CHANNEL, 5.0)
    settings = DailySettings(SERVER, CHANNEL, next_at=clock.now)
    await store.daily_puzzles.configure(settings)
    day = DailyPuzzle(SERVER, "2026-11-27", "abc", CHANNEL, None, clock.now, clock.now + 86_400.0)
    assert await store.daily_puzzles.begin(settings, day, clock.now + 86_400.0)
    await store.daily_puzzles.posted(day, 901)
    return replace(day, message_id=901)


async def answered(store: Store, puzzle: DailyPuzzle, user_id: int, *, solved: bool, now: float) -> None:
    await store.daily_puzzles.open(puzzle, user_id, now)
    day = SERVER, puzzle.day
    await store.puzzles.attempt(
        user_id, puzzle.puzzle_id, "go", 1500.0, NEWCOMER, now, solved=solved, daily=day
    )


async def test_an_open_puzzle_has_the_number_of_people_who_solved_it(
    store: Store, puzzle: DailyPuzzle, clock: Clock
) -> None:
    expected = OpenPuzzle(SERVER, puzzle.day, "abc", CHANNEL, 901)
    assert await store.turn_lists.open_puzzles() == {SERVER: expected}
    for user_id, solved in ((ANNA, True), (BORA, False), (CHUL, True)):
        await answered(store, puzzle, user_id, solved=solved, now=clock.now)
    assert await store.turn_lists.open_puzzles() == {SERVER: replace(expected, tried=3, solved=2)}
    await store.daily_puzzles.close(puzzle, clock.now)
    assert await store.turn_lists.open_puzzles() == {}


async def test_puzzles_of_servers_without_the_message_are_not_read(store: Store, puzzle: DailyPuzzle) -> None:
    await store.turn_lists.place(SERVER, None, 6.0)
    assert await store.turn_lists.open_puzzles() == {}
