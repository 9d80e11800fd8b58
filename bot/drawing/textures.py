"""Wood and cloth, made from seeded noise on first use: no image files, and the same on every machine."""

from __future__ import annotations

import random

from PIL import Image, ImageChops, ImageOps

from bot.drawing.themes import Material

GRAIN = 4  # bits of lightness in wood
GOBAN_GRAIN = 3  # the same, in the wood of a Go board


def noise(width: int, height: int, seed: int) -> Image.Image:
    """Gray noise that is the same for the same seed."""
    return Image.frombytes("L", (width, height), random.Random(seed).randbytes(width * height))


def wood(width: int, height: int, material: Material, seed: int, grain: int = GRAIN) -> Image.Image:
    """A plank with its grain running from left to right, in 2 to the power of ``grain`` tones.

    Good for frames. A whole board of it under 250 stones takes 175 KB, because no two stones' surroundings
    are alike; grain that repeats in every cell, as in `felt`, takes 73 KB.
    """
    bands = noise(3, height // 7 + 2, seed).resize((width, height), Image.Resampling.BICUBIC)
    fiber = noise(4, height * 2 // 3, seed + 1).resize((width, height), Image.Resampling.BICUBIC)
    return tinted(ImageOps.posterize(Image.blend(bands, fiber, 0.4), grain), material)


def plank(width: int, height: int, material: Material, seed: int) -> Image.Image:
    """A calmer, broader plank: fewer tones and grain twice as wide take half the bytes of `wood`."""
    narrow = wood(width, height // 2, material, seed, grain=3)
    return narrow.resize((width, height), Image.Resampling.NEAREST)


def felt(side: int, cell: int, material: Material, seed: int) -> Image.Image:
    """Cloth with its nap brushed downwards, lit from above.

    The nap repeats in every square, so that a disc costs its bytes only once in a row of squares. Noise that
    does not repeat makes a full board's PNG twice as large.
    """
    threads = noise(cell // 2, 1, seed).resize((cell, 1), Image.Resampling.BICUBIC)
    row = Image.new("L", (side, 1))
    for x in range(0, side, cell):
        row.paste(threads, (x, 0))
    light = ImageOps.posterize(Image.linear_gradient("L"), 3).resize((side, side))
    gray = ImageChops.add(light.point(lambda level: 150 - level // 5), row.resize((side, side)).point(_nap))
    return tinted(gray, material)


def _nap(level: int) -> int:
    return level // 40 * 4


def goban_wood(width: int, height: int, material: Material, seed: int) -> Image.Image:
    """The wood of a Go board (kaya), sawn along the grain: straight year rings from left to right.

    Straight lines keep a full board small, because a stone's edge then looks the same all along its row.
    PNG looks back 32 KB, which is 34 rows, so lines from top to bottom cost half as much again.
    """
    rings = Image.frombytes("L", (1, height), _year_rings(height, seed)).resize((width, height))
    return tinted(ImageOps.posterize(rings, GOBAN_GRAIN), material)


def _year_rings(length: int, seed: int) -> bytes:
    """Lightness across the grain: each ring is pale in spring and darkens until the next one."""
    chance, rings, tone = random.Random(seed), bytearray(), 150.0
    while len(rings) < length:
        width, autumn = chance.randint(4, 13), chance.randint(25, 75)
        tone += chance.uniform(-26, 26) + (150 - tone) / 5
        rings += bytes(max(0, min(255, round(tone + 40 - autumn * at / width))) for at in range(width))
    return bytes(rings[:length])


def tinted(gray: Image.Image, material: Material) -> Image.Image:
    """A gray picture in a material's tones."""
    return ImageOps.colorize(gray, material.dark, material.light, material.middle)
