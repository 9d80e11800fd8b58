"""Pieces and marks as small transparent pictures, drawn large and reduced so that edges are smooth.

Start reading at `disc`. Every function is cached: the same sprite is shared by all threads and never
changed.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

from bot.drawing.lettering import font
from bot.drawing.textures import tinted
from bot.drawing.themes import Colour, Material

Box = tuple[float, float, float, float]

FINE = 4  # sprites are drawn this many times larger than they are shown
SHADES = 4  # bits of darkness in a stone's shadow
TONES = 5  # bits of lightness in a piece's shading; more is not seen but costs bytes


def mask(size: int, paint: Callable[[ImageDraw.ImageDraw, float], None]) -> Image.Image:
    """A smooth mask of ``size`` pixels; ``paint`` draws in white, given the scale of its canvas."""
    large = Image.new("L", (size * FINE, size * FINE))
    paint(ImageDraw.Draw(large), FINE)
    return large.reduce(FINE)


def circle(centre: float, radius: float, drop: float = 0) -> Box:
    """The bounding box of a circle about (centre, centre + drop)."""
    return centre - radius, centre + drop - radius, centre + radius, centre + drop + radius


def stain(shape: Image.Image, colour: Colour, strength: float = 1) -> Image.Image:
    """``shape`` filled with a colour."""
    stained = Image.new("RGBA", shape.size, colour)
    stained.putalpha(shape if strength == 1 else shape.point(lambda level: round(level * strength)))
    return stained


@lru_cache(maxsize=64)
def disc(radius: int, face: Material, back: Material) -> Image.Image:
    """A flat two-coloured disc: its face, the rim of its back below, and the shadow it casts."""
    size, thick = 2 * (radius + radius // 4), max(2, radius // 13)
    sprite = shadow(size, radius, thick + radius / 14)
    sprite.alpha_composite(stain(round_mask(size, radius, thick), back.middle))
    top = round_mask(size, radius, -thick / 2)
    sprite.alpha_composite(lit(top, radius, face, centre=size / 2 - thick / 2))
    return sprite


def shadow(size: int, radius: float, drop: float) -> Image.Image:
    """The soft shadow of a round piece: dark where it touches the board, fading outwards."""
    shape = Image.new("L", (size, size))
    ImageDraw.Draw(shape).ellipse(circle(size / 2, radius, drop), fill=160)
    return stain(shape.filter(ImageFilter.GaussianBlur(radius / 11)), (0, 0, 0))


def round_mask(size: int, radius: float, drop: float = 0) -> Image.Image:
    """The smooth mask of a circle ``drop`` pixels below the middle."""
    return mask(size, lambda pen, k: pen.ellipse(_scaled(circle(size / 2, radius, drop), k), fill=255))


def lit(shape: Image.Image, radius: float, material: Material, centre: float) -> Image.Image:
    """``shape`` under a lamp at the upper left: a soft plane, a bright rim there, a dark one opposite."""
    plane = glow(shape.size, (centre - radius * 0.4, centre - radius * 0.5), radius * 2.2)
    step = max(1, round(radius / 26))
    bright = ImageChops.subtract(shape, ImageChops.offset(shape, step, step + 1)).point(lambda a: a // 2)
    dark = ImageChops.subtract(shape, ImageChops.offset(shape, -step, -step)).point(lambda a: a // 3)
    plane.paste(255, mask=bright.filter(ImageFilter.GaussianBlur(step / 2)))
    plane.paste(0, mask=dark.filter(ImageFilter.GaussianBlur(step / 2)))
    shaded = tinted(ImageOps.posterize(plane, TONES), material)
    shaded.putalpha(shape)
    return shaded


def glow(size: tuple[int, int], at: tuple[float, float], reach: float) -> Image.Image:
    """Light that falls off from white at a point to black at a distance of ``reach``."""
    side = round(2 * reach)
    spot = ImageOps.invert(Image.radial_gradient("L").resize((side, side), Image.Resampling.BICUBIC))
    light = Image.new("L", size)
    light.paste(spot, (round(at[0] - reach), round(at[1] - reach)))
    return light


def _scaled(box: Box, scale: float) -> Box:
    left, top, right, bottom = box
    return left * scale, top * scale, right * scale, bottom * scale


@lru_cache(maxsize=256)
def dot(radius: int, colour: Colour, strength: float = 1) -> Image.Image:
    """A filled circle."""
    size = 2 * radius + 4
    shape = mask(size, lambda pen, k: pen.ellipse(_scaled(circle(size / 2, radius), k), fill=255))
    return stain(shape, colour, strength)


@lru_cache(maxsize=256)
def ring(radius: int, width: int, colour: Colour, strength: float = 1) -> Image.Image:
    """A circle's outline."""
    size = 2 * radius + 4
    shape = mask(
        size,
        lambda pen, k: pen.ellipse(_scaled(circle(size / 2, radius), k), outline=255, width=round(width * k)),
    )
    return stain(shape, colour, strength)


