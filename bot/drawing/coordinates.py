"""The names of columns and rows, engraved beside a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.drawing.geometry import Lattice, Pixel
from bot.drawing.lettering import font
from bot.drawing.themes import Color


@dataclass(frozen=True, slots=True)
class Engraver:
    """Cuts text of a font size into a surface: dark strokes with a bright lower edge."""

    size: int
    ink: Color
    lit: Color

    def engrave(self, image: Image.Image, text: str, at: Pixel) -> None:
        """Write ``text`` centered at a pixel, with the base line of a digit."""
        pen, face = ImageDraw.Draw(image), font("sans", self.size)
        left, _, right, _ = face.getbbox(text)
        _, top, _, bottom = face.getbbox("0")
        x, y = round(at[0] - (left + right) / 2), round(at[1] - (top + bottom) / 2)
        pen.text((x, y + 1), text, fill=self.lit, font=face)
        pen.text((x, y), text, fill=self.ink, font=face)


def coordinates(
    image: Image.Image,
    lattice: Lattice,
    engraver: Engraver,
    names: tuple[Sequence[str], Sequence[str]],
    margin: int,
) -> None:
    """Engrave the columns' and the rows' names on all four sides, each in a margin of some pixels.

    The names turn with the board. Those of columns, in small letters, are raised by half of what ``g``
    has below the base line.
    """
    columns, rows = names
    far_x, far_y = image.width - margin / 2, image.height - margin / 2
    for column, name in enumerate(columns):
        x, _ = lattice.at(column, 0)
        for y in (margin / 2, far_y):
            engraver.engrave(image, name, (x, y - engraver.size // 10))
    for row, name in enumerate(rows):
        _, y = lattice.at(0, row)
        for x in (margin / 2, far_x):
            engraver.engrave(image, name, (x, y))
