"""The uptime: over restarts, outages and several processes."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from data.errors import StoreError
from data.store import Store, open_store
from games.base import Side
from games.clock import Budget
from tests.data.clocks import clock_of, on_clock
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
