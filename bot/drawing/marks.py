"""Marks of the boards on which pieces are taken up and moved. Every function is cached, as in `sprites`."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from bot.drawing import sprites
from bot.drawing.themes import Colour


@lru_cache(maxsize=64)
def spot(radius: int, colour: Colour, rim: Colour) -> Image.Image:
    """A bright dot with a dark rim: a goal of the piece taken up."""
    return _on(sprites.dot(radius + max(3, radius // 5), rim), sprites.dot(radius, colour))


@lru_cache(maxsize=64)
def frame(side: int, width: int, rounding: int, colour: Colour, fill: float = 0) -> Image.Image:
    """A rounded square's outline, filled with ``fill`` of the colour's strength."""

    def paint(pen: ImageDraw.ImageDraw, scale: float) -> None:
        far = side * scale - 1
        pen.rounded_rectangle(
            (0, 0, far, far),
            rounding * scale,
            fill=round(255 * fill),
            outline=255,
            width=round(width * scale),
        )

    return sprites.stain(sprites.mask(side, paint), colour)


@lru_cache(maxsize=16)
def alarm(radius: int, colour: Colour, ink: Colour) -> Image.Image:
    """A badge with an exclamation mark."""
    badge = spot(radius, colour, ink).copy()

    def paint(pen: ImageDraw.ImageDraw, scale: float) -> None:
        middle, unit = badge.width / 2 * scale, radius * scale
        top, waist, wide, narrow = (part * unit for part in (0.64, 0.16, 0.17, 0.10))
        neck = (middle + narrow, middle + waist), (middle - narrow, middle + waist)
        pen.polygon([(middle - wide, middle - top), (middle + wide, middle - top), *neck], fill=255)
        pen.ellipse((middle - wide, middle + 0.3 * unit, middle + wide, middle + 0.64 * unit), fill=255)

    badge.alpha_composite(sprites.stain(sprites.mask(badge.width, paint), ink))
    return badge


@lru_cache(maxsize=16)
def count(number: int, radius: int, colour: Colour, ink: Colour) -> Image.Image:
    """A badge with a number."""
    return _on(spot(radius, colour, ink), sprites.writing(str(number), round(radius * 1.5), ink))


def _on(under: Image.Image, over: Image.Image) -> Image.Image:
    """Two sprites, one on the middle of the other."""
    together = under.copy()
    together.alpha_composite(over, ((under.width - over.width) // 2, (under.height - over.height) // 2))
    return together
