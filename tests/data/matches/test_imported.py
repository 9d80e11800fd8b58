"""Matches that people have imported from files."""

from __future__ import annotations

import json

import pytest

import data.matches.imported
from data.errors import UnknownMatch
from data.matches.analyses import Analysis
from data.matches.imported import ImportedGame
from data.matches.queries import MatchFilter
from data.model.match import DELETED_USER, Limits, Match, MatchState, Place
from data.people.personal_data import Stored
from data.store import Store
from games import setup_of
from games.base import Move, Outcome, Record, Side
from tests.clock import Clock
from tests.data.conftest import ANNA, BORA, Begin

PLACE = Place(guild_id=5, channel_id=70, locale="ko")
RESIGNED = Outcome(Side.FIRST, "outcome.resigned")
GAME = ImportedGame(Record("othello", "8x8", (Move("d3"), Move("c3"))), RESIGNED)
EMPTY = ImportedGame(Record("go", "9x9-korean", ()), Outcome(None, "outcome.agreed"))


async def add(store: Store, user_id: int = ANNA, *games: ImportedGame) -> list[Match]:
    return await store.imports.add(user_id, PLACE, games or (GAME,))


async def test_imported_games_are_matches_of_nobody_that_are_over(store: Store, clock: Clock) -> None:
    first, second = await add(store, ANNA, GAME, EMPTY)
    assert first.id < second.id
    assert first.record == GAME.record and second.record == EMPTY.record
    assert (first.outcome, second.outcome) == (RESIGNED, EMPTY.outcome)
    assert first.imported_by == ANNA and first.side_of(ANNA) is None
    assert {first.first_id, first.second_id, first.challenger_id} == {DELETED_USER}
    home = first.home
    assert (home.guild_id, home.channel_id, home.locale, home.message_id) == (5, 70, "ko", None)
    assert first.begun and not first.is_active and not first.is_open and first.ended_at == clock.now
    assert await store.matches.get(first.id) == first


async def test_the_start_is_stored(store: Store) -> None:
    setup = setup_of(Record("othello", "8x8", (Move("d3"),)))
    game = ImportedGame(Record("othello", "8x8", (Move("c3"),), setup), RESIGNED)
    (imported,) = await add(store, ANNA, game)
    assert (imported.setup, imported.ply) == (setup, 1)
    assert imported.record == game.record


async def test_they_are_found_only_by_whom_asks_for_imported_matches(store: Store, begin: Begin) -> None:
    imported, other = (await add(store))[0], (await add(store, ANNA, EMPTY))[0]
    await add(store, BORA)
    played = await begin()
    played = await store.matches.finish(played.id, played.position_id, RESIGNED)
    finished = store.queries.finished
    assert await finished(ANNA, MatchFilter(), limit=9) == ([played], 1)
    assert await finished(ANNA, MatchFilter(imported=True), limit=9) == ([played, other, imported], 3)
    assert await finished(ANNA, MatchFilter(game="go", imported=True), limit=9) == ([other], 1)
    assert await finished(ANNA, MatchFilter(opponent_id=BORA, imported=True), limit=9) == ([played], 1)
    assert await finished(ANNA, MatchFilter(against_computer=True, imported=True), limit=9) == ([], 0)
    assert (await finished(DELETED_USER, MatchFilter(imported=True), limit=9))[1] == 3


async def test_they_are_nothing_to_continue_and_count_for_no_limit(store: Store, begin: Begin) -> None:
    await add(store, ANNA, *[GAME] * 3)
    queries = store.queries
    assert await store.boards.behind() == []
    assert await queries.pending_notifications() == []
    assert await queries.running() == []
    assert await queries.against_computer() == []
    assert await queries.in_channel(70) == []
    assert await queries.in_guild(5) == []
    assert await queries.changed(0) == []
    assert await queries.of_user(ANNA) == []
    assert await queries.active_by_game() == {}
    assert (await begin(place=Place(5, 70, limits=Limits(1, 1, 1, 1)))).state == MatchState.PLAYING


async def test_the_oldest_make_room(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data.matches.imported, "MAX_KEPT", 3)
    of_other = (await add(store, BORA))[0]
    first, second = await add(store, ANNA, GAME, GAME)
    await store.analyses.add(first.id, 1, [Analysis(0, 5, "verdict")])
    kept = [second, *await add(store, ANNA, GAME, EMPTY)]
    with pytest.raises(UnknownMatch):
        await store.matches.get(first.id)
    assert await store.queries.by_number([one.id for one in (of_other, *kept)]) == [of_other, *kept]
    assert await store.analyses.of_positions([5], 1) == {}


async def test_privacy_reaches_them(store: Store) -> None:
    (imported,) = await add(store)
    await add(store, ANNA, EMPTY)
    (other,) = await add(store, BORA)
    personal = store.personal_data
    assert await personal.count(ANNA) == Stored(0, 0, 0, False, 0, 0, imported=2)
    lines = [json.loads(line) for line in (await personal.export_matches(ANNA)).splitlines()]
    assert lines[0]["match"] == imported.id and lines[0]["imported_by"] == str(ANNA)
    assert [move["move"] for move in lines[0]["moves"]] == ["d3", "c3"] and len(lines) == 2
    assert await personal.erase_imported(ANNA, 1) == 1
    assert await personal.erase_imported(ANNA, 5) == 1
    assert await personal.count(ANNA) == Stored(0, 0, 0, False, 0, 0)
    assert await store.matches.get(other.id) == other


async def test_they_are_kept_as_long_as_finished_matches(store: Store, clock: Clock) -> None:
    (imported,) = await add(store)
    called_off = ["outcome.aborted"]
    assert await store.retention.ended(called_off, clock.now, other=True) == []
    assert await store.retention.ended(called_off, clock.now + 1, other=True) == [imported.id]
    assert await store.retention.ended(called_off, clock.now + 1) == []
    assert await store.retention.in_guild(5) == [imported.id]
