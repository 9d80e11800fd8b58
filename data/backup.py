"""Copies of an SQLite file: made while the bot uses it, and put back while it does not."""

from __future__ import annotations

import fcntl
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from data.engine.commit_note import note_path
from data.engine.inspection import inspect_file, needs_migration
from data.engine.new_file import give_away, name_file, new_file, sync, unfinished
from data.engine.opening import explained
from data.errors import DatabaseRefused, translated
from data.tables.processes import OPERATIONAL_TABLES

_PAGES = 256  # in one step: a megabyte
_PAUSE_SECONDS = 0.002  # between two steps, for those who wait for the disk
_LOGS = ("-wal", "-shm", "-journal")
_UNUSED = "mode=ro&immutable=1"  # SQLite then creates no file beside it, which may be impossible
_SHARED_LOCK = (510, 0x40000002)  # length and start of the bytes that SQLite's readers lock (its os.h)


def back_up(database: Path, target: Path) -> None:
    """Copy a database as it is at this moment to a new file that only this user can read.

    Others can read and write the database meanwhile. The file gets its name once it is complete, checked and
    on the disk. Raises `StoreError`, with nothing changed: `DatabaseRefused` if ``target`` exists, or if
    ``database`` is missing, damaged or not of this program.
    """
    _check_known(database)
    with explained(str(target)), translated(), new_file(target) as copy:
        _copy(database, "mode=rw", copy)


def restore(backup: Path, database: Path, suffix: str) -> Path | None:
    """Put a backup in the place of a database, which nobody may use meanwhile.

    Returns where the old file is: beside the database, under its name with ``suffix``, together with what
    SQLite and this program kept beside it; None if there was none. Raises `StoreError`, with the database as
    it was: `DatabaseRefused` if the backup is missing, damaged, of a newer version or of another program, or
    if the database is in use. Rows about running processes and about Discord are left out. New matches get
    numbers that neither file has used, because buttons on Discord name them.
    """
    try:
        _check_known(backup)
    except DatabaseRefused as error:
        if not isinstance(cause := error.__cause__, sqlite3.Error):
            raise
        raise DatabaseRefused(
            f"the backup {backup} cannot be used ({cause}); nothing was changed: restore another one"
        ) from cause
    if database.exists() and backup.samefile(database):
        raise DatabaseRefused(f"{backup} is the database itself")
    with explained(str(database)), translated():
        database.parent.mkdir(parents=True, exist_ok=True)
        with unfinished(database) as copy:
            _copy(backup, "mode=rw" if _files_beside(backup) else _UNUSED, copy)
            _raise_last_number(copy, _last_number(database))
            _forget_operations(copy)
            give_away(copy, database if database.exists() else database.parent)
            kept = _set_aside(database, suffix)
            copy.replace(database)
            note_path(database).unlink(missing_ok=True)
            sync(database.parent)
    return kept


def check_whole(path: Path) -> None:
    """Read every page of a database and its indexes. Raises `DatabaseRefused` if it is damaged."""
    with translated(), closing(_connect(path, _UNUSED)) as database:
        (result,) = database.execute("PRAGMA integrity_check(1)").fetchone()
    if result != "ok":
        raise DatabaseRefused(f"{path} is damaged: {' '.join(result.split())}")


def _check_known(path: Path) -> None:
    """Raise `DatabaseRefused` for a file that is missing, damaged, newer or of another program."""
    contents = inspect_file(path)
    if not contents.tables:
        raise DatabaseRefused(f"there is no database in {path}")
    needs_migration(contents, str(path))


def _copy(source: Path, mode: str, copy: Path) -> None:
    """Copy a database into an empty file and check the copy, which is one file without a log."""
    with closing(_connect(source, mode)) as reading, closing(_connect(copy, "mode=rw")) as writing:
        # Within one transaction the copy is of one moment. Otherwise each change by others would restart it.
        reading.execute("BEGIN")
        reading.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        reading.backup(writing, pages=_PAGES, progress=lambda *_: time.sleep(_PAUSE_SECONDS))
        writing.execute("PRAGMA journal_mode = DELETE")
    check_whole(copy)


def _last_number(database: Path) -> int:
    """The last number that a match got; 0 if the file cannot be read. The files stay as they are."""
    mode = "mode=ro" if _beside(database, "-wal").exists() else _UNUSED
    index = _beside(database, "-shm")
    is_new = not index.exists()
    try:
        with closing(_connect(database, mode)) as reading:
            row = reading.execute("SELECT seq FROM sqlite_sequence WHERE name = 'matches'").fetchone()
    except sqlite3.DatabaseError:
        return 0
    finally:
        if is_new:
            index.unlink(missing_ok=True)  # SQLite makes it to read the log
    return int(row[0]) if row else 0


def _raise_last_number(database: Path, number: int) -> None:
    """Let the next match have a number above this one."""
    with closing(_connect(database, "mode=rw")) as writing:
        changed = writing.execute(
            "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'matches'", (number,)
        )
        if not changed.rowcount:
            writing.execute("INSERT INTO sqlite_sequence VALUES ('matches', ?)", (number,))


def _forget_operations(database: Path) -> None:
    """Empty the `OPERATIONAL_TABLES`: they describe the time of the backup."""
    with closing(_connect(database, "mode=rw")) as writing:
        existing = {
            name for (name,) in writing.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        }
        for table in OPERATIONAL_TABLES:
            if table.name in existing:  # an older database lacks some
                writing.execute(f"DELETE FROM {table.name}")


def _connect(path: Path, parameters: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?{parameters}", uri=True, isolation_level=None)


def _set_aside(database: Path, suffix: str) -> Path | None:
    """Give a database's files a second name each, then delete the log's first: it is not the backup's.

    If the process is killed in between, the old file is refused at the next start because its log is missing.
    """
    beside = _files_beside(database)
    if not database.exists() and not beside:
        return None
    _check_unused(database)
    kept = _beside(database, suffix)
    for file in filter(Path.exists, (database, *beside)):
        name_file(file, kept.with_name(kept.name + file.name.removeprefix(database.name)))
    for log in _LOGS:
        _beside(database, log).unlink(missing_ok=True)
    return kept


def _check_unused(database: Path) -> None:
    """Raise `DatabaseRefused` if a process has the database open: each holds a lock on the file then."""
    if not database.exists():
        return
    with database.open("rb+") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, *_SHARED_LOCK)
        except OSError:
            raise DatabaseRefused(f"another program uses {database}: stop it first") from None


def _files_beside(database: Path) -> list[Path]:
    files = (note_path(database), *(_beside(database, suffix) for suffix in _LOGS))
    return [path for path in files if path.exists()]


def _beside(database: Path, suffix: str) -> Path:
    return database.with_name(database.name + suffix)
