"""The database: opened with care, written by one at a time, closed tidily.

Start reading at `open_database`. Inside the room, `Database.read` and `Database.write` are the only ways
to a connection; outside it, `Database.matches`, `settings`, `people` and `uptime` are what there is to use.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

from sqlalchemy import Connection, event, make_url
from sqlalchemy.engine import URL, ExceptionContext
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from data import sqlite
from data.errors import (
    DatabaseRefused,
    StoreBusy,
    StoreError,
    StoreFailed,
    StoreFull,
    StoreReadOnly,
    translate,
    translated,
)
from data.look import judge, look_at_file, look_through
from data.schema import VERSION_TABLE

if TYPE_CHECKING:
    from data.matches import MatchStore
    from data.people import PeopleStore
    from data.settings import SettingsStore
    from data.uptime import Ticks

T = TypeVar("T")
Work = Callable[[AsyncConnection], Awaitable[T]]
"""What is to be done inside one transaction."""

Clock = Callable[[], float]
"""Tells the present moment in unix seconds."""

BUSY_SECONDS = 2.0
"""How long a change waits for its turn, all told; Discord wants its answer within 3 seconds."""

READERS = 4
# SQLite has one writer at a time: queueing here is cheaper and fairer than by its file lock.
WRITERS = {"sqlite": 1, "postgresql": 4}

_SNAPSHOT = {"sqlite": {"begin": "BEGIN"}, "postgresql": {"isolation_level": "REPEATABLE READ"}}


class Database:
    """An open database. Made by `open_database`; `close` it, or use it as ``async with``."""

    def __init__(self, engine: AsyncEngine, clock: Clock, ticks: Ticks) -> None:
        # Late, because the stores are built on this module.
        from data.matches import MatchStore
        from data.people import PeopleStore
        from data.settings import SettingsStore
        from data.uptime import Uptime

        self._engine = engine
        self._readers = asyncio.Semaphore(READERS)
        self._writers = asyncio.Semaphore(WRITERS[engine.dialect.name])
        self._running: set[asyncio.Task[Any]] = set()
        self._closed = False
        self.clock = clock
        self.uptime = Uptime(self, ticks)
        self.people: PeopleStore = PeopleStore(self)
        self.matches: MatchStore = MatchStore(self)
        self.settings: SettingsStore = SettingsStore(self)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def read(self, work: Work[T]) -> T:
        """What ``work`` reads: all of it at one moment of the database. Raises `StoreError`."""
        snapshot = _SNAPSHOT[self._engine.dialect.name]
        return await self._transact(self._readers, snapshot, work)

    async def write(self, work: Work[T]) -> T:
        """Do ``work`` in a transaction of its own: committed when it returns, undone if it raises.

        Raises `StoreBusy` if no turn comes within `BUSY_SECONDS`, and the other `StoreError` by cause.
        A task that is cancelled here leaves at once: before its turn nothing is done; after it, the
        transaction still runs to its end by itself, because a statement that is given up half-way would
        leave its connection in an unknown state.
        """
        return await self._transact(self._writers, {"begin": "BEGIN IMMEDIATE"}, work)

    async def check(self) -> None:
        """Return if a change could be committed now; raises the `StoreError` that it would meet."""
        await self.write(_touch)

    async def close(self) -> None:
        """Let transactions under way finish, then close; SQLite's log is folded into its file."""
        if self.uptime.runs:
            self.uptime.stand()
            with contextlib.suppress(StoreError):  # what it counted since it was saved last is lost
                await self.uptime.save()
        self._closed = True
        while self._running:
            await asyncio.wait(self._running)
        await self._engine.dispose()

    async def _transact(self, turns: asyncio.Semaphore, options: Mapping[str, str], work: Work[T]) -> T:
        deadline = time.monotonic() + BUSY_SECONDS
        await _take(turns)
        if self._closed:
            turns.release()
            raise StoreFailed("the database is closed")
        task = asyncio.create_task(self._transaction(options, deadline, work))
        self._running.add(task)
        task.add_done_callback(lambda done: self._done(done, turns))
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[Any], turns: asyncio.Semaphore) -> None:
        self._running.discard(task)
        turns.release()
        if not task.cancelled():
            task.exception()  # whoever gave up waiting does not want it; asyncio would log it as forgotten

    async def _transaction(self, options: Mapping[str, str], deadline: float, work: Work[T]) -> T:
        with translated():
            async with self._engine.connect() as connection:
                # In steps of 100 ms, so that it is nearly always what the connection has already.
                left = 100 * math.ceil(10 * max(0.0, deadline - time.monotonic()))
                await connection.execution_options(**options, busy_ms=left)
                async with connection.begin():
                    return await work(connection)


async def _take(turns: asyncio.Semaphore) -> None:
    try:
        async with asyncio.timeout(BUSY_SECONDS):
            await turns.acquire()
    except TimeoutError:
        raise StoreBusy("other work of this process is still waiting for the database") from None


async def _touch(connection: AsyncConnection) -> None:
    # A real change: SQLite takes an empty one for a read, which needs no right to write and no room.
    await connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version_num = version_num")


