"""Gomoku's picture: stones on wood, forbidden points, the five that won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from bot.drawing import stone_board
from bot.drawing.base import GameDrawing, LineMoves, Scene
from bot.drawing.stone_scene import (
    BoardLayout,
    Mark,
    PlacedMark,
    StoneScene,
    by_index,
    line_stones,
    move_numbers,
    with_buttons,
    with_claim,
    with_mistake,
)
from bot.drawing.stone_view import WIDTH, StoneView
from games.base import Side
from games.gomoku import GomokuPosition
from games.gomoku.boards import BOARDS

LETTERS = "abcdefghijklmnopqrs"


class GomokuDrawing(GameDrawing[GomokuPosition]):
    """Draws Gomoku."""

    slug = "gomoku"
    kind = GomokuPosition

    def size(self, variant: str) -> tuple[int, int]:
        """All variants have pictures of one size."""
        del variant
        return WIDTH, WIDTH

    def render(self, scene: Scene[GomokuPosition]) -> bytes:
        """Draw the whole board, or its window."""
        view = StoneView.of(scene.position.size, scene.viewer, scene.window)
        return stone_board.stone_picture(stone_scene(scene), scene.theme, view)


def stone_scene(scene: Scene[GomokuPosition]) -> StoneScene:
    """What the picture shows, by points."""
    position = scene.position
    stones, index = position.colors, indices(position.size)
    return StoneScene(
        BoardLayout.of(position.size, LETTERS if scene.coordinates else ""),
        stones,
        list(_marks(scene, stones, index)),
        labels=by_index(scene.labels, index),
        numbers=move_numbers(scene.moves, index, stones) if scene.numbers else {},
        line=line_stones(_colored(scene), index, stones, scene.mistake),
        chosen=scene.chosen,
    )


def _colored(scene: Scene[GomokuPosition]) -> LineMoves:
    """The line with the colors of the stones, which the sides can exchange in the opening."""
    return tuple((move, scene.position.color(side)) for move, side in scene.line)


@cache
def indices(size: int) -> dict[str, int]:
    """The index of every point by its name, from the top left along the rows."""
    grid = BOARDS[size].grid
    return {grid.name(point): point for point in range(size * size)}


def _marks(scene: Scene[GomokuPosition], stones: bytes, index: Mapping[str, int]) -> Iterator[PlacedMark]:
    position = scene.position
    yield from with_buttons(scene.rings, index, stones, position.to_move)
    if position.winner is not None:
        yield from ((Mark.WINNING, point, position.color(position.winner)) for point in winning(position))
    yield from with_claim(scene.group, scene.dots, index, stones, scene.drawn)
    last = index.get(scene.last or "")
    if last is not None and stones[last]:
        yield (Mark.LAST_NUMBER if scene.numbers else Mark.LAST), last, Side(stones[last])
    yield from with_mistake(scene.mistake, index, position.next_color)
    if scene.hints and position.outcome() is None:
        yield from ((Mark.FORBIDDEN, index[name], position.next_color) for name in position.forbidden)
    if scene.suggestion in index and scene.suggestion in position.legal_moves():
        yield Mark.SUGGESTION, index[scene.suggestion], position.next_color


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
                points = []
                while held(x, y):
                    points.append(y * size + x)
                    x, y = x + dx, y + dy
                yield points
