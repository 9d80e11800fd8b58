"""Flat two-colored discs: Othello's, and the body of Hare and Hounds' pieces. Cached, as in `sprites`."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from bot.drawing.sprites import filled, lit, round_mask, shadow
from bot.drawing.themes import Material


@lru_cache(maxsize=64)
def disc(radius: int, face: Material, back: Material) -> Image.Image:
    """A disc with its face up, the rim of its back below it, and the shadow it casts."""
    size, thick = 2 * (radius + radius // 4), max(2, radius // 13)
    sprite = shadow(size, radius, thick + radius / 14)
    sprite.alpha_composite(filled(round_mask(size, radius, thick), back.middle))
    top = round_mask(size, radius, -thick / 2)
    sprite.alpha_composite(lit(top, radius, face, center=size / 2 - thick / 2))
    return sprite
