"""What can go wrong with stored matches: one tree of errors, and the one place that makes them.

Start reading at `StoreError`; `translate` turns a driver's error into one of the tree.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlalchemy.exc import DBAPIError

if TYPE_CHECKING:
    from data.match import Match


class StoreError(Exception):
    """What the store could not do. Whatever is raised, nothing is half written.

    ::

        StoreError
        ├── UnknownMatch      there is no match with this number
        ├── Stale             the match has moved on; carries it as it is now
        ├── LimitReached      there are as many matches as there may be; says which limit it is
        ├── StoreConflict     it breaks a rule of the tables
        ├── StoreBusy         another process holds the database; try again
        ├── StoreFull         no room on the disk
        ├── StoreReadOnly     the database may not be written
        ├── StoreFailed       the disk or the database server failed
        └── DatabaseRefused   corrupt, newer than this program, or not ours

    After all of them but `StoreFailed` the change was surely not made; after `StoreFailed` a commit
    may have got through, so the match has to be read again.
    """


class UnknownMatch(StoreError):
    """There is no match with this number."""

    def __init__(self, match_id: int) -> None:
        super().__init__(f"there is no match {match_id}")
        self.match_id = match_id


class Stale(StoreError):
    """The match is no longer what the caller saw; ``match`` is what it is now."""

    def __init__(self, match: Match) -> None:
        super().__init__(f"match {match.id} has moved on: {match.state}, ply {match.ply}")
        self.match = match


class LimitReached(StoreError):
    """There are already ``most`` of what ``limit`` names (`data.limits`); nothing was changed."""

    def __init__(self, limit: str, most: int) -> None:
        super().__init__(f"there may be {most} ({limit})")
        self.limit = limit
        self.most = most


class StoreConflict(StoreError):
    """The change breaks a rule of the tables, like a move where one stands already; nothing was changed."""


class StoreBusy(StoreError):
    """Another process has held the database for too long; nothing was changed, try again."""


class StoreFull(StoreError):
    """There is no room on the disk; nothing was changed."""


class StoreReadOnly(StoreError):
    """The database may not be written; nothing was changed."""


class StoreFailed(StoreError):
    """The disk or the database server failed; read the match again before going on."""


class DatabaseRefused(StoreError):
    """The database cannot be used: the sentence says which, why, and what to do about it."""


_BY_SQLITE_CODE: dict[int, type[StoreError]] = {
    sqlite3.SQLITE_BUSY: StoreBusy,
    sqlite3.SQLITE_LOCKED: StoreBusy,
    sqlite3.SQLITE_CONSTRAINT: StoreConflict,
    sqlite3.SQLITE_FULL: StoreFull,
    sqlite3.SQLITE_READONLY: StoreReadOnly,
    sqlite3.SQLITE_CORRUPT: DatabaseRefused,
    sqlite3.SQLITE_NOTADB: DatabaseRefused,
}
_BY_SQLSTATE: dict[str, type[StoreError]] = {
    "55P03": StoreBusy,  # lock_not_available
    "40001": StoreBusy,  # serialization_failure
    "40P01": StoreBusy,  # deadlock_detected
    "53100": StoreFull,  # disk_full
    "25006": StoreReadOnly,  # read_only_sql_transaction
}


def translate(error: BaseException) -> StoreError:
    """The error of the tree that a driver's or the system's error amounts to."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    code = getattr(cause, "sqlite_errorcode", None)
    if code is not None:  # the low byte is the kind, the rest says where it happened
        return _BY_SQLITE_CODE.get(code & 0xFF, StoreFailed)(str(cause))
    state: str = getattr(cause, "sqlstate", None) or ""
    if state.startswith("23"):  # the class of every broken constraint
        return StoreConflict(str(cause))
    return _BY_SQLSTATE.get(state, StoreFailed)(str(cause) or type(cause).__name__)


@contextmanager
def translated() -> Iterator[None]:
    """Raise a driver's errors from this block as errors of the tree."""
    try:
        yield
    except (DBAPIError, sqlite3.Error, OSError) as error:
        raise translate(error) from error
