"""Inspection of a database before anything is changed, so that a foreign one stays untouched."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from data.engine.commit_note import note_path, noted_commit
from data.engine.lost_log import check_commits, check_header, check_nothing, check_tables
from data.errors import DatabaseRefused, StoreBusy, translate
from data.tables.metadata import COPY_TABLE, REVISION, VERSION_TABLE

CHECK_SECONDS = 1.0
"""How long a start may spend on checking a file. Pages beyond that are checked when they are read."""

_ATTEMPTS = 20  # while another process writes
_RETRY_SECONDS = 0.05
_TIMEOUT_SECONDS = 2.0  # for which SQLite waits for a lock
_INSTRUCTIONS = 10_000  # of SQLite's virtual machine, between two looks at the time

_OTHER_USER = "be the bot's user, or let this one read and write there"
_REVISION = f"SELECT version_num FROM {VERSION_TABLE}"


@dataclass(frozen=True, slots=True)
class Contents:
    """The names of a database's tables and the last migration applied to it."""

    tables: frozenset[str] = frozenset()
    revision: str | None = None


def inspect_file(path: Path, seconds: float = CHECK_SECONDS) -> Contents:
    """Read an SQLite file without creating or changing any file, and check it for ``seconds`` at most.

    Raises `DatabaseRefused` if the file is corrupt, not a database, not readable, or lacks commits because
    its log was lost or damaged.
    """
    try:
        path.exists()
    except PermissionError as error:
        raise DatabaseRefused(f"this user cannot enter the folder of {path}: {_OTHER_USER}") from error
    for _ in range(_ATTEMPTS):
        before = _file_state(path)
        try:
            contents = _read_file(path, seconds)
        except DatabaseRefused:
            if _file_state(path) == before:
                raise
        else:
            if _file_state(path) == before:
                return contents
        time.sleep(_RETRY_SECONDS)
    return _read_file(path, seconds)


def inspect_connection(connection: Connection) -> Contents:
    """Read the contents of the database that a connection leads to.

    Raises `DatabaseRefused` for one on a server that cannot hold every text.
    """
    if connection.dialect.name == "postgresql":
        encoding = connection.execute(text("SHOW server_encoding")).scalar()
        if encoding != "UTF8":
            raise DatabaseRefused(
                f"the database has the encoding {encoding}, which cannot hold every text: make one with "
                "ENCODING 'UTF8' TEMPLATE template0"
            )
    tables = frozenset(inspect(connection).get_table_names())
    if VERSION_TABLE not in tables:
        return Contents(tables)
    return Contents(tables, connection.execute(text(_REVISION)).scalar())


def needs_migration(contents: Contents, name: str) -> bool:
    """Whether migrations have to run.

    Raises `DatabaseRefused` for a database of another program, of a newer version, or of a version between
    two releases (`data.migrations`).
    """
    if COPY_TABLE in contents.tables:
        raise DatabaseRefused(
            f"{name} holds an unfinished copy; nothing was changed: finish it by the same daeguk copy, or "
            "begin anew with an empty database"
        )
    if VERSION_TABLE not in contents.tables:
        if contents.tables:
            raise DatabaseRefused(
                f"{name} belongs to another program (it has the table {min(contents.tables)!r}); "
                "nothing was changed: give Daeguk a database of its own in DATABASE_URL"
            )
        return True
    if contents.revision == REVISION:
        return False
    from data.migrations import known_revisions  # Alembic is slow to import and seldom needed

    if contents.revision in known_revisions():
        return True
    if contents.revision is not None and contents.revision < REVISION:  # both have four digits
        raise DatabaseRefused(
            f"{name} was written by a version between two releases of Daeguk (its version is "
            f"{contents.revision!r}); nothing was changed: restore a backup of a release, or begin with an "
            "empty database"
        )
    raise DatabaseRefused(
        f"{name} was written by a newer Daeguk (its version is {contents.revision!r}, this program knows "
        f"up to {REVISION!r}); nothing was changed: update the program, or restore an older backup"
    )


def _file_state(path: Path) -> tuple[object, ...]:
    """What changes when another process writes: a read during that may have seen half a change."""
    status = path.stat() if path.exists() else None
    times = (status.st_mtime_ns, status.st_size) if status else ()
    return (*times, _has(path, "-wal"), _has(path, "-journal"))


def _read_file(path: Path, seconds: float) -> Contents:
    """The contents of a file. Raises `DatabaseRefused` and `StoreBusy`."""
    try:
        noted = noted_commit(path)
        if not path.exists() or (path.is_file() and path.stat().st_size == 0):
            check_nothing(path)
            return Contents()
        if not path.is_file():
            raise DatabaseRefused(f"{path} is not a file: name one in DATABASE_URL, in a folder of your own")
        if noted is None:
            check_header(path)
        # A journal that was left, or a log without its index: the last writer was killed.
        if _has(path, "-journal") or _has(path, "-wal") != _has(path, "-shm"):
            return _read_copy(path, noted, seconds)
        # Without a log the file is the whole database, and SQLite creates no other file if it may assume
        # that nobody changes it. With a log, the database has to be read through the log.
        parameters = "mode=ro" if _has(path, "-wal") else "mode=ro&immutable=1"
        return _read(path, parameters, path, noted, seconds)
    except (sqlite3.Error, OSError) as error:
        cause = translate(error)
        if isinstance(cause, StoreBusy):
            raise cause from error
        for file in (path, note_path(path), *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
            if file.exists() and not os.access(file, os.R_OK):
                raise DatabaseRefused(f"this user cannot read {file}: {_OTHER_USER}") from error
        raise DatabaseRefused(_unreadable(path, cause)) from error


def _has(path: Path, suffix: str) -> bool:
    return path.with_name(path.name + suffix).exists()


def _read_copy(path: Path, noted: int | None, seconds: float) -> Contents:
    """Read a file whose last writer was killed. SQLite recovers it by writing, so that is done to a copy."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        shutil.copyfile(path, copy)
        for suffix in filter(lambda suffix: _has(path, suffix), ("-journal", "-wal")):
            shutil.copyfile(f"{path}{suffix}", f"{copy}{suffix}")
        return _read(copy, "mode=rw", path, noted, seconds)


def _read(file: Path, parameters: str, path: Path, noted: int | None, seconds: float) -> Contents:
    """Read a file: the database at ``path``, or its copy. ``noted`` is the commit that it must hold."""
    uri = f"{file.absolute().as_uri()}?{parameters}"
    with closing(sqlite3.connect(uri, uri=True, timeout=_TIMEOUT_SECONDS)) as database:
        tables = frozenset(
            name
            for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
            if not name.startswith("sqlite_")
        )
        check_commits(database, path, noted)
        if not tables:
            check_tables(database, path)
        row = database.execute(_REVISION).fetchone() if VERSION_TABLE in tables else None
        _check(database, seconds)
        return Contents(tables, row[0] if row else None)


def _check(database: sqlite3.Connection, seconds: float) -> None:
    end = time.monotonic() + seconds
    database.set_progress_handler(lambda: time.monotonic() > end, _INSTRUCTIONS)
    try:
        (result,) = database.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        return
    if result != "ok":
        raise sqlite3.DatabaseError(" ".join(result.split()))


def _unreadable(path: Path, cause: Exception) -> str:
    return (
        f"{path} cannot be used as the database ({cause}); nothing was changed: restore a backup, "
        "or move the file away to begin with an empty one"
    )
