"""Gomoku's board: stones on wood, forbidden points, the five that won.

Start reading at `GomokuBoard.draw`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from bot.drawing import kaya
from bot.drawing.base import Scene
from bot.drawing.stones import Mark, Marking, Sheet, order_of_play, plan
from games.base import Side
from games.gomoku import GomokuPosition
from games.gomoku.boards import BOARDS

LETTERS = "abcdefghijklmnopqrs"


class GomokuBoard:
    """Draws Gomoku."""

    slug = "gomoku"

    def size(self, variant: str) -> tuple[int, int]:
        """Every variant's picture is equally large."""
        del variant
        return kaya.WIDTH, kaya.WIDTH

    def draw(self, scene: Scene) -> bytes:
        """The whole board, and its window."""
        return kaya.whole(sheet(scene), scene.theme, scene.viewer, scene.window)


def sheet(scene: Scene) -> Sheet:
    """What the scene shows. Raises `TypeError` for a position of another game."""
    position = scene.position
    if not isinstance(position, GomokuPosition):
        raise TypeError(f"not a position of Gomoku: {type(position).__name__}")
    stones, index = position.colors, indices(position.size)
    open_ = [index[move] for move in position.legal_moves() if move in index] if scene.hints else ()
    return Sheet(
        plan(position.size, LETTERS),
        stones,
        list(_marks(scene, position, stones, index)),
        open=frozenset(open_),
        numbers=order_of_play(scene.moves, index, stones) if scene.numbers else {},
    )


@cache
def indices(size: int) -> dict[str, int]:
    """The index of every point by its name, from the top left along the rows."""
    grid = BOARDS[size].grid
    return {grid.name(point): point for point in range(size * size)}


def _marks(
    scene: Scene, position: GomokuPosition, stones: bytes, index: Mapping[str, int]
) -> Iterator[Marking]:
    if position.winner is not None:
        yield from ((Mark.WINNING, point, position.color(position.winner)) for point in winning(position))
    last = index.get(scene.last or "")
    if last is not None and stones[last]:
        yield (Mark.NEWEST if scene.numbers else Mark.LAST), last, Side(stones[last])
    if scene.hints and position.outcome() is None:
        yield from ((Mark.FORBIDDEN, index[name], position.next_color) for name in position.forbidden)
    if scene.suggestion in index and scene.suggestion in position.legal_moves():
        yield Mark.ADVICE, index[scene.suggestion], position.next_color


def winning(position: GomokuPosition) -> list[int]:
    """The stones of every row that won."""
    size, stones, side = position.size, position.cells, position.winner
    exactly = side in position.rules.exactly_five
    rows = (row for row in _rows(size, stones, side) if len(row) == 5 or (len(row) > 5 and not exactly))
    return sorted({point for row in rows for point in row})


def _rows(size: int, stones: bytes, side: int | None) -> Iterator[list[int]]:
    """Every unbroken row of a side's stones, in each of the four directions, from its first stone."""

    def held(column: int, row: int) -> bool:
        return 0 <= column < size and 0 <= row < size and stones[row * size + column] == side

    for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        for start in range(size * size):
            y, x = divmod(start, size)
            if held(x, y) and not held(x - dx, y - dy):
                found = []
                while held(x, y):
                    found.append(y * size + x)
                    x, y = x + dx, y + dy
                yield found
