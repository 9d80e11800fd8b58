"""Wood and cloth, made from seeded noise on first use: no assets, the same on every machine."""

from __future__ import annotations

import math
import random
from itertools import groupby

from PIL import Image, ImageChops, ImageDraw, ImageOps

from bot.drawing.themes import Colour, Material

GRAIN = 4  # bits of lightness in wood


def noise(width: int, height: int, seed: int) -> Image.Image:
    """Grey noise that is the same for the same seed."""
    return Image.frombytes("L", (width, height), random.Random(seed).randbytes(width * height))


def wood(width: int, height: int, material: Material, seed: int, grain: int = GRAIN) -> Image.Image:
    """A plank with its grain running from left to right, in 2 to the power of ``grain`` tones.

    Good for frames. A whole board of it under 250 stones takes 175 KB, because no two stones' surroundings
    are alike; grain that repeats in every cell, as in `felt`, takes 73 KB.
    """
    bands = noise(3, height // 7 + 2, seed).resize((width, height), Image.Resampling.BICUBIC)
    fibre = noise(4, height * 2 // 3, seed + 1).resize((width, height), Image.Resampling.BICUBIC)
    return tinted(ImageOps.posterize(Image.blend(bands, fibre, 0.4), grain), material)


def plank(width: int, height: int, material: Material, seed: int) -> Image.Image:
    """A calmer, broader plank: fewer tones and grain twice as wide take half the bytes of `wood`."""
    narrow = wood(width, height // 2, material, seed, grain=3)
    return narrow.resize((width, height), Image.Resampling.NEAREST)


def felt(side: int, cell: int, material: Material, seed: int) -> Image.Image:
    """Cloth with its nap brushed downwards under a lamp above.

    The nap repeats in every square, so that a disc costs its bytes only once in a row of squares: noise
    that does not repeat makes a full board's PNG twice as large.
    """
    threads = noise(cell // 2, 1, seed).resize((cell, 1), Image.Resampling.BICUBIC)
    row = Image.new("L", (side, 1))
    for x in range(0, side, cell):
        row.paste(threads, (x, 0))
    lamp = ImageOps.posterize(Image.linear_gradient("L"), 3).resize((side, side))
    grey = ImageChops.add(lamp.point(lambda level: 150 - level // 5), row.resize((side, side)).point(_nap))
    return tinted(grey, material)


def _nap(level: int) -> int:
    return level // 40 * 4


def tinted(grey: Image.Image, material: Material) -> Image.Image:
    """A grey picture in a material's tones."""
    return ImageOps.colorize(grey, material.dark, material.light, material.middle)


def framed(side: int, width: int, material: Material, edge: Colour, height: int | None = None) -> Image.Image:
    """A frame of four planks with mitred corners and a rounded profile: square, unless it has a height."""
    tall = height or side
    frame = Image.new("RGB", (side, tall))
    for seed, (turn, at, shade) in enumerate(_PLANKS):
        length = side if at[1] or turn is None else tall
        mitre = Image.new("1", (length, width))
        corners = [(0, 0), (length, 0), (length - width, width), (width, width)]
        ImageDraw.Draw(mitre).polygon(corners, fill=1)
        profile = Image.linear_gradient("L").resize((length, width)).point(_rounded)
        light = Image.merge("RGB", (profile.point(lambda level, shade=shade: level - shade),) * 3)
        plank = ImageChops.multiply(wood(length, width, material, seed * 2), light)
        place = at[0] * (side - width), at[1] * (tall - width)
        if turn is None:
            frame.paste(plank, place, mitre)
        else:
            frame.paste(plank.transpose(turn), place, mitre.transpose(turn))
    _seams(frame, width, edge)
    return frame


# A quarter turn from the top, the corner to stand in, and how much less light the side gets.
_PLANKS = (
    (None, (0, 0), 0),
    (Image.Transpose.ROTATE_90, (0, 0), 0),
    (Image.Transpose.ROTATE_180, (0, 1), 14),
    (Image.Transpose.ROTATE_270, (1, 0), 14),
)


def _seams(frame: Image.Image, width: int, edge: Colour) -> None:
    pen, far, low = ImageDraw.Draw(frame), frame.width - 1, frame.height - 1
    for x, step in ((0, 1), (far, -1)):
        pen.line([(x, 0), (x + step * width, width)], fill=edge)
        pen.line([(x, low), (x + step * width, low - width)], fill=edge)


def _rounded(level: int) -> int:
    """How much light a plank's profile keeps from its outer (0) to its inner edge (255)."""
    return 255 - max(0, 48 - level) * 3 // 2 - max(0, level - 215)


def lip(image: Image.Image, box: tuple[int, int, int, int], depth: int) -> None:
    """The shadow that a raised frame casts on what lies inside ``box``, lit from the upper left."""
    left, top, right, bottom = box
    fall = ImageOps.flip(Image.linear_gradient("L")).point(lambda level: level * level // 600)
    image.paste((0, 0, 0), (left, top, right, top + depth), fall.resize((right - left, depth)))
    image.paste((0, 0, 0), (left, top, left + depth, bottom), fall.rotate(90).resize((depth, bottom - top)))


BEND = 5  # pixels by which a year ring of kaya strays to either side


def kaya(
    width: int, height: int, material: Material, seed: int, scale: int = 1, grain: int = GRAIN
) -> Image.Image:
    """A board sawn along the grain: year rings from left to right, all but straight.

    Straight lines are what a full board can afford: a stone's edge then looks the same all along its row.
    PNG looks back 32 KB, no further than 34 rows, so lines from top to bottom cost half as much again.
    """
    rings = _year_rings(height + 2 * BEND, seed, scale)
    straight = Image.frombytes("L", (1, len(rings)), rings).resize((width, len(rings)))
    bent = Image.new("L", (width, height))
    for low, strip in groupby(range(width), lambda x: round(BEND * (1 + math.sin(2.6 * x / width + seed)))):
        columns = list(strip)
        bent.paste(straight.crop((columns[0], low, columns[-1] + 1, low + height)), (columns[0], 0))
    return tinted(ImageOps.posterize(bent, grain), material)


def _year_rings(length: int, seed: int, scale: int) -> bytes:
    """Lightness across the grain: each year pale in spring and darker until the next, good years and bad."""
    chance, rings, tone = random.Random(seed), bytearray(), 150.0
    while len(rings) < length:
        width, autumn = chance.randint(4, 13) * scale, chance.randint(25, 75)
        tone += chance.uniform(-26, 26) + (150 - tone) / 5
        rings += bytes(max(0, min(255, round(tone + 40 - autumn * at / width))) for at in range(width))
    return bytes(rings[:length])
