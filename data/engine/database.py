"""Transactions: reads from one snapshot, changes that are committed whole or not at all."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.engine import ExceptionContext

from data.engine import metrics
from data.errors import DatabaseRefused, StoreBusy, StoreFailed, StoreFull, StoreReadOnly, translate
from data.tables.metadata import VERSION_TABLE

T = TypeVar("T")
Work = Callable[[Connection], T]
"""The statements of one transaction. They may run in another thread than the event loop's."""
_OUTAGES = (StoreFailed, StoreFull, StoreReadOnly)

_log = logging.getLogger(__name__)


class Database(ABC):
    """Runs transactions. `data.engine.opening.open_database` makes one."""

    busy_seconds = 2.0
    """How long a transaction waits for its turn in all. Discord wants its answer within 3 seconds."""

    def __init__(self, engine: Engine, name: str, readers: int, *, logs_outages: bool = True) -> None:
        self.engine = engine
        self.name = name
        """The database in messages for people: its file, or its URL without the password."""
        self._readers = asyncio.Semaphore(readers)
        self._running: set[asyncio.Task[object]] = set()
        self._is_closed = False
        self._logs_outages = logs_outages
        self._failing_since: float | None = None
        self._stored_at = -math.inf

    async def read(self, work: Work[T]) -> T:
        """The result of ``work``, which reads from one snapshot of the database. Raises `StoreError`."""
        return await self._run_in_turn("read", self._readers, lambda: self._read(work))

    @abstractmethod
    async def write(self, work: Work[T], on_commit: Callable[[T], None] | None = None) -> T:
        """Run ``work`` in a transaction: committed when it returns, rolled back if it raises.

        ``on_commit`` is called with the result once it is committed, even if the caller is canceled; on
        SQLite, in the order of the changes.

        Raises `StoreBusy` if the transaction has to wait longer than `busy_seconds`, and the other
        `StoreError` by cause. A canceled caller returns at once. If the transaction has not begun, nothing
        is changed; otherwise it runs to its end in the background, because interrupting a statement would
        leave its connection in an unknown state.
        """

    async def check(self) -> None:
        """Return if a change could be committed now. Raises the `StoreError` that it would raise."""
        await self.write(_touch)

    @abstractmethod
    async def size(self) -> int:
        """The bytes that the database takes on the disk. Raises `StoreError`."""

    @abstractmethod
    async def compact(self) -> None:
        """Give the space of deleted rows back, where the database does not do that by itself."""

    async def close(self) -> None:
        """Wait for running transactions, then close. SQLite merges its log into the file."""
        self._is_closed = True
        while self._running:
            await asyncio.wait(self._running)
        await self._dispose()

    @abstractmethod
    async def _read(self, work: Work[T]) -> T:
        """Run ``work`` in a transaction that reads."""

    @abstractmethod
    async def _dispose(self) -> None:
        """Close every connection."""

    def _note_fault(self, fault: BaseException, began: float) -> None:
        """Log the first of several changes that fail because of the disk or the server.

        ``began`` is when the change did, in monotonic seconds: one that fails after a later one was stored,
        such as after a long wait for a connection, belongs to the outage that is over.
        """
        is_known = self._failing_since is not None or began < self._stored_at
        if self._logs_outages and not is_known and isinstance(fault, _OUTAGES):
            self._failing_since = time.monotonic()
            _log.warning("nothing is stored in %s: %s", self.name, fault)

    def _note_stored(self) -> None:
        """Log the first change that is stored again."""
        self._stored_at = time.monotonic()
        if self._failing_since is not None:
            seconds, self._failing_since = self._stored_at - self._failing_since, None
            _log.info("changes are stored in %s again, after %.0f s", self.name, seconds)

    async def _run_in_turn(
        self, kind: str, slots: asyncio.Semaphore, run: Callable[[], Coroutine[Any, Any, T]]
    ) -> T:
        """Run a transaction once a slot is free; to its end, even if the caller is canceled meanwhile."""
        with failures_counted():
            began = time.monotonic()
            await self._acquire(slots)
            metrics.WAITED.labels(kind).observe(time.monotonic() - began)
            task = self._start(_timed(kind, run()))
            task.add_done_callback(lambda _: slots.release())
            return await asyncio.shield(task)

    async def _acquire(self, slots: asyncio.Semaphore) -> None:
        try:
            async with asyncio.timeout(self.busy_seconds):
                await slots.acquire()
        except TimeoutError:
            raise turn_missed() from None
        if self._is_closed:
            slots.release()
            raise database_closed()

    def _start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin what closing waits for."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # marks it as retrieved: asyncio would log it if the caller was canceled


@contextmanager
def failures_counted() -> Iterator[None]:
    """Count the failure, if a transaction in this block has one."""
    try:
        yield
    except metrics.FAILURES as error:
        metrics.ERRORS.labels(type(error).__name__).inc()
        raise


async def _timed(kind: str, transaction: Coroutine[Any, Any, T]) -> T:
    with metrics.SECONDS.labels(kind).time():
        return await transaction


def turn_missed() -> StoreBusy:
    """The error of a transaction whose turn has not come in time."""
    return StoreBusy("other work of this process is still waiting for the database")


def database_closed() -> StoreFailed:
    """The error of a transaction that is asked for after `Database.close`."""
    return StoreFailed("the database is closed")


def _touch(connection: Connection) -> None:
    # Changes a row: SQLite treats a transaction without changes as a read, which needs no write access.
    connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version_num = version_num")


def invalidate_pool_after_fault(context: ExceptionContext) -> None:
    """Discard every connection after a fault that persists in a connection; a new one may succeed."""
    error = translate(context.original_exception)
    if isinstance(error, StoreReadOnly | StoreFailed | DatabaseRefused):
        context.is_disconnect = True
