"""Whether the values of a row are of their columns' types. SQLite stores whatever it is given."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Boolean, Column, Double, Integer, Text
from sqlalchemy.types import TypeEngine

_KINDS: tuple[tuple[type[TypeEngine[Any]], frozenset[type]], ...] = (
    (Boolean, frozenset({bool})),
    (Integer, frozenset({int})),
    (Double, frozenset({float, int})),
    (Text, frozenset({str})),
)
_LEAST = -1  # integers count or identify; only the version shown can be -1


class RowCheck:
    """Checks rows of these columns. The types of a row are compared with those of rows before it."""

    def __init__(self, columns: Iterable[Column[Any]]) -> None:
        self._columns = tuple(columns)
        self._numbers: dict[tuple[type, ...], tuple[int, ...]] = {}

    def __call__(self, row: Sequence[Any]) -> None:
        """Raise ValueError if a value is not of its column's type, or a number is none that occurs."""
        types = tuple(map(type, row))
        if types not in self._numbers:
            self._numbers[types] = self._checked(row)
        for index in self._numbers[types]:
            value = row[index]
            if not math.isfinite(value) or (types[index] is int and value < _LEAST):
                raise ValueError(f"{self._columns[index].name} is {value!r}")

    def _checked(self, row: Sequence[Any]) -> tuple[int, ...]:
        """Where a row of such types has numbers."""
        numbers = []
        for index, (column, value) in enumerate(zip(self._columns, row, strict=True)):
            if not _is_of(column, value):
                raise ValueError(f"{column.name} is {value!r}")
            if type(value) in (int, float):
                numbers.append(index)
        return tuple(numbers)


def _is_of(column: Column[Any], value: object) -> bool:
    if value is None:
        return bool(column.nullable)
    (kinds,) = (of_kind for kind, of_kind in _KINDS if isinstance(column.type, kind))
    return type(value) in kinds
