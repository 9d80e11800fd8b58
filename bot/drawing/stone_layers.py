"""The layers of a board of stones, from bottom to top: captured stones, shadows, stones, names, marks."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import chain

from PIL import Image, ImageDraw

from bot.drawing.canvas import Layer, paste_layers
from bot.drawing.geometry import Pixel
from bot.drawing.stone_scene import Mark, StoneScene
from bot.drawing.stones import StoneSprites
from bot.drawing.themes import Theme
from games.base import Side

ABOVE_STONES = frozenset(Mark) - {Mark.CAPTURED}


def draw_stones(
    image: Image.Image,
    sprites: StoneSprites,
    shown: StoneScene,
    at: Mapping[int, Pixel],
    named: Container[int] = (),
    shadows: bool = True,
) -> None:
    """Draw what lies on the points of ``at``, and the names of those playable points that are ``named``."""
    occupied = [point for point in at if shown.stones[point]]
    layers = chain(
        _marks(sprites, shown, at, {Mark.CAPTURED}, ()),
        _shadows(sprites, shown, at, occupied) if shadows else (),
        _stones(sprites, shown, at, occupied),
        _names(sprites, shown, at, named),
        _marks(sprites, shown, at, ABOVE_STONES, named),
    )
    paste_layers(image, layers)


def outline_window(image: Image.Image, theme: Theme, box: tuple[float, float, float, float]) -> None:
    """Outline a window: a bright line between two dark ones, the outermost along ``box``."""
    pen, (left, top, right, bottom) = ImageDraw.Draw(image), box
    for inset, color, width in ((0, theme.goban.line, 8), (2, theme.goban.window, 4)):
        line = (left + inset, top + inset, right - inset, bottom - inset)
        pen.rounded_rectangle(line, 13 - inset, outline=color, width=width)


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
    living, dead = ({side: made(side) for side in Side} for made in (sprites.living, sprites.dead))
    last = max(shown.numbers.values(), default=0)
    for point in occupied:
        side = Side(shown.stones[point])
        yield (dead if point in shown.dead else living)[side], at[point]
        if number := shown.numbers.get(point):
            yield sprites.number(side, number, last=number == last), at[point]


def _names(
    sprites: StoneSprites, shown: StoneScene, at: Mapping[int, Pixel], named: Container[int]
) -> Iterator[Layer]:
    """The names of playable points; the name of a dead stone is below its mark, within its cell."""
    for point in filter(named.__contains__, sorted(shown.playable & at.keys())):
        (x, y), name = at[point], shown.layout.name(point)
        if point in shown.dead:
            yield sprites.name(name, 0), (x, y + sprites.part(0.21))
        else:
            yield sprites.name(name, shown.stones[point]), (x, y)


def _marks(
    sprites: StoneSprites,
    shown: StoneScene,
    at: Mapping[int, Pixel],
    wanted: Container[Mark],
    named: Container[int],
) -> Iterator[Layer]:
    """The marks; that of a dead stone leaves space for the name below it."""
    for mark, point, side in shown.marks:
        if mark in wanted and point in at:
            x, y = at[point]
            raised = mark is Mark.DEAD and point in named and point in shown.playable
            yield sprites.mark(mark, side), (x, y - sprites.part(0.2) if raised else y)
