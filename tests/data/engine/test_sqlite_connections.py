"""Transactions run on aiosqlite's connections, in their threads, each in one trip."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Collection
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import Connection, event, text

from data.engine.opening import open_database
from data.engine.sqlite import SqliteDatabase
from data.errors import StoreFailed

INSERT = text("INSERT INTO welcomes (guild_id) VALUES (:id)")
COUNT = text("SELECT count(*) FROM welcomes")
ROOT = Path(__file__).parents[3]
WITHIN = 60.0
"""Seconds that threads may take to start and end on a busy machine."""


@pytest.fixture
def trips(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What aiosqlite's connections have run in their threads."""
    run: list[object] = []
    execute: Callable[..., Awaitable[Any]] = aiosqlite.Connection._execute

    async def counted(connection: aiosqlite.Connection, function: Any, *given: Any) -> Any:
        run.append(function)
        return await execute(connection, function, *given)

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)
    return run


def count(connection: Connection) -> int:
    rows: int = connection.execute(COUNT).scalar_one()
    return rows


def insert(connection: Connection) -> None:
    for number in range(10):
        connection.execute(INSERT, {"id": number})


def thread(_: Connection) -> threading.Thread:
    return threading.current_thread()


async def threads_at_once(database: SqliteDatabase, number: int) -> set[threading.Thread]:
    """The threads of so many reads that run at the same time."""
    together = threading.Barrier(number, timeout=WITHIN)

    def meet(_: Connection) -> threading.Thread:
        together.wait()
        return threading.current_thread()

    return set(await asyncio.gather(*(database.read(meet) for _ in range(number))))


def have_ended(threads: Collection[threading.Thread]) -> bool:
    for old in threads:
        old.join(WITHIN)
    return not any(old.is_alive() for old in threads)


async def test_a_transaction_of_many_statements_is_one_trip(
    database: SqliteDatabase, trips: list[object]
) -> None:
    await database.write(insert)
    assert len(trips) == 1
    assert await database.read(lambda connection: [count(connection) for _ in range(10)]) == [10] * 10
    assert len(trips) == 2


async def test_transactions_one_after_another_use_the_same_connection(database: SqliteDatabase) -> None:
    used = {await database.read(thread), await database.write(thread), await database.read(thread)}
    assert len(used) == 1
    assert threading.current_thread() not in used


async def test_reads_at_the_same_time_have_a_connection_each(database: SqliteDatabase) -> None:
    used = await threads_at_once(database, 3)
    assert len(used) == 3
    assert await threads_at_once(database, 3) == used


async def test_a_fault_replaces_every_connection(database: SqliteDatabase) -> None:
    used = await threads_at_once(database, 2)
    with pytest.raises(StoreFailed):
        await database.read(lambda connection: connection.exec_driver_sql("SELECT nothing"))
    later = await threads_at_once(database, 2)
    assert not later & used
    assert have_ended(used)


async def test_a_commit_that_fails_leaves_no_transaction(database: SqliteDatabase) -> None:
    def refuse(_: Connection) -> None:
        raise OSError("no space")

    used = await database.read(thread)
    event.listen(database.engine, "commit", refuse)
    with pytest.raises(StoreFailed):
        await database.write(insert)
    event.remove(database.engine, "commit", refuse)
    assert await database.read(count) == 0
    assert await database.read(thread) is used


async def test_closing_ends_the_threads(tmp_path: Path) -> None:
    database = await open_database(f"sqlite:///{tmp_path / 'closed.db'}")
    assert isinstance(database, SqliteDatabase)
    used = await threads_at_once(database, 3)
    await database.close()
    assert have_ended(used)
    assert not (tmp_path / "closed.db-wal").exists(), "it is merged"


def test_a_process_that_does_not_close_the_database_ends(tmp_path: Path) -> None:
    script = (
        "import asyncio, sys; from data.engine.opening import open_database;"
        "asyncio.run(open_database(sys.argv[1]))"
    )
    command = [sys.executable, "-c", script, f"sqlite:///{tmp_path / 'left.db'}"]
    assert subprocess.run(command, cwd=ROOT, timeout=60, check=False).returncode == 0
