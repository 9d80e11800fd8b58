"""Servers are welcomed once."""

from __future__ import annotations

import asyncio

from data.store import Store


async def test_of_several_claims_one_counts(store: Store) -> None:
    claims = await asyncio.gather(*(store.welcomes.claim(7) for _ in range(5)))
    assert sorted(claims) == [False] * 4 + [True]
    assert not await store.welcomes.claim(7)
    assert await store.welcomes.claim(8)
