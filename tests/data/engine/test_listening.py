"""Notifications of a PostgreSQL server arrive, also after the connection was lost."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from data.engine import listening
from data.engine.address import parse_url
from data.engine.listening import Listener
from tests.data.conftest import of_a_server
from tests.wire import Wire

pytestmark = of_a_server

_LISTENERS = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


class Server:
    """Another client of the server."""

    def __init__(self, address: str) -> None:
        self._engine = create_engine(parse_url(address), poolclass=NullPool, isolation_level="AUTOCOMMIT")

    def execute(self, statement: str) -> None:
        with self._engine.connect() as connection:
            connection.execute(text(statement))

    def notify(self, channel: str, payload: str) -> None:
        self.execute(f"SELECT pg_notify('{channel}', '{payload}')")

    def end_connections(self) -> None:
        self.execute(f"SELECT pg_terminate_backend(pid) FROM ({_LISTENERS}) AS others")


class Heard:
    """What a listener passes on."""

    def __init__(self, address: str) -> None:
        self.connects = 0
        self.payloads: list[tuple[str, str]] = []
        channels = {name: self._on(name) for name in ("one", "other")}
        self.listener = Listener(address, channels, self._connected)

    def _on(self, channel: str) -> Callable[[str], None]:
        return lambda payload: self.payloads.append((channel, payload))

    def _connected(self) -> None:
        self.connects += 1

    async def until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not is_so():  # noqa: ASYNC110 - another thread notes
                await asyncio.sleep(0.01)


@pytest.fixture
def server_of(address: str) -> Server:
    return Server(address)


@pytest.fixture
async def heard(address: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Heard]:
    monkeypatch.setattr(listening, "_RETRY_SECONDS", (0.05,))
    made = Heard(address)
    made.listener.start()
    await made.until(lambda: made.connects == 1)
    yield made
    await made.listener.close()


async def test_notifications_arrive_in_order_by_channel(heard: Heard, server_of: Server) -> None:
    for channel, payload in (("one", "1"), ("other", "2"), ("unknown", "3"), ("one", "")):
        server_of.notify(channel, payload)
    await heard.until(lambda: len(heard.payloads) == 3)
    assert heard.payloads == [("one", "1"), ("other", "2"), ("one", "")]


async def test_it_connects_again(heard: Heard, server_of: Server) -> None:
    for connects in (2, 3):
        server_of.end_connections()
        await heard.until(lambda connects=connects: heard.connects == connects)  # type: ignore[misc]
    server_of.notify("one", "again")
    await heard.until(lambda: heard.payloads == [("one", "again")])


async def test_a_dead_connection_is_noticed(
    heard: Heard, server_of: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server has ended the connection, and says so only when it is asked."""
    monkeypatch.setattr(listening, "_CHECK_SECONDS", 0.0)
    server_of.end_connections()
    await heard.until(lambda: heard.connects == 2)


async def test_a_server_that_does_not_answer_is_left(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As one on another machine that is gone: the connection stays open."""
    monkeypatch.setattr(listening, "_CHECK_SECONDS", 0.0)
    monkeypatch.setattr(listening, "_ANSWER_SECONDS", 0.1)
    wire = Wire(address, tmp_path / "wire")
    await wire.open()
    heard = Heard(wire.address)
    heard.listener.start()
    await heard.until(lambda: heard.connects == 1)
    wire.cut()
    await heard.until(lambda: "not listening" in caplog.text)
    wire.mend()
    await heard.until(lambda: heard.connects == 2)
    await heard.listener.close()
    await wire.close()


async def test_nothing_is_heard_after_the_end(heard: Heard, server_of: Server) -> None:
    await heard.listener.close()
    server_of.notify("one", "late")
    await asyncio.sleep(0.1)
    assert heard.payloads == []


async def test_an_end_is_no_fault(heard: Heard, caplog: pytest.LogCaptureFixture) -> None:
    await heard.listener.close()
    assert not [one for one in caplog.records if one.levelno >= logging.WARNING], caplog.text


async def test_it_ends_while_there_is_no_server() -> None:
    heard = Heard("postgresql://nobody@/none?host=/nowhere")
    heard.listener.start()
    await asyncio.sleep(0.05)
    await asyncio.wait_for(heard.listener.close(), 60)
    assert heard.connects == 0
