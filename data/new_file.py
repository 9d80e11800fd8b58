"""Files that get their name once they are complete, and never that of another file."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from data.errors import DatabaseRefused


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
    """An empty file beside ``target`` that only this user can read; deleted at the end if it still exists."""
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    os.close(descriptor)
    try:
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


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


def sync(path: Path) -> None:
    """Write a file, or the names in a folder, to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _exists(target: Path) -> DatabaseRefused:
    return DatabaseRefused(f"{target} exists already: name a new file")
