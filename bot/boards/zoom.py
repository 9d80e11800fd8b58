"""A window of a wooden board, enlarged: a map of the buttons below it. Start reading at `zoomed`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.boards import sprites, textures
from bot.boards.base import Window
from bot.boards.canvas import CORNER, Canvas, Ground
from bot.boards.kaya import COMPRESSION, Kit, marks, stones, swatches
from bot.boards.stones import Plan, Sheet
from bot.boards.themes import THEMES, Colour, blend
from games.base import Side

WIDTH = 600
CELLS = 5.9  # cells across a picture of five points: half a cell beyond the outer ones, then the names
LETTERS = 32  # font size of the coordinates


@dataclass(frozen=True, slots=True)
class View:
    """Where a window's points stand in its picture."""

    plan: Plan
    seen: tuple[tuple[tuple[int, int], ...], ...]  # (column, row) of the points, rows from the top

    @property
    def span(self) -> int:
        """Points along one edge."""
        return len(self.seen)

    @property
    def cell(self) -> int:
        """Pixels between two lines."""
        return round(WIDTH / (self.span + CELLS - 5))

    @property
    def near(self) -> int:
        """The pixel of the first line; `far` is that of the last."""
        return (WIDTH - (self.span - 1) * self.cell) // 2

    @property
    def far(self) -> int:
        """The pixel of the last line."""
        return self.near + (self.span - 1) * self.cell

    @property
    def band(self) -> int:
        """Pixels of each side that the coordinates stand on."""
        return self.near - self.cell // 2

    def line(self, at: int) -> int:
        """The pixel of the line ``at`` places after the first."""
        return self.near + at * self.cell

    def points(self) -> dict[int, tuple[int, int]]:
        """The pixel of every point of the window, by its index on the board."""
        return {
            row * self.plan.size + column: (self.line(x), self.line(y))
            for y, across in enumerate(self.seen)
            for x, (column, row) in enumerate(across)
        }

    def reach(self, axis: int, band: int) -> tuple[int, int]:
        """How far lines run along an axis (0: to the right): to where the board ends in this window.

        Where it goes on they run on, and leave ``band`` pixels of the picture's margin free.
        """
        ends = {0, self.plan.size - 1}
        low, high = self.seen[0][0][axis] in ends, self.seen[-1][-1][axis] in ends
        return self.near if low else band, self.far if high else WIDTH - band


def zoomed(sheet: Sheet, theme: str, viewer: Side, window: Window) -> bytes:
    """A window of the board as a PNG, the points that may be tapped named."""
    size = sheet.plan.size
    if not (0 <= window.column <= size - window.span and 0 <= window.row <= size - window.span):
        raise ValueError(f"{window} is not on a board of {size}")
    view = View(sheet.plan, window.points(viewer))
    kit, canvas, at = Kit(view.cell, THEMES[theme]), Canvas(ground(view.cell, theme)), view.points()
    _rule(canvas.image, kit, view)
    _names(canvas, view, kit.theme.goban.ink)
    for sprite, point in stones(kit, sheet, at):
        canvas.stamp(sprite, at[point])
    for point in sheet.open & at.keys():
        (x, y), name = at[point], sheet.plan.name(point)
        if point in sheet.dead:
            canvas.stamp(kit.name(name, 0), (x, y + kit.part(0.34)))
        else:
            canvas.stamp(kit.name(name, sheet.stones[point]), (x, y))
    for sprite, point in marks(kit, sheet, at):
        canvas.stamp(sprite, at[point])
    return canvas.png(COMPRESSION)


@lru_cache(maxsize=4)
def ground(cell: int, theme: str) -> Ground:
    """Bare wood, and the palette of every window."""
    kit = Kit(cell, THEMES[theme])
    wood = kit.theme.goban.wood
    image = textures.kaya(WIDTH, WIDTH, wood, seed=4, scale=2, grain=3)
    names = [kit.name("k10", stone) for stone in (0, *Side)]
    frame = (0, 0, WIDTH - 1, WIDTH - 1)
    ImageDraw.Draw(image).rounded_rectangle(frame, CORNER, outline=kit.theme.goban.line, width=2)
    return Ground.of(image, [*kit.everything(), *swatches(kit), *names], wood.middle, wood.dark)


def _rule(image: Image.Image, kit: Kit, view: View) -> None:
    """Lines, thick where the board ends and fading out under the coordinates where it goes on."""
    goban, pen = kit.theme.goban, ImageDraw.Draw(image)
    faint = blend(goban.wood.middle, goban.line, 0.3)
    for band, ink in ((0, faint), (view.band, goban.line)):
        (left, right), (top, bottom) = view.reach(0, band), view.reach(1, band)
        for at in map(view.line, range(view.span)):
            pen.line([(at, top), (at, bottom)], fill=ink, width=_width(at, (left, right)))
            pen.line([(left, at), (right, at)], fill=ink, width=_width(at, (top, bottom)))
    star = sprites.dot(kit.part(0.075), goban.line)
    for index, (x, y) in view.points().items():
        if divmod(index, view.plan.size)[::-1] in view.plan.stars:
            image.paste(star, (x - star.width // 2, y - star.height // 2), star)


def _width(at: int, ends: tuple[int, int]) -> int:
    return 6 if at in ends else 3


def _names(canvas: Canvas, view: View, ink: Colour) -> None:
    """The columns' letters above and below, the rows' numbers at both sides."""
    for step in range(view.span):
        (column, _), (_, row) = view.seen[0][step], view.seen[step][0]
        letter = sprites.plate(view.plan.letters[column].upper(), LETTERS, ink)
        number = sprites.plate(str(view.plan.size - row), LETTERS, ink)
        for beside in (view.band // 2, WIDTH - view.band // 2):
            canvas.stamp(letter, (view.line(step), beside))
            canvas.stamp(number, (beside, view.line(step)))
