"""Emojis that are pieces of the games, each in a rim that its face stands out from.

A black piece has a pale rim, which outlines it on a dark theme, and a white one a dark rim, for a light
theme. Both are gray, so that a black piece is not taken for a white ring.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PIL import Image, ImageFilter

from bot.drawing.animal_pieces import head
from bot.drawing.emoji_canvas import CLEAR, MIDDLE, SIZE, Point, Shape, layered, pixels
from bot.drawing.lettering import text_sprite
from bot.drawing.sprites import filled
from bot.drawing.stones import stone
from bot.drawing.themes import Color, Material, rgb
from bot.icons import Icon

LIGHT, DARK = rgb("f4f5f6"), rgb("131518")
PALE_RIM, DARK_RIM = rgb("b4bac2"), rgb("4d535b")
"""The rim of a black piece, and that of a white one."""
_BLACK = Material(rgb("08090a"), rgb("17191c"), rgb("5f656e"))
_WHITE = Material(rgb("cfccc4"), rgb("f3f1eb"), rgb("ffffff"))
_GRAY = rgb("878787")
_RADIUS, _RIM = 17.4, 2.2


def _stone(rim: Color, material: Material) -> Image.Image:
    """A stone of Go or Gomoku, which is domed."""
    image = _disc(rim, material.middle)
    dome = stone(round(pixels(_RADIUS - _RIM)), material)
    image.alpha_composite(dome, ((SIZE - dome.width) // 2,) * 2)
    return image


def _disc(rim: Color, face: Color) -> Image.Image:
    """A flat disc."""
    return layered(
        (Shape().disc(MIDDLE, MIDDLE, _RADIUS), rim), (Shape().disc(MIDDLE, MIDDLE, _RADIUS - _RIM), face)
    )


def _othello_disc(rim: Color, face: Color, edge: Color, drop: float) -> Image.Image:
    """A disc of Othello: flat, with a crescent of light or of shade along its edge, from which it drops."""
    image = _disc(rim, face)
    crescent = Shape().disc(MIDDLE, MIDDLE, 13).disc(MIDDLE + drop, MIDDLE + drop, 13, CLEAR).mask()
    image.alpha_composite(filled(crescent.filter(ImageFilter.GaussianBlur(pixels(0.25))), edge))
    return image


def _animal(kind: str, rim: Color, face: Color, ink: Color) -> Image.Image:
    """A piece of Hare and Hounds."""
    image = _disc(rim, face)
    image.alpha_composite(filled(head(kind, SIZE, pixels(_RADIUS - _RIM)), ink))
    return image


def _king(rim: Color, face: Color, ink: Color) -> Image.Image:
    """A King of Twelve Janggi: its tile points ahead."""
    outer: tuple[Point, ...] = (18, 2.2), (32.2, 7.2), (33.8, 33.4), (2.2, 33.4), (3.8, 7.2)
    inner: tuple[Point, ...] = (18, 4.4), (30.4, 8.7), (31.8, 31.4), (4.2, 31.4), (5.6, 8.7)
    image = layered((_rounded(outer), rim), (_rounded(inner), face))
    glyph = text_sprite("王", round(pixels(21)), ink)
    image.alpha_composite(glyph, ((SIZE - glyph.width) // 2, round(pixels(19.8)) - glyph.height // 2))
    return image


def _rounded(corners: tuple[Point, ...]) -> Shape:
    return Shape().polygon(*corners).line(*corners, corners[0], width=2.4)


def _undecided() -> Image.Image:
    mark = Shape().arc(MIDDLE, 13.8, 5.2, (-190, 62), 4).line((19.6, 19), (18, 21.4), width=4)
    mark.disc(MIDDLE, 27.6, 2.5)
    return layered((Shape().disc(MIDDLE, MIDDLE, _RADIUS), _GRAY), (mark, rgb("ffffff")))


PIECES: dict[Icon, Callable[[], Image.Image]] = {
    Icon.BLACK_DISC: partial(_othello_disc, PALE_RIM, rgb("08090a"), rgb("555b64"), 3.2),
    Icon.WHITE_DISC: partial(_othello_disc, DARK_RIM, LIGHT, rgb("c6cacf"), -3.2),
    Icon.BLACK_STONE: partial(_stone, PALE_RIM, _BLACK),
    Icon.WHITE_STONE: partial(_stone, DARK_RIM, _WHITE),
    Icon.UNDECIDED: _undecided,
    Icon.GREEN: partial(_king, rgb("f3e6c4"), rgb("14633c"), rgb("fdf3d6")),
    Icon.RED: partial(_king, rgb("b3201a"), rgb("fff3dd"), rgb("b3201a")),
    Icon.HOUND: partial(_animal, "hound", PALE_RIM, DARK, LIGHT),
    Icon.HARE: partial(_animal, "hare", DARK_RIM, LIGHT, DARK),
}
"""What draws each piece."""
