"""A lock that keeps a second bot off an SQLite file: both would answer the same presses."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from data.errors import DatabaseRefused


@contextmanager
def only_bot(database: Path | None) -> Iterator[None]:
    """Hold the lock of a database's file; nothing for a database on a server.

    It is the lock of a file beside it, and ends with the process, however that ends. Raises `DatabaseRefused`
    if another process holds it.
    """
    if database is None:
        yield
        return
    path = database.with_name(f"{database.name}.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = _locked(path)
    except BlockingIOError:
        raise DatabaseRefused(
            f"another bot uses {database}: stop it first; a second bot needs a database of its own"
        ) from None
    except OSError as error:
        raise DatabaseRefused(
            f"{path} cannot be made ({error.strerror}): let this user write its folder, "
            "or name another file in DATABASE_URL"
        ) from error
    try:
        yield
    finally:
        with suppress(OSError):
            path.unlink()  # still locked: a process that has opened it finds it deleted, and makes another
        os.close(descriptor)


def _locked(path: Path) -> int:
    """A descriptor of the locked file. Raises BlockingIOError if another process holds the lock."""
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if path.exists() and os.path.samestat(os.fstat(descriptor), path.stat()):
                return descriptor
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)  # another process has just ended, and deleted the file
