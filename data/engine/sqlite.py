"""SQLite connections that execute a statement in one round trip to the connection's thread.

aiosqlite makes four round trips for a statement: create the cursor, execute, fetch, close. Each wakes a
thread and then the event loop, and on a busy machine either may wait for a processor while every other writer
waits.

This is the only module that uses private parts of aiosqlite: ``Connection._execute``, ``_conn`` and
``_thread``. ``tests/data/engine/test_sqlite.py`` checks them first.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

import aiosqlite
from sqlalchemy import Connection as SyncConnection
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

_CHUNK = 64  # rows that aiosqlite fetches at a time when it iterates, which is not done here

Value = str | int | float | bytes | None
"""A value as SQLite stores it."""
Parameters = Sequence[Value]
Description = tuple[tuple[str, None, None, None, None, None, None], ...]
"""The names of the columns, as DB-API gives them."""


class StatementResult(NamedTuple):
    """The attributes and rows of a cursor after a statement."""

    description: Description | None = None
    rows: Sequence[Sequence[Value]] = ()
    rowcount: int = -1
    lastrowid: int | None = None


class Cursor:
    """The part of aiosqlite's cursor that SQLAlchemy uses, with one round trip per statement."""

    arraysize = 1

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._result = StatementResult()

    async def __aenter__(self) -> Cursor:
        return self

    async def execute(self, statement: str, parameters: Parameters = ()) -> Cursor:
        """Execute one statement and fetch all of its rows."""
        self._result = await self._connection.call(partial(_execute, statement, parameters))
        return self

    async def executemany(self, statement: str, parameters: Iterable[Parameters]) -> Cursor:
        """Execute one statement once for each set of parameters."""
        self._result = await self._connection.call(partial(_execute_many, statement, parameters))
        return self

    async def fetchall(self) -> Sequence[Sequence[Value]]:
        """The rows."""
        return self._result.rows

    async def close(self) -> None:
        """Do nothing: the thread has closed its cursor already."""

    @property
    def description(self) -> Description | None:
        """The names of the columns."""
        return self._result.description

    @property
    def rowcount(self) -> int:
        """The number of rows changed."""
        return self._result.rowcount

    @property
    def lastrowid(self) -> int | None:
        """The number of the row inserted last."""
        return self._result.lastrowid


class Connection(aiosqlite.Connection):
    """A connection whose cursors make one round trip per statement."""

    def cursor(self) -> Cursor:  # type: ignore[override]
        """A new cursor. SQLAlchemy enters it and needs nothing else of what aiosqlite returns."""
        return Cursor(self)

    async def call(self, statement: Callable[[sqlite3.Connection], StatementResult]) -> StatementResult:
        """Call a function in the connection's thread."""
        result: StatementResult = await self._execute(statement, self._conn)  # type: ignore[no-untyped-call]
        return result

    async def rollback(self) -> None:
        """Undo what was not committed. The pool calls this after every use."""
        if self.in_transaction:
            await super().rollback()


def _execute(statement: str, parameters: Parameters, connection: sqlite3.Connection) -> StatementResult:
    cursor = connection.cursor()
    try:
        return _result(cursor.execute(statement, parameters))
    finally:
        cursor.close()


def _execute_many(
    statement: str, parameters: Iterable[Parameters], connection: sqlite3.Connection
) -> StatementResult:
    cursor = connection.cursor()
    try:
        return _result(cursor.executemany(statement, parameters))
    finally:
        cursor.close()


def _result(cursor: sqlite3.Cursor) -> StatementResult:
    rows = cursor.fetchall() if cursor.description else ()
    return StatementResult(cursor.description, rows, cursor.rowcount, cursor.lastrowid)


def connect(
    database: str, *, timeout: float = 5.0, isolation_level: None = None, **options: bool
) -> Connection:
    """A connection to await. The options are those of `sqlite3.connect`."""
    connector = partial(
        sqlite3.connect, database, timeout=timeout, isolation_level=isolation_level, **options
    )
    connection = Connection(connector, _CHUNK)
    connection._thread.daemon = True  # as SQLAlchemy does: a process may exit without closing it
    return connection


def configure_connection(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    """Set up a new connection."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA synchronous = FULL")  # a committed move survives a power cut
    cursor.close()


def begin_transaction(connection: SyncConnection) -> None:
    """Begin a transaction by the execution options that `data.engine.database.Database` sets."""
    options = connection.get_execution_options()
    if not options["begin"]:
        return
    # A pooled connection keeps the timeout of its last use.
    if connection.info.get("busy_ms") != options["busy_ms"]:
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {options['busy_ms']}")
        connection.info["busy_ms"] = options["busy_ms"]
    connection.exec_driver_sql(options["begin"])
