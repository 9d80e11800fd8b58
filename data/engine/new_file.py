"""Files that get their name once they are complete, and never that of another file."""

from __future__ import annotations

import fcntl
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from data.errors import DatabaseRefused

_SUFFIX = ".unfinished"


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """An empty file that only this user can read, and which is ``target`` at the end of the block.

    It is on the disk then. If the block raises, nothing is left. Raises `DatabaseRefused` if it exists.
    """
    if os.path.lexists(target):
        raise _exists(target)
    with unfinished(target) as file:
        yield file
        sync(file)
        name_file(file, target)
    sync(target.parent)


@contextmanager
def unfinished(target: Path) -> Iterator[Path]:
    """An empty file beside ``target`` that only this user can read; deleted at the end if it still exists.

    Those that killed processes have left are deleted, too. A file is locked until its block ends. Raises
    `DatabaseRefused` if it cannot be made.
    """
    _delete_left(target)
    try:
        descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=_SUFFIX)
    except OSError as error:
        raise DatabaseRefused(
            f"{target} cannot be made ({error.strerror}): name a file in a folder that exists and that this "
            "user can write"
        ) from error
    try:
        with suppress(OSError):  # the file system has no locks: then no process deletes it
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)
        os.close(descriptor)


def _delete_left(target: Path) -> None:
    """Delete the unfinished files of this target that no process has locked."""
    pattern = re.compile(re.escape(f".{target.name}.") + "[a-z0-9_]{8}" + re.escape(_SUFFIX))
    for file in target.parent.glob(f"*{_SUFFIX}"):
        if pattern.fullmatch(file.name) and file.is_file() and not file.is_symlink():
            with suppress(OSError), file.open("rb") as opened:
                fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
                file.unlink()
                file.with_name(f"{file.name}-journal").unlink(missing_ok=True)


def name_file(file: Path, target: Path) -> None:
    """Give a file its name; it may keep the old one. Raises `DatabaseRefused` if another has the name."""
    try:
        os.link(file, target)
    except FileExistsError:
        raise _exists(target) from None
    except OSError:  # the file system has no hard links
        if os.path.lexists(target):
            raise _exists(target) from None
        file.rename(target)


def give_away(file: Path, other: Path) -> None:
    """Give a file the owner of another file, or of a folder. Only root can, and needs to."""
    if os.geteuid() == 0:
        status = other.stat()
        os.chown(file, status.st_uid, status.st_gid)


def sync(path: Path) -> None:
    """Write a file, or the names in a folder, to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _exists(target: Path) -> DatabaseRefused:
    return DatabaseRefused(f"{target} exists already: name a new file")
