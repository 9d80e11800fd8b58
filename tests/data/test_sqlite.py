"""Each statement is one trip to its connection's thread, and tells what an aiosqlite cursor would."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from data.sqlite import Connection, connect


class Trips:
    """Counts how often a connection's thread is asked."""

    def __init__(self, connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        self._execute: Any = connection._execute
        monkeypatch.setattr(connection, "_execute", self)

    async def __call__(self, *arguments: Any) -> Any:
        self.count += 1
        return await self._execute(*arguments)


@pytest.fixture
async def connection(tmp_path: Path) -> AsyncIterator[Connection]:
    made = connect(str(tmp_path / "x.db"), isolation_level=None)
    await made
    await made.cursor().execute("CREATE TABLE t (id INTEGER PRIMARY KEY, word TEXT UNIQUE)")
    yield made
    await made.close()


@pytest.fixture
def trips(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> Trips:
    return Trips(connection, monkeypatch)


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


async def test_only_what_was_begun_is_undone(connection: Connection, trips: Trips) -> None:
    await connection.rollback()
    assert trips.count == 0
    cursor = connection.cursor()
    await cursor.execute("BEGIN IMMEDIATE")
    await cursor.execute("INSERT INTO t (word) VALUES ('lost')")
    await connection.rollback()
    await cursor.execute("SELECT * FROM t")
    assert (await cursor.fetchall(), trips.count) == ([], 4)


async def test_a_refused_statement_raises_and_the_connection_goes_on(connection: Connection) -> None:
    cursor = connection.cursor()
    await cursor.execute("INSERT INTO t (word) VALUES ('one')")
    with pytest.raises(sqlite3.IntegrityError):
        await cursor.execute("INSERT INTO t (word) VALUES ('one')")
    await cursor.execute("SELECT word FROM t")
    assert await cursor.fetchall() == [("one",)]
