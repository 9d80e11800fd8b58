"""A database in an SQLite file: one thread writes, others read.

SQLAlchemy's connections are used where they are blocking, in threads: a transaction is one trip to a thread,
whatever the number of its statements.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

from data import metrics
from data.engine.changes import Change
from data.engine.database import (
    READERS,
    Database,
    Work,
    closed,
    invalidate_pool_after_fault,
)
from data.errors import StoreBusy, translated

T = TypeVar("T")

_WAL_RETRY_SECONDS = 0.02


class SqliteDatabase(Database):
    """Runs transactions on an SQLite file; changes that wait at the same time are committed together."""

    def __init__(self, engine: Engine, name: str) -> None:
        super().__init__(engine, name)
        self._reading = ThreadPoolExecutor(READERS, thread_name_prefix="sqlite-reader")
        # SQLite has one writer at a time: queueing here is cheaper and fairer than by its file lock.
        self._writing = ThreadPoolExecutor(1, thread_name_prefix="sqlite-writer")
        self._waiting: deque[Change[Any]] = deque()
        self._is_writing = False

    async def write(self, work: Work[T], on_commit: Callable[[T], None] | None = None) -> T:
        """See `Database.write`."""
        with metrics.failures_counted():
            return await self._write(work, on_commit)

    async def _write(self, work: Work[T], on_commit: Callable[[T], None] | None) -> T:
        if self._is_closed:
            raise closed()
        change = Change(work, on_commit, time.monotonic() + self.busy_seconds)
        self._waiting.append(change)
        if not self._is_writing:
            self._is_writing = True
            self._start(self._write_waiting())
        expiry = asyncio.get_running_loop().call_later(self.busy_seconds, change.expire)
        try:
            return await change.result
        finally:
            expiry.cancel()
            change.withdraw()

    async def enable_wal(self) -> None:
        """Switch the file to write-ahead logging, which it keeps. Raises `StoreError`."""
        await asyncio.get_running_loop().run_in_executor(self._writing, self._enable_wal)

    async def _write_waiting(self) -> None:
        """Commit the changes that wait, until there are none."""
        loop = asyncio.get_running_loop()
        while self._waiting:
            changes = tuple(self._waiting)
            self._waiting.clear()
            await loop.run_in_executor(self._writing, self._commit, changes)
            for change in changes:
                change.report()
        self._is_writing = False

    async def _read(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._reading, self._read_snapshot, work)

    async def _dispose(self) -> None:
        await asyncio.to_thread(self.engine.dispose)
        self._reading.shutdown()
        self._writing.shutdown()

    # --- In the threads ------------------------------------------------------------------------------

    def _commit(self, changes: Sequence[Change[Any]]) -> None:
        """Make changes in one transaction. Those that were withdrawn before it begins are not made."""
        seconds = max(0.0, changes[-1].deadline - time.monotonic())
        metrics.TOGETHER.observe(len(changes))
        try:
            with (
                metrics.SECONDS.labels("write").time(),
                translated(),
                self.engine.connect() as connection,
            ):
                connection.execution_options(begin="BEGIN IMMEDIATE", busy_ms=_milliseconds(seconds))
                with connection.begin():
                    for change in changes:
                        if change.take():
                            change.run(connection)
        except Exception as error:
            for change in changes:
                change.fail(error)

    def _read_snapshot(self, work: Work[T]) -> T:
        with translated(), self.engine.connect() as connection:
            connection.execution_options(begin="BEGIN", busy_ms=_milliseconds(self.busy_seconds))
            with connection.begin():
                return work(connection)

    def _enable_wal(self) -> None:
        deadline = time.monotonic() + self.busy_seconds
        while True:
            try:
                with translated(), self.engine.connect() as connection:
                    connection.execution_options(
                        begin=""
                    )  # SQLite changes the mode only outside transactions
                    connection.exec_driver_sql("PRAGMA journal_mode = WAL")
                return
            except StoreBusy:
                # SQLite ignores the busy timeout while another process writes to a file without a log.
                if time.monotonic() > deadline:
                    raise
            time.sleep(_WAL_RETRY_SECONDS)


def open_sqlite(url: URL) -> SqliteDatabase:
    """The database in the file of this URL; nothing is read yet."""
    engine = create_engine(
        url,
        pool_size=READERS + 1,  # one for each thread
        max_overflow=0,
        pool_use_lifo=True,  # the last used has the page cache
        # With isolation_level None the driver begins no transaction: the hook on "begin" does.
        connect_args={"timeout": Database.busy_seconds, "isolation_level": None, "check_same_thread": False},
    )
    event.listen(engine, "handle_error", invalidate_pool_after_fault)
    event.listen(engine, "connect", _configure_connection)
    event.listen(engine, "begin", _begin_transaction)
    return SqliteDatabase(engine, str(url.database))


def _milliseconds(seconds: float) -> int:
    """In steps of 100 ms, so that a connection nearly always has this timeout already."""
    return 100 * math.ceil(10 * seconds)


def _configure_connection(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    """Set up a new connection."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA synchronous = FULL")  # a committed move survives a power cut
    cursor.close()


def _begin_transaction(connection: Connection) -> None:
    """Begin a transaction by the execution options ``begin`` and ``busy_ms``."""
    options = connection.get_execution_options()
    if not options["begin"]:
        return
    # A pooled connection keeps the timeout of its last use.
    if connection.info.get("busy_ms") != options["busy_ms"]:
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {options['busy_ms']}")
        connection.info["busy_ms"] = options["busy_ms"]
    connection.exec_driver_sql(options["begin"])