async def open_database(address: str, *, clock: Clock = time.time, ticks: Ticks = time.monotonic) -> Database:
    """Open the database at an SQLAlchemy address, made or brought up to date as needed.

    SQLite (``sqlite+aiosqlite:///var/daeguk.db``; the folder is made) and PostgreSQL
    (``postgresql+asyncpg://…``). Raises `DatabaseRefused`, with nothing changed, for one that is
    corrupt, newer, not ours or out of reach, and `StoreBusy`, `StoreFull` or `StoreReadOnly` by cause.
    """
    url = _url(address)
    name = _name(url)
    if url.get_backend_name() == "sqlite":
        behind = judge(await asyncio.to_thread(look_at_file, Path(url.database or "")), name)
        _make_folder(Path(url.database or ""))
    else:
        behind = True
    database = Database(_engine(url), clock, ticks)
    try:
        await _prepare(database, name, behind)
        await database.read(database.uptime.load)
    except BaseException as error:
        await database.close()
        if isinstance(error, StoreError):
            raise _explained(error, name) from error
        raise
    return database


async def _prepare(database: Database, name: str, behind: bool) -> None:
    if database._engine.dialect.name == "sqlite":
        await _keep_a_log(database._engine)
    if behind:
        await database.write(lambda connection: connection.run_sync(_migrate, name))
        return
    # A lock goes away by itself, and room can be made while boards are looked at; what may not be
    # written at all is better said now than at the first move.
    with contextlib.suppress(StoreBusy, StoreFull):
        await database.check()


async def _keep_a_log(engine: AsyncEngine) -> None:
    """Have changes written ahead to a log: kept in the file from then on. Raises `StoreError`."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            with translated():
                async with engine.connect() as connection:
                    # Outside of any transaction, as SQLite demands.
                    await connection.execution_options(begin="")
                    await connection.exec_driver_sql("PRAGMA journal_mode = WAL")
            return
        except StoreBusy:
            # Said at once, without the busy timeout, while another writes to a file that has no log yet.
            if time.monotonic() > deadline:
                raise
        await asyncio.sleep(0.02)


def _explained(error: StoreError, name: str) -> StoreError:
    """The same error as a sentence for whoever started the program."""
    match error:
        case StoreBusy():
            return StoreBusy(f"{name} is in use by another program ({error}): stop that one, or try again")
        case StoreFull():
            return StoreFull(f"there is no room for {name} ({error}): make some, and start again")
        case StoreReadOnly():
            return StoreReadOnly(
                f"{name} may not be written ({error}): let this user write the file and its folder"
            )
        case StoreFailed():
            return DatabaseRefused(f"{name} cannot be opened: {error}")
    return error


def _migrate(connection: Connection, name: str) -> None:
    """Bring the database up to date, unless another process just did or it is not ours after all."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(4410)")  # one migration at a time
    if judge(look_through(connection), name):
        from data.migrations import upgrade  # Alembic is slow to import, and seldom needed

        upgrade(connection)


def _url(address: str) -> URL:
    try:
        url = make_url(address)
    except (ArgumentError, ValueError) as error:
        raise DatabaseRefused(
            "DATABASE_URL is no database address; write one like sqlite+aiosqlite:///var/daeguk.db"
        ) from error
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
    driver = drivers.get(url.get_backend_name())
    if driver is None:
        raise DatabaseRefused(f"Daeguk keeps its matches in SQLite or PostgreSQL, not {url.drivername!r}")
    nowhere = not url.database or url.database == ":memory:" or url.database.startswith("file:")
    if nowhere and driver == drivers["sqlite"]:
        raise DatabaseRefused(f"{url} names no file, and a database in memory would forget every match")
    return url.set(drivername=driver)


def _name(url: URL) -> str:
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return url.render_as_string(hide_password=True)


def _make_folder(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseRefused(f"the folder {path.parent} cannot be made: {error.strerror}") from error


def _engine(url: URL) -> AsyncEngine:
    # As many as can be at work at once, so that nobody waits for one; the last used first, for its cache.
    connections = READERS + WRITERS[url.get_backend_name()]
    options: dict[str, Any] = {"pool_size": connections, "max_overflow": 0, "pool_use_lifo": True}
    if url.get_backend_name() == "sqlite":
        # isolation_level None: the driver begins nothing by itself, the hook below does.
        options["connect_args"] = {
            "async_creator_fn": sqlite.connect, "timeout": BUSY_SECONDS, "isolation_level": None,
        }  # fmt: skip
    else:
        settings = {"lock_timeout": f"{round(1000 * BUSY_SECONDS)}ms"}
        options["connect_args"] = {"timeout": 5.0, "server_settings": settings}
        options["pool_pre_ping"] = True
    try:
        engine = create_async_engine(url, **options)
    except ImportError as error:
        raise DatabaseRefused(f"{url.drivername} is not installed here: pip install {error.name}") from error
    event.listen(engine.sync_engine, "handle_error", _renew_after_fault)
    if url.get_backend_name() == "sqlite":
        event.listen(engine.sync_engine, "connect", sqlite.connected)
        event.listen(engine.sync_engine, "begin", sqlite.begins)
    return engine


def _renew_after_fault(context: ExceptionContext) -> None:
    """Throw every connection away after a fault that they would remember: new ones may find it cleared."""
    told = translate(context.original_exception)
    if isinstance(told, StoreReadOnly | StoreFailed | DatabaseRefused):
        context.is_disconnect = True
