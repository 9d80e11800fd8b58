"""When old data are deleted."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

import pytest
from sqlalchemy import select

from bot.config import KeptDays
from bot.match.challenges import CANCELED, DECLINED, EXPIRED
from bot.match.events import MatchEvents, ServerJoined, ServerLeft, ShardsGained
from bot.match.retention import DAY, NOT_PLAYED, Retention
from bot.match.setup import Seats
from data.errors import StoreBusy, UnknownMatch
from data.matches.analyses import Analysis
from data.model.accuracy import SideMoves
from data.model.match import ABORTED, Match
from data.model.shards import EVERY_SHARD
from data.servers.retention import RetentionStore
from data.store import Store
from data.tables.matches import accuracies
from tests.bot.owned import Owned, there
from tests.bot.service import ANA, BEN, HERE, PATIENCE, Faults, Service, until
from tests.clock import Clock

GUILD = HERE.guild_id or 0


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Deletions follow each other without a pause."""
    monkeypatch.setattr("bot.match.retention.PAUSE_SECONDS", 0.0)
    yield


def cleaner(
    made: Service, days: float, *, finished: int | None = None, guilds: tuple[int, ...] = (GUILD,)
) -> Retention:
    """What deletes old data so many days from now."""
    clock = made.store.retention._clock
    return begun(made.store, KeptDays(finished), lambda: guilds, lambda: clock() + days * DAY)


def begun(
    store: Store, days: KeptDays, guilds: Callable[[], Collection[int]], now: Callable[[], float]
) -> Retention:
    """What deletes old data, in a process that owns every shard."""
    events = MatchEvents()
    made = Retention(store, days, guilds, events, now)
    events.publish(ShardsGained(EVERY_SHARD))
    return made


async def of_each_kind(made: Service) -> tuple[Match, Match, Match, Match]:
    """A match that was resigned, an aborted one, a challenge that was declined, and one in play."""
    resigned, aborted, playing = await made.people(), await made.people(), await made.people()
    resigned = await made.play(await made.play(resigned, ANA, "b3"), BEN, "b2")
    await made.matches.resign(resigned.id, None, ANA)
    await made.matches.abort(aborted.id, None, ANA)
    declined = await made.matches.challenges.create("othello", "6x6", Seats(ANA, BEN), ANA, HERE)
    await made.matches.challenges.decline(declined.id, BEN)
    return resigned, aborted, declined, playing


async def left(made: Service, matches: tuple[Match, ...]) -> list[bool]:
    """Which of these matches exist."""
    found = {match.id for match in await made.store.queries.by_number([one.id for one in matches])}
    return [match.id in found for match in matches]


def test_every_reason_of_what_was_not_played_is_known() -> None:
    assert set(NOT_PLAYED) == {ABORTED, DECLINED, CANCELED, EXPIRED}


@pytest.mark.parametrize(
    ("days", "finished", "kept"),
    [
        (29, None, [True, True, True, True]),
        (31, None, [True, False, False, True]),
        (31, 365, [True, False, False, True]),
        (366, 365, [False, False, False, True]),
        (9999, None, [True, False, False, True]),
    ],
)
async def test_what_is_kept_for_how_long(
    made: Service, days: int, finished: int | None, kept: list[bool]
) -> None:
    matches = await of_each_kind(made)
    await cleaner(made, days, finished=finished).delete_old()
    assert await left(made, matches) == kept


async def test_analyses_are_kept_for_their_own_time(made: Service) -> None:
    resigned, *_ = await of_each_kind(made)
    analyses = made.store.analyses
    await analyses.add(resigned.id, 1, [Analysis(0, 5, "kept"), Analysis(1, 6, "kept")])
    await analyses.store_sides(resigned.id, 1, SideMoves(90.0), SideMoves(80.0))
    await cleaner(made, 89).delete_old()
    assert len(await analyses.of_match(resigned.id, 1)) == 2
    await cleaner(made, 91).delete_old()
    assert not await analyses.of_match(resigned.id, 1)
    assert (await left(made, (resigned,))) == [True]
    query = select(accuracies.c.first)
    assert await made.store.database.read(lambda one: one.execute(query).scalars().all()) == [90.0]


