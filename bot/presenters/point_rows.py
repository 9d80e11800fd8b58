"""Rows of buttons of points: which stand together, and how many a phone shows beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise

from games.grid import Grid

POINTS_PER_ROW, POINT_ROWS = 4, 3
MAX_POINTS = POINT_ROWS * POINTS_PER_ROW
"""Points that have buttons above those of the columns, in three rows."""
BESIDE_BACK = 2
BACK_WIDTH, ROOM = 63.5, 252
"""How wide the button of the way back is at most, and all of a row with its gaps."""
GAP = 8
ROW_WIDTH = 228
"""How wide the buttons of a row can be on a phone of 360 pixels, without the gaps between four of them."""
WIDTHS = {"m": 59.2, "f": 52, "i": 52, "j": 52, "l": 52, "r": 52.2, "t": 52}
"""How wide the button of a name with three letters is, by its first one."""
USUAL_WIDTH, SHORT_WIDTH = 56, 52
"""How wide those of other names are: with three letters, and with two."""


def even_rows(points: Sequence[int], *, with_back: bool = False) -> list[Sequence[int]]:
    """Points in three rows about equally long; ``with_back`` adds a fourth, which ends with the way back."""
    last = points[MAX_POINTS:] if with_back else []
    kept = len(points) - len(last)
    ends = [-(-kept * number // POINT_ROWS) for number in range(POINT_ROWS + 1)]
    return [*(points[start:end] for start, end in pairwise(ends)), *([last] if with_back else [])]


def point_rows(grid: Grid, points: Sequence[int], *, with_back: bool = False) -> list[Sequence[int]] | None:
    """`whole_rows`, else `even_rows`, or shorter ones where names are wide. None if they do not fit."""
    if whole := whole_rows(grid, points, with_back=with_back):
        return whole
    even = even_rows(points, with_back=with_back)
    if all(_is_narrow(grid, row) for row in even):
        return even
    packed: list[list[int]] = [[]]
    for point in points:
        if not _is_narrow(grid, [*packed[-1], point]):
            packed.append([])
        packed[-1].append(point)
    packed += [[] for _ in range(len(packed), len(even))]
    return None if len(packed) > len(even) or (with_back and len(packed[-1]) > BESIDE_BACK) else [*packed]


def whole_rows(grid: Grid, points: Sequence[int], *, with_back: bool = False) -> list[Sequence[int]] | None:
    """Points in rows that divide no row of the board: one for each, if there are three. None if none fit."""
    of_board = [[*row] for _, row in groupby(points, key=lambda point: point // grid.size)]
    packed: list[list[int]] = []
    for row in of_board:
        if packed and len(of_board) > POINT_ROWS and _is_narrow(grid, [*packed[-1], *row]):
            packed[-1] += row
        else:
            packed.append(row)
    rows = POINT_ROWS + with_back
    if len(packed) > rows or not all(_is_narrow(grid, row) for row in packed):
        return None
    packed += [[] for _ in range(len(packed), rows)]
    return None if with_back and len(packed[-1]) > BESIDE_BACK else [*packed]


def board_rows(grid: Grid, points: Sequence[int], *, with_back: bool = False) -> list[Sequence[int]] | None:
    """Points in rows of which none holds points of two rows of the board; None if they do not fit.

    A long row of the board has two rows of buttons. ``with_back`` is as in `band_rows`.
    """
    rows = list[Sequence[int]]()
    for _, row in groupby(points, key=lambda point: point // grid.size):
        of_board = [*row]
        parts = -(-len(of_board) // POINTS_PER_ROW)
        length = -(-len(of_board) // parts)
        rows += [of_board[start : start + length] for start in range(0, len(of_board), length)]
    if not all(_is_narrow(grid, row) for row in rows):
        return None
    if len(rows) <= POINT_ROWS:
        return [*rows, *([] for _ in range(len(rows), POINT_ROWS))]
    fits = with_back and len(rows) == POINT_ROWS + 1 and _is_beside_back(grid, rows[-1])
    return rows if fits else None


def band_rows(grid: Grid, points: Sequence[int]) -> list[Sequence[int]] | None:
    """`board_rows`, else rows that mix rows of the board: three, or four with the way back in the last."""
    return (
        board_rows(grid, points, with_back=True)
        or point_rows(grid, points)
        or point_rows(grid, points, with_back=True)
    )


def _is_beside_back(grid: Grid, row: Sequence[int]) -> bool:
    """Whether a phone shows these points and the way back in a row."""
    used = sum(width(grid, point) + GAP for point in row) + BACK_WIDTH
    return len(row) < POINTS_PER_ROW and used <= ROOM


def _is_narrow(grid: Grid, row: Sequence[int]) -> bool:
    """Whether a phone shows these points in a row of buttons."""
    return len(row) <= POINTS_PER_ROW and sum(width(grid, point) for point in row) <= ROW_WIDTH


def width(grid: Grid, point: int) -> float:
    """How wide the button of a point is, in pixels."""
    name = grid.name(point)
    return SHORT_WIDTH if len(name) < 3 else WIDTHS.get(name[0], USUAL_WIDTH)
