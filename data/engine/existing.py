"""Opening a database as it is, which is for those who only read it or bring a whole one."""

from __future__ import annotations

import asyncio

from data.engine.address import ServerOptions, database_name, parse_url, sqlite_file
from data.engine.database import Database
from data.engine.inspection import (
    CHECK_SECONDS,
    Contents,
    inspect_connection,
    inspect_file,
    needs_migration,
)
from data.engine.opening import explained
from data.engine.postgresql import open_postgresql
from data.engine.sqlite import open_sqlite
from data.errors import DatabaseRefused


async def open_existing(address: str, options: ServerOptions | None = None) -> Database:
    """Open a database that this version wrote. Nothing is created or migrated.

    Raises `DatabaseRefused` for a database that is missing, corrupt, of another version or program, or out of
    reach, and `StoreReadOnly` for a file that this user cannot use.
    """
    contents, database = await inspected(address, options=options)
    try:
        if not contents.tables:
            raise DatabaseRefused(f"there is no database in {database.name}")
        if needs_migration(contents, database.name):
            raise DatabaseRefused(
                f"{database.name} was written by an older Daeguk (its version is {contents.revision!r}); "
                "nothing was changed: use that program, or start this one once"
            )
        with explained(database.name):  # who reads a file with a log has to write beside it
            await database.read(inspect_connection)
    except BaseException:
        await database.close()
        raise
    return database


async def inspected(
    address: str, seconds: float = CHECK_SECONDS, options: ServerOptions | None = None
) -> tuple[Contents, Database]:
    """The contents of a database, and the database, not yet in use. Raises `DatabaseRefused`.

    A file is checked for ``seconds`` at most; ``options`` are for a server.
    """
    url = parse_url(address)
    if (file := sqlite_file(url)) is not None:
        return await asyncio.to_thread(inspect_file, file, seconds), open_sqlite(url)
    database = open_postgresql(url, options)
    try:
        with explained(database_name(url)):
            return await database.read(inspect_connection), database
    except BaseException:
        await database.close()
        raise
