"""The bundled fonts, and short texts as sprites. The sprites are cached, as in `sprites`."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from bot.drawing import sprites
from bot.drawing.themes import Color

NAMES = "names"
"""The font with the letters of people's names; the others have those of boards alone."""
_FILES = {
    "sans": "NotoSansCJKkr-Bold.subset.otf",
    "serif": "NotoSerifCJKkr-Bold.subset.otf",
    NAMES: "NotoSansCJKkr-Bold.names.otf",
}
FAMILIES = tuple(_FILES)
"""The bundled fonts."""

EDGE_TONES = 4  # levels of opacity at the edge of a letter
FAINT = 90  # the lightness of 255 from which a pixel counts as ink


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


@lru_cache(maxsize=64)
def font_size(height: int, family: str = "sans") -> int:
    """The smallest font size in which a digit's ink is at least ``height`` pixels high."""
    return next(size for size in range(height, 2 * height) if _ink("0", size, family).height >= height)


@lru_cache(maxsize=1024)
def fitted(text: str, height: int, width: int, color: Color, family: str = "sans") -> Image.Image:
    """A short text whose digits are ``height`` pixels high, narrowed to at most ``width`` pixels."""
    shape = _ink(text, font_size(height), family)
    if shape.width > width:
        shape = shape.resize((width, shape.height), Image.Resampling.LANCZOS)
    return sprites.filled(shape.point(_coarse), color)


def _coarse(level: int) -> int:
    """One of `EDGE_TONES` levels of opacity: smooth enough for the edge of a letter, and few bytes."""
    steps = EDGE_TONES - 1
    return round(level * steps / 255) * 255 // steps


@lru_cache(maxsize=1024)
def plate(
    text: str,
    height: int,
    width: int,
    color: Color,
    ink: Color,
    rimmed: bool = False,
    family: str = "sans",
) -> Image.Image:
    """A short text on a rounded plate of the color ``color``; digits take three quarters of the height.

    The plate is as wide as it is high, or up to ``width`` pixels if the text is longer. A ``rimmed`` one has
    a rim of ``color`` around a plate of the color ``ink``.
    """
    pad = height // 10
    letters = fitted(text, height * 3 // 4, width - 2 * pad, color if rimmed else ink, family)
    wide = max(min(height, width), letters.width + 2 * pad)
    sprite = sprites.filled(_rounded((wide, height), 0), color)
    if rimmed:
        sprite.alpha_composite(sprites.filled(_rounded((wide, height), pad), ink))
    sprite.alpha_composite(letters, ((wide - letters.width) // 2, (height - letters.height) // 2))
    return sprite


def _rounded(size: tuple[int, int], inset: int) -> Image.Image:
    """The mask of a rounded rectangle, some pixels inside a sprite of ``size``."""
    scale = sprites.OVERSAMPLING
    shape, near = Image.new("L", (size[0] * scale, size[1] * scale)), inset * scale
    far = shape.width - 1 - near, shape.height - 1 - near
    ImageDraw.Draw(shape).rounded_rectangle((near, near, *far), size[1] * scale // 4 - near, fill=255)
    return shape.reduce(scale)


def drawable(name: str) -> str:
    """What a font can draw of a name that people have written: without emojis, rare letters and line ends."""
    letters = (letter for composed in unicodedata.normalize("NFC", name) for letter in _drawable(composed))
    return " ".join("".join(letters).split())


@lru_cache(maxsize=4096)
def _drawable(letter: str) -> str:
    """A letter that the font has, or the plain ones that it stands for, such as a for a bold 𝐚."""
    for text in (letter, unicodedata.normalize("NFKC", letter)):
        if text.isspace() or all(font(NAMES, 16).getmask(part).getbbox() is not None for part in text):
            return text
    return ""


@lru_cache(maxsize=1024)
def shortened(text: str, size: int, width: int) -> str:
    """A text in the font of names, with … at the end if it is wider than ``width`` pixels in a font size."""
    face = font(NAMES, size)
    if face.getlength(text) <= width:
        return text
    fits = (kept for kept in range(len(text), 0, -1) if face.getlength(text[:kept].rstrip() + "…") <= width)
    return text[: next(fits, 0)].rstrip() + "…"


def _ink(text: str, size: int, family: str) -> Image.Image:
    """The mask of a text, without margins."""
    face = font(family, size)
    left, top, right, bottom = face.getbbox(text)
    shape = Image.new("L", (round(right - left) + 8, round(bottom - top) + 8))
    ImageDraw.Draw(shape).text((4 - left, 4 - top), text, fill=255, font=face)
    return shape.crop(shape.point(lambda level: 255 * (level > FAINT)).getbbox())
