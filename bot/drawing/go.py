"""Go's board: stones on wood, ko, captures, and the count.

Start reading at `GoBoard.draw`.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.drawing import kaya
from bot.drawing.base import Scene
from bot.drawing.stones import Mark, Marking, Sheet, order_of_play, plan
from games.base import Side
from games.go import GoPosition, Ruleset
from games.go.board import LETTERS
from games.go.scoring import count

COUNTED = {"outcome.points", "outcome.move-limit"}


class GoBoard:
    """Draws Go."""

    slug = "go"

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
    if not isinstance(position, GoPosition):
        raise TypeError(f"not a position of Go: {type(position).__name__}")
    board = position.board
    numbers = order_of_play(scene.moves, board.index, position.stones) if scene.numbers else {}
    return Sheet(
        plan(position.size, LETTERS),
        position.stones,
        [*_marks(scene, position), *_count(position)],
        dead=_dead(position),
        open=_open(position) if scene.hints else frozenset(),
        numbers=numbers,
    )


def _open(position: GoPosition) -> frozenset[int]:
    """Where a stone may be put, or, in the scoring, which stones may be marked."""
    if position.outcome() is not None:
        return frozenset()
    if position.scoring:
        return frozenset(point for point, colour in enumerate(position.stones) if colour)
    return frozenset(position.open_points)


def _marks(scene: Scene, position: GoPosition) -> Iterator[Marking]:
    index = position.board.index
    yield from _taken(scene, position)
    last = index.get(scene.last or "")
    tapped = position.scoring and scene.hints  # then stones have their names on them
    if last is not None and position.stones[last] and not tapped and last not in _dead(position):
        yield (Mark.NEWEST if scene.numbers else Mark.LAST), last, Side(position.stones[last])
    yield from ((Mark.REPEATS, point, position.to_move) for point in _shut(scene, position))
    if scene.suggestion in index and scene.suggestion in position.legal_moves():
        yield Mark.ADVICE, index[scene.suggestion], position.to_move


def _taken(scene: Scene, position: GoPosition) -> Iterator[Marking]:
    before = scene.previous
    if isinstance(before, GoPosition) and before.size == position.size:
        for point, (was, now) in enumerate(zip(before.stones, position.stones, strict=True)):
            if was and not now:
                yield Mark.TAKEN, point, Side(was)


def _shut(scene: Scene, position: GoPosition) -> Iterator[int]:
    """Where a stone would repeat a board: the ko, and what the superko of Chinese rules refuses."""
    if position.outcome() is not None or position.scoring:
        return
    if position.ko is not None:
        yield position.ko
    if scene.hints and position.variant.ruleset is Ruleset.CHINESE:
        board, stones, shut = position.board, position.stones, {*position.open_points, position.ko}
        for point, colour in enumerate(stones):
            if not colour and point not in shut and board.place(stones, point, position.to_move):
                yield point


def _dead(position: GoPosition) -> frozenset[int]:
    """The stones marked dead; a match that ended by its length is counted without marks."""
    outcome = position.outcome()
    return frozenset() if outcome and outcome.reason == "outcome.move-limit" else position.dead


def _count(position: GoPosition) -> Iterator[Marking]:
    """Dead stones and territory, while they are agreed on and when the match was counted."""
    outcome = position.outcome()
    if not (outcome.reason in COUNTED if outcome else position.scoring):
        return
    dead = _dead(position)
    yield from ((Mark.DEAD, point, Side(position.stones[point])) for point in sorted(dead))
    score = count(position.variant, position.stones, dead, position.captures)
    for side in Side:
        yield from ((Mark.TERRITORY, point, side) for point in sorted(score.territory(side) - dead))
