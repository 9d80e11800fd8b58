"""Stones of Go and Gomoku: their shading and shadow, and the marks, numbers and names on them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageChops, ImageFilter, ImageOps

from bot.drawing import lettering, marks
from bot.drawing.sprites import TONES, faded, glow, round_mask, shadow
from bot.drawing.stone_scene import Mark
from bot.drawing.textures import tinted
from bot.drawing.themes import Color, Material, Theme
from games.base import Side

SHADOW_TONES = 4  # bits of darkness in a stone's shadow


@lru_cache(maxsize=64)
def stone(radius: int, material: Material) -> Image.Image:
    """A domed stone without its shadow: bright at the upper left, falling off to its rim."""
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
def stone_shadow(radius: int) -> Image.Image:
    """The shadow of a stone, to be drawn below all stones so that none falls on a neighbor.

    It has few tones, which cannot be seen but save a fifth of a picture's bytes.
    """
    soft = shadow(2 * (radius + radius // 4 + 1), radius, radius / 8)
    soft.putalpha(ImageOps.posterize(soft.getchannel("A"), SHADOW_TONES))
    return soft


@lru_cache(maxsize=32)
def faded_stone(radius: int, material: Material, strength: float) -> Image.Image:
    """A translucent stone."""
    return faded(stone(radius, material), strength)


@dataclass(frozen=True, slots=True)
class StoneSprites:
    """All sprites of a board whose lines are ``cell`` pixels apart."""

    cell: int
    theme: Theme

    def part(self, share: float) -> int:
        """A share of the distance between two lines, in pixels."""
        return max(1, round(self.cell * share))

    @property
    def radius(self) -> int:
        """The stones' radius; neighbors nearly touch."""
        return self.part(0.478)

    def material(self, side: Side) -> Material:
        """What stones of ``side`` are made of."""
        return self.theme.black if side is Side.FIRST else self.theme.white

    def accent(self, side: Side) -> Color:
        """The color of marks on a stone of ``side``."""
        return self.theme.on_black if side is Side.FIRST else self.theme.on_white

    def shadow(self) -> Image.Image:
        """What a stone casts on the board."""
        return stone_shadow(self.radius)

    def living(self, side: Side) -> Image.Image:
        """A living stone."""
        return stone(self.radius, self.material(side))

    def dead(self, side: Side) -> Image.Image:
        """A dead stone."""
        return faded_stone(self.radius, self.material(side), 0.5)

    def number(self, side: Side, number: int, last: bool) -> Image.Image:
        """The number of a move on a stone of ``side``."""
        ink = self.accent(side) if last else self.material(side.other).middle
        return lettering.text_sprite(str(number), self.part(0.5 if number < 100 else 0.42), ink)

    def name(self, text: str, stone: int) -> Image.Image:
        """The name of a point, on a plate if the point is empty (0) or on a stone of a side."""
        height, goban = self.part(0.37), self.theme.goban
        if stone:
            return lettering.label(text, height, self.material(Side(stone).other).middle)
        return lettering.label(text, height, goban.ink, goban.wood.light)

    def mark(self, mark: Mark, side: Side) -> Image.Image:
        """The sprite of a mark."""
        goban, accent = self.theme.goban, self.accent(side)
        match mark:
            case Mark.LAST:
                sprite = marks.dot(self.part(0.19), accent)
            case Mark.LAST_NUMBER | Mark.WINNING:
                sprite = marks.ring(self.part(0.45), self.part(0.085), accent)
            case Mark.CAPTURED:
                sprite = faded_stone(self.radius, self.material(side), 0.25)
            case Mark.DEAD:
                sprite = marks.cross(self.part(0.19), self.part(0.1), accent)
            case Mark.TERRITORY:
                fill = self.material(side).middle
                sprite = marks.square(self.part(0.17), self.part(0.03), goban.line, inside=fill)
            case Mark.FORBIDDEN:
                sprite = marks.cross(self.part(0.21), self.part(0.1), goban.forbidden)
            case Mark.REPETITION:
                sprite = marks.square(self.part(0.24), self.part(0.07), goban.forbidden)
            case Mark.SUGGESTION:
                sprite = marks.ring(self.part(0.4), self.part(0.1), goban.suggestion)
        return sprite

    def palette_samples(self) -> list[Image.Image]:
        """One of each sprite, and patches of the colors that sprites have too little of."""
        drawn = [self.mark(mark, side) for mark in Mark for side in Side]
        names = [self.name("k10", stone) for stone in (0, *Side)]
        colors = (self.theme.goban.window, *map(self.accent, Side))
        patches = [Image.new("RGBA", (40, 20), color) for color in colors]
        return [*map(self.living, Side), *map(self.dead, Side), *drawn, self.shadow(), *names, *patches]
