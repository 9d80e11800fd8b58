"""Flat two-colored discs: Othello's, and the body of Hare and Hounds' pieces. Cached, as in `sprites`."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from bot.drawing.sprites import filled, lit, round_mask, shadow
from bot.drawing.themes import Material

# Parts of the radius: 4 is a quarter of it.
_MARGIN_PART = 4
"""The room around the disc, for its shadow."""
_RIM_PART = 13
"""The thickness of the disc: the rim of its back that is seen below its face."""
_SHADOW_PART = 14
"""How far the shadow falls below the rim."""
_MIN_RIM = 2
"""Pixels: a thinner rim cannot be seen."""


@lru_cache(maxsize=64)
def disc(radius: int, face: Material, back: Material) -> Image.Image:
    """A disc with its face up, the rim of its back below it, and the shadow it casts."""
    size = 2 * (radius + radius // _MARGIN_PART)
    rim = max(_MIN_RIM, radius // _RIM_PART)
    sprite = shadow(size, radius, rim + radius / _SHADOW_PART)
    sprite.alpha_composite(filled(round_mask(size, radius, rim), back.middle))
    top = round_mask(size, radius, -rim / 2)
    sprite.alpha_composite(lit(top, radius, face, center=size / 2 - rim / 2))
    return sprite