@lru_cache(maxsize=256)
def triangle(radius: int, width: int, colour: Colour) -> Image.Image:
    """A triangle's outline, standing on its base."""
    size = 2 * radius + 4
    corners = [
        (size / 2 + radius * math.sin(turn), size / 2 - radius * math.cos(turn))
        for turn in (0, math.tau / 3, -math.tau / 3)
    ]
    shape = mask(
        size,
        lambda pen, k: pen.polygon([(x * k, y * k) for x, y in corners], outline=255, width=round(width * k)),
    )
    return stain(shape, colour)


@lru_cache(maxsize=1024)
def writing(text: str, height: int, colour: Colour, family: str = "sans") -> Image.Image:
    """A short text, as tall as ``height`` pixels of font size."""
    face = font(family, height)
    left, top, right, bottom = face.getbbox(text)
    size = round(right - left) + 2, round(bottom - top) + 2
    shape = Image.new("L", size)
    ImageDraw.Draw(shape).text((1 - left, 1 - top), text, fill=255, font=face)
    return stain(shape, colour)


@lru_cache(maxsize=64)
def dome(radius: int, material: Material) -> Image.Image:
    """A domed stone without its shadow: bright where it faces the lamp, falling off to its rim."""
    size = 2 * (radius + 1)
    shape, middle = round_mask(size, radius), size / 2
    plane = glow((size, size), (middle - radius * 0.3, middle - radius * 0.38), radius * 1.9)
    spot = glow((size, size), (middle - radius * 0.36, middle - radius * 0.44), radius * 0.75)
    rim = shape.filter(ImageFilter.GaussianBlur(radius / 7))
    plane = ImageChops.multiply(plane, rim.point(lambda level: min(255, level + level // 3)))
    plane = ImageChops.add(plane, spot.point(lambda level: level * level // 640))
    domed = tinted(ImageOps.posterize(plane, TONES), material)
    domed.putalpha(shape)
    return domed


@lru_cache(maxsize=64)
def contact(radius: int) -> Image.Image:
    """The shadow of a stone, to lie under all stones so that none falls on a neighbour.

    Its few tones are not seen, and save a fifth of a picture's bytes.
    """
    soft = shadow(2 * (radius + radius // 4 + 1), radius, radius / 8)
    soft.putalpha(ImageOps.posterize(soft.getchannel("A"), SHADES))
    return soft


def faded(sprite: Image.Image, strength: float) -> Image.Image:
    """A sprite made translucent."""
    pale = sprite.copy()
    pale.putalpha(sprite.getchannel("A").point(lambda level: round(level * strength)))
    return pale


@lru_cache(maxsize=64)
def cross(radius: int, width: int, colour: Colour) -> Image.Image:
    """Two crossing strokes."""
    size = 2 * (radius + width)
    near, far = size / 2 - radius, size / 2 + radius
    strokes = ((near, near, far, far), (near, far, far, near))

    def paint(pen: ImageDraw.ImageDraw, scale: float) -> None:
        for stroke in strokes:
            pen.line(_scaled(stroke, scale), fill=255, width=round(width * scale))

    return stain(mask(size, paint), colour)


@lru_cache(maxsize=64)
def square(radius: int, width: int, colour: Colour, inside: Colour | None = None) -> Image.Image:
    """An upright square's outline, filled with another colour where one is given."""
    size, middle = 2 * radius + 4, radius + 2
    sprite = Image.new("RGBA", (size, size))
    box = (middle - radius, middle - radius, middle + radius - 1, middle + radius - 1)
    ImageDraw.Draw(sprite).rectangle(box, outline=colour, width=width, fill=inside)
    return sprite


@lru_cache(maxsize=1024)
def plate(text: str, height: int, ink: Colour, ground: Colour | None = None) -> Image.Image:
    """A short text, on a rounded plate where a colour for one is given; all texts stand on one line."""
    face = font("sans", height)
    wide, high = round(height * 2.3), round(height * 1.5)
    sprite = Image.new("RGBA", (wide, high), (*ink, 0))
    if ground:
        shape = Image.new("L", (wide * FINE, high * FINE))
        ImageDraw.Draw(shape).rounded_rectangle((0, 0, *shape.size), high * FINE // 3, fill=255)
        sprite = stain(shape.reduce(FINE), ground)
    left, _, right, _ = face.getbbox(text)
    _, top, _, bottom = face.getbbox("0")
    at = round((wide - left - right) / 2), round((high - top - bottom) / 2)
    ImageDraw.Draw(sprite).text(at, text, fill=ink, font=face)
    return sprite
