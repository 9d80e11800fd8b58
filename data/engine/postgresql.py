"""A database on a PostgreSQL server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import event
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from data.engine.address import database_name
from data.engine.database import READERS, Database, Work, invalidate_pool_after_fault
from data.errors import DatabaseRefused, translated

T = TypeVar("T")

WRITERS = 4
_CONNECT_SECONDS = 5.0


class PostgresqlDatabase(Database):
    """Runs transactions on a server, which commits those of several processes together by itself."""

    def __init__(self, engine: AsyncEngine, name: str) -> None:
        super().__init__(engine.sync_engine, name)
        self._engine = engine
        self._writers = asyncio.Semaphore(WRITERS)

    async def write(self, work: Work[T], on_commit: Callable[[T], None] | None = None) -> T:
        """See `Database.write`."""
        return await self._run_in_turn("write", self._writers, lambda: self._write(work, on_commit))

    async def _write(self, work: Work[T], on_commit: Callable[[T], None] | None) -> T:
        with translated():
            async with self._engine.begin() as connection:
                result = await connection.run_sync(work)
        if on_commit is not None:
            on_commit(result)
        return result

    async def _read(self, work: Work[T]) -> T:
        with translated():
            async with self._engine.connect() as connection:
                await connection.execution_options(isolation_level="REPEATABLE READ")
                async with connection.begin():
                    return await connection.run_sync(work)

    async def _dispose(self) -> None:
        await self._engine.dispose()


def open_postgresql(url: URL) -> PostgresqlDatabase:
    """The database at this URL; nothing is read yet. Raises `DatabaseRefused` if the driver is missing."""
    settings = {"lock_timeout": f"{round(1000 * Database.busy_seconds)}ms"}
    try:
        engine = create_async_engine(
            url,
            pool_size=READERS + WRITERS,  # one for each transaction that can run at once
            max_overflow=0,
            pool_use_lifo=True,
            pool_pre_ping=True,
            connect_args={"timeout": _CONNECT_SECONDS, "server_settings": settings},
        )
    except ImportError as error:
        raise DatabaseRefused(f"{url.drivername} is not installed here: pip install {error.name}") from error
    event.listen(engine.sync_engine, "handle_error", invalidate_pool_after_fault)
    return PostgresqlDatabase(engine, database_name(url))
