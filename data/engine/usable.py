"""Whether a start could use a database: asked before Discord is, so that an admin reads that first."""

from __future__ import annotations

import asyncio
import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, func, select

from data.engine.address import ServerOptions, parse_url, sqlite_file
from data.engine.commit_note import note_path
from data.engine.existing import inspected
from data.engine.inspection import Contents, needs_migration
from data.engine.opening import explained
from data.errors import DatabaseRefused, StoreFull, StoreReadOnly

_ROOM = 2**20
"""Bytes that have to fit beside a file: a new database takes 0.4 MB, and a change some kilobytes of log."""
_FULL = (errno.ENOSPC, errno.EDQUOT)


async def check_usable(address: str, seconds: float = 0.0, options: ServerOptions | None = None) -> Contents:
    """The contents of a database that this program could open, and migrate if needed. Nothing is changed.

    A file is checked for damage for ``seconds`` at most. Raises `DatabaseRefused`, `StoreBusy`, `StoreFull`
    and `StoreReadOnly` with a sentence for the person who starts the program.
    """
    contents, database = await inspected(address, seconds, options)
    try:
        outdated = needs_migration(contents, database.name)
        file = sqlite_file(parse_url(address))
        with explained(database.name):
            if file is not None:
                await asyncio.to_thread(check_writable, file)
            elif outdated:
                await database.read(_check_tables_can_be_made)
            else:
                await database.check()
    finally:
        await database.close()
    return contents


def check_writable(file: Path) -> None:
    """Raise `StoreReadOnly` or `StoreFull` if an SQLite file cannot be changed, or made, by this user."""
    folder = next(parent for parent in file.absolute().parents if parent.exists())
    beside = (file.with_name(f"{file.name}{suffix}") for suffix in ("-wal", "-shm"))
    for path in (file, *beside, note_path(file), folder):
        if path.exists() and not os.access(path, os.W_OK):
            raise StoreReadOnly("permission denied" if path == file else f"{path}: permission denied")
    with _as_store_error(folder), tempfile.TemporaryFile(dir=folder) as probe:
        probe.write(bytes(_ROOM))
        probe.flush()
        os.fsync(probe.fileno())  # some file systems look for room only then


@contextmanager
def _as_store_error(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        kind = StoreFull if error.errno in _FULL else StoreReadOnly
        raise kind(f"{folder}: {error.strerror}") from error


def _check_tables_can_be_made(connection: Connection) -> None:
    schema = connection.execute(select(func.current_schema())).scalar()
    may_create = select(func.has_schema_privilege(schema, "CREATE"))
    if schema is None or not connection.execute(may_create).scalar():
        raise DatabaseRefused(
            f"{connection.engine.url.render_as_string(hide_password=True)} lets this user make no tables in "
            f"the schema {schema or 'public'}: make the user its owner"
        )
