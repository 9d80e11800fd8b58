"""Clocks in the store: settled with the move, standing at rest, falling once."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine

from data.database import Database, open_database
from data.errors import Stale, StoreError
from data.finding import Running
from data.match import Match, Stamp, Turn
from data.matches import MatchStore, Offer
from games.base import Move, Outcome, Side
from games.clock import GRACE_SECONDS, Budget, Clock

from .conftest import ANNA, BORA, begin_in, of_a_file, played

FIRST, SECOND = Side.FIRST, Side.SECOND


class Ticks:
    """Counts what it is told."""

    def __init__(self) -> None:
        self.now = 500.0

    def __call__(self) -> float:
        return self.now


def late(match: Match) -> Outcome:
    assert match.clock is not None and match.clock.side is not None
    return Outcome(match.clock.side.other, "outcome.time")


def turn(after: Side | None, *, ended: bool = True) -> Turn:
    return Turn(after, ended, late)


@pytest.fixture
def ticks() -> Ticks:
    return Ticks()


@pytest.fixture
async def database(
    path: Path, address: str, clock, ticks: Ticks, empty_database: Path
) -> AsyncIterator[Database]:
    path.parent.mkdir()
    shutil.copyfile(empty_database, path)
    async with await open_database(address, clock=clock, ticks=ticks) as opened:
        opened.uptime.go()
        yield opened


async def on_clock(store: MatchStore, control: str = "5+5", **changes) -> Match:
    return await begin_in(store, control=control, turn=FIRST, **changes)


def clock_of(match: Match) -> Clock:
    assert match.clock is not None
    return match.clock


async def move(store: MatchStore, match: Match, text: str = "d3", after: Side | None = None) -> Match:
    to = after or (clock_of(match).side or FIRST).other
    return await store.append(match.id, match.stamp, played(text), outcome=None, turn=turn(to))


async def test_a_move_settles_the_time_of_whoever_made_it(store: MatchStore, ticks: Ticks) -> None:
    match = await on_clock(store)
    ticks.now += 40
    match = await move(store, match)
    assert (clock_of(match).first, clock_of(match).side) == (Budget(265), SECOND)
    assert clock_of(match).falls_at == clock_of(match).since + 300
    assert await store.get(match.id) == match


async def test_a_move_that_keeps_the_turn_keeps_the_clock_running(store: MatchStore, ticks: Ticks) -> None:
    match = await on_clock(store)
    ticks.now += 40
    marked = await store.append(
        match.id, match.stamp, played("dead-d4"), outcome=None, turn=turn(FIRST, ended=False)
    )
    assert marked.clock == match.clock
    assert clock_of(marked).left(FIRST, ticks.now - 500.0) == Budget(260)


async def test_a_match_with_a_clock_is_told_whose_turn_it_is(store: MatchStore) -> None:
    match = await on_clock(store)
    with pytest.raises(ValueError, match="whose turn"):
        await store.append(match.id, match.stamp, played("d3"), outcome=None)
    assert await store.get(match.id) == match


async def test_the_computers_time_is_nobodys(store: MatchStore, ticks: Ticks) -> None:
    match = await on_clock(store, second_id=None, level="3")
    match = await store.append(match.id, match.stamp, played("d3"), outcome=None, turn=turn(None))
    assert clock_of(match).falls_at is None
    ticks.now += 10_000
    match = await store.append(match.id, match.stamp, played("c3", None), outcome=None, turn=turn(FIRST))
    assert (clock_of(match).first, clock_of(match).second) == (Budget(305), Budget(300))


async def test_a_move_after_the_flag_fell_is_not_stored(store: MatchStore, ticks: Ticks) -> None:
    match = await on_clock(store)
    ticks.now += 300 + GRACE_SECONDS
    on_the_line = await move(store, match)
    assert on_the_line.moves == ("d3",)
    ticks.now += 300 + GRACE_SECONDS + 0.01
    over = await move(store, on_the_line, "c3")
    assert (over.moves, over.state, over.winner, over.reason) == (("d3",), "over", FIRST, "outcome.time")
    assert await store.get(match.id) == over


async def test_a_flag_falls_once(store: MatchStore, ticks: Ticks) -> None:
    match = await on_clock(store)
    assert await store.forfeit(match.id, late) is None
    ticks.now += 300 + GRACE_SECONDS + 0.01
    ended = [one for one in await asyncio.gather(*(store.forfeit(match.id, late) for _ in range(5))) if one]
    assert [(one.state, one.winner, one.reason) for one in ended] == [("over", SECOND, "outcome.time")]
    assert clock_of(ended[0]).falls_at is None


@pytest.mark.parametrize("seconds", [299.0, 302.0])
async def test_a_move_and_a_falling_flag_have_one_order(
    store: MatchStore, ticks: Ticks, seconds: float
) -> None:
    match = await on_clock(store)
    ticks.now += seconds
    found = await asyncio.gather(
        *(store.forfeit(match.id, late) for _ in range(3)), move(store, match), return_exceptions=True
    )
    present = await store.get(match.id)
    if seconds < 300:
        assert (present.state, present.moves) == ("playing", ("d3",))
        assert found[:3] == [None] * 3
    else:
        assert (present.state, present.moves, present.reason) == ("over", (), "outcome.time")
        assert len([one for one in found if isinstance(one, Match | Stale)]) == 2


async def test_a_challenge_has_a_clock_that_stands(store: MatchStore, ticks: Ticks) -> None:
    match = await on_clock(store, state="challenge")
    assert (clock_of(match).since, clock_of(match).control.name) == (None, "5+5")
    ticks.now += 9_000
    accepted = await store.accept(match.id, SECOND)
    assert (clock_of(accepted).side, clock_of(accepted).falls_at) == (SECOND, ticks.now - 500.0 + 300)


async def test_a_turn_taken_back_gives_no_time_back(store: MatchStore, ticks: Ticks) -> None:
    match = await on_clock(store)
    ticks.now += 40
    match = await move(store, match)
    ticks.now += 30
    back = await store.take_back(match.id, match.stamp, 0, turn=FIRST)
    assert (clock_of(back).first, clock_of(back).second) == (Budget(265), Budget(270))
    assert clock_of(back).side is FIRST


async def test_a_match_rests_and_goes_on(store: MatchStore, ticks: Ticks) -> None:
    match = await on_clock(store)
    ticks.now += 40
    rests = await store.pause(match.id, match.stamp, "adjourned")
    assert (rests.paused, rests.is_on, rests.version) == ("adjourned", False, match.version + 1)
    ticks.now += 10_000
    assert await store.forfeit(match.id, late) is None
    for change in (
        move(store, rests), store.pause(match.id, None, "adjourned"), store.resume(match.id, "parked"),
        store.take_back(match.id, Stamp(0, 0)._replace(ply=1), 0, turn=FIRST),
    ):  # fmt: skip
        with pytest.raises(Stale):
            await change
    assert await store.get(match.id) == rests
    goes_on = await store.resume(match.id, "adjourned")
    assert (goes_on.paused, clock_of(goes_on).falls_at) == (None, ticks.now - 500.0 + 260)
    with pytest.raises(Stale):
        await store.resume(match.id, "adjourned")


async def test_a_match_at_rest_can_be_ended_and_asked_about(store: MatchStore) -> None:
    match = await begin_in(store, "d3 c3")
    rests = await store.pause(match.id, match.stamp, "adjourned")
    asked = await store.set_offer(match.id, match.stamp, None, Offer("resume", FIRST, 2))
    assert (asked.offer, asked.paused) == (Offer("resume", FIRST, 2), "adjourned")
    over = await store.finish(match.id, rests.stamp, Outcome(SECOND, "outcome.resigned"))
    assert (over.state, over.paused) == ("over", None)


async def test_what_runs_is_known_without_moves(store: MatchStore, ticks: Ticks) -> None:
    match, other = await on_clock(store), await on_clock(store, "3-days")
    assert await store.running() == [
        Running(match.id, clock_of(match), True, False),
        Running(other.id, clock_of(other), True, False),
    ]
    await begin_in(store)
    await store.pause(match.id, None, "adjourned")
    assert [one.match_id for one in await store.running()] == [other.id]
    await store.finish(other.id, other.stamp, Outcome(FIRST, "outcome.resigned"))
    assert await store.running() == []


async def test_whoever_listens_hears_of_every_change(store: MatchStore) -> None:
    heard: list[Match] = []
    store.listeners.append(heard.append)
    match = await on_clock(store)
    moved = await move(store, match)
    with pytest.raises(Stale):
        await move(store, match)
    assert await store.forfeit(match.id, late) is None
    rests = await store.pause(match.id, None, "adjourned")
    assert heard == [match, moved, rests]


# --- Telling whose turn it is -------------------------------------------------------------------------


async def test_a_turn_is_told_of_once(store: MatchStore) -> None:
    match = await on_clock(store)
    assert [one.id for one in await store.to_tell()] == [match.id]
    assert [await store.pinged(match.id, match.stamp, 77), await store.pinged(match.id, match.stamp, 78)] == [
        True,
        False,
    ]
    assert (await store.to_tell(), [one.ping_id for one in await store.told()]) == ([], [77])
    assert await store.pinged(match.id, match.stamp, 79, reminded=True)
    assert not await store.pinged(match.id, match.stamp, 80, reminded=True)
    present = await store.get(match.id)
    assert (present.ping_id, present.pinged, present.reminded) == (79, True, True)
    assert present.version == match.version, "what the board shows is the same"
    moved = await move(store, match)
    assert (moved.ping_id, moved.pinged, moved.reminded) == (79, False, False)
    assert not await store.pinged(match.id, match.stamp, 81), "that turn is over"
    await store.unpinged(match.id, 78)
    assert (await store.get(match.id)).ping_id == 79
    await store.unpinged(match.id, 79)
    assert (await store.get(match.id)).ping_id is None


async def test_nobody_is_told_of_what_they_need_not_know(store: MatchStore) -> None:
    await begin_in(store, level="3", second_id=None)
    resting = await begin_in(store)
    await store.pause(resting.id, resting.stamp, "adjourned")
    await begin_in(store, state="challenge")
    assert await store.to_tell() == []


async def test_people_are_remembered(database: Database) -> None:
    people = database.people
    someone = await people.get(ANNA)
    assert (someone.locale, someone.pings) == (None, True)
    await people.seen({ANNA: "ko", BORA: "en-US"})
    await people.set_pings(ANNA, False)
    await people.seen({ANNA: "en-GB"})
    someone = await people.get(ANNA)
    assert (someone.locale, someone.pings) == ("en-GB", False)
    assert (await people.get(BORA)).locale == "en-US"
    assert (await people.set_pings(2**62, False)).locale is None


# --- Uptime ------------------------------------------------------------------------------------------


async def test_downtime_is_charged_to_nobody(address: str, database: Database, clock, ticks: Ticks) -> None:
    match = await on_clock(database.matches)
    ticks.now, clock.now = ticks.now + 100, clock.now + 100
    await database.close()
    clock.now += 5_000
    other = Ticks()
    other.now = 3.0  # a process counts from wherever it likes
    async with await open_database(address, clock=clock, ticks=other) as again:
        assert again.uptime() == 100
        other.now += 50
        assert again.uptime() == 100, "it stands until the bot can be played with"
        assert again.uptime.go() == 5_000
        other.now += 20
        assert clock_of(await again.matches.get(match.id)).left(FIRST, again.uptime()) == Budget(180)


@of_a_file
async def test_a_kill_costs_nobody_anything(
    path: Path, address: str, database: Database, ticks: Ticks
) -> None:
    ticks.now += 60
    await database.uptime.save()
    ticks.now += 9
    match = await on_clock(database.matches)  # begins to run at 69
    ticks.now += 3
    copy = path.with_name("killed.db")
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    async with await open_database(f"sqlite+aiosqlite:///{copy}") as again:
        assert again.uptime() == 69
        assert clock_of(await again.matches.get(match.id)).left(FIRST, again.uptime()) == Budget(300)


async def test_the_count_stands_while_discord_is_gone(database: Database, clock, ticks: Ticks) -> None:
    ticks.now += 10
    database.uptime.stand()
    database.uptime.stand()
    ticks.now, clock.now = ticks.now + 500, clock.now + 500
    assert (database.uptime(), database.uptime.runs) == (10, False)
    assert (database.uptime.go(), database.uptime.go()) == (500, 0)
    ticks.now += 1
    assert database.uptime() == 11


async def test_what_passed_since_discord_was_heard_of_is_given_back(
    address: str, database: Database, clock, ticks: Ticks
) -> None:
    match = await on_clock(database.matches)
    database.uptime.heard()
    ticks.now, clock.now = ticks.now + 30, clock.now + 30
    database.uptime.heard()
    ticks.now, clock.now = ticks.now + 80, clock.now + 80
    assert (database.uptime.sure, database.uptime()) == (30, 110)
    await database.uptime.save()
    assert database.uptime() == 110, "it may have been silent only because there was nothing to tell"
    database.uptime.stand()
    database.uptime.heard()  # while a new session is made
    assert (database.uptime(), database.uptime.sure) == (30, 30)
    ticks.now, clock.now = ticks.now + 20, clock.now + 20
    assert database.uptime.go() == 100
    ticks.now += 5
    database.uptime.heard()
    left = clock_of(await database.matches.get(match.id)).left(FIRST, database.uptime())
    assert left == Budget(265)
    await database.uptime.save()
    async with await open_database(address) as again:
        assert again.uptime() == 35


async def test_two_processes_keep_one_count(address: str, database: Database, ticks: Ticks) -> None:
    ticks.now += 50
    await database.uptime.save()
    theirs = Ticks()
    async with await open_database(address, ticks=theirs) as other:
        other.uptime.go()
        theirs.now += 30
        await other.uptime.save()
        ticks.now += 10  # this one was cut off for a while
        await database.uptime.save()
        assert (database.uptime(), other.uptime()) == (80, 80)
        ticks.now += 5
        await database.uptime.save()
        await other.uptime.save()
        assert (database.uptime(), other.uptime()) == (85, 85)


async def test_a_count_that_cannot_be_saved_does_not_stop_the_bot(database: Database, monkeypatch) -> None:
    async def refuse(_: object) -> None:
        raise StoreError("held")

    monkeypatch.setattr(database, "write", refuse)
    await database.close()


# --- An older database -------------------------------------------------------------------------------


@of_a_file
async def test_matches_of_an_older_database_go_on(path: Path, address: str) -> None:
    """A file as version 0001 left it."""
    path.parent.mkdir()
    _make_0001(path)
    async with await open_database(address) as database:
        match = await database.matches.get(1)
        assert (match.clock, match.paused, match.ping_id, match.moves) == (None, None, None, ("d3", "c5"))
        assert await database.matches.to_tell() == [], "turns that began long ago"
        assert database.uptime() == 0
        after = await database.matches.append(match.id, match.stamp, played("d6"), outcome=None)
        assert after.moves == ("d3", "c5", Move("d6"))


def _make_0001(path: Path) -> None:
    from alembic import command

    from data.migrations import _config

    config = _config()
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    engine.dispose()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "INSERT INTO matches (game, variant, state, first_id, second_id, challenger_id, channel_id,"
            " created_at, updated_at) VALUES ('othello', '8x8', 'playing', 1, 2, 1, 2, 0, 0)"
        )
        connection.executemany(
            "INSERT INTO moves (match_id, ply, move, played_at) VALUES (1, ?, ?, 0)", [(0, "d3"), (1, "c5")]
        )
