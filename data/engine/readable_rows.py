"""Rows of the tables beside matches, read one by one: one that is damaged keeps no other from being read.

SQLite stores whatever it is given, and people repair databases by hand. A row with a value of another type,
or one that the program does not know, is left out and logged once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from sqlalchemy import Column, Row

from data.engine.row_check import RowCheck

log = logging.getLogger(__name__)

T = TypeVar("T")

AnyRow: TypeAlias = Row[*tuple[Any, ...]]
"""A row with any columns."""

_MAX_REPORTED = 1_000
"""Rows that are remembered as logged; further ones are left out without a line in the log."""


class RowReader(Generic[T]):
    """Reads rows of these columns, in their order; ``make`` constructs a value and may raise anything.

    ``hashes`` names columns that `RowCheck` would refuse: their integers may be negative.
    """

    def __init__(
        self, columns: Iterable[Column[Any]], make: Callable[[AnyRow], T], hashes: Collection[str] = ()
    ) -> None:
        self._columns = tuple(columns)
        self._key = [index for index, column in enumerate(self._columns) if column.primary_key]
        self._checked = [index for index, column in enumerate(self._columns) if column.name not in hashes]
        self._check = RowCheck(self._columns[index] for index in self._checked)
        self._make = make
        self._reported = set[tuple[str, ...]]()

    def all(self, rows: Iterable[AnyRow], make: Callable[[AnyRow], T] | None = None) -> list[T]:
        """The values of the rows that can be read, in their order; ``make`` replaces the reader's own."""
        readable = list[T]()
        for row in rows:
            try:
                self._check([row[index] for index in self._checked])
                readable.append((make or self._make)(row))
            except Exception as fault:
                self._report(row, fault)
        return readable

    def first(self, rows: Iterable[AnyRow]) -> T | None:
        """The value of the first row; None if there is no row, or it cannot be read."""
        for row in rows:
            return next(iter(self.all([row])), None)
        return None

    def _report(self, row: Sequence[Any], fault: Exception) -> None:
        key = tuple(repr(row[index]) for index in self._key)
        if key in self._reported or len(self._reported) >= _MAX_REPORTED:
            return
        self._reported.add(key)
        table = self._columns[0].table.name
        log.error("row of %s not read: %s", table, fault, extra={"row": " ".join(key)})
