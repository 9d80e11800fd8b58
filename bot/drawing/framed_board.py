"""What drawings of boards in a wooden frame share.

`FramedBoard` draws a whole board of squares: frame, surface, grid, coordinates. A board of another shape is
made with `wooden_frame`, `inner_shadow` and `framed_background`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PIL import Image, ImageChops, ImageDraw, ImageOps

from bot.drawing.canvas import Background, TileGrid
from bot.drawing.coordinates import Engraver, coordinates
from bot.drawing.geometry import Box, Lattice
from bot.drawing.lines import grid_lines
from bot.drawing.palette import CORNER, Palette
from bot.drawing.textures import wood
from bot.drawing.themes import Color, Theme
from games.base import Side

COORDINATE_SIZE = 42  # font size
SHADOW = 14  # how many pixels the frame's shadow reaches onto the surface


@dataclass(frozen=True, slots=True)
class FramedBoard:
    """The measures of a board of squares in a frame; ``cell`` and ``frame`` are in pixels."""

    columns: int
    rows: int
    cell: int
    frame: int

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture."""
        return self.columns * self.cell + 2 * self.frame, self.rows * self.cell + 2 * self.frame

    @property
    def inside(self) -> Box:
        """The squares without the frame."""
        width, height = self.size
        return self.frame, self.frame, width - self.frame, height - self.frame

    def lattice(self, viewer: Side) -> Lattice:
        """Where the centers of the squares are."""
        first = self.frame + self.cell / 2
        return Lattice(self.columns, self.rows, self.cell, first, first, viewer)

    def draw(self, theme: Theme, surface: Image.Image, line: Color, lit: Color) -> Image.Image:
        """Draw the frame, the surface inside it, and the grid; ``lit`` is the bright edge of a line."""
        image = wooden_frame(self.size, self.frame, theme)
        left, top, right, bottom = self.inside
        image.paste(surface, (left, top))
        xs, ys = range(left, right + 1, self.cell), range(top, bottom + 1, self.cell)
        grid_lines(image, xs, ys, line, lit)
        return image

    def write_coordinates(
        self, image: Image.Image, theme: Theme, viewer: Side, names: tuple[Sequence[str], Sequence[str]]
    ) -> None:
        """Engrave the columns' and the rows' names into the frame."""
        engraver = Engraver(COORDINATE_SIZE, theme.ink, theme.ink_light)
        coordinates(image, self.lattice(viewer), engraver, names, self.frame)

    def background(
        self, image: Image.Image, theme: Theme, behind: Color, sprites: Iterable[Image.Image]
    ) -> Background:
        """Finish the empty board; ``behind`` is the surface's color."""
        inner_shadow(image, self.inside)
        grid = TileGrid.of(self.frame, self.frame, self.cell)
        return framed_background(image, grid, theme, behind, sprites)


def framed_background(
    image: Image.Image, grid: TileGrid, theme: Theme, behind: Color, sprites: Iterable[Image.Image]
) -> Background:
    """Draw the frame's outer edge and choose the palette; ``behind`` is the surface's color."""
    outline = (0, 0, image.width - 1, image.height - 1)
    ImageDraw.Draw(image).rounded_rectangle(outline, CORNER, outline=theme.edge, width=2)
    return Background.of(image, Palette.of(image, sprites, behind, theme.edge), grid)


def wooden_frame(size: tuple[int, int], width: int, theme: Theme) -> Image.Image:
    """Draw a frame of four planks, ``width`` pixels wide, with mitered corners and a rounded profile."""
    across, down = size
    frame = Image.new("RGB", size)
    for seed, (turn, at, shade) in enumerate(_PLANKS):
        length = across if at[1] or turn is None else down
        miter = Image.new("1", (length, width))
        corners = [(0, 0), (length, 0), (length - width, width), (width, width)]
        ImageDraw.Draw(miter).polygon(corners, fill=1)
        profile = Image.linear_gradient("L").resize((length, width)).point(_rounded)
        light = Image.merge("RGB", (profile.point(lambda level, shade=shade: level - shade),) * 3)
        plank = ImageChops.multiply(wood(length, width, theme.frame, seed * 2), light)
        place = at[0] * (across - width), at[1] * (down - width)
        if turn is None:
            frame.paste(plank, place, miter)
        else:
            frame.paste(plank.transpose(turn), place, miter.transpose(turn))
    _seams(frame, width, theme.edge)
    return frame


# A quarter turn from the top, the corner it lies in, and how much darker the side is.
_PLANKS = (
    (None, (0, 0), 0),
    (Image.Transpose.ROTATE_90, (0, 0), 0),
    (Image.Transpose.ROTATE_180, (0, 1), 14),
    (Image.Transpose.ROTATE_270, (1, 0), 14),
)


def _seams(frame: Image.Image, width: int, edge: Color) -> None:
    pen, far, low = ImageDraw.Draw(frame), frame.width - 1, frame.height - 1
    for x, step in ((0, 1), (far, -1)):
        pen.line([(x, 0), (x + step * width, width)], fill=edge)
        pen.line([(x, low), (x + step * width, low - width)], fill=edge)


def _rounded(level: int) -> int:
    """How much light a plank's profile keeps, from its outer edge (0) to its inner edge (255)."""
    return 255 - max(0, 48 - level) * 3 // 2 - max(0, level - 215)


def inner_shadow(image: Image.Image, box: Box, depth: int = SHADOW) -> None:
    """Draw the shadow that a raised edge casts into ``box``; the light comes from the upper left."""
    left, top, right, bottom = box
    fall = ImageOps.flip(Image.linear_gradient("L")).point(lambda level: level * level // 600)
    image.paste((0, 0, 0), (left, top, right, top + depth), fall.resize((right - left, depth)))
    image.paste((0, 0, 0), (left, top, left + depth, bottom), fall.rotate(90).resize((depth, bottom - top)))
