"""Tournaments in the store: nothing is lost, and of two changes at once one wins."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from sqlalchemy import Connection

from bot.tournaments.changes import continued, joined, started, with_results
from data.leases.ownership import SOLE_OWNER
from data.matches.deletion import delete_matches
from data.model.match import DELETED_USER, Match, MatchState
from data.model.shards import EVERY_SHARD, Shards, first_guild
from data.model.tournament import Entrant, Kind, NewTournament, Pairing, Result, Tournament, TournamentState
from data.store import Store, open_store
from data.tournaments.store import StaleTournament
from data.transfer.exporting import export_matches
from data.transfer.importing import ImportRefused, import_matches
from games.base import Outcome, Side
from tests.data.conftest import ANNA, BORA, CHUL, new_match

NEW = NewTournament(
    guild_id=7,
    channel_id=8,
    locale="ko",
    creator_id=ANNA,
    kind=Kind.SWISS,
    game="othello",
    variant="8x8",
    control="1-day",
    rounds=2,
    level=None,
    rated=True,
    title="Autumn Cup",
)
PEOPLE = (ANNA, BORA, CHUL, 444)


async def running(store: Store, kind: Kind = Kind.SWISS) -> Tournament:
    """A tournament of four people in its first round, without matches."""
    one = await store.tournaments.create(replace(NEW, kind=kind))
    after = one
    for person in PEOPLE:
        after = joined(after, person)
    one = await store.tournaments.replace(one, after)
    return await store.tournaments.replace(one, continued(started(one), 1000.0))


async def begin(store: Store, one: Tournament, pairing: Pairing) -> Match:
    """Start the match of a pairing."""
    people = (one.entrant(number).user_id for number in (pairing.first, pairing.second or 0))
    first, second = people
    new = new_match(first_id=first, second_id=second, challenger_id=first)
    return await store.matches.create(
        replace(new, tournament_id=one.id),
        lambda connection, match: store.tournaments.claim(connection, one, pairing, match.id),
    )


async def now(store: Store, one: Tournament) -> Tournament:
    found = await store.tournaments.find(one.id)
    assert found is not None
    return found


async def test_what_is_written_is_read(store: Store) -> None:
    one = await running(store)
    assert (one.state, one.round, one.rounds, one.version) == (TournamentState.RUNNING, 1, 2, 2)
    assert [entrant.user_id for entrant in one.entrants] == [*PEOPLE]
    assert [(pair.first, pair.second) for pair in one.pairings] == [(1, 3), (4, 2)]
    assert one.deadline is None and one.locale == "ko" and one.title == "Autumn Cup"
    assert await now(store, one) == one
    assert await store.tournaments.find(99) is await store.tournaments.find(2**40) is None
    assert [found.id for found in await store.tournaments.in_guild(7)] == [one.id]
    assert await store.tournaments.in_guild(9) == []


async def test_tournaments_that_are_not_over_are_listed_before_newer_ones(store: Store) -> None:
    ladder = await store.tournaments.create(NEW)
    for _ in range(25):
        simul = await store.tournaments.create(replace(NEW, kind=Kind.SIMUL, channel_id=9))
        await store.tournaments.replace(simul, replace(simul, state=TournamentState.CANCELED))
    listed = [tournament.id for tournament in await store.tournaments.in_guild(7)]
    assert listed == [ladder.id, *range(simul.id, simul.id - 24, -1)]
    assert await store.tournaments.unfinished_in(7) == [ladder]
    assert await store.tournaments.unfinished_in(8) == []
    assert await store.tournaments.newest_in_channel(7, NEW.channel_id) == ladder
    newest = await store.tournaments.newest_in_channel(7, 9)
    assert newest is not None and newest.id == simul.id
    assert await store.tournaments.newest_in_channel(8, 9) is None


async def test_one_is_created_with_its_first_entrants(store: Store) -> None:
    giver = Entrant(1, ANNA, rank=1)
    created = await store.tournaments.create(NEW, entrants=(giver,))
    assert created.entrants == (giver,) and await now(store, created) == created


async def test_of_two_changes_at_once_the_second_is_refused(store: Store) -> None:
    one = await store.tournaments.create(NEW)
    after = await store.tournaments.replace(one, joined(one, ANNA))
    with pytest.raises(StaleTournament):
        await store.tournaments.replace(one, joined(one, BORA))
    assert [entrant.user_id for entrant in (await now(store, one)).entrants] == [ANNA]
    left = await store.tournaments.replace(after, after.without(1))
    assert left.entrants == ()


async def test_a_pairing_has_one_match_however_often_it_is_started(store: Store) -> None:
    one = await running(store)
    match = await begin(store, one, one.pairings[0])
    assert match.tournament_id == one.id == (await store.matches.get(match.id)).tournament_id
    with pytest.raises(StaleTournament):
        await begin(store, one, one.pairings[0])
    assert len(await store.queries.of_user(ANNA)) == 1, "there is no second match"
    after = await now(store, one)
    assert after.pairings[0].match_id == match.id and after.version == one.version + 1
    with pytest.raises(StaleTournament):
        await store.tournaments.replace(one, continued(one.without(1), 2000.0))


async def test_results_are_those_of_matches_that_are_over(store: Store) -> None:
    one = await running(store)
    first, second = [await begin(store, one, pairing) for pairing in one.pairings]
    one = await now(store, one)
    assert await store.tournaments.results(one) == {}
    await store.matches.finish(first.id, first.position_id, Outcome(Side.SECOND, "outcome.resigned"))
    await store.matches.finish(second.id, second.position_id, Outcome(None, "outcome.agreed"))
    results = await store.tournaments.results(one)
    assert results == {first.id: Result.SECOND, second.id: Result.DRAW}
    one = await store.tournaments.replace(one, continued(with_results(one, results), 2000.0))
    assert one.round == 2 and len(one.pairings) == 4
    await store.database.write(lambda connection: delete_matches(connection, [first.id]))
    pairing = (await now(store, one)).pairings[0]
    assert (pairing.match_id, pairing.result) == (None, Result.SECOND), "the result stays"


async def test_what_goes_on_is_found_by_shard(store: Store) -> None:
    one = await running(store)
    other = await store.tournaments.create(replace(NEW, guild_id=first_guild(1) + 7))
    assert await store.tournaments.unfinished(EVERY_SHARD) == [one.id, other.id]
    assert await store.tournaments.unfinished(Shards.of([1], 2)) == [other.id]
    over = replace(one, state=TournamentState.OVER, ended_at=5.0)
    over = await store.tournaments.replace(one, over)
    await store.tournaments.posted(one.id, 77, over.version)
    assert one.id in await store.tournaments.unfinished(EVERY_SHARD), "its end is not announced"
    await store.tournaments.announced(over)
    assert await store.tournaments.unfinished(EVERY_SHARD) == [other.id]
    assert await store.tournaments.ended(EVERY_SHARD, 4.0, 6.0) == [one.id]
    assert await store.tournaments.ended(Shards.of([1], 2), 4.0, 6.0) == []
    assert await store.tournaments.ended(EVERY_SHARD, 6.0, 9.0) == []
    assert await store.tournaments.ended(EVERY_SHARD, 1.0, 4.0) == []
    assert (await now(store, one)).message_id == 77


async def test_only_the_owner_works_in_the_background(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    one = await running(store)
    monkeypatch.setattr(type(SOLE_OWNER), "confirm", lambda *_: False)
    with pytest.raises(StaleTournament):
        await store.tournaments.replace(one, one, owned=True)
    with pytest.raises(StaleTournament):
        await begin(store, one, one.pairings[0])
    await store.tournaments.replace(one, one.without(1))


async def test_an_erased_person_is_anonymous_and_not_paired_anymore(store: Store) -> None:
    one = await running(store)
    await begin(store, one, one.pairings[0])
    assert (await store.personal_data.count(ANNA)).tournaments == 1
    (entry,) = await store.tournaments.entries(ANNA)
    assert (entry.tournament, entry.number, entry.dropped) == (one.id, 1, False)
    await store.personal_data.leave_tournaments(ANNA)
    after = await now(store, one)
    assert (after.entrants[0].user_id, after.entrants[0].dropped) == (DELETED_USER, True)
    assert after.creator_id == DELETED_USER and after.version > one.version
    assert await store.tournaments.entries(ANNA) == []
    assert after.entrants[1:] == one.entrants[1:]


async def test_old_tournaments_and_those_of_servers_left_are_deleted(store: Store) -> None:
    one, other = await running(store), await store.tournaments.create(NEW)
    match = await begin(store, one, one.pairings[0])
    one = await now(store, one)
    await store.tournaments.replace(one, replace(one, state=TournamentState.OVER, ended_at=50.0))
    assert await store.retention.delete_tournaments(before=50.0, limit=9) == 0
    assert await store.retention.delete_tournaments(before=51.0, limit=9) == 1
    assert await store.tournaments.find(one.id) is None
    assert (await store.matches.get(match.id)).state == MatchState.PLAYING
    await store.retention.compare_guilds([])
    await store.retention.delete_guild(7)
    assert await store.tournaments.find(other.id) is None
    assert (await store.tournaments.create(NEW)).id > other.id, "a number is never used again"


async def test_an_export_has_tournaments(store: Store, tmp_path_factory: pytest.TempPathFactory) -> None:
    one = await running(store)
    match = await begin(store, one, one.pairings[0])
    one, file = await now(store, one), io.StringIO()
    await export_matches(store.database, file)
    lines = file.getvalue().encode()
    new = tmp_path_factory.mktemp("other") / "daeguk.db"
    async with await open_store(f"sqlite:///{new}") as other:
        await import_matches(other.database, io.BytesIO(lines))
        assert await other.tournaments.find(one.id) == one
        assert (await other.matches.get(match.id)).tournament_id == one.id
        assert (await other.tournaments.create(NEW)).id > one.id
        last = lines.decode().splitlines()[-1]
        for number, problem in (
            (None, f"line 1: .* tournament {one.id} already"),
            (999, "match 999 is missing"),
        ):
            changed = last.replace(f'"match":{match.id},', f'"match":{number or "null"},')
            if number is not None:
                changed = changed.replace(f'"tournament":{one.id}', '"tournament":77')
            with pytest.raises(ImportRefused, match=problem):
                await import_matches(other.database, io.BytesIO(changed.encode()))


async def test_a_change_that_fails_leaves_nothing(store: Store) -> None:
    one = await running(store)

    def fail(connection: Connection, match: Match) -> None:
        store.tournaments.claim(connection, one, one.pairings[0], match.id)
        raise RuntimeError("killed")

    with pytest.raises(RuntimeError):
        await store.matches.create(new_match(), fail)
    assert (await now(store, one)).pairings[0].match_id is None
    assert await store.queries.of_user(ANNA) == []
