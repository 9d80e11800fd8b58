"""A strip below a wooden board: the rows of its window, enlarged. A map of the buttons below the picture.

Start reading at `draw`. The window's columns stand in the middle, or as near to it as the board allows; what
is beside them lies in shade.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.drawing import sprites, textures
from bot.drawing.base import Window
from bot.drawing.canvas import Lattice
from bot.drawing.kit import Kit, Pixel, lay, outline
from bot.drawing.lettering import Chisel
from bot.drawing.stones import Plan, Sheet
from bot.drawing.themes import THEMES, Colour, Theme
from games.base import Side

WIDTH = 960
CELL = 80  # pixels between two lines
COLUMNS = 11
MARGIN = (WIDTH - COLUMNS * CELL) // 2  # at both sides, for the rows' numbers
HEAD, FOOT = 44, 18  # pixels above, for the columns' letters, and below
LETTERS = 30  # font size of both
SHADE = 0.3  # how dark it is beside the window


def height(rows: int) -> int:
    """How tall a strip of some rows is."""
    return HEAD + rows * CELL + FOOT


def _panel(rows: int) -> tuple[int, int, int, int]:
    """What a whole picture's strip shows of the board; the board above is square."""
    top = WIDTH + HEAD
    return MARGIN, top, WIDTH - MARGIN, top + rows * CELL


@dataclass(frozen=True, slots=True)
class View:
    """What a strip shows of a board, and where: pixels are those of its panel."""

    plan: Plan
    viewer: Side
    window: Window

    @property
    def near(self) -> tuple[int, int]:
        """The window's first column and row, counted from the viewer's left and top."""
        beyond = self.plan.size - self.window.span
        if self.viewer is Side.SECOND:
            return beyond - self.window.column, beyond - self.window.row
        return self.window.column, self.window.row

    @property
    def lattice(self) -> Lattice:
        """Where the board's points stand, most of them outside the panel."""
        (column, row), size = self.near, self.plan.size
        first = min(max(column - (COLUMNS - self.window.span) // 2, 0), size - COLUMNS)
        return Lattice(size, size, CELL, CELL / 2 - first * CELL, CELL / 2 - row * CELL, self.viewer)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the panel."""
        return COLUMNS * CELL, self.window.span * CELL

    @property
    def lit(self) -> tuple[int, int]:
        """From where to where the window reaches."""
        left = round(self.lattice.left + (self.near[0] - 0.5) * CELL)
        return left, left + self.window.span * CELL

    def points(self) -> dict[int, Pixel]:
        """The pixel of every point shown, by its index on the board."""
        size, lattice, (width, tall) = self.plan.size, self.lattice, self.size
        every = {point: lattice.at(point % size, point // size) for point in range(size * size)}
        return {point: (x, y) for point, (x, y) in every.items() if 0 < x < width and 0 < y < tall}

    def reach(self, axis: int) -> tuple[int, int]:
        """How far lines run along an axis (0: to the right): to where the board or the panel ends."""
        first = round((self.lattice.left, self.lattice.top)[axis])
        return max(first, 0), min(first + (self.plan.size - 1) * CELL, self.size[axis])


def prepare(image: Image.Image, rows: int, theme: str) -> list[Image.Image]:
    """Let the strip's bare wood into a picture; what else its palette must have."""
    kit, box = Kit(CELL, THEMES[theme]), _panel(rows)
    wood, (left, top, right, bottom) = kit.theme.goban.wood, box
    bare = textures.kaya(right - left, bottom - top, wood, seed=4, scale=2, grain=3)
    image.paste(bare, box)
    textures.lip(image, box, 8)
    pen = ImageDraw.Draw(image)
    pen.rectangle((left - 2, top - 2, right + 1, bottom + 1), outline=wood.dark, width=2)
    for line, colour in enumerate((kit.theme.goban.line, wood.dark, wood.light)):  # the joint of two planks
        pen.line([(0, WIDTH + line), (WIDTH, WIDTH + line)], fill=colour)
    seen = kit.everything()
    shaded = [_upon(sprite, wood.middle) for sprite in seen] + [bare.crop((0, 0, CELL, CELL))]
    return seen + [_shaded(patch, kit.theme).convert("RGBA") for patch in shaded]


def _upon(sprite: Image.Image, wood: Colour) -> Image.Image:
    patch = Image.new("RGB", sprite.size, wood)
    patch.paste(sprite, mask=sprite)
    return patch


def _shaded(patch: Image.Image, theme: Theme) -> Image.Image:
    return Image.blend(patch, Image.new("RGB", patch.size, theme.goban.line), SHADE)


def draw(image: Image.Image, view: View, sheet: Sheet, theme: str, inside: Container[int]) -> None:
    """Draw the strip into a picture that was prepared for it; what is open ``inside`` the window is named.

    What lies in shade casts no shadow: there it would be seen less than it costs bytes.
    """
    kit, box, at = Kit(CELL, THEMES[theme]), _panel(view.window.span), view.points()
    panel, (left, right), (width, tall) = image.crop(box), view.lit, view.size
    _rule(panel, kit, view)
    lay(panel, kit, sheet, {point: at[point] for point in at if point not in inside}, shadows=False)
    for beside in ((0, 0, left, tall), (right, 0, width, tall)):
        if beside[0] < beside[2]:
            panel.paste(_shaded(panel.crop(beside), kit.theme), beside)
    lay(panel, kit, sheet, {point: at[point] for point in at if point in inside}, inside)
    image.paste(panel, box)
    outline(image, kit.theme, (box[0] + left - 6, box[1] - 6, box[0] + right + 5, box[3] + 5))
    _names(image, kit, view)


def _rule(panel: Image.Image, kit: Kit, view: View) -> None:
    """Lines, thick where the board ends, and star points."""
    (left, right), (top, bottom), lattice = view.reach(0), view.reach(1), view.lattice
    pen, ink, last = ImageDraw.Draw(panel), kit.theme.goban.line, view.plan.size - 1
    for step in range(view.plan.size):
        x, y = round(lattice.left) + step * CELL, round(lattice.top) + step * CELL
        wide = 5 if step in (0, last) else 3
        pen.line([(x, top), (x, bottom)], fill=ink, width=wide)
        pen.line([(left, y), (right, y)], fill=ink, width=wide)
    star, at = sprites.dot(kit.part(0.085), ink), view.points()
    for column, row in view.plan.stars:
        if (point := row * view.plan.size + column) in at:
            x, y = map(round, at[point])
            panel.paste(star, (x - star.width // 2, y - star.height // 2), star)


def _names(image: Image.Image, kit: Kit, view: View) -> None:
    """The letters of the window's columns above, the numbers of its rows at both sides."""
    goban, (left, top, _, _) = kit.theme.goban, _panel(view.window.span)
    chisel, lattice = Chisel(LETTERS, goban.ink, goban.ink_light), view.lattice
    for line in range(view.window.span):
        column, row = view.window.column + line, view.window.row + line
        x, y = lattice.at(column, row)
        chisel.cut(image, view.plan.letters[column].upper(), (left + x, top - HEAD / 2))
        for beside in (MARGIN / 2, WIDTH - MARGIN / 2):
            chisel.cut(image, str(view.plan.size - row), (beside, top + y))
