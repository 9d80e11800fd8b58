"""A look at a database before anything is done to it, so that what is not ours stays untouched.

Start reading at `look_at_file`; `judge` says what is to be done with what was found.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from data.errors import DatabaseRefused, StoreBusy, translate
from data.schema import REVISION, VERSION_TABLE

CHECK_SECONDS = 1.0
"""How long a start may spend on checking a file; what a huge one has beyond that is checked as it is read."""

_LOOKS = 20  # while another process writes

_REVISION = f"SELECT version_num FROM {VERSION_TABLE}"


@dataclass(frozen=True, slots=True)
class Found:
    """What a database holds: its tables' names and the last migration applied to it."""

    tables: frozenset[str] = frozenset()
    revision: str | None = None


def look_at_file(path: Path) -> Found:
    """Read a SQLite file without writing a byte beside or into it.

    Raises `DatabaseRefused` if it is corrupt, no database at all, or cannot be read.
    """
    for _ in range(_LOOKS):
        before = _state(path)
        try:
            found = _look_once(path)
        except DatabaseRefused:
            if _state(path) == before:
                raise
        else:
            if _state(path) == before:
                return found
        time.sleep(0.05)
    return _look_once(path)


def _state(path: Path) -> tuple[object, ...]:
    """What another process changes by writing: a look that it fell into may have seen halves."""
    now = path.stat() if path.exists() else None
    times = (now.st_mtime_ns, now.st_size) if now else ()
    return (*times, _beside(path, "-wal"), _beside(path, "-journal"))


def _look_once(path: Path) -> Found:
    try:
        if not path.exists():
            return Found()
        if not path.is_file():
            raise DatabaseRefused(f"{path} is not a file: name one in DATABASE_URL, in a folder of your own")
        if path.stat().st_size == 0:
            return Found()
        if _beside(path, "-journal") or _beside(path, "-wal") != _beside(path, "-shm"):
            return _look_at_copy(path)
        # With no log beside it the file alone is the whole database, and SQLite, told that nobody
        # changes it, creates none; with a log it has to be read through that.
        return _look(path, "mode=ro" if _beside(path, "-wal") else "mode=ro&immutable=1")
    except (sqlite3.Error, OSError) as error:
        told = translate(error)
        if isinstance(told, StoreBusy):
            raise told from error
        raise DatabaseRefused(_cannot_read(path, told)) from error


def look_through(connection: Connection) -> Found:
    """Read what the database at the other end of a connection holds."""
    tables = frozenset(inspect(connection).get_table_names())
    if VERSION_TABLE not in tables:
        return Found(tables)
    return Found(tables, connection.execute(text(_REVISION)).scalar())


def judge(found: Found, name: str) -> bool:
    """Whether migrations have to run. Raises `DatabaseRefused` for a newer database or a foreign one."""
    if VERSION_TABLE not in found.tables:
        if found.tables:
            raise DatabaseRefused(
                f"{name} belongs to another program (it has the table {min(found.tables)!r}); "
                "nothing was changed: give Daeguk a database of its own in DATABASE_URL"
            )
        return True
    if found.revision == REVISION:
        return False
    from data.migrations import known_revisions  # Alembic is slow to import, and seldom needed

    if found.revision in known_revisions():
        return True
    raise DatabaseRefused(
        f"{name} was written by a newer Daeguk (its version is {found.revision!r}, this program knows "
        f"up to {REVISION!r}); nothing was changed: update the program, or restore an older backup"
    )


def _beside(path: Path, suffix: str) -> bool:
    return path.with_name(path.name + suffix).exists()


def _look_at_copy(path: Path) -> Found:
    """Look at a file whose last writer was killed half-way: reading it means finishing or undoing that."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        shutil.copyfile(path, copy)
        for suffix in filter(lambda suffix: _beside(path, suffix), ("-journal", "-wal")):
            shutil.copyfile(f"{path}{suffix}", f"{copy}{suffix}")
        return _look(copy, "mode=rw")


def _look(path: Path, how: str) -> Found:
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, timeout=2.0)) as database:
        tables = frozenset(
            name
            for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
            if not name.startswith("sqlite_")
        )
        row = database.execute(_REVISION).fetchone() if VERSION_TABLE in tables else None
        _check(database)
        return Found(tables, row[0] if row else None)


def _check(database: sqlite3.Connection) -> None:
    end = time.monotonic() + CHECK_SECONDS
    database.set_progress_handler(lambda: time.monotonic() > end, 10_000)
    try:
        (told,) = database.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        return
    if told != "ok":
        raise sqlite3.DatabaseError(" ".join(told.split()))


def _cannot_read(path: Path, why: Exception) -> str:
    return (
        f"{path} cannot be used as the database ({why}); nothing was changed: restore a backup, "
        "or move the file away to begin with an empty one"
    )
