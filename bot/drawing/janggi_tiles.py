"""The tiles of Twelve Janggi.

A tile is a thick pentagon that points to the opponent, with an arrowhead at the edge for each way in which
the piece moves. `STYLES` says what else it shows. All places are fractions of the tile's size, measured from
its center with the tile pointing up.
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

Point = tuple[float, float]

PENTAGON = ((0, -0.5), (0.43, -0.385), (0.49, 0.48), (-0.49, 0.48), (-0.43, -0.385))
ROUNDING = 0.05  # radius of the corners
LINE = 0.93  # the part of the face inside the thin line
MARGIN = 0.12  # space for the shadow


@dataclass(frozen=True, slots=True)
class TileStyle:
    """What every kind of tile shows in a style."""

    characters: dict[str, str]
    """By kind."""
    size: float  # the characters' font size
    family: str
    head: float  # half the width of an arrowhead
    turns: bool = False
    """Whether the opponent's characters are upside down, as on a real board."""
    letter: bool = False
    """Whether the letter of the notation is in a corner."""


CHARACTER: Point = (0, 0.03)
LETTER: Point = (0.2, 0.355)
"""The middles of the character and of the letter of the notation."""
LETTER_SIZE = 0.21  # font size
KINDS = "KJSZH"
STYLES = {
    "hanja": TileStyle(
        dict(zip(KINDS, "王將相子侯", strict=True)), 0.47, "serif", 0.062, turns=True, letter=True
    ),
    "hangul": TileStyle(dict(zip(KINDS, "왕장상자후", strict=True)), 0.5, "sans", 0.062),
    "symbols": TileStyle(dict(zip(KINDS, KINDS, strict=True)), 0.45, "sans", 0.1),
}
"""The styles by name: Chinese characters, Korean ones, or letters between large arrowheads."""


@dataclass(frozen=True, slots=True)
class TileColors:
    """The material of a side's tiles, and the colors on them."""

    face: Material
    ink: Color
    edge: Color


@lru_cache(maxsize=192)
def tile(kind: str, colors: TileColors, size: int, turned: bool, style: str = "hanja") -> Image.Image:
    """A tile with the shadow it casts. A ``turned`` one points down, but its letter stays upright.

    Raises `KeyError` for an unknown style.
    """
    shown, sprite = STYLES[style], _blank_tile(colors, size, turned).copy()
    box = sprite.width
    sprite.alpha_composite(sprites.filled(_arrowheads(kind, box, size, turned, shown.head), colors.ink))
    glyph = text_sprite(shown.characters[kind], round(size * shown.size), colors.ink, shown.family)
    if turned and shown.turns:
        glyph = glyph.transpose(Image.Transpose.ROTATE_180)
    glyphs = [(glyph, CHARACTER)]
    if shown.letter:
        glyphs.append((text_sprite(kind, round(size * LETTER_SIZE), colors.ink), LETTER))
    for glyph, at in glyphs:
        x, y = (box / 2 + part * size * (-1 if turned else 1) for part in at)
        sprite.alpha_composite(glyph, (round(x - glyph.width / 2), round(y - glyph.height / 2)))
    return sprite


@lru_cache(maxsize=16)
def _blank_tile(colors: TileColors, size: int, turned: bool) -> Image.Image:
    """A tile with only the thin line around its face."""
    box = round(size * (1 + 2 * MARGIN))
    body, thick = _shape(box, size, turned), max(3, size // 20)
    sprite = _shadow(body, thick)
    sprite.alpha_composite(sprites.filled(ImageChops.offset(body, 0, thick), colors.face.dark))
    sprite.alpha_composite(sprites.lit(body, size * 0.6, colors.face, box / 2))
    sprite.alpha_composite(sprites.filled(_outline(box, size, turned), colors.edge, 0.8))
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


def _arrowheads(kind: str, box: int, size: int, turned: bool, head: float) -> Image.Image:
    def paint(pen: ImageDraw.ImageDraw, scale: float) -> None:
        for across, ahead in WAYS[kind]:
            pen.polygon(_placed(_arrowhead(across, -ahead, head), box, size, turned, scale), fill=255)

    return sprites.mask(box, paint)


def _arrowhead(across: int, down: int, head: float) -> list[Point]:
    """A triangle at the tile's edge that points outwards."""
    x, y = _edge(across, down)
    if across and down:
        return [(x, y), (x - across * head * 1.7, y), (x, y - down * head * 1.7)]
    back_x, back_y = x - across * head * 1.2, y - down * head * 1.2
    return [
        (x, y),
        (back_x + down * head, back_y + across * head),
        (back_x - down * head, back_y - across * head),
    ]


def _edge(across: int, down: int) -> Point:
    """Where the tip of an arrowhead is."""
    if not across:
        return 0, -0.44 if down < 0 else 0.43
    if not down:
        return 0.42 * across, 0.04
    return (0.37 if down < 0 else 0.42) * across, -0.32 if down < 0 else 0.42
