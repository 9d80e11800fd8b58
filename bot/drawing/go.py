"""Go's picture: stones on wood, ko, captures, and the count."""

from __future__ import annotations

from collections.abc import Iterator

from bot.drawing import stone_board
from bot.drawing.base import GameDrawing, Scene
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
from games.go import GoPosition, Ruleset
from games.go.board import LETTERS
from games.go.scoring import count

COUNTED = {"outcome.points", "outcome.move-limit"}
UNCLEAR = 64
"""Of 255: a point whose expected owner is less certain than this is nobody's."""


class GoDrawing(GameDrawing[GoPosition]):
    """Draws Go."""

    slug = "go"
    kind = GoPosition

    def size(self, variant: str) -> tuple[int, int]:
        """All variants have pictures of one size."""
        del variant
        return WIDTH, WIDTH

    def render(self, scene: Scene[GoPosition]) -> bytes:
        """Draw the whole board, or its window."""
        view = StoneView.of(scene.position.size, scene.viewer, scene.window)
        return stone_board.stone_picture(stone_scene(scene), scene.theme, view)


def stone_scene(scene: Scene[GoPosition]) -> StoneScene:
    """What the picture shows, by points."""
    position = scene.position
    numbers = move_numbers(scene.moves, position.board.index, position.stones) if scene.numbers else {}
    return StoneScene(
        BoardLayout.of(position.size, LETTERS if scene.coordinates else ""),
        position.stones,
        [*_marks(scene), *(_expected(scene) if scene.ownership else _count(position))],
        dead=_dead(position),
        labels=by_index(scene.labels, position.board.index),
        numbers=numbers,
        line=line_stones(scene.line, position.board.index, position.stones, scene.mistake),
        chosen=scene.chosen,
    )


def _marks(scene: Scene[GoPosition]) -> Iterator[PlacedMark]:
    position, index = scene.position, scene.position.board.index
    for mark, point, side in with_buttons(scene.rings, index, position.stones, position.to_move):
        yield Mark.NEUTRAL if position.scoring else mark, point, side
    yield from _captured(scene)
    last = index.get(scene.last or "")
    yield from with_claim(scene.group, scene.dots, index, position.stones, scene.drawn)
    if last is not None and position.stones[last] and last not in _dead(position):
        yield (Mark.LAST_NUMBER if scene.numbers else Mark.LAST), last, Side(position.stones[last])
    yield from with_mistake(scene.mistake, index, position.to_move)
    yield from ((Mark.REPETITION, repeating, position.to_move) for repeating in _repetitions(scene))
    if scene.suggestion in index and scene.suggestion in position.legal_moves():
        yield Mark.SUGGESTION, index[scene.suggestion], position.to_move


def _captured(scene: Scene[GoPosition]) -> Iterator[PlacedMark]:
    before, position = scene.previous, scene.position
    if before is not None and before.size == position.size:
        for point, (was, now) in enumerate(zip(before.stones, position.stones, strict=True)):
            if was and not now:
                yield Mark.CAPTURED, point, Side(was)


def _repetitions(scene: Scene[GoPosition]) -> Iterator[int]:
    """Where a stone would repeat a position: the ko, and the superko of Chinese rules."""
    position = scene.position
    if position.outcome() is not None or position.scoring:
        return
    if position.ko is not None:
        yield position.ko
    if scene.hints and position.variant.ruleset is Ruleset.CHINESE:
        board, stones, known = position.board, position.stones, {*position.open_points, position.ko}
        for point, stone in enumerate(stones):
            if not stone and point not in known and board.place(stones, point, position.to_move):
                yield point


def _expected(scene: Scene[GoPosition]) -> Iterator[PlacedMark]:
    """The territory that is expected: empty points, and stones of the other side."""
    line = {move for move, _ in scene.line}
    for name, point in scene.position.board.index.items():
        level, stone = scene.ownership[point], scene.position.stones[point]
        if min(level, 255 - level) < UNCLEAR and name not in line:
            owner = Side.FIRST if level > 128 else Side.SECOND
            if stone != owner:
                yield Mark.TERRITORY, point, owner


def _dead(position: GoPosition) -> frozenset[int]:
    """The stones marked dead; a game that ended by its move limit is counted with all stones alive."""
    outcome = position.outcome()
    return frozenset() if outcome and outcome.reason == "outcome.move-limit" else position.dead


def _count(position: GoPosition) -> Iterator[PlacedMark]:
    """Dead stones and territory, during the scoring and once the game was counted."""
    outcome = position.outcome()
    if not (outcome.reason in COUNTED if outcome else position.scoring):
        return
    dead = _dead(position)
    yield from ((Mark.DEAD, point, Side(position.stones[point])) for point in sorted(dead))
    score = count(position.variant, position.stones, dead, position.captures)
    for side in Side:
        yield from ((Mark.TERRITORY, point, side) for point in sorted(score.territory(side) - dead))
