"""What is stored about one person, and its erasure."""

from __future__ import annotations

import json
from operator import methodcaller

import pytest
from sqlalchemy import Connection, text

from data.errors import UnknownMatch
from data.model.glicko import Rating
from data.model.match import DELETED_USER, Match, MatchState, Place
from data.model.tournament import Kind, NewTournament
from data.people.personal_data import Stored
from data.puzzles.daily_puzzles import DailyPuzzle, DailySettings
from data.store import Store
from data.tables.metadata import metadata
from games.base import Move, Outcome, Side
from tests.clock import Clock
from tests.data.conftest import ANNA, BORA, CHUL, Begin, of_a_file

TOURNAMENT = NewTournament(
    guild_id=7,
    channel_id=70,
    locale=None,
    creator_id=ANNA,
    kind=Kind.SWISS,
    game="othello",
    variant="8x8",
    control="1-day",
    rounds=None,
    level=None,
    rated=False,
)
AGREED = Outcome(None, "outcome.agreed")


async def over(store: Store, match: Match) -> Match:
    """The match after its end by agreement."""
    return await store.matches.finish(match.id, match.position_id, AGREED)


async def declined(store: Store, begin: Begin, **seats: int | None) -> Match:
    """A challenge that was not accepted."""
    match = await begin(state=MatchState.CHALLENGE, expires_at=2e9, **seats)
    return await store.matches.end_challenge(match.id, "challenge.declined")


async def mentions(store: Store, user_id: int) -> list[str]:
    """The columns in which an id occurs, without the numbers that the database gives to rows."""

    def work(connection: Connection) -> list[str]:
        return [
            f"{table.name}.{column.name}"
            for table in metadata.sorted_tables
            for column in table.columns
            if column.name != "id"
            and user_id in connection.execute(table.select().with_only_columns(column)).scalars().all()
        ]

    return await store.database.read(work)


async def everything(store: Store, begin: Begin, clock: Clock) -> list[Match]:
    """One match of each kind with Anna in it, and all that can be stored of her."""
    first = await over(store, await begin("d3 c3 c4 c5 b4 d2 e2 f4 d6 c6", is_rated=True))
    second = await over(store, await begin("d3", first_id=BORA, second_id=ANNA, challenger_id=BORA))
    computer = await over(store, await begin("d3", second_id=None, level="3"))
    asked, open_one = await declined(store, begin), await declined(store, begin, second_id=None)
    await store.people.update(ANNA, theme="dark")
    await store.lessons.advance(ANNA, "go", 2)
    await store.lessons.offer(ANNA, "othello")
    await store.puzzles.attempt(ANNA, "0123456789", "go", 1500.0, Rating(), 5.5, solved=True)
    await store.daily_puzzles.open(DailyPuzzle(7, "2026-11-27", "a1", 70, None, 1.0, 2.0), ANNA, 1.5)
    await store.daily_puzzles.configure(DailySettings(7, 70, admin_id=ANNA))
    await store.tournaments.create(TOURNAMENT)
    others = await begin(first_id=BORA, second_id=333, challenger_id=BORA)
    await store.guesses.put(others.id, others.position_id, ANNA, Move("c3"))
    await store.races.begin_storm(ANNA, "go", ["a1"], 1.0)
    await store.blocks.add(ANNA, CHUL, limit=5)
    await store.blocks.add(CHUL, ANNA, limit=5)
    return [first, second, computer, asked, open_one]


async def test_what_is_stored_is_counted(store: Store, begin: Begin, clock: Clock) -> None:
    assert await store.personal_data.count(ANNA) == Stored(0, 0, 0, False, 0, 0)
    await everything(store, begin, clock)
    await begin("d3")
    await begin(state=MatchState.CHALLENGE, expires_at=2e9)
    await begin(first_id=BORA, second_id=CHUL, challenger_id=BORA)
    of_anna = {
        "ratings": 1,
        "puzzles": 1,
        "daily": 1,
        "created": 1,
        "daily_servers": 1,
        "guesses": 1,
        "races": 1,
    }
    assert await store.personal_data.count(ANNA) == Stored(3, 2, 2, True, 1, 1, **of_anna)
    assert await store.personal_data.count(CHUL) == Stored(0, 1, 0, False, 0, 1)


