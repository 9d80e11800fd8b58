"""The errors of the store as one tree. `translate` maps errors of drivers and the system to it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

from sqlalchemy.exc import DBAPIError

from data.model.match import Match


class StoreError(Exception):
    """The base of the tree. Whatever is raised, nothing is partially written.

    ::

        StoreError
        ├── UnavailableMatch
        │   ├── UnknownMatch      no match has this number
        │   ├── UnreadableMatch   what is stored of it is damaged, or of another version of the program
        │   └── OtherOwner        another process works on the match
        ├── Stale             the match has changed; carries the current match
        ├── LimitReached      the change would exceed a limit; carries the limit
        ├── StoreConflict     the change violates a constraint of the tables
        ├── StoreBusy         another process holds the database; try again
        ├── StoreFull         the disk is full
        ├── StoreReadOnly     the database is not writable
        ├── StoreFailed       the disk or the database server failed
        └── DatabaseRefused   corrupt, newer than this program, or of another program

    After any of them except `StoreFailed`, the change was not committed. After `StoreFailed` it may have
    been, so the match has to be read again.
    """


class UnavailableMatch(StoreError):
    """This process can do nothing with the match ``match_id``, now or later."""

    def __init__(self, match_id: int, message: str) -> None:
        super().__init__(message)
        self.match_id = match_id


class UnknownMatch(UnavailableMatch):
    """No match has this number."""

    def __init__(self, match_id: int) -> None:
        super().__init__(match_id, f"there is no match {match_id}")


class UnreadableMatch(UnavailableMatch):
    """What is stored of a match cannot be read, for the reason ``why``. It is left as it is."""

    def __init__(self, match_id: int, why: str) -> None:
        super().__init__(match_id, f"match {match_id} cannot be read and is left as it is: {why}")


class OtherOwner(UnavailableMatch):
    """Another process owns the match's shard, and this one has no request of a person to change the match."""

    def __init__(self, match_id: int) -> None:
        super().__init__(match_id, f"another process works on match {match_id}")


class Stale(StoreError):
    """The match is not in the state that the caller expects; ``match`` is the current one."""

    def __init__(self, match: Match) -> None:
        super().__init__(f"match {match.id} has changed: {match.state}, ply {match.ply}")
        self.match = match


class LimitKind(StrEnum):
    """The limits that `LimitReached` names; each has a field of `data.model.match.Limits`."""

    MATCHES = "matches"
    IN_GUILD = "in-guild"
    IN_CHANNEL = "in-channel"
    CHALLENGES = "challenges"
    SAME_PERSON = "same-person"
    """One challenge per opponent; it comes with the field ``challenges``."""
    STRONG = "strong"


class LimitReached(StoreError):
    """There are already ``maximum`` matches of the kind that ``limit`` names."""

    def __init__(self, limit: LimitKind, maximum: int) -> None:
        super().__init__(f"the limit {limit} of {maximum} is reached")
        self.limit = limit
        self.maximum = maximum


class StoreConflict(StoreError):
    """The change violates a constraint of the tables, such as a second move at the same ply."""


class StoreBusy(StoreError):
    """Another process has held the database for too long."""


class StoreFull(StoreError):
    """The disk is full."""


class StoreReadOnly(StoreError):
    """The database is not writable."""


class StoreFailed(StoreError):
    """The disk or the database server failed. The change may have been committed."""


class DatabaseRefused(StoreError):
    """The database cannot be used. The message says which one, why, and what to do."""


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
    "57014": StoreBusy,  # query_canceled: the statement took too long
    "53300": StoreBusy,  # too_many_connections
    "53100": StoreFull,  # disk_full
    "25006": StoreReadOnly,  # read_only_sql_transaction
}


def translate(error: BaseException) -> StoreError:
    """The error of the tree for an error of a driver or the system."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    code: int | None = getattr(cause, "sqlite_errorcode", None)
    if code is not None:  # the low byte is the primary result code
        return _BY_SQLITE_CODE.get(code & 0xFF, StoreFailed)(str(cause))
    state: str = getattr(cause, "sqlstate", None) or ""
    if state.startswith("23"):  # integrity constraint violations
        return StoreConflict(_sentence(cause))
    return _BY_SQLSTATE.get(state, StoreFailed)(_sentence(cause))


def _sentence(cause: BaseException) -> str:
    """A message in one line; that of a server can have several."""
    return " ".join(str(cause).split()) or type(cause).__name__


@contextmanager
def translated() -> Iterator[None]:
    """Raise errors of drivers and the system as errors of the tree."""
    try:
        yield
    except (DBAPIError, sqlite3.Error, OSError) as error:
        raise translate(error) from error
