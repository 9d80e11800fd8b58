"""How sprites are made: masks drawn large and reduced so that edges are smooth, filled and lit.

A sprite is a small transparent picture. Functions that return whole sprites (`discs`, `stones`, `marks`,
`lettering`, …) are cached: all threads share a sprite, and nothing changes it.
"""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

from bot.drawing.textures import tinted
from bot.drawing.themes import Color, Material

CircleBox = tuple[float, float, float, float]

OVERSAMPLING = 4  # sprites are drawn this many times larger than they are shown
SHADOW_TONES = 3  # bits of darkness in a shadow: more cannot be seen but costs a tenth of the bytes
FLAT_TONES = 4  # bits of lightness in the shading of a flat piece
TONES = 5  # bits of lightness in a domed piece's shading; more cannot be seen but costs bytes


def mask(size: int, paint: Callable[[ImageDraw.ImageDraw, float], None]) -> Image.Image:
    """A smooth mask of ``size`` pixels; ``paint`` draws in white, given the scale of its canvas."""
    large = Image.new("L", (size * OVERSAMPLING, size * OVERSAMPLING))
    paint(ImageDraw.Draw(large), OVERSAMPLING)
    return large.reduce(OVERSAMPLING)


def circle(center: float, radius: float, drop: float = 0) -> CircleBox:
    """The bounding box of a circle about (center, center + drop)."""
    return center - radius, center + drop - radius, center + radius, center + drop + radius


def scaled(box: CircleBox, scale: float) -> CircleBox:
    """A bounding box on a canvas ``scale`` times as large."""
    left, top, right, bottom = box
    return left * scale, top * scale, right * scale, bottom * scale


def round_mask(size: int, radius: float, drop: float = 0) -> Image.Image:
    """The smooth mask of a circle ``drop`` pixels below the middle."""
    return mask(size, lambda pen, k: pen.ellipse(scaled(circle(size / 2, radius, drop), k), fill=255))


def filled(shape: Image.Image, color: Color, strength: float = 1) -> Image.Image:
    """A mask filled with a color."""
    sprite = Image.new("RGBA", shape.size, color)
    sprite.putalpha(shape if strength == 1 else shape.point(lambda level: round(level * strength)))
    return sprite


def faded(sprite: Image.Image, strength: float) -> Image.Image:
    """A sprite made translucent."""
    pale = sprite.copy()
    pale.putalpha(sprite.getchannel("A").point(lambda level: round(level * strength)))
    return pale


def shadow(size: int, radius: float, drop: float) -> Image.Image:
    """The soft shadow of a round piece: dark where the piece touches the board, fading outwards."""
    shape = Image.new("L", (size, size))
    ImageDraw.Draw(shape).ellipse(circle(size / 2, radius, drop), fill=160)
    return soft_shadow(shape, radius / 11)


def soft_shadow(shape: Image.Image, blur: float) -> Image.Image:
    """The shadow of a shape, blurred over some pixels, in few tones."""
    return filled(ImageOps.posterize(shape.filter(ImageFilter.GaussianBlur(blur)), SHADOW_TONES), (0, 0, 0))


def lit(shape: Image.Image, radius: float, material: Material, center: float) -> Image.Image:
    """A flat surface lit from the upper left: a soft gradient, a bright rim there, a dark one opposite."""
    plane = glow(shape.size, (center - radius * 0.4, center - radius * 0.5), radius * 2.2)
    step = max(1, round(radius / 26))
    bright = ImageChops.subtract(shape, ImageChops.offset(shape, step, step + 1)).point(lambda a: a // 2)
    dark = ImageChops.subtract(shape, ImageChops.offset(shape, -step, -step)).point(lambda a: a // 3)
    plane.paste(255, mask=bright.filter(ImageFilter.GaussianBlur(step / 2)))
    plane.paste(0, mask=dark.filter(ImageFilter.GaussianBlur(step / 2)))
    shaded = tinted(ImageOps.posterize(plane, FLAT_TONES), material)
    shaded.putalpha(shape)
    return shaded


def glow(size: tuple[int, int], at: tuple[float, float], reach: float) -> Image.Image:
    """Light that falls off from white at a point to black at a distance of ``reach``."""
    side = round(2 * reach)
    spot = ImageOps.invert(Image.radial_gradient("L").resize((side, side), Image.Resampling.BICUBIC))
    light = Image.new("L", size)
    light.paste(spot, (round(at[0] - reach), round(at[1] - reach)))
    return light