async def test_a_persons_matches_are_exported_and_no_others(
    store: Store, begin: Begin, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data.transfer.exporting._BATCH", 2)
    made = await everything(store, begin, clock)
    await begin("d3 c3", first_id=BORA, second_id=CHUL, challenger_id=BORA)
    last = await begin("d3", first_id=CHUL, second_id=ANNA, challenger_id=CHUL)
    lines = [json.loads(line) for line in (await store.personal_data.export_matches(ANNA)).splitlines()]
    assert [line["match"] for line in lines] == [*(match.id for match in made), last.id]
    assert [move["move"] for move in lines[0]["moves"]] == [
        "d3",
        "c3",
        *["c4", "c5", "b4", "d2", "e2", "f4", "d6", "c6"],
    ]
    assert lines[-1]["second"] == str(ANNA)
    assert await store.personal_data.export_matches(5) == ""


@of_a_file
async def test_matches_that_cannot_be_read_are_left_out_but_erased(store: Store, begin: Begin) -> None:
    first, *damaged, last = [await over(store, await begin("d3")) for _ in range(4)]
    for match, column in zip(damaged, ("reason", "version"), strict=True):
        damage = text(f"UPDATE matches SET {column} = x'00' WHERE id = {match.id}")
        await store.database.write(methodcaller("execute", damage))
    data = store.personal_data
    lines = [json.loads(line) for line in (await data.export_matches(ANNA)).splitlines()]
    numbers = {line["match"] for line in lines}
    assert {first.id, last.id} <= numbers and damaged[1].id not in numbers
    assert await data.erase_matches(ANNA, limit=9) == 4
    assert await mentions(store, ANNA) == []


async def test_an_erased_person_is_nowhere_but_in_a_block_by_another(
    store: Store, begin: Begin, clock: Clock
) -> None:
    first, second, *deleted = await everything(store, begin, clock)
    kept = await over(store, await begin(first_id=BORA, second_id=CHUL, challenger_id=BORA))
    data = store.personal_data
    assert await data.erase_matches(ANNA, limit=3) == 3
    assert await data.erase_matches(ANNA, limit=3) == 2
    assert await data.erase_matches(ANNA, limit=3) == 0
    await data.leave_tournaments(ANNA)
    await data.erase_settings(ANNA)
    assert await mentions(store, ANNA) == ["blocks.blocked_id"]
    for match in deleted:
        with pytest.raises(UnknownMatch):
            await store.matches.get(match.id)
    now = await store.matches.get(first.id)
    assert (now.first_id, now.second_id, now.challenger_id, now.moves) == (
        DELETED_USER,
        BORA,
        DELETED_USER,
        first.moves,
    )
    now = await store.matches.get(second.id)
    assert (now.first_id, now.second_id, now.challenger_id) == (BORA, DELETED_USER, BORA)
    assert now.side_of(BORA) is Side.FIRST and now.computer_side is None and not now.is_open
    assert await store.matches.get(kept.id) == kept
    assert await data.count(ANNA) == Stored(0, 0, 0, False, 0, 0)


async def test_what_an_admin_has_chosen_and_created_is_listed_until_it_is_erased(
    store: Store, begin: Begin, clock: Clock
) -> None:
    await everything(store, begin, clock)
    (created,) = await store.tournaments.created_by(ANNA)
    assert (created.guild_id, created.game, created.kind) == (7, "othello", "swiss")
    assert await store.daily_puzzles.chosen_by(ANNA) == [7]
    before = await store.tournaments.find(created.tournament)
    await store.personal_data.leave_tournaments(ANNA)
    await store.personal_data.erase_settings(ANNA)
    assert await store.tournaments.created_by(ANNA) == []
    assert await store.daily_puzzles.chosen_by(ANNA) == []
    after = await store.tournaments.find(created.tournament)
    assert before is not None and after is not None and after.creator_id == DELETED_USER
    assert after.version > before.version, "its message names its creator"


async def test_moves_of_an_erased_person_have_no_id(store: Store, begin: Begin) -> None:
    await over(store, await begin("d3 c3"))
    users = "SELECT user_id FROM moves"

    async def read() -> set[int | None]:
        return set(await store.database.read(lambda c: c.exec_driver_sql(users).scalars().all()))

    before = await read()
    assert before == {ANNA}
    await store.personal_data.erase_matches(ANNA, limit=10)
    assert await read() == {DELETED_USER}


async def test_what_is_not_over_stays(store: Store, begin: Begin) -> None:
    playing, challenge = await begin("d3"), await begin(state=MatchState.CHALLENGE, expires_at=2e9)
    assert await store.personal_data.erase_matches(ANNA, limit=10) == 0
    assert [await store.matches.get(one.id) for one in (playing, challenge)] == [playing, challenge]


async def test_a_match_of_two_erased_people_is_deleted(store: Store, begin: Begin) -> None:
    match = await over(store, await begin("d3 c3"))
    assert await store.personal_data.erase_matches(ANNA, limit=10) == 1
    assert await store.personal_data.erase_matches(BORA, limit=10) == 1
    with pytest.raises(UnknownMatch):
        await store.matches.get(match.id)


async def test_an_export_has_no_place_of_the_opponent(store: Store, begin: Begin) -> None:
    there = Place(guild_id=9, channel_id=90)
    await begin("d3", elsewhere=(Side.SECOND, there))
    lost = await begin("d3", elsewhere=(Side.SECOND, there))
    await store.boards.lost(lost.boards[1])
    for person, servers in ((ANNA, ["7", "7"]), (BORA, ["9", None])):
        lines = [json.loads(line) for line in (await store.personal_data.export_matches(person)).splitlines()]
        assert [[board["server"] for board in line["boards"]] for line in lines] == [[one] for one in servers]
