"""A database in an SQLite file: one connection writes at a time, others read.

The connections and their threads are aiosqlite's. A transaction is one trip to a thread, whatever the number
of its statements.
"""

from __future__ import annotations

import asyncio
import logging
import math
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, Engine, RootTransaction, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from data.engine import metrics
from data.engine.changes import Change
from data.engine.commit_note import NUMBERS, CommitNote
from data.engine.database import (
    Database,
    Work,
    database_closed,
    failures_counted,
    invalidate_pool_after_fault,
)
from data.engine.sqlite_connections import SqliteConnections
from data.errors import StoreBusy, StoreError

T = TypeVar("T")

READERS = 4
"""Reads that run at once."""
QUIET_SECONDS = 3.0
"""After so long without a change, a log that is not small is merged into the file."""
SMALL_LOG = 65_536
"""Bytes; a log of this size is merged in some milliseconds."""
COMPACTED_BYTES = 64 * 2**20
"""The most bytes in use with which a file is compacted: 33 MB took 0.5 s, in which nothing is stored."""

_WAL_RETRY_SECONDS = 0.02
_MERGE_WAIT_MS = 100  # for those who read from the log

_log = logging.getLogger(__name__)


class SqliteDatabase(Database):
    """Runs transactions on an SQLite file; changes that wait at the same time are committed together."""

    def __init__(self, engine: Engine, name: str) -> None:
        super().__init__(engine, name, READERS)
        self._connections = SqliteConnections(engine)
        # SQLite has one writer at a time: queueing here is cheaper and fairer than by its file lock.
        self._writer = asyncio.Lock()
        self._waiting: deque[Change[Any]] = deque()
        self._is_writing = False
        self._note = CommitNote(Path(name))
        self._log_file = Path(f"{name}-wal")
        self._merging: asyncio.TimerHandle | None = None

    async def write(self, work: Work[T], on_commit: Callable[[T], None] | None = None) -> T:
        """See `Database.write`."""
        with failures_counted():
            if self._is_closed:
                raise database_closed()
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
        deadline = time.monotonic() + self.busy_seconds
        while True:
            try:
                return await self._as_writer(_enable_wal)
            except StoreBusy:
                # SQLite ignores the busy timeout while another process writes to a file without a log.
                if time.monotonic() > deadline:
                    raise
            await asyncio.sleep(_WAL_RETRY_SECONDS)

    async def merge_log(self) -> None:
        """Merge the log into the file and empty it, as far as nobody reads from it. Only logs a failure."""
        try:
            await self._as_writer(_merge_log)
        except StoreError as error:
            _log.warning("the log of %s could not be merged: %s", self.name, error)

    async def size(self) -> int:
        """See `Database.size`: the file, and the log of changes that are not in it yet."""
        return _size(Path(self.name)) + _size(self._log_file)

    async def compact(self) -> None:
        """Make the file smaller if a quarter of it is free. Changes wait for less than a second.

        A file with more than `COMPACTED_BYTES` in use stays as it is: its free pages are used again. Only
        logs a failure.
        """
        if not self._is_closed:
            await self._start(self._compact())

    async def _compact(self) -> None:
        try:
            free = await self._as_writer(_compact)
        except StoreError as error:
            _log.warning("the free space of %s could not be given back: %s", self.name, error)
        else:
            if not free:
                return
            _log.info("%s had %d MB of free space, which is given back", self.name, free >> 20)
        await self.merge_log()

    async def _as_writer(self, work: Work[T]) -> T:
        async with self._writer:
            return await self._connections.run(work)

    async def _write_waiting(self) -> None:
        """Commit the changes that wait, until there are none."""
        while self._waiting:
            changes = tuple(self._waiting)
            self._waiting.clear()
            began = time.monotonic()
            try:
                if await self._as_writer(partial(self._commit, changes)):
                    self._note_stored()
            except Exception as error:
                self._note_fault(error, began)
                for change in changes:
                    change.fail(error)
            for change in changes:
                change.report()
        self._is_writing = False
        self._merge_when_quiet()

    def _merge_when_quiet(self) -> None:
        if self._merging is not None:
            self._merging.cancel()
        self._merging = asyncio.get_running_loop().call_later(QUIET_SECONDS, self._merge_if_large)

    def _merge_if_large(self) -> None:
        if not self._is_closed and not self._is_writing and _size(self._log_file) > SMALL_LOG:
            self._start(self.merge_log())

    async def _read(self, work: Work[T]) -> T:
        return await self._connections.run(partial(self._read_snapshot, work))

    async def _dispose(self) -> None:
        if self._merging is not None:
            self._merging.cancel()
        await self._connections.close()
        self._note.close(is_merged=not self._log_file.exists())

    # --- In the threads ------------------------------------------------------------------------------

    def _commit(self, changes: Sequence[Change[Any]], connection: Connection) -> bool:
        """Make changes in one transaction; whether anything is different then.

        Those that were withdrawn before it begins are not made.
        """
        seconds = max(0.0, changes[-1].deadline - time.monotonic())
        metrics.TOGETHER.observe(len(changes))
        with (
            metrics.SECONDS.labels("write").time(),
            _transaction(connection, "BEGIN IMMEDIATE", seconds) as transaction,
        ):
            number = _run(changes, connection, transaction)
        if number is not None:
            self._note.write(number)
        return number is not None

    def _read_snapshot(self, work: Work[T], connection: Connection) -> T:
        with _transaction(connection, "BEGIN", self.busy_seconds):
            return work(connection)


