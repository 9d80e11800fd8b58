"""What the log says when a server is lost and answers again. No server is needed for that."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from data.engine.address import ServerOptions, parse_url
from data.engine.postgresql import PostgresqlDatabase, open_postgresql
from data.errors import StoreFailed

ADDRESS = "postgresql://nowhere.example/daeguk"


@pytest.fixture
def made(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., PostgresqlDatabase]:
    """Makes databases whose changes are functions that are called, without a connection."""
    caplog.set_level("INFO", "data.engine.database")

    def make(options: ServerOptions | None = None) -> PostgresqlDatabase:
        database = open_postgresql(parse_url(ADDRESS), options)
        monkeypatch.setattr(database, "_commit", lambda work: work(None))
        return database

    return make


def fail(_: Any) -> None:
    raise StoreFailed("the connection is lost")


async def attempt(*databases: PostgresqlDatabase) -> None:
    """Change something in each, which fails."""
    for database in databases:
        with pytest.raises(StoreFailed):
            await database.write(fail)


async def test_a_change_that_fails_after_another_has_succeeded_is_no_further_outage(
    made: Callable[..., PostgresqlDatabase], caplog: pytest.LogCaptureFixture
) -> None:
    """It has begun before: to connect to a server that is gone takes seconds."""
    database, has_begun, is_back = made(), threading.Event(), threading.Event()

    def fail_late(_: Any) -> None:
        has_begun.set()
        is_back.wait()
        raise StoreFailed("it took too long to connect")

    late = asyncio.create_task(database.write(fail_late))
    await asyncio.to_thread(has_begun.wait)
    await attempt(database)
    await database.write(lambda _: None)
    is_back.set()
    with pytest.raises(StoreFailed):
        await late
    await database.write(lambda _: None)
    lost, again = caplog.messages
    assert lost.startswith("nothing is stored") and " again, after " in again
    await attempt(database)
    assert len(caplog.messages) == 3, "what begins and fails later is another outage"
    await database.close()


async def test_of_several_databases_of_a_process_on_a_server_one_speaks(
    made: Callable[..., PostgresqlDatabase], caplog: pytest.LogCaptureFixture
) -> None:
    databases = made(), made(ServerOptions(logs_outages=False))
    await attempt(*databases)
    for database in databases:
        await database.write(lambda _: None)
    lost, again = caplog.messages
    assert lost.startswith("nothing is stored") and " again, after " in again
    for database in databases:
        await database.close()
