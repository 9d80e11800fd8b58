"""Arrows from one point of a board to another. Start reading at `arrow`."""

from __future__ import annotations

import math
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.drawing.sprites import mask, stain
from bot.drawing.themes import Colour

Point = tuple[float, float]


@lru_cache(maxsize=128)
def arrow(across: int, down: int, width: int, colour: Colour, rim: Colour) -> Image.Image:
    """An arrow with a dark rim that swells from its tail to its head; its middle is the sprite's."""
    size = max(abs(across), abs(down)) + 6 * width
    tail = (size - across) / 2, (size - down) / 2

    def paint(pen: ImageDraw.ImageDraw, scale: float, more: float) -> None:
        outline = _outline(tail, (across, down), width)
        points = [(x * scale, y * scale) for x, y in outline]
        pen.polygon(points, fill=255)
        if more:
            pen.line([*points, *points[:2]], fill=255, width=round(2 * more * scale), joint="curve")

    sprite = stain(mask(size, lambda pen, k: paint(pen, k, width / 6)), rim)
    sprite.alpha_composite(stain(mask(size, lambda pen, k: paint(pen, k, 0)), colour))
    return sprite


def _outline(tail: Point, way: Point, width: float) -> list[Point]:
    """The seven corners of an arrow: along its way and beside it, in widths."""
    length = math.hypot(*way)
    along = way[0] / length, way[1] / length
    neck = length - 2 * width
    corners = (
        (0, 0.3),
        (neck, 0.5),
        (neck, 1.25),
        (length, 0),
        (neck, -1.25),
        (neck, -0.5),
        (0, -0.3),
    )
    return [
        (
            tail[0] + along[0] * ahead - along[1] * beside * width,
            tail[1] + along[1] * ahead + along[0] * beside * width,
        )
        for ahead, beside in corners
    ]


def between(start: Point, end: Point, leave: float, arrive: float) -> tuple[tuple[int, int], Point]:
    """The way of an arrow that keeps its distances from both points, and the middle of it."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = math.hypot(across, down)
    first, last = leave / length, 1 - arrive / length
    middle = start[0] + across * (first + last) / 2, start[1] + down * (first + last) / 2
    return (round(across * (last - first)), round(down * (last - first))), middle
