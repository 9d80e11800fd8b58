"""The uptime: over restarts, outages and several processes."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection

from data.errors import StoreError
from data.model import Match, Place
from data.store import Store, open_store
from games.base import Side
from games.clock import Budget
from tests.data.clocks import clock_of, move, on_clock
from tests.data.conftest import Clock, Ticks, of_a_file

FIRST = Side.FIRST

pytestmark = pytest.mark.usefixtures("running_uptime")


async def test_downtime_is_charged_to_nobody(address: str, store: Store, clock: Clock, ticks: Ticks) -> None:
    match = await on_clock(store.matches)
    ticks.now, clock.now = ticks.now + 100, clock.now + 100
    await store.close()
    clock.now += 5_000
    other = Ticks()
    other.now = 3.0  # the ticks of a process may have any origin
    async with await open_store(address, clock=clock, ticks=other) as again:
        assert again.uptime() == 100
        other.now += 50
        assert again.uptime() == 100, "it is stopped until people can play"
        assert again.uptime.start() == 5_000
        other.now += 20
        assert clock_of(await again.matches.get(match.id)).left(FIRST, again.uptime()) == Budget(180)


@of_a_file
async def test_a_kill_costs_nobody_anything(path: Path, address: str, store: Store, ticks: Ticks) -> None:
    ticks.now += 60
    await store.uptime.save()
    ticks.now += 9
    match = await on_clock(store.matches)  # its clock starts at 69
    ticks.now += 3
    copy = path.with_name("killed.db")
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    async with await open_store(f"sqlite:///{copy}") as again:
        assert again.uptime() == 69
        assert clock_of(await again.matches.get(match.id)).left(FIRST, again.uptime()) == Budget(300)


@of_a_file
@pytest.mark.parametrize("since", ["'x'", "x'00'", "9e999", "1.7e9"])
async def test_a_damaged_clock_moves_no_other(
    path: Path, address: str, store: Store, clock: Clock, since: str
) -> None:
    await on_clock(store.matches)
    damaged = await on_clock(store.matches)
    await store.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE matches SET clock_since = {since} WHERE id = {damaged.id}")
    clock.now += 60
    async with await open_store(address, clock=clock) as again:
        assert again.uptime() == store.uptime()


async def test_the_count_is_stopped_while_discord_is_gone(store: Store, clock: Clock, ticks: Ticks) -> None:
    ticks.now += 10
    store.uptime.stop()
    store.uptime.stop()
    ticks.now, clock.now = ticks.now + 500, clock.now + 500
    assert (store.uptime(), store.uptime.is_running) == (10, False)
    assert (store.uptime.start(), store.uptime.start()) == (500, 0)
    ticks.now += 1
    assert store.uptime() == 11


async def test_time_since_the_last_sign_of_life_is_given_back(
    address: str, store: Store, clock: Clock, ticks: Ticks
) -> None:
    match = await on_clock(store.matches)
    store.uptime.confirm()
    ticks.now, clock.now = ticks.now + 30, clock.now + 30
    store.uptime.confirm()
    ticks.now, clock.now = ticks.now + 80, clock.now + 80
    assert (store.uptime.confirmed, store.uptime()) == (30, 110)
    await store.uptime.save()
    assert store.uptime() == 110, "Discord may be silent because nothing happens"
    store.uptime.stop()
    store.uptime.confirm()  # while a new session begins
    assert (store.uptime(), store.uptime.confirmed) == (30, 30)
    ticks.now, clock.now = ticks.now + 20, clock.now + 20
    assert store.uptime.start() == 100
    ticks.now += 5
    store.uptime.confirm()
    left = clock_of(await store.matches.get(match.id)).left(FIRST, store.uptime())
    assert left == Budget(265)
    await store.uptime.save()
    async with await open_store(address) as again:
        assert again.uptime() == 35


async def test_two_processes_keep_one_count(address: str, store: Store, ticks: Ticks) -> None:
    ticks.now += 50
    await store.uptime.save()
    theirs = Ticks()
    async with await open_store(address, ticks=theirs) as other:
        other.uptime.start()
        theirs.now += 30
        await other.uptime.save()
        ticks.now += 10  # this one was cut off for a while
        await store.uptime.save()
        assert (store.uptime(), other.uptime()) == (80, 80)
        ticks.now += 5
        await store.uptime.save()
        await other.uptime.save()
        assert (store.uptime(), other.uptime()) == (85, 85)


async def test_a_count_that_cannot_be_saved_does_not_stop_the_bot(store: Store, monkeypatch) -> None:
    async def refuse(_: object) -> None:
        raise StoreError("held")

    monkeypatch.setattr(store.database, "write", refuse)
    await store.close()


# --- Several shards ------------------------------------------------------------------------------------


def guild_of(shard_id: int) -> int:
    """A server of one of two shards."""
    return (shard_id << 22) + 7


async def on_shards(store: Store) -> tuple[Match, Match]:
    """A match on each of two shards, which are connected; the clocks begin at 0."""
    store.uptime.stop_all()
    store.uptime.share(2)
    store.uptime.start(0)
    store.uptime.start(1)
    one, other = [await on_clock(store.matches, guild_id=guild_of(shard_id)) for shard_id in (0, 1)]
    return one, other


async def seconds_left(store: Store, match: Match) -> float:
    clock = clock_of(await store.matches.get(match.id))
    return clock.left(FIRST, store.uptime.of(match.guild_id)).seconds


async def test_a_lost_shard_stops_the_clocks_of_its_servers(store: Store, clock: Clock, ticks: Ticks) -> None:
    one, other = await on_shards(store)
    ticks.now, clock.now = ticks.now + 10, clock.now + 10
    store.uptime.confirm(0)
    store.uptime.confirm(1)
    ticks.now, clock.now = ticks.now + 50, clock.now + 50
    store.uptime.stop(1)  # the silence before it counts for nobody
    ticks.now, clock.now = ticks.now + 100, clock.now + 100
    assert (await seconds_left(store, one), await seconds_left(store, other)) == (140, 290)
    assert store.uptime.is_settled(guild_of(0)) and not store.uptime.is_settled(guild_of(1))
    assert store.uptime.of(None) == store.uptime.of(guild_of(0)), "direct messages are of shard 0"
    assert store.uptime.start(1) == 150
    ticks.now += 5
    assert (await seconds_left(store, one), await seconds_left(store, other)) == (135, 285)
    assert not store.uptime.is_settled(guild_of(1))
    store.uptime.confirm(0)
    await store.uptime.save()
    assert store.uptime.is_settled(guild_of(1))
    assert store.uptime() == store.uptime.of(guild_of(1)) == 165
    assert (await seconds_left(store, one), await seconds_left(store, other)) == (135, 285)


async def test_a_clock_that_starts_in_an_outage_stands_still(store: Store, ticks: Ticks) -> None:
    """As by the move of a computer, which goes on thinking."""
    _, other = await on_shards(store)
    ticks.now += 10
    store.uptime.stop(1)
    ticks.now += 50
    other = await move(store.matches, other)
    ticks.now += 50
    store.uptime.start(1)
    await store.uptime.save()
    ticks.now += 7
    match = clock_of(await store.matches.get(other.id))
    assert match.first == Budget(295.0)
    assert match.left(Side.SECOND, store.uptime.of(other.guild_id)) == Budget(293.0)


@pytest.mark.parametrize("saves", [0, 3])
async def test_a_restart_after_an_outage_of_one_shard_charges_nobody(
    address: str, store: Store, ticks: Ticks, saves: int
) -> None:
    """Whether its clocks are moved during the outage or at the end of the process."""
    one, other = await on_shards(store)
    store.uptime.stop(1)
    for _ in range(saves):
        ticks.now += 10
        store.uptime.confirm(0)
        await store.uptime.save()
    assert await seconds_left(store, other) == 300
    ticks.now += 100 - 10 * saves
    store.uptime.confirm(0)
    await store.close()
    async with await open_store(address) as again:
        assert (await seconds_left(again, one), await seconds_left(again, other)) == (200, 300)


async def test_clocks_that_cannot_be_moved_stay_behind(store: Store, ticks: Ticks, monkeypatch) -> None:
    """Also if the failure comes after they were moved, in the same transaction."""
    _, other = await on_shards(store)
    store.uptime.stop(1)
    ticks.now += 100
    store.uptime.start(1)
    write = store.database.write

    async def fail(work: Callable[[Connection], object], _: object = None) -> None:
        def change(connection: Connection) -> None:
            work(connection)
            raise StoreError("full")

        await write(change)

    monkeypatch.setattr(store.database, "write", fail)
    with pytest.raises(StoreError):
        await store.uptime.save()
    monkeypatch.undo()
    assert await seconds_left(store, other) == 300
    await store.uptime.save()
    assert await seconds_left(store, other) == 300
    assert store.uptime.is_settled(other.guild_id)


async def test_the_count_stops_with_the_last_shard(store: Store, clock: Clock, ticks: Ticks) -> None:
    one, other = await on_shards(store)
    ticks.now += 10
    store.uptime.confirm(0)
    store.uptime.stop(0)
    ticks.now += 20
    store.uptime.confirm(1)
    store.uptime.stop(1)
    ticks.now += 1_000
    assert (store.uptime(), store.uptime.is_running) == (30, False)
    store.uptime.start(0)
    ticks.now += 5
    store.uptime.start(1)
    await store.uptime.save()
    assert (await seconds_left(store, one), await seconds_left(store, other)) == (285, 270)


async def test_a_match_that_moves_to_another_shard_keeps_its_time(store: Store, ticks: Ticks) -> None:
    _, other = await on_shards(store)
    store.uptime.stop(1)
    ticks.now += 100
    store.uptime.start(1)
    ticks.now += 20
    moved = await store.matches.move_to_place(other, other.challenger_id, Place(guild_of(0), 80))
    assert await seconds_left(store, moved) == 280
    await store.uptime.save()
    assert await seconds_left(store, moved) == 280
