"""Which changes are notified to other processes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from sqlalchemy import Connection

from data.engine.listening import Listener
from data.errors import Stale
from data.matches.boards import BoardKey
from data.matches.notices import CHANNEL, Notice
from data.model.match import Match, Place
from data.model.shards import Shards, first_guild
from data.store import Store, open_store
from games.base import Outcome
from tests.clock import Clock
from tests.data.conftest import ANNA, new_match, of_a_server

TOTAL = 2
OURS, THEIRS = first_guild(1), first_guild(2)


@dataclass
class Owner:
    """Owns some of two shards."""

    shards: Shards

    def owns(self, guild_id: int | None) -> bool:
        return guild_id in self.shards

    def confirm(self, connection: Connection, guild_id: int | None) -> bool:
        return self.owns(guild_id)


class Notified:
    """A process that owns one of two shards, and what is notified of its changes."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.notices: list[Notice | None] = []

    async def match(self, guild_id: int | None) -> Match:
        return await self.store.matches.create(new_match(guild_id=guild_id))

    async def settled(self) -> list[Notice | None]:
        """Every notice until now."""
        last = Notice(0, len(self.notices) + 1_000)
        statement = f"SELECT pg_notify('{CHANNEL}', '{last.match_id}:{last.version}')"
        await self.store.database.write(lambda connection: connection.exec_driver_sql(statement))
        async with asyncio.timeout(60):
            while last not in self.notices:  # noqa: ASYNC110 - another thread notes
                await asyncio.sleep(0.01)
        self.notices.remove(last)
        return self.notices


@pytest.fixture
async def here(address: str, clock: Clock, ticks: Clock) -> AsyncIterator[Notified]:
    owner = Owner(Shards.of({1}, TOTAL))
    async with await open_store(address, clock=clock, ticks=ticks, ownership=owner) as store:
        made = Notified(store)
        connected = asyncio.Event()
        channels = {CHANNEL: lambda payload: made.notices.append(Notice.read(payload))}
        listener = Listener(address, channels, connected.set)
        listener.start()
        await asyncio.wait_for(connected.wait(), 60)
        yield made
        await listener.close()


@of_a_server
async def test_only_changes_of_other_shards_are_notified(here: Notified) -> None:
    await here.match(OURS)
    theirs, direct = await here.match(THEIRS), await here.match(None)
    assert await here.settled() == [Notice(theirs.id, theirs.version), Notice(direct.id, direct.version)]


@of_a_server
@pytest.mark.parametrize(("before", "after"), [(OURS, THEIRS), (THEIRS, OURS)])
async def test_a_match_that_goes_to_another_server(here: Notified, before: int, after: int) -> None:
    match = await here.match(before)
    here.notices.clear()
    moved = await here.store.matches.move_to_place(match, ANNA, Place(guild_id=after, channel_id=6))
    assert (await here.settled())[-1] == Notice(moved.id, moved.version)


@of_a_server
async def test_what_is_not_committed_is_not_notified(here: Notified) -> None:
    match = await here.match(THEIRS)
    end = Outcome(None, "outcome.agreed")
    await here.store.matches.finish(match.id, match.position_id, end)
    with contextlib.suppress(Stale):
        await here.store.matches.finish(match.id, match.position_id, end)
    assert [notice.version for notice in await here.settled() if notice] == [match.version, match.version + 1]


@pytest.mark.parametrize("payload", ["", "1", "1:", ":2", "1:2:3", "1:-2", "x:2", "٣:2", "9" * 30 + ":1"])
def test_garbage_is_no_notice(payload: str) -> None:
    assert Notice.read(payload) is None
    assert Notice.read("12:3") == Notice(12, 3)


async def test_a_query_finds_what_was_changed_since(store: Store, clock: Clock) -> None:
    old, behind = [await store.matches.create(new_match()) for _ in range(2)]
    await store.boards.shown({BoardKey(old.id, old.home.id): old.version})
    clock.now += 100
    fresh, other = [await store.matches.create(new_match(guild_id=one)) for one in (OURS, THEIRS)]
    await store.boards.shown({BoardKey(match.id, match.home.id): match.version for match in (fresh, other)})

    async def changed(*shards: int) -> set[int]:
        found = await store.queries.changed(clock.now - 1, Shards.of(shards, TOTAL))
        assert all(version == 0 for _, version in found)
        return {match_id for match_id, _ in found}

    assert await changed(0, 1) == {behind.id, fresh.id, other.id}
    assert await changed(1) == {fresh.id}
    assert await changed() == set()
