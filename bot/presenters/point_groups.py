"""Points grouped by place, so that one button leads to each group."""

from __future__ import annotations

from collections.abc import Sequence


def grouped(points: Sequence[int], size: int, groups: int = 4) -> list[list[int]]:
    """Split points of a board of ``size`` into groups of neighbors, nearly alike in number.

    Points are divided between the rows or the columns, whichever they spread over more, and each part again.
    Groups come from the top left; the points of each keep their order. With fewer points than groups some
    groups are empty.
    """
    if groups == 1:
        return [list(points)]
    rows, columns = ([point // size for point in points], [point % size for point in points])
    tall = bool(points) and max(rows) - min(rows) > max(columns) - min(columns)

    def along(point: int) -> tuple[int, int]:
        row, column = divmod(point, size)
        return (row, column) if tall else (column, row)

    half = groups // 2
    each, more = divmod(len(points), groups)
    first = frozenset(sorted(points, key=along)[: half * each + min(half, more)])
    parts = [point for point in points if point in first], [point for point in points if point not in first]
    return grouped(parts[0], size, half) + grouped(parts[1], size, groups - half)
