"""What the keeper connects, works on and drops, by what the leases say."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import cast

import pytest

from bot.match.events import MatchEvents, ShardsGained, ShardsLost
from bot.sharding import keeper as keeper_module
from bot.sharding.keeper import LINGER_SECONDS, ShardKeeper
from data.errors import DatabaseRefused, StoreFailed
from data.leases.shard_leases import Renewal, ShardLeases
from data.model.shards import Shards
from data.uptime.shard_uptime import Uptime

TOTAL = 6
NOTHING = Renewal(
    owned=frozenset(),
    gained=frozenset(),
    lost=frozenset(),
    to_connect=frozenset(),
    switching={},
    handed_over={},
    others=1,
    next_in=0.01,
)


class Leases:
    """Leases that say what a test sets."""

    total = TOTAL
    id = "own"

    def __init__(self) -> None:
        self.says = NOTHING
        self.fault: Exception | None = None
        self.lapsed = False
        self.blocked = asyncio.Event()
        self.blocked.set()
        self.announced: list[int] = []
        self.is_leaving = self.is_closed = False
        self.renewals = 0

    @property
    def owned(self) -> Shards:
        return Shards.of(() if self.lapsed else self.says.owned, TOTAL)

    async def renew(self) -> Renewal:
        self.renewals += 1
        await self.blocked.wait()
        if self.fault is not None:
            raise self.fault
        return self.says

    async def announce(self, shard: int) -> float:
        self.announced.append(shard)
        self.says = replace(self.says, to_connect=self.says.to_connect - {shard}, switching={shard: 8.0})
        return 8.0

    async def leave(self) -> None:
        self.is_leaving = True

    async def close(self) -> None:
        self.is_closed = True


class Gateway:
    """Connections that are made as soon as a test lets them."""

    def __init__(self) -> None:
        self.connected: set[int] = set()
        self.lets: set[int] = set(range(TOTAL))
        self.attempts: list[int] = []

    async def connect_shard(self, shard_id: int) -> None:
        self.attempts.append(shard_id)
        await asyncio.sleep(0)
        if shard_id not in self.lets:
            raise TimeoutError
        self.connected.add(shard_id)

    async def drop_shard(self, shard_id: int) -> None:
        self.connected.discard(shard_id)


class Counts:
    """An uptime that only notes which shards it counts, and which it counted when it was saved."""

    def __init__(self) -> None:
        self.counted: set[int] = set()
        self.saved: list[set[int]] = []
        self.fault: Exception | None = None

    async def take(self, shards: set[int]) -> None:
        if self.fault is not None:
            raise self.fault
        self.counted |= shards

    def drop(self, shards: set[int]) -> None:
        self.counted -= shards

    async def save(self) -> None:
        if self.fault is not None:
            raise self.fault
        self.saved.append(set(self.counted))


class Table:
    """A keeper that runs, and what it has to do with."""

    def __init__(self) -> None:
        self.leases, self.gateway, self.counts, self.now = Leases(), Gateway(), Counts(), 0.0
        self.heard: list[tuple[str, set[int]]] = []
        events = MatchEvents()
        events.subscribe(ShardsGained, lambda event: self.heard.append(("gained", set(event.shards.numbers))))
        events.subscribe(ShardsLost, lambda event: self.heard.append(("lost", set(event.shards.numbers))))
        self.keeper = ShardKeeper(
            cast(ShardLeases, self.leases),
            self.gateway,
            cast(Uptime, self.counts),
            events,
            lambda: self.now,
        )

    def say(self, **changes: object) -> None:
        """The leases say this from now on."""
        self.leases.says = replace(NOTHING, **changes)  # type: ignore[arg-type]
        self.keeper.wake()

    async def own(self, *shards: int, others: int = 1) -> None:
        """The process owns these shards, is connected to them and works on them."""
        self.say(owned=frozenset(shards), others=others)
        await self.until(lambda: self.heard == [("gained", set(shards))])
        await self.pass_renewals()

    async def until(self, is_so: Callable[[], object]) -> None:
        async with asyncio.timeout(50):
            while not is_so():  # noqa: ASYNC110 - the fakes only note
                await asyncio.sleep(0.005)

    async def pass_renewals(self, count: int = 3) -> None:
        before = self.leases.renewals
        await self.until(lambda: self.leases.renewals >= before + count)


@pytest.fixture
async def table(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    monkeypatch.setattr(keeper_module, "RETRY_SECONDS", 0.01)
    monkeypatch.setattr(keeper_module, "WATCH_SECONDS", 0.01)
    made = Table()
    running = asyncio.create_task(made.keeper.run())
    yield made
    running.cancel()
    await made.keeper.close()


async def test_owned_shards_are_connected_and_then_worked_on(table: Table) -> None:
    table.gateway.lets = {1}
    table.say(owned=frozenset({1, 2}))
    await table.until(lambda: table.heard)
    assert table.heard == [("gained", {1})], "the other one is not connected"
    assert table.counts.counted == {1, 2}, "no press comes before its clocks are known"
    assert not table.keeper.is_settled
    table.gateway.lets = {1, 2}
    await table.until(lambda: table.keeper.is_settled)
    assert table.heard == [("gained", {1}), ("gained", {2})]
    await table.pass_renewals()
    assert table.gateway.attempts.count(1) == 1, "what is connected stays so"
    assert len(table.heard) == 2


async def test_a_successor_connects_then_announces_then_waits(table: Table) -> None:
    table.gateway.lets = set()
    table.say(to_connect=frozenset({3}))
    await table.pass_renewals()
    assert table.leases.announced == []
    table.gateway.lets = {3}
    await table.until(lambda: table.leases.announced)
    await table.pass_renewals()
    assert (table.leases.announced, table.gateway.connected, table.heard) == ([3], {3}, [])
    table.say(owned=frozenset({3}))
    await table.until(lambda: table.heard)
    assert table.gateway.attempts[-1] == 3 and table.gateway.connected == {3}


async def test_what_is_handed_over_stays_connected_for_a_while(table: Table) -> None:
    await table.own(4)
    table.say(lost=frozenset({4}), handed_over={4: 8.0})
    await table.until(lambda: ("lost", {4}) in table.heard)
    assert table.counts.counted == set()
    table.now = 8.0 + LINGER_SECONDS - 0.1
    await table.pass_renewals()
    assert table.gateway.connected == {4}
    table.now = 8.0 + LINGER_SECONDS
    await table.until(lambda: not table.gateway.connected)


async def test_a_shard_that_another_process_claimed_is_dropped_at_once(table: Table) -> None:
    await table.own(4, 5)
    table.say(owned=frozenset({5}), lost=frozenset({4}))
    await table.until(lambda: table.gateway.connected == {5})
    assert table.heard[-1] == ("lost", {4})


async def test_lapsed_leases_end_the_work_while_the_database_does_not_answer(table: Table) -> None:
    await table.own(0, 1)
    table.leases.blocked.clear()
    table.leases.lapsed = True
    await table.until(lambda: table.heard[-1] == ("lost", {0, 1}))
    assert table.gateway.connected == {0, 1}, "people can read why nothing works"
    table.leases.lapsed = False
    table.leases.blocked.set()
    await table.until(lambda: table.heard[-1] == ("gained", {0, 1}))


async def test_a_shard_that_is_lost_before_it_is_connected(table: Table) -> None:
    table.gateway.lets = set()
    table.say(owned=frozenset({1, 2}))
    await table.until(lambda: table.counts.counted == {1, 2})
    table.say(owned=frozenset({1}), lost=frozenset({2}))
    await table.until(lambda: table.counts.counted == {1})
    table.leases.blocked.clear()
    table.leases.lapsed = True
    await table.until(lambda: not table.counts.counted)
    assert table.heard == []


@pytest.mark.parametrize("fault", [None, StoreFailed("gone")])
async def test_what_is_counted_is_saved_before_it_is_handed_over(
    table: Table, fault: Exception | None
) -> None:
    await table.own(4)
    table.counts.fault = fault
    table.leases.says = replace(table.leases.says, next_in=60.0)
    await table.pass_renewals(1)
    renewals = table.leases.renewals
    table.keeper.notified(table.leases.id)
    await asyncio.sleep(0)
    assert table.counts.saved == []
    table.leases.says = replace(NOTHING, lost=frozenset({4}), handed_over={4: 8.0})
    table.keeper.notified("another")
    await table.until(lambda: table.heard[-1] == ("lost", {4}))
    assert table.counts.saved == ([] if fault else [{4}]) and table.leases.renewals > renewals


async def test_what_is_counted_is_saved_at_the_end(table: Table) -> None:
    await table.own(4)
    await table.keeper.close()
    assert table.counts.saved == [{4}] and table.counts.counted == set()


async def test_a_lease_that_lapsed_and_was_taken_again(table: Table) -> None:
    await table.own(0)
    table.say(owned=frozenset({0}), lost=frozenset({0}), gained=frozenset({0}))
    await table.until(lambda: len(table.heard) >= 3)
    assert table.heard[:3] == [("gained", {0}), ("lost", {0}), ("gained", {0})]


@pytest.mark.parametrize("fault", [StoreFailed("gone"), DatabaseRefused("closed")])
async def test_faults_of_the_store_are_retried(table: Table, fault: Exception) -> None:
    table.leases.fault = fault
    await table.pass_renewals()
    table.leases.fault = None
    table.counts.fault = fault
    table.say(owned=frozenset({2}))
    await table.pass_renewals()
    assert table.heard == [] and table.gateway.connected == set()
    table.counts.fault = None
    await table.until(lambda: table.heard == [("gained", {2})])


async def test_who_leaves_waits_for_the_others(table: Table) -> None:
    await table.own(1)
    leaving = asyncio.create_task(table.keeper.leave(60))
    await table.pass_renewals()
    assert table.leases.is_leaving and not leaving.done()
    table.say(lost=frozenset({1}), handed_over={1: 8.0})
    await table.pass_renewals()
    assert not leaving.done(), "presses of before may still come"
    table.now = 8.0 + LINGER_SECONDS
    await asyncio.wait_for(leaving, 50)


async def test_who_leaves_waits_anew_after_each_shard(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others connect one shard after the other, as Discord lets them."""
    waits: list[float | None] = []
    timeout = asyncio.timeout

    def noted(seconds: float | None) -> asyncio.Timeout:
        waits.append(seconds)
        return timeout(seconds)

    await table.own(1, 2, 3)
    monkeypatch.setattr(asyncio, "timeout", noted)
    leaving = asyncio.create_task(table.keeper.leave(60))
    for owned in ({2, 3}, {3}, set[int]()):
        await table.pass_renewals()
        table.say(owned=frozenset(owned))
    await asyncio.wait_for(leaving, 50)
    assert waits.count(60) == 3


async def test_who_leaves_last_does_not_wait(table: Table) -> None:
    await table.own(1, others=0)
    await asyncio.wait_for(table.keeper.leave(60), 50)


async def test_leaving_ends_in_time(table: Table) -> None:
    await table.own(1)
    await asyncio.wait_for(table.keeper.leave(0.05), 50)
    await table.keeper.close()
    assert table.leases.is_closed
    assert table.heard[-1] == ("lost", {1})
