"""Who has blocked whom."""

from __future__ import annotations

import asyncio

from data.store import Store
from tests.clock import Clock
from tests.data.conftest import ANNA, BORA, CHUL


async def test_a_block_has_a_direction(store: Store) -> None:
    blocks = store.blocks
    assert await blocks.add(ANNA, BORA, limit=2)
    assert await blocks.is_blocked(BORA, by=ANNA)
    assert not await blocks.is_blocked(ANNA, by=BORA)
    assert not await blocks.is_blocked(CHUL, by=ANNA)
    assert (await blocks.of(ANNA), await blocks.of(BORA)) == ([BORA], [])


async def test_a_person_blocks_a_limited_number_of_others(store: Store, clock: Clock) -> None:
    blocks = store.blocks
    assert await blocks.add(ANNA, CHUL, limit=2)
    clock.now += 1
    assert await blocks.add(ANNA, BORA, limit=2)
    assert not await blocks.add(ANNA, 5, limit=2)
    assert await blocks.add(ANNA, BORA, limit=2), "who is blocked stays blocked"
    assert await blocks.of(ANNA) == [CHUL, BORA]


async def test_of_presses_at_once_each_blocks(store: Store) -> None:
    assert all(await asyncio.gather(*(store.blocks.add(ANNA, BORA, limit=1) for _ in range(5))))
    assert await store.blocks.of(ANNA) == [BORA]


async def test_a_list_replaces_another(store: Store) -> None:
    blocks = store.blocks
    await blocks.add(CHUL, BORA, limit=1)
    assert await blocks.replace(ANNA, {BORA, CHUL}) == [BORA, CHUL]
    assert await blocks.replace(ANNA, {CHUL, 5}) == await blocks.of(ANNA) == [5, CHUL]
    assert await blocks.replace(ANNA, ()) == []
    assert await blocks.of(CHUL) == [BORA], "those of others stay"