async def test_many_are_deleted_in_many_transactions(made: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.match.retention.BATCH", 2)
    batches: list[int] = []
    delete = made.store.retention.delete

    async def counted(ids: list[int], **where: int) -> None:
        batches.append(len(ids))
        await delete(ids, **where)

    for _ in range(5):
        match = await made.people()
        await made.matches.abort(match.id, None, ANA)
    retention = cleaner(made, 31)
    monkeypatch.setattr(type(made.store.retention), "delete", lambda _, ids, **where: counted(ids, **where))
    await retention.delete_old()
    assert batches == [2, 2, 1]
    assert await made.store.queries.by_number(range(10)) == []


async def test_a_server_that_removed_the_bot_is_forgotten_after_a_month(made: Service) -> None:
    await made.store.settings.update(GUILD, theme="dark")
    match = await made.people()
    gone = cleaner(made, 0, guilds=())
    await gone.delete_old()
    assert await made.store.retention.guilds_left() == [GUILD], "noticed at a start"
    await cleaner(made, 29, guilds=()).delete_old()
    assert await left(made, (match,)) == [True]
    await cleaner(made, 31, guilds=(GUILD,)).delete_old()
    assert await left(made, (match,)) == [True], "it is there again"
    await gone.delete_old()
    await cleaner(made, 31, guilds=()).delete_old()
    assert await left(made, (match,)) == [False]
    assert await made.store.retention.guilds_left() == []
    made.store.settings._cache.clear()
    assert (await made.store.settings.guild(GUILD)).theme is None


def process(made: Service, guilds: tuple[int, ...], days: float) -> tuple[Retention, Owned]:
    """What deletes old data in a process without shards, which sees these servers, so many days from now."""
    owned, clock = Owned(), made.store.retention._clock
    store = replace(made.store, ownership=owned)
    retention = Retention(store, KeptDays(), lambda: guilds, owned.events, lambda: clock() + days * DAY)
    return retention, owned


async def test_old_matches_are_deleted_by_the_owner_of_the_first_shard(made: Service) -> None:
    matches = await of_each_kind(made)
    retention, owned = process(made, (GUILD,), 31)
    owned.gain(1)
    await retention.delete_old()
    assert await left(made, matches) == [True] * 4
    owned.gain(0)
    await retention.delete_old()
    assert await left(made, matches) == [True, False, False, True]


async def test_servers_of_other_processes_are_not_taken_for_left(made: Service) -> None:
    """Each process sees only the servers of the shards that it is connected to."""
    there_too = there(1).guild_id or 0
    for guild_id in (GUILD, there_too):
        await made.store.settings.update(guild_id, theme="dark")
    (retention, first), (other_retention, second) = process(made, (GUILD,), 0), process(made, (there_too,), 0)
    first.gain(0)
    second.gain(1)
    await retention.delete_old()
    await other_retention.delete_old()
    assert await made.store.retention.guilds_left() == []
    second.lose(1)
    first.gain(1)
    await retention.delete_old()
    assert await made.store.retention.guilds_left() == [there_too]


async def test_a_shard_that_is_owned_but_not_connected_yet_is_not_looked_after(made: Service) -> None:
    """Which of its servers the bot is in is known once the shard is gained."""
    await made.store.settings.update(GUILD, theme="dark")
    retention, owned = process(made, (), 0)
    owned.numbers.add(0)
    await retention.delete_old()
    assert await made.store.retention.guilds_left() == []


async def test_the_servers_of_a_gained_shard_are_looked_after_at_once(made: Service) -> None:
    await made.store.settings.update(GUILD, theme="dark")
    retention, owned = process(made, (), 0)
    retention.start()
    await asyncio.sleep(0.01)
    owned.gain(0)
    async with asyncio.timeout(PATIENCE):
        while await made.store.retention.guilds_left() != [GUILD]:  # noqa: ASYNC110
            await asyncio.sleep(0.001)
    await retention.close()


async def test_deleting_ends_with_the_shard(made: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.match.retention.BATCH", 1)
    ended = [await made.people() for _ in range(3)]
    for match in ended:
        await made.matches.abort(match.id, None, ANA)
    retention, owned = process(made, (GUILD,), 31)
    owned.gain(0)
    delete = type(made.store.retention).delete

    async def once(store: RetentionStore, ids: list[int], **where: int) -> None:
        await delete(store, ids, **where)
        owned.lose(0)

    monkeypatch.setattr(type(made.store.retention), "delete", once)
    await retention.delete_old()
    assert sum(await left(made, tuple(ended))) == 2


async def test_leaving_and_joining_are_stored_even_if_the_store_is_busy(made: Service) -> None:
    faults = Faults(2, StoreBusy("held by a test"), only="guild_left")
    failing = replace(made.store, retention=faults.over(made.store.retention))
    events = MatchEvents()
    retention = Retention(failing, KeptDays(), lambda: (GUILD,), events, time.time)
    events.publish(ServerLeft(5))
    await until(lambda: retention.is_idle)
    assert (faults.refused, await made.store.retention.guilds_left()) == (2, [5])
    events.publish(ServerJoined(5))
    await until(lambda: retention.is_idle)
    assert await made.store.retention.guilds_left() == []


async def test_it_runs_at_the_start_and_every_day(made: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.match.retention.DAY", 0.001)
    runs: list[int] = []

    def guilds() -> tuple[int, ...]:
        runs.append(1)
        return (GUILD,)

    retention = begun(made.store, KeptDays(), guilds, time.time)
    retention.start()
    await until(lambda: len(runs) >= 3)
    await retention.close()


async def test_a_match_that_is_deleted_in_play_stops_no_other_clock(made: Service, ticks: Clock) -> None:
    gone = await made.people(control="5+5")
    ticks.now += 1
    stays = await made.people(control="5+5")
    await made.store.retention.guild_left(GUILD)
    await made.store.retention.delete([gone.id], in_guild=GUILD)
    made.start()
    ticks.now += 400
    made.matches.clocks.wake()
    await until(lambda: made.changes.seen)
    assert [match.id for match in made.changes.seen] == [stays.id]
    with pytest.raises(UnknownMatch):
        await made.matches.get(gone.id)
