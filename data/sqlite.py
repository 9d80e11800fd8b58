"""SQLite's connections: each statement is one trip to its connection's thread. Start reading at `connect`.

aiosqlite makes four trips of a statement: a cursor, its execution, its rows, its end. Every trip wakes a
thread and then the event loop, and on a busy machine either may have to wait for a processor, while the only
writer's turn goes by.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

import aiosqlite
from sqlalchemy import Connection as SyncConnection

_CHUNK = 64  # rows of an iteration, which we do not use


class Told(NamedTuple):
    """Everything that a statement tells, as a cursor would."""

    description: Any = None
    rows: Sequence[Any] = ()
    rowcount: int = -1
    lastrowid: int | None = None


class Cursor:
    """What SQLAlchemy asks of an aiosqlite cursor, in one trip."""

    arraysize = 1

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._told = Told()

    async def __aenter__(self) -> Cursor:
        return self

    async def execute(self, statement: str, parameters: Iterable[Any] = ()) -> Cursor:
        """Execute one statement, and take all of its rows."""
        self._told = await self._connection.do(sqlite3.Cursor.execute, statement, parameters)
        return self

    async def executemany(self, statement: str, parameters: Iterable[Iterable[Any]]) -> Cursor:
        """Execute one statement once for each of many parameters."""
        self._told = await self._connection.do(sqlite3.Cursor.executemany, statement, parameters)
        return self

    async def fetchall(self) -> Sequence[Any]:
        """The rows."""
        return self._told.rows

    async def close(self) -> None:
        """Nothing is left to close."""

    @property
    def description(self) -> Any:
        """The columns' names."""
        return self._told.description

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""
        return self._told.rowcount

    @property
    def lastrowid(self) -> int | None:
        """The number of the row inserted last."""
        return self._told.lastrowid


class Connection(aiosqlite.Connection):
    """A connection whose cursors make one trip of a statement."""

    def cursor(self) -> Cursor:  # type: ignore[override]
        """A new cursor; SQLAlchemy enters it, and needs no more of what aiosqlite returns."""
        return Cursor(self)

    async def do(self, how: Callable[..., object], statement: str, parameters: Iterable[Any]) -> Told:
        """Have a statement executed in the connection's thread."""
        told: Told = await self._execute(  # type: ignore[no-untyped-call]
            _done, self._conn, how, statement, parameters
        )
        return told

    async def rollback(self) -> None:
        """Undo what was not committed; the pool asks for it after every use."""
        if self.in_transaction:
            await super().rollback()


def _done(
    connection: sqlite3.Connection, how: Callable[..., object], statement: str, parameters: Iterable[Any]
) -> Told:
    cursor = connection.cursor()
    try:
        how(cursor, statement, parameters)
        rows = cursor.fetchall() if cursor.description else ()
        return Told(cursor.description, rows, cursor.rowcount, cursor.lastrowid)
    finally:
        cursor.close()


def connect(database: str, **options: Any) -> Connection:
    """A connection to be awaited; ``options`` are those of `sqlite3.connect`."""
    connection = Connection(partial(sqlite3.connect, database, **options), _CHUNK)
    connection._thread.daemon = True  # as SQLAlchemy has it: a process may end without closing it
    return connection


def connected(connection: Any, _: object) -> None:
    """Set a new connection up."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA synchronous = FULL")  # a committed move survives a power cut
    cursor.close()


def begins(connection: SyncConnection) -> None:
    """Begin a transaction as its options say; `data.database.Database` sets them."""
    options = connection.get_execution_options()
    if not options["begin"]:
        return
    # A pooled connection keeps what the last user had left of its time.
    if connection.info.get("busy_ms") != options["busy_ms"]:
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {options['busy_ms']}")
        connection.info["busy_ms"] = options["busy_ms"]
    connection.exec_driver_sql(options["begin"])
