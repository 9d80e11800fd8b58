"""Bans: how long they last, what they end besides, and what becomes of them."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from data.matches.seeks import NewSeek
from data.model.match import DELETED_USER
from data.model.tournament import TournamentState
from data.servers.bans import Ban, StaleBan
from data.store import Store
from tests.clock import Clock
from tests.data.conftest import ANNA, BORA, CHUL
from tests.data.test_tournaments import NEW, running

SERVER = NEW.guild_id
BAN = Ban(SERVER, ANNA, None, "spam", BORA, 1_000_000.0)


async def test_a_ban_lasts_until_its_end_and_in_its_server(store: Store, clock: Clock) -> None:
    ban = replace(BAN, until=clock.now + 60)
    assert await store.bans.add(ban, 5) is not None
    assert await store.bans.find(SERVER, ANNA) == ban
    assert await store.bans.find(SERVER + 1, ANNA) is None
    assert await store.bans.find(SERVER, BORA) is None
    clock.now += 60
    assert await store.bans.find(SERVER, ANNA) is None
    assert await store.bans.in_guild(SERVER) == await store.bans.of_person(ANNA) == []


async def test_a_ban_replaces_another_and_can_be_lifted(store: Store, clock: Clock) -> None:
    await store.bans.add(BAN, 5)
    clock.now += 1
    again = replace(BAN, until=clock.now + 60, reason="again", banned_at=clock.now)
    await store.bans.add(again, 1, BAN)
    await store.bans.add(replace(BAN, user_id=CHUL), 5)
    assert await store.bans.in_guild(SERVER) == [again, replace(BAN, user_id=CHUL)]
    assert await store.bans.lift(SERVER, ANNA) == again
    assert await store.bans.find(SERVER, ANNA) is None
    assert await store.bans.lift(SERVER, ANNA) is None


async def test_a_server_has_a_limited_number_of_bans_that_last(store: Store, clock: Clock) -> None:
    await store.bans.add(replace(BAN, until=clock.now + 60), 1)
    assert await store.bans.add(replace(BAN, user_id=CHUL), 1) is None
    assert await store.bans.find(SERVER, CHUL) is None
    clock.now += 60
    assert await store.bans.add(replace(BAN, user_id=CHUL), 1) is not None


async def test_seeks_there_end_and_tournaments_there_go_on_without_the_person(store: Store) -> None:
    for guild_id in (SERVER, SERVER + 1):
        await store.seeks.add(NewSeek(ANNA, guild_id, 8, "othello", "8x8", expires_at=2e9), limit=9)
    started, other = await running(store), await store.tournaments.create(replace(NEW, guild_id=8))
    done = await store.bans.add(BAN, 5)
    assert done is not None and (done.had_seeks, done.tournaments) == (True, (started.id,))
    assert [seek.guild_id for seek in await store.seeks.of_person(ANNA)] == [SERVER + 1]
    after = await store.tournaments.find(started.id)
    assert after is not None and [one.dropped for one in after.entrants] == [True, False, False, False]
    assert after.version == started.version + 1
    assert await store.tournaments.find(other.id) == other
    again = await store.bans.add(BAN, 5, BAN)
    assert again is not None and (again.had_seeks, again.tournaments) == (False, ())


async def test_before_a_tournament_starts_a_banned_person_leaves_it(store: Store) -> None:
    one = await running(store)
    opened = replace(one, state=TournamentState.OPEN, pairings=(), round=0)
    opened = await store.tournaments.replace(one, opened)
    await store.bans.add(BAN, 5)
    after = await store.tournaments.find(opened.id)
    assert after is not None
    assert [(entrant.number, entrant.user_id) for entrant in after.entrants] == [
        (1, BORA),
        (2, CHUL),
        (3, 444),
    ]


async def test_erasing_leaves_a_ban_that_lasts_but_not_the_moderator(store: Store) -> None:
    await store.bans.add(BAN, 5)
    for person in (ANNA, BORA):
        await store.personal_data.erase_settings(person)
    assert await store.bans.of_person(ANNA) == [replace(BAN, by_id=DELETED_USER)]
    assert (await store.personal_data.count(ANNA)).bans == 1


@pytest.mark.parametrize("until", [0.0, 60.0])
async def test_bans_that_have_ended_are_deleted(store: Store, clock: Clock, until: float) -> None:
    await store.bans.add(replace(BAN, until=clock.now + until), 5)
    clock.now += 60
    await store.retention.delete_ended_bans()
    assert await store.bans.lift(SERVER, ANNA) is None


async def test_bans_go_with_the_data_of_their_server(store: Store) -> None:
    await store.bans.add(BAN, 5)
    await store.retention.guild_left(SERVER)
    await store.retention.delete_guild(SERVER)
    assert await store.bans.of_person(ANNA) == []


@pytest.mark.parametrize("earlier", [None, BAN], ids=["banned", "banned-anew"])
async def test_of_two_moderators_who_have_seen_the_same_one_bans(store: Store, earlier: Ban | None) -> None:
    if earlier is not None:
        await store.bans.add(earlier, 5)
    bans = [replace(BAN, reason=reason, banned_at=2_000_000.0) for reason in ("insults", "floods")]
    done = await asyncio.gather(*(store.bans.add(ban, 5, earlier) for ban in bans), return_exceptions=True)
    (made,) = (ban for ban, result in zip(bans, done, strict=True) if not isinstance(result, StaleBan))
    assert await store.bans.in_guild(SERVER) == [made]
