"""Changes that wait to be committed together.

SQLite writes a commit to the disk before the next one begins, which takes milliseconds. So all changes that
wait meanwhile become one transaction, each in a savepoint: one that raises is undone alone.
"""

from __future__ import annotations

import asyncio
import contextvars
import threading
import time
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection

from data.engine import metrics
from data.engine.database import Work, turn_missed
from data.errors import translated

T = TypeVar("T")


class Change(Generic[T]):
    """A change from the moment when it is asked for. Only `take` and `run` are for the database's thread."""

    def __init__(self, work: Work[T], on_commit: Callable[[T], None] | None, deadline: float) -> None:
        self.deadline = deadline
        """When its turn has to have come, by `time.monotonic`."""
        self.result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._work = work
        self._on_commit = on_commit
        self._asked_at = time.monotonic()
        self._context = contextvars.copy_context()
        """The caller's: the task that calls `report` may have been started for another change."""
        self._lock = threading.Lock()
        self._is_taken = False
        self._is_withdrawn = False
        self._values: list[T] = []
        """What ``work`` has returned; empty until then, since it may return None."""
        self._error: Exception | None = None

    # --- In the database's thread --------------------------------------------------------------------

    def take(self) -> bool:
        """Begin the change, which can then not be withdrawn anymore; False if it was withdrawn."""
        with self._lock:
            self._is_taken = not self._is_withdrawn
            return self._is_taken

    def run(self, connection: Connection) -> bool:
        """Make the change in an open transaction; False if it raised, and was undone alone.

        Raises the error that has ended the whole transaction.
        """
        metrics.WAITED.labels("write").observe(time.monotonic() - self._asked_at)
        driver: Any = connection.connection.dbapi_connection
        driver.execute("SAVEPOINT change")
        try:
            with translated():
                self._values.append(self._work(connection))
        except Exception as error:
            # Without its transaction, which some errors end, SQLite has no savepoint to go back to.
            if connection.invalidated or not driver.in_transaction:
                raise
            self._error = error
            driver.execute("ROLLBACK TO change")
        driver.execute("RELEASE change")
        return self._error is None

    # --- In the event loop ---------------------------------------------------------------------------

    def withdraw(self) -> bool:
        """Give the change up; False if it has begun, or is over."""
        with self._lock:
            self._is_withdrawn = not self._is_taken
            return self._is_withdrawn

    def expire(self) -> None:
        """Give the change up because its turn has not come in time."""
        if self.withdraw() and not self.result.done():
            self.result.set_exception(turn_missed())

    def fail(self, error: Exception) -> None:
        """Note that the transaction was not committed. An error of the change itself stays."""
        self._error = self._error or error

    def report(self) -> None:
        """Call ``on_commit`` if the change is committed, and give the caller the result or the error."""
        if self._error is None and self._values and self._on_commit is not None:
            try:
                self._context.run(self._on_commit, self._values[0])
            except Exception as error:
                self._error = error
        if self.result.done():
            return
        if self._error is not None:
            self.result.set_exception(self._error)
        else:
            self.result.set_result(self._values[0])
