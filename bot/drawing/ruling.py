"""What is drawn on a board before anything stands on it: lines, star points, coordinates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PIL import Image, ImageDraw

from bot.drawing import sprites
from bot.drawing.canvas import Lattice
from bot.drawing.lettering import Chisel
from bot.drawing.themes import Colour


def grooves(
    image: Image.Image, xs: Sequence[int], ys: Sequence[int], colour: Colour, lit: Colour | None = None
) -> None:
    """Rule a grid through all ``xs`` and ``ys``: fine dark lines, lit at their lower right edge."""
    pen = ImageDraw.Draw(image)
    passes = [(-1, colour), (0, colour)]
    for shift, ink in [(1, lit), *passes] if lit else passes:
        for x in xs:
            pen.line([(x + shift, ys[0]), (x + shift, ys[-1])], fill=ink)
        for y in ys:
            pen.line([(xs[0], y + shift), (xs[-1], y + shift)], fill=ink)


def stars(image: Image.Image, points: Iterable[tuple[float, float]], radius: int, colour: Colour) -> None:
    """Small filled dots that help the eye count."""
    star = sprites.dot(radius, colour)
    for x, y in points:
        image.paste(star, (round(x - star.width / 2), round(y - star.height / 2)), star)


def coordinates(
    image: Image.Image,
    lattice: Lattice,
    chisel: Chisel,
    names: tuple[Sequence[str], Sequence[str]],
    margin: int,
) -> None:
    """Engrave the columns' and the rows' names on all four sides, ``margin`` wide, turned with the board."""
    columns, rows = names
    far_x, far_y = image.width - margin / 2, image.height - margin / 2
    for column, name in enumerate(columns):
        x, _ = lattice.at(column, 0)
        for y in (margin / 2, far_y):
            chisel.cut(image, name, (x, y))
    for row, name in enumerate(rows):
        _, y = lattice.at(0, row)
        for x in (margin / 2, far_x):
            chisel.cut(image, name, (x, y))
