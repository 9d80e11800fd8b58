"""A cache of what was computed from records."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

from games.base import Record

T = TypeVar("T")


class RecordCache(Generic[T]):
    """A least recently used cache of immutable values, safe to share between threads."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._lock = Lock()
        self._values: OrderedDict[Record, T] = OrderedDict()

    def get(self, record: Record) -> T | None:
        """The value of a record; None if it is not known."""
        with self._lock:
            value = self._values.get(record)
            if value is not None:  # a record is hashed and compared whole by each look
                self._values.move_to_end(record)
            return value

    def put(self, record: Record, value: T) -> None:
        """Keep the value of a record."""
        with self._lock:
            self._values[record] = value
            if len(self._values) > self._capacity:
                self._values.popitem(last=False)
