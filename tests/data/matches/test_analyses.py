"""The verdicts on the positions of matches."""

from __future__ import annotations

import asyncio

import pytest

from data.errors import UnknownMatch
from data.matches.analyses import MAX_SEARCHED, Analysis, position_hash
from data.model.match import Match, MatchState
from data.model.shards import Shards
from data.store import Store
from games import replay
from games.base import Move, Outcome, Record, Side
from tests.clock import Clock
from tests.data.conftest import Begin

ENGINE = 3


async def over(store: Store, match: Match) -> Match:
    return await store.matches.finish(match.id, match.position_id, Outcome(Side.FIRST, "outcome.resigned"))


async def test_verdicts_are_found_by_match_and_by_position(store: Store, begin: Begin) -> None:
    match, other = await over(store, await begin("d3 c3")), await over(store, await begin("d3"))
    found = [Analysis(1, -7, "second"), Analysis(0, 2**63 - 1, "first")]
    await store.analyses.add(match.id, ENGINE, found)
    assert list((await store.analyses.of_match(match.id, ENGINE)).items()) == [(0, "first"), (1, "second")]
    assert await store.analyses.of_match(other.id, ENGINE) == {}
    assert await store.analyses.of_positions([-7, 5, 2**63 - 1], ENGINE) == {-7: "second", 2**63 - 1: "first"}
    assert await store.analyses.of_positions([], ENGINE) == {}


async def test_a_verdict_replaces_the_earlier_one_of_its_position(store: Store, begin: Begin) -> None:
    match = await over(store, await begin("d3 c3"))
    await store.analyses.add(match.id, ENGINE, [Analysis(0, 1, "old"), Analysis(1, 2, "kept")])
    await store.analyses.add(match.id, ENGINE, [Analysis(0, 1, "new")])
    assert await store.analyses.of_match(match.id, ENGINE) == {0: "new", 1: "kept"}


async def test_verdicts_of_other_engines_are_not_found_and_replaced(store: Store, begin: Begin) -> None:
    match = await over(store, await begin("d3 c3"))
    await store.analyses.add(match.id, ENGINE, [Analysis(0, 1, "old")])
    assert await store.analyses.of_match(match.id, ENGINE + 1) == {}
    assert await store.analyses.of_positions([1], ENGINE + 1) == {}
    await store.analyses.add(match.id, ENGINE + 1, [Analysis(0, 1, "new")])
    assert await store.analyses.of_match(match.id, ENGINE + 1) == {0: "new"}
    assert await store.analyses.of_match(match.id, ENGINE) == {}


async def test_verdicts_go_with_their_match(store: Store, begin: Begin) -> None:
    match, kept = await over(store, await begin("d3")), await over(store, await begin("d3"))
    for one in (match, kept):
        await store.analyses.add(one.id, ENGINE, [Analysis(0, one.id, "verdict")])
    await store.retention.delete([match.id])
    assert await store.analyses.of_match(match.id, ENGINE) == {}
    assert await store.analyses.of_positions([match.id, kept.id], ENGINE) == {kept.id: "verdict"}
    with pytest.raises(UnknownMatch):
        await store.analyses.add(match.id, ENGINE, [Analysis(0, 1, "late")])


async def test_an_erased_person_takes_the_verdicts_on_matches_against_the_computer_along(
    store: Store, begin: Begin
) -> None:
    match = await over(store, await begin("d3", second_id=None, level="3"))
    await store.analyses.add(match.id, ENGINE, [Analysis(0, 1, "verdict")])
    await store.personal_data.erase_matches(match.challenger_id, limit=5)
    assert await store.analyses.of_positions([1], ENGINE) == {}


async def test_of_verdicts_and_a_deletion_at_once_nothing_stays(store: Store, begin: Begin) -> None:
    match = await over(store, await begin("d3"))
    added, _ = await asyncio.gather(
        store.analyses.add(match.id, ENGINE, [Analysis(0, 1, "verdict")]),
        store.retention.delete([match.id]),
        return_exceptions=True,
    )
    assert added is None or isinstance(added, UnknownMatch)
    assert await store.analyses.of_positions([1], ENGINE) == {}


async def test_incomplete_matches_are_those_over_with_fewer_verdicts_than_moves(
    store: Store, begin: Begin, clock: Clock
) -> None:
    too_old = await over(store, await begin("d3 c3"))
    clock.now += 100
    since = clock.now - 1
    complete, partial, untouched = [await over(store, await begin("d3 c3")) for _ in range(3)]
    await begin("d3 c3")
    await begin(state=MatchState.CHALLENGE, expires_at=2e9)
    both = [Analysis(0, 1, "a"), Analysis(1, 2, "b")]
    await store.analyses.add(complete.id, ENGINE, both)
    await store.analyses.add(partial.id, ENGINE, both[:1])
    assert await store.analyses.incomplete(ENGINE, since) == [partial.id, untouched.id]
    assert await store.analyses.incomplete(ENGINE, 0) == [too_old.id, partial.id, untouched.id]
    assert await store.analyses.incomplete(ENGINE + 1, since) == [complete.id, partial.id, untouched.id]
    assert await store.analyses.incomplete(ENGINE, since, Shards.of([1], 2)) == []


async def test_old_numbers_are_not_searched_for_incomplete_matches(
    store: Store, begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MAX_SEARCHED > 2
    monkeypatch.setattr("data.matches.analyses.MAX_SEARCHED", 2)
    made = [await over(store, await begin("d3")) for _ in range(4)]
    assert await store.analyses.incomplete(ENGINE, 0) == [match.id for match in made[-2:]]


def record(variant: str, moves: str) -> Record:
    slug = "gomoku" if variant.startswith("freestyle") else "go"
    return Record(slug, variant, tuple(map(Move, moves.split())))


def test_equal_positions_have_one_hash() -> None:
    one, other = record("freestyle-15", "h8 a1 j9"), record("freestyle-15", "j9 a1 h8")
    hashes = {position_hash(one, Move("h9")), position_hash(other, Move("h9"))}
    assert len(hashes) == 1
    assert position_hash(one, Move("h10")) not in hashes
    assert position_hash(one, None) not in hashes
    assert position_hash(record("freestyle-19", "h8 a1 j9"), Move("h9")) not in hashes


def test_a_point_that_ko_forbids_makes_another_position() -> None:
    """The same stones stand in both, and White is to move."""
    around = "d5 e5 c4 f4 d3 e3 a1"
    free = record("9x9-chinese", f"{around} d4 e4 a9 h1")
    forbidden = record("9x9-chinese", f"{around} a9 h1 d4 e4")
    assert replay(free).diagram() + "\nko: d4" == replay(forbidden).diagram()
    assert position_hash(free, None) != position_hash(forbidden, None)
