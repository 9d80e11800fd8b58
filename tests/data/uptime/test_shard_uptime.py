"""The uptime of each shard: over restarts, outages, other numbers of shards, and several processes."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

import data.uptime.shard_uptime
import data.uptime.stored_uptime
from data.errors import StoreError
from data.model.match import Match, Place
from data.model.shards import first_guild, shard_of
from data.store import Store, open_store
from data.uptime.shard_uptime import MIRRORED_SECONDS
from data.uptime.stored_uptime import database_time
from games.base import Side
from games.clock import Budget
from tests.clock import Clock
from tests.data.clocks import clock_of, late, move, on_clock
from tests.data.conftest import of_a_file, of_a_server

FIRST = Side.FIRST


@pytest.fixture(autouse=True)
def by_one_clock(request: pytest.FixtureRequest, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server's clock shows what the bot's does."""
    for module in (data.uptime.shard_uptime, data.uptime.stored_uptime):
        monkeypatch.setattr(module, "database_time", lambda *_: clock.now)


@pytest.fixture
def store(store: Store) -> Store:
    """One whose uptime runs."""
    store.uptime.start(0)
    return store


def both(seconds: float, *clocks: Clock) -> None:
    """Let time pass."""
    for one in clocks:
        one.now += seconds


async def seconds_left(store: Store, match: Match) -> float:
    """What the first side has left of its five minutes."""
    now = await store.matches.get(match.id)
    return clock_of(now).left(FIRST, store.uptime.of(now.guild_id)).seconds


# --- One shard -----------------------------------------------------------------------------------------


async def test_downtime_is_charged_to_nobody(address: str, store: Store, clock: Clock, ticks: Clock) -> None:
    match = await on_clock(store.matches)
    both(100, ticks, clock)
    await store.close()
    clock.now += 5_000
    other = Clock(500.0)
    other.now = 3.0  # the ticks of a process may have any origin
    async with await open_store(address, clock=clock, ticks=other) as again:
        assert again.uptime.of(None) == 100
        other.now += 50
        assert again.uptime.of(None) == 100, "it is stopped until people can play"
        assert again.uptime.start(0) == 5_000
        other.now += 20
        assert await seconds_left(again, match) == 180


async def test_at_the_first_start_nobody_has_waited(store: Store, address: str) -> None:
    async with await open_store(address) as other:
        assert other.uptime.start(0) == 0


@of_a_file
async def test_a_kill_costs_nobody_anything(path: Path, store: Store, clock: Clock, ticks: Clock) -> None:
    both(60, ticks, clock)
    await store.uptime.save()
    both(9, ticks, clock)
    match = await on_clock(store.matches)  # its clock starts at 69
    both(3, ticks, clock)
    copy = path.with_name("killed.db")
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    async with await open_store(f"sqlite:///{copy}", clock=clock) as again:
        assert again.uptime.of(None) == 69
        assert await seconds_left(again, match) == 300


@of_a_file
@pytest.mark.parametrize("since", ["'x'", "x'00'", "9e999", "1.7e9"])
@pytest.mark.parametrize("total", [1, 2])
async def test_a_damaged_clock_moves_no_other(
    path: Path, address: str, store: Store, clock: Clock, ticks: Clock, since: str, total: int
) -> None:
    both(50, ticks, clock)
    match = await on_clock(store.matches)
    damaged = await on_clock(store.matches)
    await store.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE matches SET clock_since = {since} WHERE id = {damaged.id}")
    clock.now += 60
    async with await open_store(address, clock=clock) as again:
        await again.uptime.share(total)
        assert again.uptime.of(None) == 50
        assert await seconds_left(again, match) == 300


async def test_the_count_is_stopped_while_discord_is_gone(store: Store, clock: Clock, ticks: Clock) -> None:
    both(10, ticks, clock)
    store.uptime.stop(0)
    store.uptime.stop(0)
    both(500, ticks, clock)
    assert (store.uptime.of(None), store.uptime.is_running(0)) == (10, False)
    assert (store.uptime.start(0), store.uptime.start(0)) == (500, 0)
    ticks.now += 1
    assert store.uptime.of(None) == 11


