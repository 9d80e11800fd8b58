"""The connections to an SQLite file: aiosqlite's, each with a thread of its own.

aiosqlite's methods make a trip to the thread for each statement, which costs more than the statement. They
are made of the private `_execute`, which runs any function there: here, a whole transaction in one trip. The
function works with SQLAlchemy's blocking `Connection`, which is kept as long as aiosqlite's.
"""

from __future__ import annotations

import logging
import sqlite3
from typing import TypeVar, cast

import aiosqlite
from sqlalchemy import Connection, Engine

from data.engine.database import Work
from data.errors import translated

T = TypeVar("T")

_CHUNK_ROWS = 64  # aiosqlite's default, for its own cursors

# At DEBUG it writes two lines for each transaction.
logging.getLogger("aiosqlite").setLevel(logging.WARNING)


class SqliteConnections:
    """Runs functions on connections to a file; there are as many as functions have run at the same time.

    After ``engine.dispose()``, the functions that follow run on new connections.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._free: list[_SqliteConnection] = []

    async def run(self, work: Work[T]) -> T:
        """The result of ``work``, which begins and ends transactions. Raises `StoreError`, or what it raises.

        It runs on the free connection that was used last, which has the page cache.
        """
        with translated():
            connection = await self._take()
            try:
                return await connection.run(work)
            finally:
                if connection.is_faulty:
                    self._engine.dispose()
                self._free.append(connection)

    async def close(self) -> None:
        """Close the connections one by one: SQLite merges its log into the file when it closes the last."""
        while self._free:
            await self._free.pop().close()

    async def _take(self) -> _SqliteConnection:
        while self._free:
            connection = self._free.pop()
            if not connection.is_outdated:
                return connection
            await connection.close()
        connection = _SqliteConnection(self._engine)
        await connection.open()
        return connection


class _SqliteConnection:
    """A connection of aiosqlite's, and SQLAlchemy's on top of it."""

    _connection: Connection
    _raw: sqlite3.Connection

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._pool = engine.pool
        self._driver = aiosqlite.Connection(self._connect, _CHUNK_ROWS)
        # A process that fails before it closes the database would wait for the thread forever.
        self._driver._thread.daemon = True

    @property
    def is_faulty(self) -> bool:
        """Whether a fault has closed the connection, or has left a transaction that cannot be ended."""
        return self._connection.invalidated or self._raw.in_transaction

    @property
    def is_outdated(self) -> bool:
        """Whether the engine was disposed of, which gives it another pool. The pool itself holds nothing."""
        return self._pool is not self._engine.pool

    async def open(self) -> None:
        await self._driver

    async def run(self, work: Work[T]) -> T:
        """The result of ``work``, which runs in the thread."""
        result = await self._driver._execute(self._call, work)  # type: ignore[no-untyped-call]
        return cast(T, result)

    async def close(self) -> None:
        """Close the connection in its thread, and end the thread."""
        await self._driver._execute(self._connection.close)  # type: ignore[no-untyped-call]
        await self._driver.close()

    # --- In the thread -------------------------------------------------------------------------------

    def _connect(self) -> sqlite3.Connection:
        """Open the connection, when aiosqlite asks for it."""
        self._connection = self._engine.connect()
        self._raw = cast(sqlite3.Connection, self._connection.connection.driver_connection)
        return self._raw

    def _call(self, work: Work[T]) -> T:
        try:
            return work(self._connection)
        finally:
            # SQLAlchemy leaves a transaction open whose commit fails.
            if not self._connection.invalidated and self._raw.in_transaction:
                self._raw.rollback()
