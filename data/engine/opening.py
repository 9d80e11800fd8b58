"""Opening a database: it is inspected, and created or migrated as needed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import Connection, select
from sqlalchemy.engine import URL

from data.engine.address import ServerOptions, database_name, is_sqlite, parse_url, sqlite_file
from data.engine.database import Database
from data.engine.inspection import inspect_connection, inspect_file, needs_migration
from data.engine.new_file import give_away
from data.engine.postgresql import SERVER_TIME, open_postgresql
from data.engine.sqlite import SqliteDatabase, open_sqlite
from data.errors import (
    DatabaseRefused,
    StoreBusy,
    StoreFailed,
    StoreFull,
    StoreReadOnly,
)
from data.tables.processes import bot_processes

_MIGRATION_LOCK = 4410  # a PostgreSQL advisory lock; the number is arbitrary
_MIGRATING_MS = 60_000  # how long a process waits that starts while another one migrates


async def open_database(address: str, options: ServerOptions | None = None) -> Database:
    """Open the database at an SQLAlchemy address, after creating or migrating it as needed.

    ``options`` are for a server. Raises `DatabaseRefused`, with nothing changed, for a database that is
    corrupt, newer than this program, of another program or out of reach, and `StoreBusy`,
    `StoreFull` or `StoreReadOnly` by cause.
    """
    url = parse_url(address)
    outdated = await _inspect(url)
    database = open_sqlite(url) if is_sqlite(url) else open_postgresql(url, options)
    try:
        with explained(database.name):
            await _prepare(database, outdated)
    except BaseException:
        await database.close()
        raise
    return database


async def _inspect(url: URL) -> bool:
    """Whether migrations may have to run. Creates an SQLite file, for this user only, and its folder."""
    file = sqlite_file(url)
    if file is None:
        return True
    outdated = needs_migration(await asyncio.to_thread(inspect_file, file), database_name(url))
    await asyncio.to_thread(create_file, file)
    return outdated


def create_file(path: Path) -> None:
    """Create a file that only this user can read, if there is none; SQLite gives its log the same mode.

    One that root creates is the user's whose folder it is in.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseRefused(
            f"the folder {path.parent} cannot be made ({error.strerror}): name another file in DATABASE_URL"
        ) from error
    with contextlib.suppress(OSError):  # that it cannot be written is reported by what writes
        is_new = not path.exists()
        path.touch(mode=0o600)
        if is_new:
            give_away(path, path.parent)


async def _prepare(database: Database, outdated: bool) -> None:
    if outdated:
        # A new SQLite file has no log yet, so its tables are in the file itself from the first commit on.
        await database.write(lambda connection: _migrate(connection, database.name))
    if isinstance(database, SqliteDatabase):
        await database.enable_wal()
        if outdated:
            await database.merge_log()
    if outdated:
        return
    # A lock or a full disk can clear while the bot runs. A database that is not writable is better reported
    # now than at the first move.
    with contextlib.suppress(StoreBusy, StoreFull):
        await database.check()


def _migrate(connection: Connection, name: str) -> None:
    """Migrate the database, unless another process just did. Raises `DatabaseRefused`."""
    if connection.dialect.name == "postgresql":
        for limit in ("statement_timeout", "idle_in_transaction_session_timeout"):
            connection.exec_driver_sql(f"SET LOCAL {limit} = 0")
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {_MIGRATING_MS}")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")
    contents = inspect_connection(connection)
    if needs_migration(contents, name):
        if bot_processes.name in contents.tables:
            _check_no_process(connection, name)
        from data.migrations import upgrade  # Alembic is slow to import and seldom needed

        upgrade(connection)


def _check_no_process(connection: Connection, name: str) -> None:
    """Raise `DatabaseRefused` if a process of an older version works with the tables."""
    if connection.dialect.name != "postgresql":  # a file has one process
        return
    living = select(bot_processes.c.name).where(bot_processes.c.expires_at > SERVER_TIME)
    if (other := connection.execute(living).scalars().first()) is not None:
        raise DatabaseRefused(
            f"{name} has to be migrated for this version, but the process {other} runs with an older one; "
            "nothing was changed: stop every process of the bot, and start this version again"
        )


@contextlib.contextmanager
def explained(name: str) -> Iterator[None]:
    """Raise `StoreError` with a message for the person who starts the program."""
    try:
        yield
    except StoreBusy as error:
        raise StoreBusy(
            f"{name} is in use by another program ({error}): stop that one, or try again"
        ) from error
    except StoreFull as error:
        raise StoreFull(f"there is no room for {name} ({error}): make some, and start again") from error
    except StoreReadOnly as error:
        is_server = "://" in name
        remedy = (
            "name the server that takes changes"
            if is_server
            else "let this user write the file and its folder"
        )
        raise StoreReadOnly(f"{name} is not writable ({error}): {remedy}") from error
    except StoreFailed as error:
        raise DatabaseRefused(f"{name} cannot be used: {error}") from error
