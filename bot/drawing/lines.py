"""What is drawn on a board before any piece: grid lines and star points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PIL import Image, ImageDraw

from bot.drawing import marks
from bot.drawing.canvas import paste_layers
from bot.drawing.geometry import Pixel
from bot.drawing.themes import Color


def grid_lines(
    image: Image.Image, xs: Sequence[int], ys: Sequence[int], color: Color, lit: Color | None = None
) -> None:
    """Draw a grid through all ``xs`` and ``ys``: thin dark lines, bright at their lower right edge."""
    pen = ImageDraw.Draw(image)
    passes = [(-1, color), (0, color)]
    for shift, ink in [(1, lit), *passes] if lit else passes:
        for x in xs:
            pen.line([(x + shift, ys[0]), (x + shift, ys[-1])], fill=ink)
        for y in ys:
            pen.line([(xs[0], y + shift), (xs[-1], y + shift)], fill=ink)


def star_points(image: Image.Image, points: Iterable[Pixel], radius: int, color: Color) -> None:
    """Draw small filled dots."""
    star = marks.dot(radius, color)
    paste_layers(image, ((star, point) for point in points))
