"""Offsets between points of a board, numbered for the weights of a ranking."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache


def offset_count(near: int) -> int:
    """How many offsets there are: those up to ``near``, one for all farther points, one for no point."""
    return (near + 1) * (near + 2) // 2 + 2


@lru_cache(maxsize=1 << 11)
def offsets(size: int, point: int | None, near: int) -> Sequence[int]:
    """By point: the offset from ``point``, which mirror images share; the last one for None."""
    last = offset_count(near) - 1
    if point is None:
        return (last,) * (size * size)
    row, column = divmod(point, size)
    return tuple(offset(abs(row - r), abs(column - c), near) for r in range(size) for c in range(size))


def offset(rows: int, columns: int, near: int) -> int:
    """A number for a distance of so many rows and columns, in either order; one for all beyond ``near``."""
    greater, less = max(rows, columns), min(rows, columns)
    return offset_count(near) - 2 if greater > near else greater * (greater + 1) // 2 + less
