"""Transactions: reads from one snapshot, changes that are committed whole or not at all."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from data.errors import StoreBusy, StoreFailed, translated
from data.schema import VERSION_TABLE

T = TypeVar("T")
Work = Callable[[AsyncConnection], Awaitable[T]]
"""The statements of one transaction."""

BUSY_SECONDS = 2.0
"""How long a transaction waits for its turn in all. Discord wants its answer within 3 seconds."""

READERS = 4
# SQLite has one writer at a time: queueing here is cheaper and fairer than by its file lock.
WRITERS = {"sqlite": 1, "postgresql": 4}

_SNAPSHOT = {"sqlite": {"begin": "BEGIN"}, "postgresql": {"isolation_level": "REPEATABLE READ"}}


class Database:
    """Runs transactions on an engine. `data.engine.opening.open_database` makes one."""

    def __init__(self, engine: AsyncEngine, name: str) -> None:
        self.engine = engine
        self.name = name
        """The database in messages for people: its file, or its URL without the password."""
        self._readers = asyncio.Semaphore(READERS)
        self._writers = asyncio.Semaphore(WRITERS[engine.dialect.name])
        self._running: set[asyncio.Task[object]] = set()
        self._closed = False

    async def read(self, work: Work[T]) -> T:
        """The result of ``work``, which reads from one snapshot of the database. Raises `StoreError`."""
        snapshot = _SNAPSHOT[self.engine.dialect.name]
        return await self._transact(self._readers, snapshot, work, None)

    async def write(self, work: Work[T], on_commit: Callable[[T], None] | None = None) -> T:
        """Run ``work`` in a transaction: committed when it returns, rolled back if it raises.

        ``on_commit`` is called with the result once it is committed, even if the caller is cancelled; on
        SQLite, in the order of the commits.

        Raises `StoreBusy` if the transaction has to wait longer than `BUSY_SECONDS`, and the other
        `StoreError` by cause. A cancelled caller returns at once. If the transaction has not begun, nothing
        is changed; otherwise it runs to its end in the background, because interrupting a statement would
        leave its connection in an unknown state.
        """
        return await self._transact(self._writers, {"begin": "BEGIN IMMEDIATE"}, work, on_commit)

    async def check(self) -> None:
        """Return if a change could be committed now. Raises the `StoreError` that it would raise."""
        await self.write(_touch)

    async def close(self) -> None:
        """Wait for running transactions, then close. SQLite merges its log into the file."""
        self._closed = True
        while self._running:
            await asyncio.wait(self._running)
        await self.engine.dispose()

    async def _transact(
        self,
        slots: asyncio.Semaphore,
        options: Mapping[str, str],
        work: Work[T],
        on_commit: Callable[[T], None] | None,
    ) -> T:
        deadline = time.monotonic() + BUSY_SECONDS
        await _acquire(slots)
        if self._closed:
            slots.release()
            raise StoreFailed("the database is closed")
        task = asyncio.create_task(self._transaction(options, deadline, work, on_commit))
        self._running.add(task)
        task.add_done_callback(lambda done: self._done(done, slots))
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[T], slots: asyncio.Semaphore) -> None:
        self._running.discard(task)
        slots.release()
        if not task.cancelled():
            task.exception()  # marks it as retrieved: asyncio would log it if the caller was cancelled

    async def _transaction(
        self,
        options: Mapping[str, str],
        deadline: float,
        work: Work[T],
        on_commit: Callable[[T], None] | None,
    ) -> T:
        with translated():
            async with self.engine.connect() as connection:
                # In steps of 100 ms, so that the connection nearly always has this value already.
                remaining = 100 * math.ceil(10 * max(0.0, deadline - time.monotonic()))
                await connection.execution_options(**options, busy_ms=remaining)
                async with connection.begin():
                    result = await work(connection)
                if on_commit is not None:
                    on_commit(result)
                return result


async def _acquire(slots: asyncio.Semaphore) -> None:
    try:
        async with asyncio.timeout(BUSY_SECONDS):
            await slots.acquire()
    except TimeoutError:
        raise StoreBusy("other work of this process is still waiting for the database") from None


async def _touch(connection: AsyncConnection) -> None:
    # Changes a row: SQLite treats a transaction without changes as a read, which needs no write access.
    await connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version_num = version_num")
