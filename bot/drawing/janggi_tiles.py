"""The tiles of Twelve Janggi.

A tile is a thick pentagon that points to the opponent. It shows a Chinese character, the letter of the
notation, and an arrowhead at the edge for each way in which the piece moves. All places are fractions of the
tile's size, measured from its center with the tile pointing up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from bot.drawing import sprites
from bot.drawing.lettering import text_sprite
from bot.drawing.themes import Color, Material
from games.twelve_janggi import WAYS

CHARACTERS = {"K": "王", "J": "將", "S": "相", "Z": "子", "H": "侯"}

Point = tuple[float, float]

PENTAGON = ((0, -0.5), (0.43, -0.385), (0.49, 0.48), (-0.49, 0.48), (-0.43, -0.385))
ROUNDING = 0.05
LINE = 0.93  # the part of the face inside the thin line
CHARACTER, CHARACTER_SIZE = (0, 0.03), 0.47
LETTER, LETTER_SIZE = (0.2, 0.355), 0.19
HEAD = 0.062  # half the width of an arrowhead
MARGIN = 0.12  # space for the shadow


@dataclass(frozen=True, slots=True)
class TileStyle:
    """The material of a side's tiles, and the colors on them."""

    face: Material
    ink: Color
    edge: Color


@lru_cache(maxsize=64)
def tile(kind: str, style: TileStyle, size: int, turned: bool) -> Image.Image:
    """A tile with the shadow it casts. A ``turned`` one points down, but its letter stays upright."""
    sprite = _blank_tile(style, size, turned).copy()
    box = sprite.width
    sprite.alpha_composite(sprites.filled(_arrowheads(kind, box, size, turned), style.ink))
    for text, at, high, family in (
        (CHARACTERS[kind], CHARACTER, CHARACTER_SIZE, "serif"),
        (kind, LETTER, LETTER_SIZE, "sans"),
    ):
        glyph = text_sprite(text, round(size * high), style.ink, family)
        if turned and family == "serif":
            glyph = glyph.transpose(Image.Transpose.ROTATE_180)
        x, y = (box / 2 + part * size * (-1 if turned else 1) for part in at)
        sprite.alpha_composite(glyph, (round(x - glyph.width / 2), round(y - glyph.height / 2)))
    return sprite


@lru_cache(maxsize=16)
def _blank_tile(style: TileStyle, size: int, turned: bool) -> Image.Image:
    """A tile with only the thin line around its face."""
    box = round(size * (1 + 2 * MARGIN))
    body, thick = _shape(box, size, turned), max(3, size // 20)
    sprite = _shadow(body, thick)
    sprite.alpha_composite(sprites.filled(ImageChops.offset(body, 0, thick), style.face.dark))
    sprite.alpha_composite(sprites.lit(body, size * 0.6, style.face, box / 2))
    sprite.alpha_composite(sprites.filled(_outline(box, size, turned), style.edge, 0.8))
    return sprite


def tile_mask(size: int, turned: bool) -> Image.Image:
    """The mask of a tile's shape."""
    return _shape(round(size * (1 + 2 * MARGIN)), size, turned)


def _placed(points: Iterable[Point], box: int, size: int, turned: bool, scale: float) -> list[Point]:
    reach = size * scale * (-1 if turned else 1)
    return [(box * scale / 2 + x * reach, box * scale / 2 + y * reach) for x, y in points]


def _shape(box: int, size: int, turned: bool, part: float = 1) -> Image.Image:
    """A pentagon with rounded corners, ``part`` of the tile's size."""
    inset = part * (1 - 2 * ROUNDING)
    corners = [(x * inset, y * inset) for x, y in PENTAGON]

    def paint(pen: ImageDraw.ImageDraw, scale: float) -> None:
        points, radius = _placed(corners, box, size, turned, scale), ROUNDING * size * part * scale
        pen.polygon(points, fill=255)
        pen.line([*points, points[0]], fill=255, width=round(2 * radius))
        for x, y in points:
            pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)

    return sprites.mask(box, paint)


def _outline(box: int, size: int, turned: bool) -> Image.Image:
    width = max(2, size // 60) / size * 2
    return ImageChops.subtract(_shape(box, size, turned, LINE), _shape(box, size, turned, LINE - width))


def _shadow(body: Image.Image, thick: int) -> Image.Image:
    cast = ImageChops.offset(body, 0, thick + 3).point(lambda level: level * 3 // 5)
    return sprites.soft_shadow(cast, thick)


def _arrowheads(kind: str, box: int, size: int, turned: bool) -> Image.Image:
    def paint(pen: ImageDraw.ImageDraw, scale: float) -> None:
        for across, ahead in WAYS[kind]:
            pen.polygon(_placed(_arrowhead(across, -ahead), box, size, turned, scale), fill=255)

    return sprites.mask(box, paint)


def _arrowhead(across: int, down: int) -> list[Point]:
    """A triangle at the tile's edge that points outwards."""
    x, y = _edge(across, down)
    if across and down:
        return [(x, y), (x - across * HEAD * 1.7, y), (x, y - down * HEAD * 1.7)]
    back_x, back_y = x - across * HEAD * 1.2, y - down * HEAD * 1.2
    return [
        (x, y),
        (back_x + down * HEAD, back_y + across * HEAD),
        (back_x - down * HEAD, back_y - across * HEAD),
    ]


def _edge(across: int, down: int) -> Point:
    """Where the tip of an arrowhead is."""
    if not across:
        return 0, -0.44 if down < 0 else 0.43
    if not down:
        return 0.42 * across, 0.04
    return (0.37 if down < 0 else 0.42) * across, -0.32 if down < 0 else 0.42
