"""The bot's own emojis: what Discord accepts, names by look, and how they stand out in both themes."""

from __future__ import annotations

import io
import re
from itertools import product

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter

from bot.drawing.emoji_canvas import SIZE
from bot.drawing.emoji_pieces import PIECES
from bot.drawing.emoji_signs import SIGNS, WHITE, Tile
from bot.drawing.emojis import drawn_emojis
from bot.drawing.emojis import named as named_emoji
from bot.icons import OWN, Icon

from .contrasts import DISCORD, contrast

MAX_BYTES = 256 * 1024
LEAST = 3.0
"""The contrast that a graphic needs (WCAG 2.1, success criterion 1.4.11)."""
BACKGROUNDS = [color for theme in DISCORD.values() for color in theme]
SHOWN = 22
"""Pixels a side in a text."""
EDGE = 2
"""How many of these a rim may take that has the color of the background."""

EMOJIS = drawn_emojis()


def picture(icon: Icon) -> Image.Image:
    return Image.open(io.BytesIO(EMOJIS[icon][1])).convert("RGBA")


def on(icon: Icon, background: tuple[int, int, int], size: int = SIZE) -> np.ndarray:
    """The colors of an emoji on a background."""
    small = picture(icon).resize((size, size), Image.Resampling.LANCZOS)
    ground = Image.new("RGBA", small.size, background)
    ground.alpha_composite(small)
    return np.asarray(ground.convert("RGB"))


def test_every_own_icon_is_drawn_once() -> None:
    assert tuple(EMOJIS) == OWN
    assert PIECES.keys() | SIGNS.keys() == set(OWN)
    assert not PIECES.keys() & SIGNS.keys()


def test_discord_accepts_name_and_image() -> None:
    for icon, (name, png) in EMOJIS.items():
        assert re.fullmatch(r"\w{2,32}", name, re.ASCII)
        assert len(png) <= MAX_BYTES
        assert picture(icon).size == (SIZE, SIZE)


def test_a_name_says_the_icon_and_the_look() -> None:
    assert re.fullmatch(r"black_stone_[0-9a-f]{6}", EMOJIS[Icon.BLACK_STONE][0])
    assert {name for name, _ in drawn_emojis().values()} == {name for name, _ in EMOJIS.values()}
    changed = picture(Icon.BLACK_STONE)
    ImageDraw.Draw(changed).point((64, 64), (255, 0, 0))
    assert named_emoji(Icon.BLACK_STONE, changed) != EMOJIS[Icon.BLACK_STONE][0]


@pytest.mark.parametrize(("icon", "background"), list(product(OWN, BACKGROUNDS)))
def test_an_emoji_stands_out(icon: Icon, background: tuple[int, int, int]) -> None:
    """As large as in a text, its outline is of pixels that contrast, or beside some."""
    alpha = picture(icon).resize((SHOWN, SHOWN), Image.Resampling.LANCZOS).getchannel("A")
    shape = alpha.point(lambda level: 255 * (level > 127))
    outline = np.asarray(shape) > np.asarray(shape.filter(ImageFilter.MinFilter(3)))
    seen = (contrast(on(icon, background, SHOWN), background, "all cones") >= LEAST) & (np.asarray(shape) > 0)
    near = np.asarray(Image.fromarray(seen).convert("L").filter(ImageFilter.MaxFilter(2 * EDGE + 1))) > 0
    assert near[outline].all()
    assert seen.sum() >= (np.asarray(shape) > 0).sum() / 5


@pytest.mark.parametrize("tile", Tile)
def test_a_sign_stands_out_from_its_tile(tile: Tile) -> None:
    assert contrast(WHITE, tile.color, "all cones") >= LEAST


@pytest.mark.parametrize(
    ("black", "white"), [(Icon.BLACK_DISC, Icon.WHITE_DISC), (Icon.BLACK_STONE, Icon.WHITE_STONE)]
)
@pytest.mark.parametrize("background", BACKGROUNDS)
def test_black_is_darker_and_white_is_lighter_in_every_theme(
    black: Icon, white: Icon, background: tuple[int, int, int]
) -> None:
    middle = slice(SIZE // 2 - 24, SIZE // 2 + 24)
    dark, light = (on(icon, background)[middle, middle].reshape(-1, 3).mean(0) for icon in (black, white))
    assert contrast(dark, light, "all cones") >= 7
    assert dark.max() <= 96 and light.min() >= 200
