"""What ``/metrics``, ``/healthz`` and ``/readyz`` answer while parts of the bot are missing or broken."""

from __future__ import annotations

import asyncio
import socket
import threading
import urllib.request
from collections.abc import AsyncIterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from aiohttp.test_utils import TestClient, TestServer
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from bot import monitor as module
from bot import monitor_server
from bot.config import Address
from bot.monitor import AddressRefused, Monitor
from bot.monitor_server import serving
from data.errors import StoreFull
from data.store import Store
from games import GAMES
from tests.bot.service import Waiting, service, until

LOCAL = "127.0.0.1"


class Client:
    """A client whose shards are connected, or not."""

    guilds = (1, 2, 3)

    def __init__(self, *connected: bool) -> None:
        self.shards = {
            number: SimpleNamespace(is_closed=lambda up=up: not up, latency=0.05)
            for number, up in enumerate(connected)
        }

    def is_ready(self) -> bool:
        return True


class Pool:
    """A pool with so many workers that are ready."""

    def __init__(self, workers: int, *failed: str) -> None:
        self.workers_ready = workers
        self.failed_kernel_sets = frozenset(failed)


def free_address() -> Address:
    with socket.create_server((LOCAL, 0)) as taken:
        return Address(LOCAL, taken.getsockname()[1])


def watching(store: Store | None, pool: Any, client: Any) -> Monitor:
    monitor = Monitor()
    monitor.store, monitor.pool, monitor.client = store, pool, client
    return monitor


@pytest.fixture
async def get() -> AsyncIterator[Any]:
    """Asks a monitor that is served."""
    async with aiohttp.ClientSession() as session:

        async def get(monitor: Monitor, path: str) -> tuple[int, str]:
            address = free_address()
            async with (
                serving(address, monitor),
                session.get(f"http://{LOCAL}:{address.port}{path}") as answer,
            ):
                return answer.status, await answer.text()

        yield get


async def test_a_bot_that_serves_people_is_ready(empty_store: Store, get: Any) -> None:
    monitor = watching(empty_store, Pool(2), Client(True, True))
    status, text = await get(monitor, "/readyz")
    assert status == 200, text
    parts = await monitor.readiness()
    assert parts["gateway"]["shards"] == {"0": True, "1": True}
    assert (await get(monitor, "/healthz"))[0] == 200
    assert (await get(monitor, "/other"))[0] == 404


class Full:
    """A store without space."""

    async def check(self) -> None:
        raise StoreFull("no space")


class Stuck:
    """A store that does not answer."""

    async def check(self) -> None:
        await asyncio.Event().wait()


@pytest.mark.parametrize(
    ("part", "store", "pool", "client", "word"),
    [
        ("store", None, Pool(1), Client(True), "not open yet"),
        ("store", Full(), Pool(1), Client(True), "no space"),
        ("store", Stuck(), Pool(1), Client(True), "no answer"),
        ("gateway", ..., Pool(1), None, "not connected yet"),
        ("gateway", ..., Pool(1), Client(True, False), '"1": false'),
        ("gateway", ..., Pool(1), Client(), "{}"),
        ("workers", ..., None, Client(True), '"workers": 0'),
        ("workers", ..., Pool(0), Client(True), '"workers": 0'),
        ("engines", ..., Pool(1, "go", "othello"), Client(True), '["go", "othello"]'),
    ],
)
async def test_what_is_missing_is_named(
    empty_store: Store,
    get: Any,
    monkeypatch: pytest.MonkeyPatch,
    part: str,
    store: Any,
    pool: Any,
    client: Any,
    word: str,
) -> None:
    monkeypatch.setattr(module, "STORE_SECONDS", 0.05 if isinstance(store, Stuck) else 5.0)
    monitor = watching(empty_store if store is ... else store, pool, client)
    status, text = await get(monitor, "/readyz")
    parts = await monitor.readiness()
    assert status == 503 and word in text
    assert [name for name, one in parts.items() if not one["ready"]] == [part]
    assert (await get(monitor, "/healthz"))[0] == 200, "the process itself is well"


async def test_metrics_of_the_parts(empty_store: Store, get: Any) -> None:
    s = service(empty_store, Waiting())
    await s.computer()
    paused = await s.people()
    await s.matches.suspensions.suspend([paused.id])
    status, text = await get(watching(empty_store, Pool(1), Client(True, False)), "/metrics")
    await s.matches.close()
    assert status == 200
    families = {family.name: family.samples for family in text_string_to_metric_families(text)}
    active = {one.labels["game"]: one.value for one in families["daeguk_matches_active"]}
    assert active == dict.fromkeys(GAMES, 0) | {"othello": 1}
    connected = {one.labels["shard"]: one.value for one in families["daeguk_gateway_connected"]}
    assert (connected["0"], connected["1"]) == (1, 0)
    assert families["daeguk_guilds"][0].value == 3
    memory = {one.labels["process"]: one.value for one in families["daeguk_memory_bytes"]}
    assert memory["bot"] > 2**20
    assert families["daeguk_database_bytes"][0].value > 2**12


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:9100", 200),
        ("[::1]:9100", 200),
        ("localhost", 200),
        ("daeguk:9100", 200),
        ("metrics.example:9100", 200),
        ("stranger.example", 421),
        ("127.0.0.1.stranger.example:9100", 421),
        ("[stranger", 421),
        ("", 421),
    ],
)
async def test_only_names_that_no_stranger_can_own_are_answered(host: str, status: int) -> None:
    """A stranger's page in an admin's browser could read the rest, if its name leads to this machine."""
    application = monitor_server._application(Monitor(), Address("metrics.example", 9100))
    async with TestClient(TestServer(application)) as client:
        for path in ("/metrics", "/healthz"):
            answer = await client.get(path, headers={"Host": host})
            assert answer.status == status


async def test_metrics_are_there_though_the_store_is_not(empty_store: Store, get: Any) -> None:
    class Queries:
        async def active_by_game(self) -> dict[str, int]:
            raise StoreFull("no space")

    queries: Any = Queries()
    status, text = await get(watching(replace(empty_store, queries=queries), None, None), "/metrics")
    assert status == 200 and "daeguk_store_errors" in text


async def test_the_loop_measures_by_how_much_it_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    def count() -> float:
        return REGISTRY.get_sample_value("daeguk_event_loop_lag_seconds_count") or 0

    monkeypatch.setattr(monitor_server, "_LAG_SECONDS", 0.01)
    before = count()
    async with serving(free_address(), Monitor()):
        await until(lambda: count() >= before + 2)


async def test_a_stuck_event_loop_answers_nothing() -> None:
    address, asked = free_address(), threading.Event()

    def ask() -> None:
        try:
            urllib.request.urlopen(f"http://{LOCAL}:{address.port}/healthz", timeout=0.2).read()
        finally:
            asked.set()

    async with serving(address, Monitor()):
        asking = asyncio.get_running_loop().run_in_executor(None, ask)
        asked.wait(60)  # the loop does nothing else
        with pytest.raises(TimeoutError):
            await asking


async def test_an_address_in_use_is_refused() -> None:
    with socket.create_server((LOCAL, 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(AddressRefused, match=f"{LOCAL}:{port} cannot be used"):
            async with serving(Address(LOCAL, port), Monitor()):
                pass