def open_sqlite(url: URL) -> SqliteDatabase:
    """The database in the file of this URL; nothing is read yet."""
    engine = create_engine(
        url,
        poolclass=NullPool,  # a connection stays with the thread that has opened it
        # With isolation_level None the driver begins no transaction: `_transaction` does.
        connect_args={"timeout": Database.busy_seconds, "isolation_level": None},
    )
    event.listen(engine, "handle_error", invalidate_pool_after_fault)
    event.listen(engine, "connect", _configure_connection)
    return SqliteDatabase(engine, str(url.database))


def _run(changes: Sequence[Change[Any]], connection: Connection, transaction: RootTransaction) -> int | None:
    """Make those of the changes that are still wanted. The number of the commit; None if nothing changes."""
    driver: Any = connection.connection.dbapi_connection
    rows = driver.total_changes
    made = [change.run(connection) for change in changes if change.take()]
    if not any(made):
        transaction.rollback()  # a commit would give an empty file its first page
        return None
    if driver.total_changes == rows:
        return None
    number: int = (driver.execute("PRAGMA user_version").fetchone()[0] + 1) % NUMBERS
    driver.execute(f"PRAGMA user_version = {number}")
    return number


@contextmanager
def _transaction(connection: Connection, begin: str, seconds: float) -> Iterator[RootTransaction]:
    """A block in a transaction that the statement ``begin`` begins, for which it waits at most so long.

    It is no listener of SQLAlchemy's "begin": with one, SQLAlchemy looks for listeners of everything that it
    does, and a short statement costs a quarter more.
    """
    with connection.begin() as transaction:
        # A connection keeps the timeout of its last use, and steps of 100 ms are nearly always that.
        busy_ms = 100 * math.ceil(10 * seconds)
        if connection.info.get("busy_ms") != busy_ms:
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {busy_ms}")
            connection.info["busy_ms"] = busy_ms
        connection.exec_driver_sql(begin)
        yield transaction


def _enable_wal(connection: Connection) -> None:
    with connection.begin():  # for SQLAlchemy only: SQLite changes the mode outside of transactions
        connection.exec_driver_sql("PRAGMA journal_mode = WAL").close()


def _merge_log(connection: Connection) -> None:
    with connection.begin():  # for SQLAlchemy only: SQLite merges outside of transactions
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {_MERGE_WAIT_MS}").close()
        connection.info["busy_ms"] = _MERGE_WAIT_MS
        connection.exec_driver_sql("PRAGMA main.wal_checkpoint(TRUNCATE)").all()


def _compact(connection: Connection) -> int:
    """Give free space back if it is worth it. Returns how many bytes: 0 if the file stays as it is."""
    with connection.begin():  # for SQLAlchemy only: SQLite compacts outside of transactions
        pages, free, size = (
            int(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one())
            for name in ("page_count", "freelist_count", "page_size")
        )
        if free < pages / 4 or free * size < SMALL_LOG or (pages - free) * size > COMPACTED_BYTES:
            return 0
        connection.exec_driver_sql("VACUUM").close()
        return free * size


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0


def _configure_connection(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    """Set up a new connection."""
    # The driver raises for a text that is no UTF-8, whatever row it is in.
    cast(sqlite3.Connection, connection).text_factory = partial(bytes.decode, errors="replace")
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA synchronous = FULL")  # a committed move survives a power cut
    cursor.close()
