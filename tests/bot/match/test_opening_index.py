"""The index of openings is completed in the background."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import delete, func, select

from bot.match import opening_index
from bot.match.events import MatchEvents, ShardsGained
from bot.match.opening_index import OpeningIndex
from data.errors import StoreBusy
from data.matches.openings import OpeningStore
from data.model.shards import EVERY_SHARD
from data.store import Store
from data.tables.matches import opening_moves
from tests.bot.service import ANA, BEN, Service, until


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Batches of two follow each other without a pause."""
    monkeypatch.setattr(opening_index, "PAUSE_SECONDS", 0.0)
    monkeypatch.setattr(opening_index, "BATCH", 2)
    yield


async def count(store: Store) -> int:
    query = select(func.count()).select_from(opening_moves)
    return await store.database.read(lambda connection: connection.execute(query).scalar_one())


async def end_five_and_forget(made: Service) -> int:
    """End five matches, empty the index, and return how many moves it had."""
    for _ in range(5):
        match = await made.play(await made.play(await made.people(), ANA, "b3"), BEN, "b2")
        await made.matches.resign(match.id, None, ANA)
    before = await count(made.store)
    await made.store.database.write(lambda connection: connection.execute(delete(opening_moves)) and None)
    return before


async def test_it_is_completed_when_shards_are_gained(made: Service) -> None:
    before = await end_five_and_forget(made)
    events = MatchEvents()
    index = OpeningIndex(made.store.openings, events)
    assert index.is_idle and before == 10
    events.publish(ShardsGained(EVERY_SHARD))
    await until(lambda: index.is_idle)
    assert await count(made.store) == before


async def test_it_goes_on_after_an_interruption_and_a_fault(
    made: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await end_five_and_forget(made)
    await made.store.openings.index(await made.store.openings.unindexed(None, 1))
    left, busy = [StoreBusy("busy")], OpeningStore.index

    async def index_or_fail(store: OpeningStore, ids: list[int]) -> None:
        if left:
            raise left.pop()
        await busy(store, ids)

    monkeypatch.setattr(OpeningStore, "index", index_or_fail)
    events = MatchEvents()
    index = OpeningIndex(made.store.openings, events)
    events.publish(ShardsGained(EVERY_SHARD))
    await until(lambda: index.is_idle)
    assert await count(made.store) == before and not left
    await index.close()
