"""Arrows from one point of a board to another."""

from __future__ import annotations

import math
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.drawing.geometry import Pixel
from bot.drawing.sprites import filled, mask
from bot.drawing.themes import Color


@lru_cache(maxsize=128)
def arrow(across: int, down: int, width: int, color: Color, rim: Color) -> Image.Image:
    """An arrow with a dark rim that widens to its head; its middle is the middle of the sprite."""
    size = max(abs(across), abs(down)) + 6 * width
    tail = (size - across) / 2, (size - down) / 2

    def paint(pen: ImageDraw.ImageDraw, scale: float, more: float) -> None:
        outline = _outline(tail, (across, down), width)
        points = [(x * scale, y * scale) for x, y in outline]
        pen.polygon(points, fill=255)
        if more:
            pen.line([*points, *points[:2]], fill=255, width=round(2 * more * scale), joint="curve")

    sprite = filled(mask(size, lambda pen, k: paint(pen, k, width / 6)), rim)
    sprite.alpha_composite(filled(mask(size, lambda pen, k: paint(pen, k, 0)), color))
    return sprite


def _outline(tail: Pixel, way: Pixel, width: float) -> list[Pixel]:
    """The seven corners of an arrow."""
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


def between(start: Pixel, end: Pixel, leave: float, arrive: float) -> tuple[tuple[int, int], Pixel]:
    """How far right and down an arrow from ``start`` to ``end`` reaches, and its middle.

    The arrow begins ``leave`` pixels after the start and ends ``arrive`` pixels before the end.
    """
    across, down = end[0] - start[0], end[1] - start[1]
    length = math.hypot(across, down)
    first, last = leave / length, 1 - arrive / length
    middle = start[0] + across * (first + last) / 2, start[1] + down * (first + last) / 2
    return (round(across * (last - first)), round(down * (last - first))), middle