async def test_time_since_the_last_sign_of_life_is_given_back(
    address: str, store: Store, clock: Clock, ticks: Clock
) -> None:
    match = await on_clock(store.matches)
    store.uptime.confirm(0)
    both(30, ticks, clock)
    store.uptime.confirm(0)
    both(80, ticks, clock)
    assert (store.uptime.confirmed(0), store.uptime.of(None)) == (30, 110)
    await store.uptime.save()
    assert store.uptime.of(None) == 110, "Discord may be silent because nothing happens"
    store.uptime.stop(0)
    store.uptime.confirm(0)  # while a new session begins
    assert (store.uptime.of(None), store.uptime.confirmed(0)) == (30, 30)
    both(20, ticks, clock)
    assert store.uptime.start(0) == 100
    both(5, ticks, clock)
    store.uptime.confirm(0)
    assert await seconds_left(store, match) == 265
    await store.uptime.save()
    async with await open_store(address, clock=clock) as again:
        assert again.uptime.of(None) == 35


async def test_a_clock_that_started_in_provisional_time_counts_on_after_a_kill(
    address: str, store: Store, clock: Clock, ticks: Clock
) -> None:
    """What is stored is of the last sign of life, and so is the moment that is stored with it."""
    store.uptime.confirm(0)
    both(8, ticks, clock)
    match = await on_clock(store.matches)
    await store.uptime.save()
    async with await open_store(address, clock=clock) as again:
        assert again.uptime.of(None) == 8
        assert await seconds_left(again, match) == 300


@pytest.mark.parametrize("saved", [False, True])
async def test_an_outage_before_the_end_is_no_uptime(
    address: str, store: Store, clock: Clock, ticks: Clock, saved: bool
) -> None:
    both(10, ticks, clock)
    store.uptime.stop(0)
    if saved:
        await store.uptime.save()
    both(700, ticks, clock)
    await store.close()
    async with await open_store(address, clock=clock) as again:
        assert (again.uptime.of(None), again.uptime.start(0)) == (10, 700)


