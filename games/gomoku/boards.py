"""Points of a Gomoku board, and the rules of the variants as data.

A board is bytes, one per point, rows from the top, with a wall point after every row and rows of wall above
and below. A line through a point is then one slice, and no row of stones wraps around an edge.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from games.base import Move, Side
from games.grid import Grid

EMPTY, BLACK, WHITE, WALL = 0, 1, 2, 3
REACH = 5  # points of a line on either side of a move: a five, and the stone that would make it an overline
_MARGIN = REACH + 1  # rows of wall: a diagonal reaches REACH rows and REACH points beyond the board


class Board:
    """The geometry of one board size."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.grid = Grid(size, top_row_first=False)
        self.stride = size + 1
        self.directions = (1, self.stride, self.stride - 1, self.stride + 1)
        self.top_left = _MARGIN * self.stride
        starts = range(self.top_left, self.top_left + size * self.stride, self.stride)
        self.rows = tuple(slice(start, start + size) for start in starts)
        self.names = {
            start + column: self.grid.name(row * size + column)
            for row, start in enumerate(starts)
            for column in range(size)
        }
        self.points = {name: point for point, name in self.names.items()}
        self.in_order = tuple(sorted((name, point) for point, name in self.names.items()))
        reach = [REACH * step for step in self.directions]
        self.lines = {
            point: tuple(
                slice(point - far, point + far + 1, step)
                for step, far in zip(self.directions, reach, strict=True)
            )
            for point in self.names
        }
        """By point, the points within REACH on the four lines through it."""
        self.empty = self.fill(bytes(size * size))

    def fill(self, cells: bytes) -> bytes:
        """The board with ``cells``, one byte per point, rows from the top."""
        wall = bytes([WALL])
        rows = [cells[start : start + self.size] for start in range(0, self.size**2, self.size)]
        margin = wall * self.top_left
        return margin + b"".join(row + wall for row in rows) + margin

    def cells(self, board: bytes) -> bytes:
        """The points of ``board`` without the walls: the inverse of `fill`."""
        return b"".join(board[row] for row in self.rows)

    def point(self, move: str) -> int:
        """The index of a canonical move on the board. Raises as `Grid.index` does."""
        point = self.points.get(Move(move))
        return self.points[self.grid.name(self.grid.index(move))] if point is None else point


BOARDS = {size: Board(size) for size in (15, 19)}


@dataclass(frozen=True)
class Variant:
    """The rules of one variant: who needs exactly five, which points are forbidden, how it opens."""

    name: str
    size: int
    exactly_five: frozenset[Side] = frozenset()
    no_three_three: frozenset[Side] = frozenset()
    renju: bool = False
    swap2: bool = False

    @cached_property
    def board(self) -> Board:
        """The geometry of the board."""
        return BOARDS[self.size]

    @cached_property
    def wins(self) -> tuple[tuple[bytes, bytes | None], ...]:
        """By stone: the row that wins, and the longer row that does not win (None if it does)."""
        rows: list[tuple[bytes, bytes | None]] = [(b"", None)]
        for side in Side:
            stone = bytes([side])
            rows.append((stone * 5, stone * 6 if side in self.exactly_five else None))
        return tuple(rows)


_BOTH = frozenset(Side)
_BLACK = frozenset({Side.FIRST})

VARIANTS = {
    variant.name: variant
    for variant in (
        Variant("renju-15", 15, exactly_five=_BLACK, renju=True),
        Variant("omok-15", 15, exactly_five=_BOTH, no_three_three=_BOTH),
        Variant("omok-19", 19, no_three_three=_BLACK),
        Variant("standard-15", 15, exactly_five=_BOTH),
        Variant("freestyle-15", 15),
        Variant("standard-19", 19, exactly_five=_BOTH),
        Variant("freestyle-19", 19),
        Variant("swap2-15", 15, exactly_five=_BOTH, swap2=True),
    )
}
"""Every variant by its name, the default first."""
