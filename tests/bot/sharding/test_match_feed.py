"""Changes that another process makes reach the owner, notified or not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest
from sqlalchemy import Connection

from bot import tasks
from bot.match.events import MatchEvents
from bot.sharding.match_feed import MatchFeed
from data.errors import StoreFailed
from data.leases.shard_leases import ShardLeases
from data.matches.boards import BoardKey
from data.model.match import Match, MatchState, NewMatch, Place, Played
from data.model.match_change import MatchChange
from data.model.shards import Shards, first_guild
from data.store import Store, open_store
from games.base import Move, Outcome
from tests import postgresql
from tests.boards import on_board

ANA, BEN = 1, 2
TOTAL = 2
OURS, THEIRS = first_guild(0), first_guild(1)


class Owner:
    """Owns some of two shards."""

    def __init__(self, *shards: int) -> None:
        self.owned = Shards.of(shards, TOTAL)

    def owns(self, guild_id: int | None) -> bool:
        return guild_id in self.owned

    def confirm(self, connection: Connection, guild_id: int | None) -> bool:
        return self.owns(guild_id)


class Process:
    """A store, its feed, and what the feed publishes."""

    def __init__(self, store: Store, events: MatchEvents, owner: Owner) -> None:
        self.store, self.events = store, events
        self.feed = MatchFeed(store, cast(ShardLeases, owner), events, lambda: 0.0)
        self.heard: list[MatchChange] = []
        events.subscribe(MatchChange, self.heard.append)

    async def hears(self, match: Match) -> MatchChange:
        """The change that led to this version of a match."""
        async with asyncio.timeout(60):
            while True:
                for change in self.heard:
                    if (change.after.id, change.after.version) == (match.id, match.version):
                        return change
                await asyncio.sleep(0.01)

    def notice(self, match: Match) -> None:
        self.feed.notified(f"{match.id}:{match.version}")


@pytest.fixture
async def processes(server: str) -> AsyncIterator[tuple[Process, Process]]:
    """One that owns a shard, and one that owns the other."""
    made: list[Process] = []
    with postgresql.database(server) as address:
        for shard in range(TOTAL):
            events, owner = MatchEvents(), Owner(shard)
            store = await open_store(address, publish=events.publish, ownership=owner)
            made.append(Process(store, events, owner))
        yield made[0], made[1]
        for process in made:
            await process.feed.close()
            await process.store.close()


async def begin(process: Process, guild_id: int) -> Match:
    place = Place(guild_id=guild_id, channel_id=5)
    new = NewMatch(
        game="othello",
        variant="8x8",
        state=MatchState.PLAYING,
        first_id=ANA,
        second_id=BEN,
        challenger_id=ANA,
        place=place,
    )
    return await process.store.matches.create(new)


async def move(process: Process, match: Match, text: str) -> Match:
    played = [Played(Move(text), ANA)]
    return (await process.store.matches.append(match.id, match.position_id, played, outcome=None)).match


async def test_a_notified_change_is_published_once(processes: tuple[Process, Process]) -> None:
    owner, other = processes
    match = await begin(owner, OURS)
    after = await move(other, match, "d3")
    for _ in range(3):
        owner.notice(after)
    change = await owner.hears(after)
    assert change == MatchChange(match, after)
    owner.notice(match)
    owner.notice(after)
    owner.feed.notified("garbage")
    await asyncio.sleep(0.1)
    assert [one.after.version for one in owner.heard] == [match.version, after.version]


async def test_an_older_notice_reads_what_is_newer(processes: tuple[Process, Process]) -> None:
    owner, other = processes
    first = await move(other, await begin(owner, OURS), "d3")
    second = await move(other, first, "c3")
    owner.notice(first)
    await owner.hears(second)
    owner.notice(second)
    await asyncio.sleep(0.1)
    assert len(owner.heard) == 2


async def test_changes_of_other_shards_are_not_published(processes: tuple[Process, Process]) -> None:
    owner, other = processes
    match = await begin(other, THEIRS)
    owner.notice(match)
    await asyncio.sleep(0.1)
    assert owner.heard == []


async def test_a_match_that_leaves_a_shard(processes: tuple[Process, Process]) -> None:
    owner, other = processes
    match = await begin(owner, OURS)
    there = Place(guild_id=THEIRS, channel_id=6)
    moved = await other.store.matches.move_to_place(match, ANA, there)
    owner.notice(moved)
    assert await owner.hears(moved) == MatchChange(match, moved)


async def test_lost_notices_are_made_good(processes: tuple[Process, Process]) -> None:
    owner, other = processes
    known = await begin(owner, OURS)
    unknown, theirs = await begin(other, OURS), await begin(other, THEIRS)
    owner.feed.start()
    await owner.hears(unknown)
    after = await move(other, known, "d3")
    owner.feed.look()
    assert await owner.hears(after) == MatchChange(known, after)
    owner.feed.loop.seconds = 0.01
    owner.feed.look()
    await asyncio.sleep(0.1)
    again = await move(other, after, "c3")
    await owner.hears(again)
    assert theirs.id not in {change.after.id for change in owner.heard}
    assert len(owner.heard) == 4, "what is known is not published again"


async def test_an_end_that_was_not_notified_is_found(processes: tuple[Process, Process]) -> None:
    """It is shown by the process that has ended it, so no message is behind."""
    owner, other = processes
    match = await begin(owner, OURS)
    ended = await other.store.matches.finish(match.id, match.position_id, Outcome(None, "outcome.aborted"))
    await other.store.boards.shown({BoardKey(ended.id, ended.home.id): ended.version})
    owner.feed.start()
    shown = on_board(ended, shown_version=ended.version)
    assert await owner.hears(ended) == MatchChange(match, shown)


async def test_a_database_that_is_gone_for_a_while(
    processes: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, other = processes
    noticed, found = await begin(other, OURS), await begin(other, OURS)
    faults = {"get": 2, "changed": 2}
    for part, name in ((owner.store.matches, "get"), (owner.store.queries, "changed")):
        ask = getattr(part, name)

        async def failing(*given: Any, ask: Any = ask, name: str = name) -> Any:
            if faults[name]:
                faults[name] -= 1
                raise StoreFailed("gone")
            return await ask(*given)

        monkeypatch.setattr(part, name, failing)
    owner.feed.loop.seconds = 0.01
    monkeypatch.setattr(tasks, "STORE_RETRY_SECONDS", (0.01,))
    owner.notice(noticed)
    owner.feed.start()
    await owner.hears(noticed)
    await owner.hears(found)
    assert faults == {"get": 0, "changed": 0}
