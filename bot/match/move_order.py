"""The order in which moves of a board are worth a look, without a search."""

from __future__ import annotations

from collections.abc import Sequence

from games import replay
from games.base import Move, Record
from games.grid import Grid
from games.regions import grid_of


def nearest(record: Record, moves: Sequence[Move]) -> list[Move]:
    """Moves in an order in which the first are worth a look, those near stones first.

    On a board of points, moves that are no points, such as a pass, are left out if others remain. Of moves as
    near to a stone, those near the last stone come first. Where pieces move, the order stays.
    """
    grid = grid_of(replay(record))
    if grid is None:
        return list(moves)
    index = {grid.name(point): point for point in range(grid.size**2)}
    points = [move for move in moves if move in index]
    played = [index[move] for move in record.moves if move in index]
    if not points or not played:
        return points or list(moves)
    return sorted(points, key=lambda move: (_distances(grid, index[move], played), move))


def _distances(grid: Grid, point: int, played: Sequence[int]) -> tuple[int, int]:
    """Steps, straight or diagonal, from a point to the nearest of the points played, and to the last."""
    row, column = divmod(point, grid.size)
    steps = [max(abs(row - other // grid.size), abs(column - other % grid.size)) for other in played]
    return min(steps), steps[-1]
