"""The window of a large board, enlarged in a panel below it, as a map of the buttons below the picture.

Start reading at `draw`. The panel shows the window's rows, with the window's columns in the middle or as near
to it as the board allows; what is beside them is shaded.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.drawing import marks, textures
from bot.drawing.base import Window
from bot.drawing.canvas import paste_layers
from bot.drawing.coordinates import Engraver
from bot.drawing.framed_board import inner_shadow
from bot.drawing.geometry import Box, Lattice, Pixel
from bot.drawing.stone_layers import draw_stones, outline_window
from bot.drawing.stone_scene import BoardLayout, StoneScene
from bot.drawing.stones import StoneSprites
from bot.drawing.themes import THEMES, Color, Theme
from games.base import Side

WIDTH = 960
CELL = 80  # pixels between two lines
COLUMNS = 11
MARGIN = (WIDTH - COLUMNS * CELL) // 2  # on both sides, for the rows' numbers
HEAD, FOOT = 44, 18  # pixels above, for the columns' letters, and below
COORDINATE_SIZE = 30  # font size
SHADE = 0.3  # how dark it is beside the window


def height(rows: int) -> int:
    """How many pixels a window of some rows takes below the board."""
    return HEAD + rows * CELL + FOOT


def _panel_box(rows: int) -> Box:
    """Where the panel is in the whole picture; the board above it is square."""
    top = WIDTH + HEAD
    return MARGIN, top, WIDTH - MARGIN, top + rows * CELL


@dataclass(frozen=True, slots=True)
class EnlargedWindow:
    """Which points a panel shows, and where; pixels are those of the panel."""

    layout: BoardLayout
    viewer: Side
    window: Window

    @property
    def first(self) -> tuple[int, int]:
        """The window's first column and row, counted from the viewer's left and top."""
        beyond = self.layout.size - self.window.span
        if self.viewer is Side.SECOND:
            return beyond - self.window.column, beyond - self.window.row
        return self.window.column, self.window.row

    @property
    def lattice(self) -> Lattice:
        """Where the board's points are, most of them outside the panel."""
        (column, row), size = self.first, self.layout.size
        leftmost = min(max(column - (COLUMNS - self.window.span) // 2, 0), size - COLUMNS)
        return Lattice(size, size, CELL, CELL / 2 - leftmost * CELL, CELL / 2 - row * CELL, self.viewer)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the panel."""
        return COLUMNS * CELL, self.window.span * CELL

    @property
    def window_edges(self) -> tuple[int, int]:
        """The left and right edge of the window."""
        left = round(self.lattice.left + (self.first[0] - 0.5) * CELL)
        return left, left + self.window.span * CELL

    def points(self) -> dict[int, Pixel]:
        """The pixel of every point shown, by its index on the board."""
        size, lattice, (width, tall) = self.layout.size, self.lattice, self.size
        every = {point: lattice.at(point % size, point // size) for point in range(size * size)}
        return {point: (x, y) for point, (x, y) in every.items() if 0 < x < width and 0 < y < tall}

    def line_ends(self, axis: int) -> tuple[int, int]:
        """Where lines along an axis (0: to the right) begin and end, at the board's edge or the panel's."""
        first = round((self.lattice.left, self.lattice.top)[axis])
        return max(first, 0), min(first + (self.layout.size - 1) * CELL, self.size[axis])


def prepare(image: Image.Image, rows: int, theme: str) -> list[Image.Image]:
    """Draw the panel's bare wood into an empty board; return samples that its palette needs."""
    sprites, box = StoneSprites(CELL, THEMES[theme]), _panel_box(rows)
    goban, (left, top, right, bottom) = sprites.theme.goban, box
    bare = textures.goban_wood(right - left, bottom - top, goban.wood, seed=4, scale=2, grain=3)
    image.paste(bare, box)
    inner_shadow(image, box, 8)
    pen = ImageDraw.Draw(image)
    pen.rectangle((left - 2, top - 2, right + 1, bottom + 1), outline=goban.wood.dark, width=2)
    for line, color in enumerate((goban.line, goban.wood.dark, goban.wood.light)):  # the joint of two planks
        pen.line([(0, WIDTH + line), (WIDTH, WIDTH + line)], fill=color)
    samples = sprites.palette_samples()
    patches = [_on_wood(sprite, goban.wood.middle) for sprite in samples] + [bare.crop((0, 0, CELL, CELL))]
    return samples + [_shaded(patch, sprites.theme).convert("RGBA") for patch in patches]


def _on_wood(sprite: Image.Image, wood: Color) -> Image.Image:
    patch = Image.new("RGB", sprite.size, wood)
    patch.paste(sprite, mask=sprite)
    return patch


def _shaded(patch: Image.Image, theme: Theme) -> Image.Image:
    return Image.blend(patch, Image.new("RGB", patch.size, theme.goban.line), SHADE)


def draw(
    image: Image.Image, shown: EnlargedWindow, stones: StoneScene, theme: str, inside: Container[int]
) -> None:
    """Draw the panel into a picture of a board that was prepared for it.

    Playable points ``inside`` the window have their names. Shaded stones cast no shadow, which would cost
    more bytes than it is worth.
    """
    sprites, box, at = StoneSprites(CELL, THEMES[theme]), _panel_box(shown.window.span), shown.points()
    panel, (left, right), (width, tall) = image.crop(box), shown.window_edges, shown.size
    _draw_lines(panel, sprites, shown)
    beside = {point: at[point] for point in at if point not in inside}
    draw_stones(panel, sprites, stones, beside, shadows=False)
    for strip in ((0, 0, left, tall), (right, 0, width, tall)):
        if strip[0] < strip[2]:
            panel.paste(_shaded(panel.crop(strip), sprites.theme), strip)
    draw_stones(panel, sprites, stones, {point: at[point] for point in at if point in inside}, inside)
    image.paste(panel, box)
    outline_window(image, sprites.theme, (box[0] + left - 6, box[1] - 6, box[0] + right + 5, box[3] + 5))
    _write_coordinates(image, sprites, shown)


def _draw_lines(panel: Image.Image, sprites: StoneSprites, shown: EnlargedWindow) -> None:
    """Lines, thick at the board's edge, and star points."""
    (left, right), (top, bottom), lattice = shown.line_ends(0), shown.line_ends(1), shown.lattice
    pen, ink, last = ImageDraw.Draw(panel), sprites.theme.goban.line, shown.layout.size - 1
    for step in range(shown.layout.size):
        x, y = round(lattice.left) + step * CELL, round(lattice.top) + step * CELL
        wide = 5 if step in (0, last) else 3
        pen.line([(x, top), (x, bottom)], fill=ink, width=wide)
        pen.line([(left, y), (right, y)], fill=ink, width=wide)
    star, at = marks.dot(sprites.part(0.085), ink), shown.points()
    stars = (row * shown.layout.size + column for column, row in shown.layout.stars)
    paste_layers(panel, ((star, at[point]) for point in stars if point in at))


def _write_coordinates(image: Image.Image, sprites: StoneSprites, shown: EnlargedWindow) -> None:
    """The letters of the window's columns above, the numbers of its rows on both sides."""
    goban, (left, top, _, _) = sprites.theme.goban, _panel_box(shown.window.span)
    engraver, lattice = Engraver(COORDINATE_SIZE, goban.ink, goban.ink_light), shown.lattice
    for line in range(shown.window.span):
        column, row = shown.window.column + line, shown.window.row + line
        x, y = lattice.at(column, row)
        engraver.engrave(image, shown.layout.letters[column].upper(), (left + x, top - HEAD / 2))
        for beside in (MARGIN / 2, WIDTH - MARGIN / 2):
            engraver.engrave(image, str(shown.layout.size - row), (beside, top + y))
