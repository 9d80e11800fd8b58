"""A database on a PostgreSQL server.

As on SQLite, SQLAlchemy's connections are used where they are blocking, in threads: that costs less than the
asynchronous ones of either driver (``docs/experiments/bot.md``).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import (
    Connection,
    Double,
    Engine,
    Table,
    cast,
    create_engine,
    event,
    extract,
    func,
    select,
    text,
)
from sqlalchemy.engine import URL

from data.engine.address import ServerOptions, database_name
from data.engine.database import Database, Work, invalidate_pool_after_fault
from data.errors import DatabaseRefused, StoreError, translate, translated

T = TypeVar("T")

_CONNECT_SECONDS = 5
_SILENCE_SECONDS = 10
"""After so long without a word, a server that has to answer is asked whether it is there."""
SERVER_TIME = cast(extract("epoch", func.clock_timestamp()), Double)
"""The present time by the server's clock, in unix seconds."""
_OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    " AND application_name = 'daeguk'"
)


class PostgresqlDatabase(Database):
    """Runs transactions on a server, which commits those of several processes together by itself."""

    def __init__(self, engine: Engine, name: str, connections: int, *, logs_outages: bool = True) -> None:
        super().__init__(engine, name, readers=connections // 2, logs_outages=logs_outages)
        self._writers = asyncio.Semaphore(connections - connections // 2)
        self._threads = ThreadPoolExecutor(connections, thread_name_prefix="postgresql")

    async def write(self, work: Work[T], on_commit: Callable[[T], None] | None = None) -> T:
        """See `Database.write`."""
        return await self._run_in_turn("write", self._writers, lambda: self._write(work, on_commit))

    async def _write(self, work: Work[T], on_commit: Callable[[T], None] | None) -> T:
        began = time.monotonic()
        try:
            result = await asyncio.get_running_loop().run_in_executor(self._threads, self._commit, work)
        except StoreError as fault:
            self._note_fault(fault, began)
            raise
        self._note_stored()
        if on_commit is not None:
            on_commit(result)
        return result

    async def size(self) -> int:
        """See `Database.size`."""
        query = select(func.pg_database_size(func.current_database()))
        return await self.read(lambda connection: int(connection.execute(query).scalar_one()))

    async def compact(self) -> None:
        """Do nothing: the server looks after its space (autovacuum)."""

    async def _read(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._read_snapshot, work)

    async def _dispose(self) -> None:
        await asyncio.to_thread(self.engine.dispose)
        self._threads.shutdown()

    # --- In the threads ------------------------------------------------------------------------------

    def _commit(self, work: Work[T]) -> T:
        with translated(), self.engine.begin() as connection:
            return work(connection)

    def _read_snapshot(self, work: Work[T]) -> T:
        with translated(), self.engine.connect() as connection:
            connection.execution_options(isolation_level="REPEATABLE READ")
            with connection.begin():
                return work(connection)


def open_postgresql(url: URL, options: ServerOptions | None = None) -> PostgresqlDatabase:
    """The database at this URL; nothing is read yet. Raises `DatabaseRefused` if the driver is missing."""
    options = options or ServerOptions()
    try:
        engine = create_engine(
            url,
            pool_size=options.connections,  # one for each transaction that can run at once
            max_overflow=0,
            pool_use_lifo=True,
            pool_pre_ping=True,
            connect_args=connect_arguments(options),
        )
    except ImportError as error:
        raise DatabaseRefused(
            f"{database_name(url)} needs a driver that is not installed here: pip install 'daeguk[postgres]'"
        ) from error
    event.listen(engine, "handle_error", invalidate_pool_after_fault)
    name = database_name(url)
    return PostgresqlDatabase(engine, name, options.connections, logs_outages=options.logs_outages)


def check_sessions(engine: Engine) -> None:
    """Raise `DatabaseRefused` if connections take turns at the server's processes, as with PgBouncer."""
    with engine.connect() as first, engine.connect() as second:
        turns = [(_process(first), _process(second), _process(first)) for _ in range(3)]
    if any(before == between or before != after for before, between, after in turns):
        raise DatabaseRefused(
            f"{database_name(engine.url)} leads to PgBouncer in transaction mode, where notifications and "
            "prepared statements are lost: set DATABASE_DIRECT_URL to the server's own address as well"
        )


def _process(connection: Connection) -> int:
    """The process on the server that runs a transaction of a connection."""
    with connection.begin():
        process: int = connection.execute(select(func.pg_backend_pid())).scalar_one()
    return process


def check_unused(connection: Connection, name: str) -> None:
    """Raise `DatabaseRefused` if a bot is connected to the database, or another command of ``daeguk``."""
    if connection.execute(_OTHERS).scalar():
        raise DatabaseRefused(f"another bot uses {name}: stop it first")


def copy_rows(connection: Connection, table: Table, rows: Iterable[tuple[Any, ...]]) -> None:
    """Add rows, which have all columns, in the open transaction. Raises `StoreError`."""
    columns = ", ".join(column.name for column in table.columns)
    driver: Any = connection.connection.dbapi_connection
    try:
        with driver.cursor() as cursor, cursor.copy(f"COPY {table.name} ({columns}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
    except connection.dialect.loaded_dbapi.Error as error:
        raise translate(error) from error


def connect_arguments(options: ServerOptions) -> dict[str, Any]:
    """Arguments of libpq for a connection of the bot."""
    lock_ms, statement_ms = round(1000 * Database.busy_seconds), 1000 * options.statement_seconds
    return {
        **({} if options.has_sessions else {"prepare_threshold": None}),
        "application_name": "daeguk",
        "client_encoding": "utf8",  # texts are bytes otherwise where the database has no encoding
        "connect_timeout": _CONNECT_SECONDS,
        # What is stopped or cut off within a transaction keeps its locks no longer than a statement.
        "options": f"-c lock_timeout={lock_ms} -c statement_timeout={statement_ms}"
        f" -c idle_in_transaction_session_timeout={statement_ms}",
        # Over TCP: a connection to a machine that is gone ends after some 20 seconds.
        "keepalives_idle": _SILENCE_SECONDS,
        "keepalives_interval": 3,
        "keepalives_count": 3,
        "tcp_user_timeout": 2000 * _SILENCE_SECONDS,
    }
