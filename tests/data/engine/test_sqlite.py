"""Each statement is one round trip to the connection's thread and gives what an aiosqlite cursor gives."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from data.engine.sqlite import Connection, connect


class Trips:
    """Counts the round trips to a connection's thread."""

    def __init__(self, connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        self._execute: Any = connection._execute
        monkeypatch.setattr(connection, "_execute", self)

    async def __call__(self, *arguments: Any) -> Any:
        self.count += 1
        return await self._execute(*arguments)


@pytest.fixture
async def connection(tmp_path: Path) -> AsyncIterator[Connection]:
    opened = connect(str(tmp_path / "x.db"), isolation_level=None)
    await opened
    await opened.cursor().execute("CREATE TABLE t (id INTEGER PRIMARY KEY, word TEXT UNIQUE)")
    yield opened
    await opened.close()


@pytest.fixture
def trips(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> Trips:
    return Trips(connection, monkeypatch)


async def test_the_private_parts_of_aiosqlite_that_are_used(tmp_path: Path) -> None:
    """Fails first if aiosqlite changes them; see `data.engine.sqlite`."""
    connection = aiosqlite.Connection(partial(sqlite3.connect, str(tmp_path / "x.db")), 64)
    assert isinstance(connection._thread, threading.Thread)
    assert not connection._thread.is_alive()
    connection._thread.daemon = True
    await connection
    assert isinstance(connection._conn, sqlite3.Connection)
    assert await connection._execute(lambda number: (number, threading.current_thread()), 7) == (
        7,
        connection._thread,
    )
    await connection.close()


async def test_a_statement_is_one_trip(connection: Connection, trips: Trips) -> None:
    cursor = await connection.cursor().__aenter__()
    await cursor.execute("INSERT INTO t (word) VALUES (?)", ("one",))
    assert (cursor.lastrowid, cursor.rowcount, cursor.description) == (1, 1, None)
    await cursor.execute("SELECT id, word FROM t")
    assert [column[0] for column in cursor.description] == ["id", "word"]
    assert await cursor.fetchall() == [(1, "one")]
    await cursor.close()
    assert trips.count == 2


async def test_one_statement_for_many(connection: Connection, trips: Trips) -> None:
    cursor = connection.cursor()
    await cursor.executemany("INSERT INTO t (word) VALUES (?)", [("one",), ("two",), ("three",)])
    assert (cursor.rowcount, trips.count) == (3, 1)


async def test_only_an_open_transaction_is_rolled_back(connection: Connection, trips: Trips) -> None:
    await connection.rollback()
    assert trips.count == 0
    cursor = connection.cursor()
    await cursor.execute("BEGIN IMMEDIATE")
    await cursor.execute("INSERT INTO t (word) VALUES ('lost')")
    await connection.rollback()
    await cursor.execute("SELECT * FROM t")
    assert (await cursor.fetchall(), trips.count) == ([], 4)


async def test_a_connection_survives_a_statement_that_raises(connection: Connection) -> None:
    cursor = connection.cursor()
    await cursor.execute("INSERT INTO t (word) VALUES ('one')")
    with pytest.raises(sqlite3.IntegrityError):
        await cursor.execute("INSERT INTO t (word) VALUES ('one')")
    await cursor.execute("SELECT word FROM t")
    assert await cursor.fetchall() == [("one",)]
