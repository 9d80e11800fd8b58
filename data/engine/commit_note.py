"""The number of the last commit, noted beside an SQLite file: a lost log shows only by it.

SQLite keeps new commits in a log beside the file until it merges them. Without that log, or with one that is
cut off or overwritten, the file is a valid database of an earlier moment; SQLite opens it without a word. So
each commit raises the file's ``user_version`` by one, and the number is noted before anybody learns that the
commit is done. SQLite has synced it by then: the note is never ahead of the database.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path

from data.engine.new_file import give_away

NUMBERS = 2**31
"""``user_version`` is a signed integer of 32 bits: the number after the last is 0."""

_log = logging.getLogger(__name__)


class CommitNote:
    """The note beside one file. Made by the first `write`; no two may run at the same time."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._path = note_path(database)
        self._file: int | None = None
        self._is_failed = False

    def write(self, number: int) -> None:
        """Note a commit. If that fails, the earlier number stays, and nothing is noted anymore."""
        if self._is_failed:
            return
        try:
            is_new = self._file is None
            if self._file is None:
                self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            os.pwrite(self._file, b"%010d\n" % number, 0)
            if is_new:
                give_away(self._path, self._database)  # as SQLite does with its log: a kill leaves both
                _sync(self._file, self._path.parent)
        except OSError as error:
            self._is_failed = True
            _log.warning("%s cannot be written (%s): a lost log would not be noticed", self._path, error)

    def close(self, *, is_merged: bool) -> None:
        """Close the note; delete it if the log is merged, because then the file alone holds every commit."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
            if is_merged:
                self._path.unlink(missing_ok=True)


def note_path(database: Path) -> Path:
    """The note beside a database's file."""
    return database.with_name(f"{database.name}-commits")


def noted_commit(database: Path) -> int | None:
    """The number in the note, None without one. Raises OSError if it cannot be read."""
    try:
        return int(note_path(database).read_bytes())
    except (FileNotFoundError, ValueError):  # a power cut can leave a note without a number
        return None


def lost_commits(noted: int | None, stored: int) -> int:
    """How many commits a database lacks whose ``user_version`` is ``stored``."""
    ahead = 0 if noted is None else (noted - stored) % NUMBERS
    return ahead if ahead < NUMBERS // 2 else 0


def _sync(file: int, folder: Path) -> None:
    """Write a new file and its name to the disk."""
    os.fsync(file)
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
