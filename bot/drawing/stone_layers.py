"""The layers of a board of stones, from bottom to top: captured stones, shadows, stones, marks, labels."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import chain

from bot.drawing.canvas import Layer
from bot.drawing.geometry import Pixel
from bot.drawing.stone_scene import Mark, StoneScene
from bot.drawing.stones import StoneSprites
from games.base import Side

BELOW_STONES = frozenset({Mark.CAPTURED})
ABOVE_STONES = frozenset(Mark) - BELOW_STONES
COVERED = frozenset({Mark.LAST, Mark.LAST_NUMBER, Mark.SUGGESTION})
"""Marks that a label replaces: on a stone there is no space for both; a suggested label looks different."""


def stone_layers(sprites: StoneSprites, shown: StoneScene, at: Mapping[int, Pixel]) -> Iterator[Layer]:
    """What is on the points of ``at``."""
    occupied = [point for point in at if shown.stones[point]]
    return chain(
        _marks(sprites, shown, at, BELOW_STONES),
        _shadows(sprites, shown, at, occupied),
        _stones(sprites, shown, at, occupied),
        _line(sprites, shown, at),
        _marks(sprites, shown, at, ABOVE_STONES),
        _labels(sprites, shown, at),
    )


def _shadows(
    sprites: StoneSprites, shown: StoneScene, at: Mapping[int, Pixel], occupied: Iterable[int]
) -> Iterator[Layer]:
    """The shadows of living stones."""
    shadow = sprites.shadow()
    yield from ((shadow, at[point]) for point in occupied if point not in shown.dead)


def _stones(
    sprites: StoneSprites, shown: StoneScene, at: Mapping[int, Pixel], occupied: Iterable[int]
) -> Iterator[Layer]:
    """The stones, and the numbers on them."""
    living, dead = ({owner: made(owner) for owner in Side} for made in (sprites.living, sprites.dead))
    last = max(shown.numbers.values(), default=0)
    for point in occupied:
        side = Side(shown.stones[point])
        yield (dead if point in shown.dead else living)[side], at[point]
        if number := shown.numbers.get(point):
            yield sprites.number(side, number, last=number == last), at[point]


def _marks(
    sprites: StoneSprites, shown: StoneScene, at: Mapping[int, Pixel], wanted: Container[Mark]
) -> Iterator[Layer]:
    """The marks that no label and no numbered stone of a line replaces."""
    for mark, point, side in shown.marks:
        labelled = point in shown.labels
        if mark in wanted and point not in shown.line and point in at and not (labelled and mark in COVERED):
            yield sprites.mark(mark, side, labelled), at[point]


def _line(sprites: StoneSprites, shown: StoneScene, at: Mapping[int, Pixel]) -> Iterator[Layer]:
    """Pale numbered stones; that of a suggested move has a ring around its number."""
    suggested = _suggested(shown)
    for point, (side, number) in shown.line.items():
        if point in at:
            yield sprites.expected(side), at[point]
            yield sprites.number(side, number, last=False), at[point]
            if point in suggested:
                yield sprites.suggested_ring(), at[point]


def _labels(sprites: StoneSprites, shown: StoneScene, at: Mapping[int, Pixel]) -> Iterator[Layer]:
    """Labels on plates, or directly on living stones."""
    suggested = _suggested(shown)
    for point in sorted(shown.labels.keys() & at.keys()):
        text, stone = shown.labels[point], shown.stones[point]
        if stone and point not in shown.dead:
            yield sprites.label_on(Side(stone), text), at[point]
        else:
            yield sprites.label(text, point in suggested), at[point]


def _suggested(shown: StoneScene) -> set[int]:
    return {point for mark, point, _ in shown.marks if mark is Mark.SUGGESTION}
