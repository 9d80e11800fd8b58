"""Stones of Go and Gomoku: their shading and shadow, and the marks, numbers and labels on them."""

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
    """The shadow of a stone, to be drawn below all stones so that none falls on a neighbor."""
    return shadow(2 * (radius + radius // 4 + 1), radius, radius / 8)


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

    def expected(self, side: Side) -> Image.Image:
        """A stone that is not there."""
        return faded_stone(self.radius, self.material(side), 0.6)

    def number(self, side: Side, number: int, last: bool) -> Image.Image:
        """The number of a move on a stone of ``side``."""
        ink = self.accent(side) if last else self.material(side.other).middle
        height = self.part(0.58 if number < 100 else 0.46)
        return lettering.fitted(str(number), height, self.part(0.74), ink)

    @property
    def label_height(self) -> int:
        """How high the plate of a label is: nearly a cell on a large board, less in a window."""
        return min(self.cell - 1, 40 + self.cell // 5)

    def label(self, text: str, suggested: bool = False) -> Image.Image:
        """A label on its plate; that of a suggested move has a rim.

        Numbers and a suggested move stand out; the letter of a group, which many points have, is engraved in
        the wood.
        """
        goban = self.theme.goban
        is_engraved = text.isalpha() and not suggested
        colors = (goban.wood.middle, goban.ink) if is_engraved else (goban.label, goban.label_ink)
        return lettering.plate(text, self.label_height, self.cell - 1, *colors, rimmed=suggested)

    def label_on(self, side: Side, text: str) -> Image.Image:
        """A label on a living stone of ``side``."""
        ink = self.material(side.other).middle
        return lettering.fitted(text, self.label_height * 3 // 4 + 1, self.part(0.74), ink)

    def mark(self, mark: Mark, side: Side, labelled: bool = False) -> Image.Image:
        """The sprite of a mark; the cross of a dead stone is larger below a label."""
        goban, accent = self.theme.goban, self.accent(side)
        match mark:
            case Mark.LAST:
                sprite = marks.dot(self.part(0.19), accent)
            case Mark.DOT:  # not a disc, which is the last move
                sprite = marks.diamond(self.part(0.25), goban.suggestion, goban.label_ink)
            case Mark.LAST_NUMBER | Mark.WINNING:
                is_last = mark is Mark.LAST_NUMBER
                radius, width = (self.radius + 1, 0.075) if is_last else (self.part(0.45), 0.1)
                sprite = marks.ring(radius, self.part(width), accent)
            case Mark.CAPTURED:
                sprite = faded_stone(self.radius, self.material(side), 0.25)
            case Mark.DEAD:
                sprite = marks.cross(self.part(0.38 if labelled else 0.19), self.part(0.11), accent)
            case Mark.TERRITORY:
                fill = self.material(side).middle
                sprite = marks.square(self.part(0.17), self.part(0.03), goban.line, inside=fill)
            case Mark.FORBIDDEN:
                sprite = marks.cross(self.part(0.21), self.part(0.12), goban.forbidden)
            case Mark.REPETITION:
                sprite = marks.square(self.part(0.24), self.part(0.09), goban.forbidden)
            case Mark.NEUTRAL | Mark.BUTTON:
                is_large = mark is Mark.NEUTRAL
                radius, width = (
                    (self.part(0.42), self.part(0.12)) if is_large else (self.part(0.17), self.part(0.045))
                )
                sprite = marks.ring(radius, width, goban.forbidden if is_large else goban.ink)
            case Mark.SUGGESTION:
                sprite = marks.target(self.part(0.45), self.part(0.17), self.part(0.16), goban.suggestion)
            case Mark.GROUP:  # a ring in the color of the other side's stones, as books mark stones
                sprite = marks.ring(self.part(0.25), self.part(0.07), self.material(side.other).middle)
            case Mark.MISTAKE:
                sprite = self.expected(side).copy()
                crossed = marks.cross(self.part(0.2), self.part(0.12), accent)
                corner = (sprite.width - crossed.width) // 2
                sprite.alpha_composite(crossed, (corner, corner))
        return sprite

    def suggested_ring(self) -> Image.Image:
        """What a suggestion is on a numbered stone."""
        return marks.ring(self.part(0.45), self.part(0.1), self.theme.goban.suggestion)

    def pointer(self, side: Side, direction: float) -> Image.Image:
        """An arrow at the picture's edge, to the last stone of ``side`` that is outside."""
        color, rim = self.accent(side), self.theme.goban.ink
        return marks.arrowhead(self.part(0.24), round(direction / 15) * 15, color, rim)

    def palette_samples(self) -> list[Image.Image]:
        """One of each sprite, and patches of the colors that sprites have too little of."""
        # These rings and a mistake have the colors of stones and of other marks, of which there are enough.
        known = Mark.GROUP, Mark.NEUTRAL, Mark.MISTAKE
        drawn = [self.mark(mark, side) for mark in Mark if mark not in known for side in Side]
        labels = [self.label("8"), self.label("8", suggested=True)]
        goban = self.theme.goban
        colors = (goban.line, goban.ink, goban.ink_light, *map(self.accent, Side))
        patches = [Image.new("RGBA", (40, 20), color) for color in colors]
        return [*map(self.living, Side), *map(self.dead, Side), *drawn, self.shadow(), *labels, *patches]
