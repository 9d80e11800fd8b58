"""The fonts and what is engraved with them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from bot.drawing.themes import Colour

_FILES = {"sans": "NotoSansCJKkr-Bold.subset.otf", "serif": "NotoSerifCJKkr-Bold.subset.otf"}


@lru_cache(maxsize=64)
def font(family: str, size: int) -> ImageFont.FreeTypeFont:
    """A font of the tree; basic layout, so that no machine's shaping library changes a picture."""
    path = Path(__file__).with_name("fonts") / _FILES[family]
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@dataclass(frozen=True, slots=True)
class Chisel:
    """Cuts letters into a surface: dark strokes with a lit lower edge."""

    size: int
    ink: Colour
    lit: Colour

    def cut(self, image: Image.Image, text: str, at: tuple[float, float]) -> None:
        """Engrave ``text`` centred at a pixel; all letters stand on the base line of a digit."""
        pen, face = ImageDraw.Draw(image), font("sans", self.size)
        left, _, right, _ = face.getbbox(text)
        _, top, _, bottom = face.getbbox("0")
        x, y = round(at[0] - (left + right) / 2), round(at[1] - (top + bottom) / 2)
        pen.text((x, y + 1), text, fill=self.lit, font=face)
        pen.text((x, y), text, fill=self.ink, font=face)
