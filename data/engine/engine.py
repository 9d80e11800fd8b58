"""SQLAlchemy engines for the two databases: SQLite and PostgreSQL."""

from __future__ import annotations

from sqlalchemy import event, make_url
from sqlalchemy.engine import URL, ExceptionContext
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from data.engine import sqlite
from data.engine.database import BUSY_SECONDS, READERS, WRITERS
from data.errors import DatabaseRefused, StoreFailed, StoreReadOnly, translate

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
_CONNECT_SECONDS = 5.0  # for a new connection to PostgreSQL


def parse_url(address: str) -> URL:
    """The URL of an address such as ``sqlite+aiosqlite:///var/daeguk.db``, with the driver used here.

    Raises `DatabaseRefused` for anything but an SQLite file or a PostgreSQL database.
    """
    try:
        url = make_url(address)
    except (ArgumentError, ValueError) as error:
        raise DatabaseRefused(
            "DATABASE_URL is no database address; write one like sqlite+aiosqlite:///var/daeguk.db"
        ) from error
    driver = _DRIVERS.get(url.get_backend_name())
    if driver is None:
        raise DatabaseRefused(f"Daeguk keeps its matches in SQLite or PostgreSQL, not {url.drivername!r}")
    no_file = not url.database or url.database == ":memory:" or url.database.startswith("file:")
    if no_file and is_sqlite(url):
        raise DatabaseRefused(f"{url} names no file, and a database in memory would forget every match")
    return url.set(drivername=driver)


def is_sqlite(url: URL) -> bool:
    """Whether the database is an SQLite file."""
    return url.get_backend_name() == "sqlite"


def database_name(url: URL) -> str:
    """The database in messages for people: its file, or its URL without the password."""
    return str(url.database) if is_sqlite(url) else url.render_as_string(hide_password=True)


def create_engine(url: URL) -> AsyncEngine:
    """An engine whose connections and transactions are set up for `data.engine.database.Database`."""
    try:
        engine = create_async_engine(
            url,
            # One for each transaction that can run at once. The last used comes first, for its page cache.
            pool_size=READERS + WRITERS[url.get_backend_name()],
            max_overflow=0,
            pool_use_lifo=True,
            pool_pre_ping=not is_sqlite(url),
            connect_args=_sqlite_arguments() if is_sqlite(url) else _postgresql_arguments(),
        )
    except ImportError as error:
        raise DatabaseRefused(f"{url.drivername} is not installed here: pip install {error.name}") from error
    event.listen(engine.sync_engine, "handle_error", _invalidate_pool_after_fault)
    if is_sqlite(url):
        event.listen(engine.sync_engine, "connect", sqlite.configure_connection)
        event.listen(engine.sync_engine, "begin", sqlite.begin_transaction)
    return engine


def _sqlite_arguments() -> dict[str, object]:
    # With isolation_level None the driver begins no transaction: the hook on "begin" does.
    return {"async_creator_fn": sqlite.connect, "timeout": BUSY_SECONDS, "isolation_level": None}


def _postgresql_arguments() -> dict[str, object]:
    settings = {"lock_timeout": f"{round(1000 * BUSY_SECONDS)}ms"}
    return {"timeout": _CONNECT_SECONDS, "server_settings": settings}


def _invalidate_pool_after_fault(context: ExceptionContext) -> None:
    """Discard every connection after a fault that persists in a connection; a new one may succeed."""
    error = translate(context.original_exception)
    if isinstance(error, StoreReadOnly | StoreFailed | DatabaseRefused):
        context.is_disconnect = True
