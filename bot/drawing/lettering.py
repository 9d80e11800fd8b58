"""The bundled fonts, and short texts as sprites. The sprites are cached, as in `sprites`."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from bot.drawing import sprites
from bot.drawing.themes import Color

_FILES = {"sans": "NotoSansCJKkr-Bold.subset.otf", "serif": "NotoSerifCJKkr-Bold.subset.otf"}


@lru_cache(maxsize=64)
def font(family: str, size: int) -> ImageFont.FreeTypeFont:
    """Load a bundled font. Basic layout: the machine's shaping library does not change a picture."""
    path = Path(__file__).with_name("fonts") / _FILES[family]
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1024)
def text_sprite(text: str, height: int, color: Color, family: str = "sans") -> Image.Image:
    """A short text in a font size of ``height`` pixels."""
    face = font(family, height)
    left, top, right, bottom = face.getbbox(text)
    size = round(right - left) + 2, round(bottom - top) + 2
    shape = Image.new("L", size)
    ImageDraw.Draw(shape).text((1 - left, 1 - top), text, fill=255, font=face)
    return sprites.filled(shape, color)


@lru_cache(maxsize=1024)
def label(text: str, height: int, ink: Color, background: Color | None = None) -> Image.Image:
    """A short text on a rounded plate, or on nothing; all labels have the same base line."""
    face = font("sans", height)
    wide, high = round(height * 2.3), round(height * 1.5)
    sprite = Image.new("RGBA", (wide, high), (*ink, 0))
    if background:
        scale = sprites.OVERSAMPLING
        shape = Image.new("L", (wide * scale, high * scale))
        ImageDraw.Draw(shape).rounded_rectangle((0, 0, *shape.size), high * scale // 3, fill=255)
        sprite = sprites.filled(shape.reduce(scale), background)
    left, _, right, _ = face.getbbox(text)
    _, top, _, bottom = face.getbbox("0")
    at = round((wide - left - right) / 2), round((high - top - bottom) / 2)
    ImageDraw.Draw(sprite).text(at, text, fill=ink, font=face)
    return sprite
