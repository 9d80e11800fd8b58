"""Marks on pieces and squares: dots, rings, crosses, frames, badges. Cached, as in `sprites`.

`CellMarks` has the usual marks of a board of squares in fitting sizes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.drawing.lettering import text_sprite
from bot.drawing.sprites import circle, filled, mask, scaled
from bot.drawing.themes import Color


@dataclass(frozen=True, slots=True)
class CellMarks:
    """The marks of squares ``cell`` pixels wide."""

    cell: int

    def last_move(self, color: Color) -> Image.Image:
        """A filled dot on the piece that the last move placed."""
        return dot(self.cell // 8, color)

    def changed(self, color: Color) -> Image.Image:
        """A ring on a piece that the last move changed."""
        return ring(self.cell // 8, max(2, self.cell // 36), color, 0.85)

    def last_number(self, color: Color) -> Image.Image:
        """A ring around the number of the last move."""
        return ring(self.cell * 36 // 100, max(4, self.cell // 22), color)

    def hint(self, color: Color) -> Image.Image:
        """A small dot where the side to move may play."""
        return dot(self.cell // 9, color)

    def suggestion(self, color: Color) -> Image.Image:
        """A ring around a suggested square, large enough to leave its hint visible."""
        return ring(self.cell * 36 // 100, max(4, self.cell // 16), color)


@lru_cache(maxsize=256)
def dot(radius: int, color: Color, strength: float = 1) -> Image.Image:
    """A filled circle."""
    size = 2 * radius + 4
    shape = mask(size, lambda pen, k: pen.ellipse(scaled(circle(size / 2, radius), k), fill=255))
    return filled(shape, color, strength)


@lru_cache(maxsize=256)
def ring(radius: int, width: int, color: Color, strength: float = 1) -> Image.Image:
    """A circle's outline."""
    size = 2 * radius + 4
    shape = mask(
        size,
        lambda pen, k: pen.ellipse(scaled(circle(size / 2, radius), k), outline=255, width=round(width * k)),
    )
    return filled(shape, color, strength)


@lru_cache(maxsize=64)
def target(radius: int, width: int, inner: int, color: Color) -> Image.Image:
    """A circle's outline with a dot of the radius ``inner`` in its middle."""
    return _stacked(ring(radius, width, color), dot(inner, color))


@lru_cache(maxsize=64)
def cross(radius: int, width: int, color: Color) -> Image.Image:
    """Two crossing strokes."""
    size = 2 * (radius + width)
    near, far = size / 2 - radius, size / 2 + radius
    strokes = ((near, near, far, far), (near, far, far, near))

    def paint(pen: ImageDraw.ImageDraw, scale: float) -> None:
        for stroke in strokes:
            pen.line(scaled(stroke, scale), fill=255, width=round(width * scale))

    return filled(mask(size, paint), color)


@lru_cache(maxsize=64)
def arrowhead(radius: int, direction: int, color: Color, rim: Color) -> Image.Image:
    """A triangle with a rim that points in a direction, in degrees from the right clockwise."""
    size = 2 * radius + 8

    def shape(reach: float) -> Image.Image:
        middle = size / 2
        corners = [
            (middle + reach * math.cos(angle), middle + reach * math.sin(angle))
            for angle in (math.radians(direction + turn) for turn in (0, 140, 220))
        ]

        def paint(pen: ImageDraw.ImageDraw, scale: float) -> None:
            pen.polygon([(x * scale, y * scale) for x, y in corners], fill=255)

        return mask(size, paint)

    return _stacked(filled(shape(radius + 4), rim), filled(shape(radius * 0.8), color))


@lru_cache(maxsize=64)
def square(radius: int, width: int, color: Color, inside: Color | None = None) -> Image.Image:
    """A square's outline, filled with the color ``inside`` if there is one."""
    size, middle = 2 * radius + 4, radius + 2
    sprite = Image.new("RGBA", (size, size))
    box = (middle - radius, middle - radius, middle + radius - 1, middle + radius - 1)
    ImageDraw.Draw(sprite).rectangle(box, outline=color, width=width, fill=inside)
    return sprite


@lru_cache(maxsize=64)
def diamond(radius: int, color: Color, rim: Color) -> Image.Image:
    """A square on its corner, with a rim."""
    size = 2 * radius + 4

    def shape(reach: float) -> Image.Image:
        middle = size / 2
        corners = ((middle - reach, middle), (middle, middle - reach), (middle + reach, middle))

        def paint(pen: ImageDraw.ImageDraw, scale: float) -> None:
            points = [(x * scale, y * scale) for x, y in (*corners, (middle, middle + reach))]
            pen.polygon(points, fill=255)

        return mask(size, paint)

    return _stacked(filled(shape(radius), rim), filled(shape(radius * 0.72), color))


@lru_cache(maxsize=64)
def rounded_frame(side: int, width: int, rounding: int, color: Color, fill: float = 0) -> Image.Image:
    """A rounded square's outline; ``fill`` is how strongly its inside is colored, from 0 to 1."""

    def paint(pen: ImageDraw.ImageDraw, scale: float) -> None:
        far = side * scale - 1
        pen.rounded_rectangle(
            (0, 0, far, far),
            rounding * scale,
            fill=round(255 * fill),
            outline=255,
            width=round(width * scale),
        )

    return filled(mask(side, paint), color)


@lru_cache(maxsize=64)
def rimmed_dot(radius: int, color: Color, rim: Color) -> Image.Image:
    """A bright dot with a dark rim."""
    return _stacked(dot(radius + max(3, radius // 5), rim), dot(radius, color))


@lru_cache(maxsize=16)
def warning_badge(radius: int, color: Color, ink: Color) -> Image.Image:
    """A badge with an exclamation mark."""
    badge = rimmed_dot(radius, color, ink).copy()

    def paint(pen: ImageDraw.ImageDraw, scale: float) -> None:
        middle, unit = badge.width / 2 * scale, radius * scale
        top, waist, wide, narrow = (part * unit for part in (0.64, 0.16, 0.17, 0.10))
        neck = (middle + narrow, middle + waist), (middle - narrow, middle + waist)
        pen.polygon([(middle - wide, middle - top), (middle + wide, middle - top), *neck], fill=255)
        pen.ellipse((middle - wide, middle + 0.3 * unit, middle + wide, middle + 0.64 * unit), fill=255)

    badge.alpha_composite(filled(mask(badge.width, paint), ink))
    return badge


@lru_cache(maxsize=16)
def count_badge(number: int, radius: int, color: Color, ink: Color) -> Image.Image:
    """A badge with a number."""
    return _stacked(rimmed_dot(radius, color, ink), text_sprite(str(number), round(radius * 1.5), ink))


def _stacked(under: Image.Image, over: Image.Image) -> Image.Image:
    """Two sprites, one on the middle of the other."""
    together = under.copy()
    together.alpha_composite(over, ((under.width - over.width) // 2, (under.height - over.height) // 2))
    return together
