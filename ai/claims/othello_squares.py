"""Othello's special squares: corners, what is beside them, edges, and regions of empty squares."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from games.base import Move
from games.othello import BOARDS, Board


@dataclass(frozen=True)
class Squares:
    """The squares of one board size."""

    board: Board

    @cached_property
    def corners(self) -> Sequence[Move]:
        """The four corners."""
        last = self.board.size - 1
        return [self._name(column, row) for row in (0, last) for column in (0, last)]

    @cached_property
    def x_squares(self) -> Mapping[Move, Move]:
        """The squares diagonally beside corners, with their corners."""
        return {
            self._name(column + dx, row + dy): self._name(column, row) for column, row, dx, dy in self._inward
        }

    @cached_property
    def c_squares(self) -> Mapping[Move, Move]:
        """The squares beside corners on the edges, with their corners."""
        return {
            beside: self._name(column, row)
            for column, row, dx, dy in self._inward
            for beside in (self._name(column + dx, row), self._name(column, row + dy))
        }

    def beside_on_edge(self, move: Move) -> Sequence[int]:
        """The indices of both squares beside a square along its edge; none of a corner or in the middle."""
        row, column = divmod(self.board.grid.index(move), self.board.size)
        last, index = self.board.size - 1, self.board.grid.index(move)
        if row in (0, last) and 0 < column < last:
            return index - 1, index + 1
        if column in (0, last) and 0 < row < last:
            return index - self.board.size, index + self.board.size
        return ()

    def safe(self, discs: int) -> int:
        """Those of a side's discs on edges that reach a corner of its own without a gap, as bits."""
        safe = 0
        for column, row, dx, dy in self._inward:
            for step_x, step_y in ((dx, 0), (0, dy)):
                index, step = row * self.board.size + column, step_y * self.board.size + step_x
                for _ in range(self.board.size):
                    if not discs >> index & 1:
                        break
                    safe |= 1 << index
                    index += step
        return safe

    def around(self, squares: int) -> int:
        """The squares with one of these beside them in any direction, as bits; also some of these."""
        spread = 0
        for distance, land in self.board.up:
            spread |= squares << distance & land
        for distance, land in self.board.down:
            spread |= squares >> distance & land
        return spread

    def region(self, empty: int, index: int) -> int:
        """The empty squares that are connected to a square, diagonally too, as bits."""
        region, before = 1 << index & empty, 0
        while region != before:
            region, before = region | self.around(region) & empty, region
        return region

    @property
    def _inward(self) -> Iterator[tuple[int, int, int, int]]:
        """Column and row of each corner, and the steps that lead from it along the edges."""
        last = self.board.size - 1
        for column, dx in ((0, 1), (last, -1)):
            for row, dy in ((0, 1), (last, -1)):
                yield column, row, dx, dy

    def _name(self, column: int, row: int) -> Move:
        return self.board.grid.name(row * self.board.size + column)


@cache
def squares_of(size: int) -> Squares:
    """The squares of a board of a size."""
    return Squares(BOARDS[size])