async def test_a_count_that_cannot_be_saved_does_not_stop_the_bot(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(_: object) -> None:
        raise StoreError("held")

    monkeypatch.setattr(store.database, "write", refuse)
    await store.close()


async def test_what_could_not_be_saved_is_saved_later(
    address: str, store: Store, clock: Clock, ticks: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    both(40, ticks, clock)
    store.uptime.stop(0)
    write = store.database.write

    async def fail(work: Callable[[Connection], object]) -> None:
        def change(connection: Connection) -> None:
            work(connection)
            raise StoreError("full")

        await write(change)

    monkeypatch.setattr(store.database, "write", fail)
    with pytest.raises(StoreError):
        await store.uptime.save()
    monkeypatch.setattr(store.database, "write", write)
    await store.uptime.save()
    async with await open_store(address, clock=clock) as again:
        assert again.uptime.of(None) == 40


@of_a_server
async def test_a_servers_clock_shows_unix_seconds(store: Store) -> None:
    before = time.time()
    found = await store.database.read(lambda connection: database_time(connection, lambda: 0.0))
    assert before - 1 <= found <= time.time() + 1  # it runs on this machine


# --- Several shards ------------------------------------------------------------------------------------


def guild_of(shard: int) -> int:
    """A server of a shard."""
    return first_guild(shard) + 7


async def on_shards(store: Store) -> tuple[Match, Match]:
    """A match on each of two shards, which are connected; the clocks begin at 0."""
    store.uptime.stop_all()
    await store.uptime.share(2)
    store.uptime.start(0)
    store.uptime.start(1)
    one, other = [await on_clock(store.matches, guild_id=guild_of(shard)) for shard in (0, 1)]
    return one, other


async def test_a_lost_shard_stops_the_clocks_of_its_servers(store: Store, clock: Clock, ticks: Clock) -> None:
    one, other = await on_shards(store)
    both(10, ticks, clock)
    store.uptime.confirm(0)
    store.uptime.confirm(1)
    both(50, ticks, clock)
    store.uptime.stop(1)  # the silence before it counts for nobody
    both(100, ticks, clock)
    assert (await seconds_left(store, one), await seconds_left(store, other)) == (140, 290)
    assert (store.uptime.is_running(0), store.uptime.is_running(1)) == (True, False)
    assert store.uptime.of(None) == store.uptime.of(guild_of(0)), "direct messages are of shard 0"
    assert store.uptime.start(1) == 150
    both(5, ticks, clock)
    assert (await seconds_left(store, one), await seconds_left(store, other)) == (135, 285)
    store.uptime.confirm(0)
    await store.uptime.save()
    assert (await seconds_left(store, one), await seconds_left(store, other)) == (135, 285)


async def test_a_clock_that_starts_in_an_outage_stands_still(store: Store, ticks: Clock) -> None:
    """As by the move of a computer, which goes on thinking."""
    _, other = await on_shards(store)
    ticks.now += 10
    store.uptime.stop(1)
    ticks.now += 50
    other = await move(store.matches, other)
    ticks.now += 50
    store.uptime.start(1)
    ticks.now += 7
    match = clock_of(await store.matches.get(other.id))
    assert match.first == Budget(295.0)
    assert match.left(Side.SECOND, store.uptime.of(other.guild_id)) == Budget(293.0)


@pytest.mark.parametrize("saves", [0, 3])
async def test_a_restart_after_an_outage_of_one_shard_charges_nobody(
    address: str, store: Store, clock: Clock, ticks: Clock, saves: int
) -> None:
    one, other = await on_shards(store)
    store.uptime.stop(1)
    for _ in range(saves):
        both(10, ticks, clock)
        store.uptime.confirm(0)
        await store.uptime.save()
    assert await seconds_left(store, other) == 300
    both(100 - 10 * saves, ticks, clock)
    store.uptime.confirm(0)
    await store.close()
    async with await open_store(address, clock=clock) as again:
        assert (await seconds_left(again, one), await seconds_left(again, other)) == (200, 300)
        assert (again.uptime.start(0), again.uptime.start(1)) == (0, 100)


async def test_a_match_that_moves_to_another_shard_keeps_its_time(store: Store, ticks: Clock) -> None:
    _, other = await on_shards(store)
    store.uptime.stop(1)
    ticks.now += 100
    store.uptime.start(1)
    ticks.now += 20
    moved = await store.matches.move_to_place(other, other.challenger_id, Place(guild_of(0), 80))
    assert await seconds_left(store, moved) == 280
    ticks.now += 20
    assert await seconds_left(store, moved) == 260


async def test_clocks_keep_their_time_with_another_number_of_shards(
    address: str, store: Store, clock: Clock, ticks: Clock
) -> None:
    """One, six, four, one. Each shard runs for 3 seconds less than the one before, so their counts differ."""
    matches = [await on_clock(store.matches, guild_id=guild_of(shard)) for shard in range(12)]
    matches.append(await on_clock(store.matches, guild_id=None))
    both(10, ticks, clock)
    await store.close()
    left = [290.0] * len(matches)
    for total in (6, 4, 1):
        clock.now += 1_000
        async with await open_store(address, clock=clock, ticks=ticks) as again:
            await again.uptime.share(total)
            assert [await seconds_left(again, match) for match in matches] == left
            assert len({again.uptime.count(shard) for shard in range(total)}) == 1
            for shard in range(total):
                again.uptime.start(shard)
                both(3, ticks, clock)
            for place, match in enumerate(matches):
                left[place] -= 3 * (total - again.uptime.shard_of(match.guild_id))
            assert [await seconds_left(again, match) for match in matches] == left
    assert left[0] == 290 - 18 - 12 - 3


async def test_the_number_of_shards_cannot_change_while_they_count(store: Store, ticks: Clock) -> None:
    ticks.now += 5
    await store.uptime.share(1)
    assert (store.uptime.count(0), store.uptime.is_running(0)) == (5, True)
    with pytest.raises(RuntimeError):
        await store.uptime.share(2)
    assert store.uptime.total == 1


# --- One server ----------------------------------------------------------------------------------------

GUILD, OTHER_GUILD = 7, 8


async def in_servers(store: Store) -> tuple[Match, Match]:
    """A match on the clock in each of two servers."""
    first, second = [await on_clock(store.matches, guild_id=guild_id) for guild_id in (GUILD, OTHER_GUILD)]
    return first, second


async def test_the_clocks_of_one_server_stand_still(store: Store, clock: Clock, ticks: Clock) -> None:
    match, other = await in_servers(store)
    both(100, clock, ticks)
    store.uptime.stop_server(GUILD)
    await store.uptime.save_outage(GUILD)
    both(1000, clock, ticks)
    assert await seconds_left(store, match) == 200
    assert await store.matches.time_forfeit(other.id, late) is not None
    assert await store.matches.time_forfeit(match.id, late) is None
    assert await store.uptime.end_outage(GUILD) == 1000
    assert await seconds_left(store, match) == 200
    both(50, clock, ticks)
    assert await seconds_left(store, match) == 150
    assert await store.uptime.end_outage(GUILD) == 0, "once"
    assert await seconds_left(store, match) == 150


async def test_a_move_from_elsewhere_while_the_server_is_out(store: Store, ticks: Clock) -> None:
    """The opponent's second board can be in another place."""
    match, _ = await in_servers(store)
    ticks.now += 100
    store.uptime.stop_server(GUILD)
    await store.uptime.save_outage(GUILD)
    ticks.now += 1000
    await move(store.matches, match)
    ticks.now += 1000
    await store.uptime.end_outage(GUILD)
    ticks.now += 10
    now = await store.matches.get(match.id)
    left = [clock_of(now).left(side, store.uptime.of(GUILD)) for side in (FIRST, FIRST.other)]
    assert left == [Budget(205.0), Budget(290.0)]


async def test_the_outage_of_a_server_goes_on_after_a_kill(
    address: str, store: Store, clock: Clock, ticks: Clock
) -> None:
    match, _ = await in_servers(store)
    both(100, clock, ticks)
    store.uptime.stop_server(GUILD)
    await store.uptime.save_outage(GUILD)
    both(500, clock, ticks)
    await store.uptime.save()
    later = Clock(500.0)
    async with await open_store(address, clock=clock, ticks=later) as again:  # the first was not closed
        again.uptime.start(0)
        assert again.uptime.unavailable == {GUILD}
        later.now += 400
        assert await seconds_left(again, match) == 200
        assert await again.uptime.end_outage(GUILD) == 900
        later.now += 20
        assert await seconds_left(again, match) == 180


async def test_an_outage_survives_another_number_of_shards(store: Store, clock: Clock, ticks: Clock) -> None:
    match, _ = await in_servers(store)
    both(100, clock, ticks)
    store.uptime.stop_server(GUILD)
    await store.uptime.save_outage(GUILD)
    both(500, clock, ticks)
    store.uptime.stop_all()
    await store.uptime.save()
    await store.uptime.share(3)
    assert await seconds_left(store, match) == 200
    for shard in range(3):
        store.uptime.start(shard)
    both(30, clock, ticks)
    assert await store.uptime.end_outage(GUILD) == 530
    assert await seconds_left(store, match) == 200


async def test_an_end_that_cannot_be_stored_ends_nothing(
    store: Store, ticks: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, _ = await in_servers(store)
    store.uptime.stop_server(GUILD)
    await store.uptime.save_outage(GUILD)
    ticks.now += 1000

    async def fail(work: Callable[[Connection], object], *_: object) -> None:
        raise StoreError("full")

    with monkeypatch.context() as patch:
        patch.setattr(store.database, "write", fail)
        with pytest.raises(StoreError):
            await store.uptime.end_outage(GUILD)
    assert await seconds_left(store, match) == 300
    assert await store.uptime.end_outage(GUILD) == 1000


# --- Several processes ---------------------------------------------------------------------------------


@dataclass
class Lease:
    """Some of two shards, as a process believes and as the database says."""

    name: str
    owners: dict[int, str]
    """By shard: who owns it, as the database says."""
    believed: set[int] = field(default_factory=set)

    def owns(self, guild_id: int | None) -> bool:
        return shard_of(guild_id, 2) in self.believed

    def confirm(self, _: Connection, guild_id: int | None) -> bool:
        return self.owners.get(shard_of(guild_id, 2)) == self.name


@dataclass
class Process:
    """A bot process that shares the database."""

    store: Store
    ticks: Clock
    lease: Lease

    async def gain(self, shard: int) -> float:
        """It owns a shard from now on, and is connected. Returns for how long nobody could play."""
        self.lease.owners[shard] = self.lease.name
        self.lease.believed.add(shard)
        await self.store.uptime.take([shard])
        return self.store.uptime.start(shard)

    def lose(self, shard: int) -> None:
        """It knows that it does not own a shard anymore."""
        self.lease.believed.discard(shard)
        self.store.uptime.drop([shard])

    def left(self, match: Match) -> float:
        """What the first side has left, as this process sees it."""
        return clock_of(match).left(FIRST, self.store.uptime.of(match.guild_id)).seconds


@pytest.fixture
async def processes(prepared: str, clock: Clock) -> AsyncIterator[tuple[Process, Process]]:
    """Two on one database; the first counts shard 0, the second shard 1, both from 0."""
    owners: dict[int, str] = {}
    async with AsyncExitStack() as stack:
        made = []
        for shard, name in enumerate(("one", "other")):
            ticks, lease = Clock(500.0), Lease(name, owners)
            ticks.now = 1_000.0 * shard
            opening = open_store(prepared, clock=clock, ticks=ticks, ownership=lease)
            process = Process(await stack.enter_async_context(await opening), ticks, lease)
            await process.store.uptime.share(2)
            assert process.store.uptime.counted == frozenset()
            assert await process.gain(shard) == 0
            made.append(process)
        await save(*made)
        yield made[0], made[1]


async def test_the_outage_of_a_server_is_mirrored_and_goes_with_its_shard(
    processes: tuple[Process, Process], clock: Clock
) -> None:
    one, other = processes
    guild_id = first_guild(1) + 5
    other.store.uptime.stop_server(guild_id)
    await save(one)
    assert one.store.uptime.unavailable == frozenset(), "it is not stored yet"
    await other.store.uptime.save_outage(guild_id)
    await save(one, other)
    assert one.store.uptime.unavailable == other.store.uptime.unavailable == {guild_id}
    other.lose(1)
    await one.gain(1)
    both(60, clock, one.ticks, other.ticks)
    assert one.store.uptime.of(guild_id) < one.store.uptime.count(1)
    assert await one.store.uptime.end_outage(guild_id) == 60
    await save(one, other)
    assert other.store.uptime.unavailable == frozenset()


async def save(*processes: Process) -> None:
    """Each saves, then each knows what the others have saved."""
    for process in (*processes, *processes):
        await process.store.uptime.save()


async def test_each_process_counts_its_shards_and_mirrors_the_others(
    processes: tuple[Process, Process], clock: Clock
) -> None:
    one, other = processes
    both(5, clock, one.ticks, other.ticks)
    assert [one.store.uptime.count(0), one.store.uptime.count(1)] == [5, 5], "it goes on between saves"
    other.store.uptime.stop(1)
    both(4, clock, one.ticks, other.ticks)
    assert [one.store.uptime.count(1), other.store.uptime.count(1)] == [9, 5], "it cannot know yet"
    await save(one, other)
    for process in processes:
        assert [process.store.uptime.count(shard) for shard in (0, 1)] == [9, 5]
    both(3, clock, one.ticks, other.ticks)
    other.store.uptime.start(1)
    await other.store.uptime.save()
    both(2, clock, one.ticks, other.ticks)
    await one.store.uptime.save()
    assert [one.store.uptime.count(1), other.store.uptime.count(1)] == [7, 7]
    assert not one.store.uptime.is_running(1)
    assert one.store.uptime.start(1) == 0
    assert one.store.uptime.count(1) == 7, "only its owner starts it"


async def test_a_persons_move_elsewhere_is_charged_by_the_mirrored_count(
    processes: tuple[Process, Process], clock: Clock
) -> None:
    one, other = processes
    match = await on_clock(one.store.matches, guild_id=guild_of(0))
    both(8, clock, one.ticks, other.ticks)
    moved = await move(other.store.matches, match)
    assert clock_of(moved).first == Budget(297.0)
    both(2, clock, one.ticks, other.ticks)
    assert clock_of(moved).left(Side.SECOND, one.store.uptime.of(match.guild_id)) == Budget(298.0)


async def test_the_count_of_a_process_that_is_silent_goes_on_for_a_while_only(
    processes: tuple[Process, Process], clock: Clock
) -> None:
    one, _ = processes
    for _ in range(5):
        both(9, clock, one.ticks)
        await one.store.uptime.save()
    assert one.store.uptime.count(1) == MIRRORED_SECONDS


async def test_who_takes_the_shards_of_a_dead_process_charges_nobody(
    processes: tuple[Process, Process], clock: Clock
) -> None:
    one, other = processes
    both(20, clock, one.ticks, other.ticks)
    await save(one, other)
    both(4, clock, one.ticks, other.ticks)
    match = await on_clock(other.store.matches, guild_id=guild_of(1))  # at 24, which is not saved anymore
    both(2, clock, one.ticks, other.ticks)
    both(600, clock, one.ticks)  # it died
    assert await one.gain(1) == 606
    match = await one.store.matches.get(match.id)
    assert (one.store.uptime.count(1), one.left(match)) == (20, 300)
    both(3, clock, one.ticks)
    assert one.left(match) == 297
    assert one.store.uptime.counted == {0, 1}


async def test_a_move_by_a_count_that_ran_ahead_moves_no_other_clock(
    processes: tuple[Process, Process], clock: Clock
) -> None:
    """The owner has died, which the process that stores the move does not know yet."""
    one, other = processes
    matches = [await on_clock(other.store.matches, guild_id=guild_of(1)) for _ in range(2)]
    both(20, clock, one.ticks, other.ticks)
    await save(one, other)
    both(9, clock, one.ticks)
    moved = await move(one.store.matches, matches[0])
    assert clock_of(moved).since == 29
    both(600, clock, one.ticks)
    await one.gain(1)
    left = [one.left(await one.store.matches.get(match.id)) for match in matches]
    assert left[1] == 280, "the other one counts what its owner has counted"
    both(3, clock, one.ticks)
    moved, unmoved = [await one.store.matches.get(match.id) for match in matches]
    assert clock_of(moved).left(Side.SECOND, one.store.uptime.of(moved.guild_id)) == Budget(297.0)
    assert one.left(unmoved) == 277


async def test_clocks_of_other_shards_are_left_alone_by_who_takes_one(
    processes: tuple[Process, Process], clock: Clock
) -> None:
    one, other = processes
    both(5, clock, one.ticks, other.ticks)
    match = await on_clock(one.store.matches, guild_id=guild_of(0))
    both(2, clock, one.ticks, other.ticks)
    await one.gain(1)
    assert one.left(await one.store.matches.get(match.id)) == 298


@of_a_server
async def test_who_takes_a_shard_does_not_wait_for_a_move(
    processes: tuple[Process, Process], clock: Clock
) -> None:
    one, other = processes
    both(5, clock, one.ticks, other.ticks)
    match = await on_clock(other.store.matches, guild_id=guild_of(1))

    def gain(connection: Connection) -> None:
        connection.execute(text(f"SELECT id FROM matches WHERE id = {match.id} FOR UPDATE"))
        asyncio.run_coroutine_threadsafe(one.gain(1), loop).result(timeout=60)

    loop = asyncio.get_running_loop()
    await other.store.database.write(gain)
    assert one.store.uptime.count(1) == 0


async def test_a_stopped_process_that_wakes_up_changes_nothing(
    processes: tuple[Process, Process], clock: Clock
) -> None:
    one, other = processes
    both(20, clock, one.ticks, other.ticks)
    await save(one, other)
    both(40, clock, one.ticks)
    await one.gain(1)
    both(10, clock, one.ticks)
    await one.store.uptime.save()
    other.ticks.now += 500  # it believes that it has counted all the time
    await other.store.uptime.save()
    await one.store.uptime.save()
    assert one.store.uptime.count(1) == 30
    other.lose(1)
    await other.store.uptime.save()
    assert other.store.uptime.count(1) == 30


async def test_a_shard_that_is_handed_over_counts_on(
    processes: tuple[Process, Process], clock: Clock
) -> None:
    one, other = processes
    match = await on_clock(one.store.matches, guild_id=guild_of(1))
    both(20, clock, one.ticks, other.ticks)
    await other.store.uptime.save()
    assert await one.gain(1) == 0
    other.lose(1)
    both(5, clock, one.ticks, other.ticks)
    assert [process.left(match) for process in processes] == [275, 275]
    await save(one, other)
    assert [process.left(match) for process in processes] == [275, 275]


async def test_to_take_what_is_counted_already_changes_nothing(
    processes: tuple[Process, Process], clock: Clock
) -> None:
    one, _ = processes
    both(7, clock, one.ticks)
    await one.store.uptime.take([0])
    assert (one.store.uptime.count(0), one.store.uptime.is_running(0)) == (7, True)


async def test_only_the_first_process_divides_the_counts(prepared: str, clock: Clock) -> None:
    async with (
        await open_store(prepared, clock=clock, ownership=Lease("one", {})) as one,
        await open_store(prepared, clock=clock, ownership=Lease("other", {})) as other,
    ):
        await one.uptime.share(6)
        await one.database.write(
            lambda connection: connection.execute(text("UPDATE uptime SET seconds = 9 WHERE shard = 5"))
        )
        await other.uptime.share(6)
        assert [other.uptime.count(shard) for shard in range(6)] == [0, 0, 0, 0, 0, 9]
