"""Turns to identify: one after the other in each bucket, whoever asks."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import Double, literal

from data.errors import StoreError
from data.leases.identify_slots import MAX_SECONDS, SLOT_SECONDS, IdentifySlots
from data.store import Store
from tests.clock import Clock
from tests.data.conftest import of_a_server

pytestmark = of_a_server


class Turns:
    """Slots of two processes, and how long each shard waits."""

    def __init__(self, store: Store, clock: Clock, max_concurrency: int) -> None:
        self.waits: list[float] = []
        self.processes = [
            IdentifySlots(
                store.database,
                max_concurrency,
                now=lambda: literal(clock.now, Double),
                sleep=self._wait,
            )
            for _ in range(2)
        ]

    async def _wait(self, seconds: float) -> None:
        self.waits.append(seconds)

    async def reserve(self, *shards: int) -> list[float]:
        """How long each waits, of which both processes reserve some at once."""
        self.waits.clear()
        await asyncio.gather(*(self.processes[shard % 2].reserve(shard) for shard in shards))
        return sorted(round(seconds, 6) for seconds in self.waits)


async def test_one_at_a_time(store: Store, clock: Clock) -> None:
    turns = Turns(store, clock, 1)
    assert await turns.reserve(0, 1, 2, 3) == [step * SLOT_SECONDS for step in range(4)]
    clock.now += 4 * SLOT_SECONDS - 2
    assert await turns.reserve(4) == [2.0]
    clock.now += 1_000
    assert await turns.reserve(5) == [0.0]


async def test_buckets_do_not_wait_for_each_other(store: Store, clock: Clock) -> None:
    turns = Turns(store, clock, 3)
    assert await turns.reserve(0, 1, 2, 3, 4, 6) == [0.0] * 3 + [SLOT_SECONDS] * 2 + [2 * SLOT_SECONDS]


async def test_a_clock_that_was_put_back(store: Store, clock: Clock) -> None:
    turns = Turns(store, clock, 1)
    await turns.reserve(0)
    clock.now -= MAX_SECONDS + SLOT_SECONDS
    assert await turns.reserve(1, 2) == [0.0, SLOT_SECONDS]


async def test_without_the_database_there_is_no_turn(store: Store, clock: Clock) -> None:
    turns = Turns(store, clock, 1)
    await store.database.close()
    with pytest.raises(StoreError):
        await turns.reserve(0)
    assert turns.waits == []
