"""Refusals of an SQLite file whose log was lost or damaged. SQLite would open it as it was before the log."""

from __future__ import annotations

import sqlite3
import struct
from pathlib import Path

from data.engine.commit_note import lost_commits, note_path
from data.errors import DatabaseRefused

_HEADER_BYTES = 32  # six words, and the two of their checksum
_MAGIC = {b"\x37\x7f\x06\x82": "<6I", b"\x37\x7f\x06\x83": ">6I"}
"""The first four bytes of a log, and in which order the checksum reads the bytes of each word."""


def log_path(database: Path) -> Path:
    """SQLite's log beside a database's file."""
    return database.with_name(f"{database.name}-wal")


def check_nothing(path: Path) -> None:
    """Raise `DatabaseRefused` if a missing or empty file has a log or a note: SQLite would delete the log."""
    for rest in (log_path(path), note_path(path)):
        if rest.exists() and rest.stat().st_size:
            raise DatabaseRefused(
                f"{path} is missing or empty, but {rest.name} beside it is of a database that was in use; "
                f"nothing was changed: put {path.name} back, or move {rest.name} away to begin anew"
            )


def check_header(path: Path) -> None:
    """Raise `DatabaseRefused` if SQLite would ignore the log because of its first bytes."""
    log = log_path(path)
    if log.exists() and log.stat().st_size and not _is_log(log):
        raise DatabaseRefused(_refusal(path, f"its log {log} is damaged", log))


def check_commits(database: sqlite3.Connection, path: Path, noted: int | None) -> None:
    """Raise `DatabaseRefused` if the database at ``path`` lacks commits up to the one that is noted."""
    (stored,) = database.execute("PRAGMA user_version").fetchone()
    if lost := lost_commits(noted, stored):
        problem = f"its last changes ({lost}) are gone, because its log {log_path(path)} was lost or damaged"
        raise DatabaseRefused(_refusal(path, problem, note_path(path)))


def check_tables(database: sqlite3.Connection, path: Path) -> None:
    """Raise `DatabaseRefused` if the database at ``path`` has a page, but no table: both come together."""
    (pages,) = database.execute("PRAGMA page_count").fetchone()
    if pages:
        problem = f"it has no tables, because its log {log_path(path)} was lost or damaged"
        raise DatabaseRefused(_refusal(path, problem, path))


def _is_log(log: Path) -> bool:
    """Whether a file begins as SQLite's file format says: https://www.sqlite.org/fileformat.html#walformat."""
    with log.open("rb") as file:
        start = file.read(_HEADER_BYTES)
    if len(start) < _HEADER_BYTES or start[:4] not in _MAGIC:
        return False
    words = struct.unpack(_MAGIC[start[:4]], start[:24])
    # Two sums, each of which also adds the other; the log has them after the words, high bytes first.
    first = second = 0
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) % 2**32
        second = (second + odd + first) % 2**32
    return struct.pack(">2I", first, second) == start[24:]


def _refusal(path: Path, problem: str, evidence: Path) -> str:
    """What the operator reads. Without the file ``evidence``, the bot begins with what is left."""
    return (
        f"{path} cannot be used as the database: {problem}; nothing was changed: put the log back, restore a "
        f"backup, or move {evidence} away to begin with what is left"
    )
