"""When the clocks stop and start, and which boards are drawn again after an outage."""

from __future__ import annotations

import asyncio

import pytest
import structlog

from bot.match.events import HeartbeatNeeded
from bot.messages import outages
from bot.times import RunningTime
from tests.bot.discord_fakes import FakeGateway
from tests.bot.harness import Harness
from tests.bot.service import Clock, until


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "REDRAWN_PER_SECOND", 1000.0)


async def test_the_uptime_runs_while_every_shard_is_connected(h: Harness) -> None:
    gateway, uptime = h.services.outages, h.store.uptime
    gateway.disconnected(0)
    assert not uptime.is_running
    gateway.disconnected(1)
    gateway.connected(0)
    assert not uptime.is_running
    gateway.connected(1)
    assert uptime.is_running


async def test_a_client_that_stops_starts_no_clock(h: Harness) -> None:
    h.services.outages.disconnected(0)
    h.client.closed = True
    h.services.outages.connected(0)
    assert not h.store.uptime.is_running


async def test_the_silence_before_a_disconnect_counts_for_nobody(h: Harness, ticks: Clock) -> None:
    h.services.outages.heartbeat()
    before = h.store.uptime()
    ticks.now += 60
    h.services.outages.disconnected(0)
    assert h.store.uptime() == before
    h.services.outages.connected(0)
    ticks.now += 5
    h.services.outages.heartbeat()
    assert h.store.uptime.confirmed == before + 5


@pytest.mark.parametrize(
    ("seconds", "redrawn"), [(0.0, []), (1000.0, ["5+5"]), (86_400.0, ["5+5", "7-days"])]
)
async def test_boards_whose_clock_is_misleading_are_drawn_again(
    h: Harness, seconds: float, redrawn: list[str]
) -> None:
    """A week is not wrong by a quarter of an hour."""
    matches = {name: await h.match(control=name, moves=("b3", "b2")) for name in ("7-days", "5+5", None)}
    h.services.outages._outage_seconds = seconds
    h.services.outages.connected(0)
    if h.services.outages._redrawing is not None:
        await h.services.outages._redrawing
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
