"""What emojis are drawn with: a square of 36 units a side, as Twemoji's, reduced to `SIZE` pixels.

Discord shows an emoji 22 pixels high in a text and 16 to 20 on a button, so no line is thinner than 2 units,
and few gaps are narrower than 1.5.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PIL import Image, ImageDraw

from bot.drawing.animal_pieces import smooth
from bot.drawing.sprites import OVERSAMPLING, filled
from bot.drawing.themes import Color

Point = tuple[float, float]

SIZE = 128
"""Pixels a side, as Discord recommends."""
UNITS = 36
MIDDLE = UNITS / 2
FULL, CLEAR = 255, 0
_SCALE = SIZE * OVERSAMPLING / UNITS


class Shape:
    """A mask that is drawn in units, from the upper left. Each method fills, or with `CLEAR` cuts out."""

    def __init__(self) -> None:
        self._large = Image.new("L", (SIZE * OVERSAMPLING, SIZE * OVERSAMPLING))
        self._pen = ImageDraw.Draw(self._large)

    def mask(self) -> Image.Image:
        """The smooth mask, `SIZE` pixels a side."""
        return self._large.reduce(OVERSAMPLING)

    def disc(self, x: float, y: float, radius: float, ink: int = FULL) -> Shape:
        """A circle about a point."""
        self._pen.ellipse(_pixels([(x - radius, y - radius), (x + radius, y + radius)]), fill=ink)
        return self

    def ring(self, x: float, y: float, radius: float, width: float) -> Shape:
        """A circle's line, whose outer edge is at ``radius``. What is inside is cut out."""
        return self.disc(x, y, radius).disc(x, y, radius - width, CLEAR)

    def box(self, corners: tuple[Point, Point], radius: float = 0, ink: int = FULL) -> Shape:
        """A rectangle from its upper left corner to its lower right one, rounded by ``radius``."""
        self._pen.rounded_rectangle(_pixels(corners), radius * _SCALE, fill=ink)
        return self

    def polygon(self, *corners: Point, ink: int = FULL) -> Shape:
        """A polygon with sharp corners."""
        self._pen.polygon(_pixels(corners), fill=ink)
        return self

    def curve(self, *points: Point, ink: int = FULL) -> Shape:
        """A closed smooth curve through points."""
        return self.polygon(*smooth(points), ink=ink)

    def line(self, *points: Point, width: float = 3.5, ink: int = FULL) -> Shape:
        """A line with round ends and corners."""
        self._pen.line(_pixels(points), fill=ink, width=round(width * _SCALE))
        for x, y in points:
            self.disc(x, y, width / 2, ink)
        return self

    def arc(self, x: float, y: float, radius: float, ends: tuple[float, float], width: float = 3.5) -> Shape:
        """A part of a circle's line about a point; the ends are degrees, clockwise from the right."""
        outer = radius + width / 2
        box = _pixels([(x - outer, y - outer), (x + outer, y + outer)])
        self._pen.arc(box, *ends, fill=FULL, width=round(width * _SCALE))
        return self


def _pixels(points: Iterable[Point]) -> Sequence[Point]:
    return [(x * _SCALE, y * _SCALE) for x, y in points]


def pixels(units: float) -> float:
    """A length in units, in pixels of the emoji."""
    return units * SIZE / UNITS


def layered(*layers: tuple[Shape, Color]) -> Image.Image:
    """Shapes filled with their colors, from bottom to top."""
    image = Image.new("RGBA", (SIZE, SIZE))
    for shape, color in layers:
        image.alpha_composite(filled(shape.mask(), color))
    return image
