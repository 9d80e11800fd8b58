"""When the clocks stop and start, and which boards are drawn again after an outage."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace

import pytest
import structlog

from bot.match.events import HeartbeatNeeded, ShardsGained
from bot.match.setup import Seats
from bot.messages import outages
from bot.messages.outages import Outages
from bot.times import RunningTime
from data.model.match import Match, Place
from data.model.shards import Shards
from games.base import Side
from games.clock import Budget
from games.clock import Clock as MatchClock
from tests.bot.discord_fakes import FakeGateway
from tests.bot.harness import Harness
from tests.bot.service import ANA, BEN, PATIENCE, until
from tests.clock import Clock


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "REDRAWN_PER_SECOND", 1000.0)


def clock_of(match: Match) -> MatchClock:
    assert match.clock is not None
    return match.clock


def of_shard(shard_id: int) -> Place:
    """A place whose server is of one of two shards."""
    return Place(guild_id=(shard_id << 22) + 7, channel_id=70 + shard_id, locale="ko")


async def of_each(h: Harness) -> list[Match]:
    """A match in a server of each shard."""
    return [await h.match(control="5+5", moves=("b3", "b2"), place=of_shard(n)) for n in (0, 1)]


def hears(h: Harness, shard_id: int) -> None:
    """The bot looks at what is due, and hears from one shard."""
    h.services.matches.clocks.wake()
    h.client.shards[shard_id].says()
    h.services.outages.heartbeat()


async def lost_on_time(h: Harness, match: Match) -> None:
    async with asyncio.timeout(PATIENCE):
        while (await h.now(match)).reason != "outcome.time":  # noqa: ASYNC110  what is waited for has no event
            await asyncio.sleep(0.01)


@pytest.fixture
async def two_shards(h: Harness, ticks: Clock, monkeypatch: pytest.MonkeyPatch) -> Outages:
    """Both are connected, and have given a sign of life."""
    monkeypatch.setattr(h.store.uptime, "_clock", ticks)
    gateway = h.services.outages
    gateway.disconnected(0)
    await h.store.uptime.share(2)
    h.client.shards = {0: FakeGateway(), 1: FakeGateway()}
    for shard_id in (0, 1):
        gateway.connected(shard_id)
    gateway.heartbeat()
    await until(lambda: gateway._tasks.is_idle)
    return gateway


def watch_clocks(h: Harness) -> None:
    """As after a start."""
    h.services.matches.clocks.start()
    h.events.publish(ShardsGained(Shards.all(2)))


async def test_a_shard_counts_while_it_is_connected(h: Harness, two_shards: Outages) -> None:
    uptime = h.store.uptime
    two_shards.disconnected(0)
    assert (uptime.is_running(0), uptime.is_running(1)) == (False, True)
    two_shards.disconnected(1)
    two_shards.connected(0)
    assert (uptime.is_running(0), uptime.is_running(1)) == (True, False)


async def test_a_shard_that_was_connected_before_it_is_owned_counts_from_then_on(
    h: Harness, two_shards: Outages
) -> None:
    uptime = h.store.uptime
    uptime.drop([1])
    two_shards.disconnected(1)
    two_shards.connected(1)
    assert not uptime.is_running(1), "another process counts it"
    await uptime.take([1])
    h.events.publish(ShardsGained(Shards.of([1], 2)))
    assert uptime.is_running(1)


async def test_only_the_clocks_of_a_lost_shard_stand_still(
    h: Harness, two_shards: Outages, ticks: Clock
) -> None:
    """The other's flag falls; when the shard is back, its board shows the time anew; its flag falls later."""
    watch_clocks(h)
    one, other = await of_each(h)
    two_shards.disconnected(1)
    ticks.now += 400
    hears(h, 0)
    await lost_on_time(h, one)
    assert (await h.now(other)).is_active
    h.discord.requests.clear()
    two_shards.connected(1)
    await until(lambda: h.edits(other))
    left = clock_of(await h.now(other)).left(Side.FIRST, h.store.uptime.of(other.guild_id))
    assert left == Budget(305.0)
    ticks.now += 310
    hears(h, 1)
    await lost_on_time(h, other)


async def test_a_silent_shard_delays_no_flag_of_another(
    h: Harness, two_shards: Outages, ticks: Clock
) -> None:
    watch_clocks(h)
    one, other = await of_each(h)
    ticks.now += 400
    hears(h, 1)
    await lost_on_time(h, other)
    assert (await h.now(one)).is_active
    hears(h, 0)
    await lost_on_time(h, one)


async def test_a_client_that_stops_starts_no_clock(h: Harness) -> None:
    h.services.outages.disconnected(0)
    h.client.closed = True
    h.services.outages.connected(0)
    assert not h.store.uptime.is_running(0)


async def test_the_silence_before_a_disconnect_counts_for_nobody(h: Harness, ticks: Clock) -> None:
    h.services.outages.heartbeat()
    before = h.store.uptime.of(None)
    ticks.now += 60
    h.services.outages.disconnected(0)
    assert h.store.uptime.of(None) == before
    h.services.outages.connected(0)
    ticks.now += 5
    h.services.outages.heartbeat()
    assert h.store.uptime.confirmed(0) == before + 5


@pytest.mark.parametrize(
    ("seconds", "redrawn"), [(0.0, []), (1000.0, ["5+5"]), (86_400.0, ["5+5", "7-days"])]
)
async def test_boards_whose_clock_is_misleading_are_drawn_again(
    h: Harness, seconds: float, redrawn: list[str]
) -> None:
    """A week is not wrong by a quarter of an hour."""
    matches = {name: await h.match(control=name, moves=("b3", "b2")) for name in ("7-days", "5+5", None)}
    h.services.outages._over({0: seconds})
    await until(lambda: h.services.outages._tasks.is_idle)
    await h.settled()
    assert sorted(str(name) for name, match in matches.items() if h.edits(match)) == redrawn


async def test_boards_are_drawn_again_after_a_freeze(h: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "WATCH_SECONDS", 0.001)
    clock, gateway = Clock(), h.services.outages
    gateway._running_time = RunningTime(clock)
    match = await h.match(control="5+5", moves=("b3", "b2"))
    h.services.outages.watch_the_loop()
    with structlog.testing.capture_logs() as logs:
        clock.now += 100
        await until(lambda: h.edits(match))
    assert [(line["event"], line["seconds"]) for line in logs] == [("the event loop stood still", 100.0)]


async def test_a_heartbeat_is_requested_of_every_shard_that_can_send_one(h: Harness) -> None:
    gone = FakeGateway(fault=ConnectionResetError("gone"))
    h.client.shards = {0: FakeGateway(), 1: gone, 2: FakeGateway(beats=False), 3: FakeGateway()}
    h.events.publish(HeartbeatNeeded())
    await until(lambda: h.services.outages._tasks.is_idle)
    await asyncio.sleep(0)
    assert [len(one.sent) for one in h.client.shards.values()] == [1, 0, 0, 1]


# --- One server ----------------------------------------------------------------------------------------


async def stored(h: Harness) -> None:
    """What follows from what Discord has said of servers is done."""
    await until(lambda: h.services.outages._tasks.is_idle)


async def test_the_clocks_of_an_unavailable_server_stand_still(
    h: Harness, two_shards: Outages, ticks: Clock
) -> None:
    """Flags in other servers of the shard fall; when it is back, its board is drawn again."""
    watch_clocks(h)
    match = await h.match(control="5+5", moves=("b3", "b2"), place=of_shard(1))
    other = await h.match(
        control="5+5", moves=("b3", "b2"), place=replace(of_shard(1), guild_id=(1 << 22) + 8)
    )
    guild_id = match.guild_id or 0
    two_shards.server_lost(guild_id)
    await stored(h)
    ticks.now += 400
    hears(h, 1)
    await lost_on_time(h, other)
    assert (await h.now(match)).is_active
    h.discord.requests.clear()
    two_shards.server_back(guild_id)
    await until(lambda: h.edits(match))
    left = clock_of(await h.now(match)).left(Side.FIRST, h.store.uptime.of(guild_id))
    assert left == Budget(305.0)
    ticks.now += 310
    hears(h, 1)
    await lost_on_time(h, match)


async def test_a_vote_in_an_unavailable_server_does_not_end(
    h: Harness, two_shards: Outages, ticks: Clock
) -> None:
    """Nobody can vote there meanwhile; once it is back, the time for votes goes on."""
    watch_clocks(h)
    matches, place = h.services.matches, of_shard(1)
    guild_id = place.guild_id or 0
    vote = await matches.start_against_computer(
        "othello", "6x6", Seats(ANA, None), "3", place, "vote-5m", is_voted=True
    )
    other = await h.match(control="5+5", moves=("b3", "b2"), place=replace(place, guild_id=(1 << 22) + 8))
    await matches.votes.vote(vote.id, vote.position_id, BEN, "b3")
    two_shards.server_lost(guild_id)
    await stored(h)
    ticks.now += 400
    hears(h, 1)
    await lost_on_time(h, other)
    assert (await h.now(vote)).moves == ()
    two_shards.server_back(guild_id)
    await stored(h)
    ticks.now += 310
    hears(h, 1)
    async with asyncio.timeout(PATIENCE):
        while (await h.now(vote)).moves != ("b3",):  # noqa: ASYNC110  what is waited for has no event
            await asyncio.sleep(0.01)


async def test_a_server_that_is_back_at_once_is_not_forgotten(h: Harness, two_shards: Outages) -> None:
    two_shards.server_lost(7)
    two_shards.server_back(7)
    await stored(h)
    assert h.store.uptime.unavailable == frozenset()
    await h.store.uptime.load()
    assert h.store.uptime.unavailable == frozenset()


@pytest.mark.parametrize(
    ("stopped", "guilds", "expected"),
    [
        (set(), {7: True, 8: False}, {7}),
        ({7, 8, 9}, {7: True, 8: False}, {7}),
        ({(1 << 22) + 7}, {8: False}, {(1 << 22) + 7}),
    ],
    ids=["unavailable", "available again, and left", "of another shard"],
)
async def test_when_a_shard_is_ready_its_servers_are_known(
    h: Harness,
    two_shards: Outages,
    monkeypatch: pytest.MonkeyPatch,
    stopped: set[int],
    guilds: dict[int, bool],
    expected: set[int],
) -> None:
    for guild_id in stopped:
        h.store.uptime.stop_server(guild_id)
    known = [SimpleNamespace(id=one, unavailable=is_out, shard_id=0) for one, is_out in guilds.items()]
    monkeypatch.setattr(two_shards, "_client", SimpleNamespace(guilds=known))
    two_shards.compare_servers(0)
    await stored(h)
    assert h.store.uptime.unavailable == expected
