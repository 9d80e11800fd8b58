"""A wooden board with lines and stones.

Start reading at `whole`; what it draws is a `bot.drawing.stones.Sheet`. Below a board whose points are small
on a phone lies a `bot.drawing.strip`: a window of it, enlarged.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.drawing import strip, textures
from bot.drawing.base import Window
from bot.drawing.canvas import CORNER, Canvas, Ground, Lattice
from bot.drawing.kit import Kit, Pixel, lay, outline
from bot.drawing.lettering import Chisel
from bot.drawing.ruling import coordinates, grooves, stars
from bot.drawing.stones import Plan, Sheet
from bot.drawing.themes import THEMES, Theme
from games.base import Side

WIDTH = strip.WIDTH
CELLS = {9: 94, 13: 66, 15: 58, 19: 46}  # pixels between two lines; what is left of WIDTH is the margin
LETTERS = {9: 34, 13: 32, 15: 30, 19: 26}  # font size of the coordinates
ENLARGED = {15, 19}  # boards with a strip: on a phone their points are small
NAMED = {9}  # boards on which names can be read; 13x13 needs none but the coordinates, its points are large


def whole(sheet: Sheet, theme: str, viewer: Side, window: Window | None) -> bytes:
    """The board as a PNG; a window is outlined, and a large board has it enlarged below.

    Raises `ValueError` for a window that is not on the board.
    """
    size = sheet.plan.size
    kit, lattice = Kit(CELLS[size], THEMES[theme]), board_lattice(size, viewer)
    at = {point: lattice.at(point % size, point // size) for point in range(size * size)}
    inside = _inside(window, size) if window else frozenset()
    enlarged = window if size in ENLARGED else None
    canvas = Canvas(ground(sheet.plan, theme, viewer, enlarged.span if enlarged else 0))
    lay(canvas.image, kit, sheet, at, inside if size in NAMED else ())
    if window:
        outline(canvas.image, kit.theme, _box([at[point] for point in inside], kit.cell / 2 + 2))
    if enlarged:
        strip.draw(canvas.image, strip.View(sheet.plan, viewer, enlarged), sheet, theme, inside)
    return canvas.png()


def _inside(window: Window, size: int) -> frozenset[int]:
    """The window's points."""
    if not (0 <= window.column <= size - window.span and 0 <= window.row <= size - window.span):
        raise ValueError(f"{window} is not on a board of {size}")
    return frozenset(row * size + column for line in window.points() for column, row in line)


def _box(pixels: Sequence[Pixel], reach: float) -> tuple[float, float, float, float]:
    """What lies within ``reach`` of some pixels."""
    xs, ys = zip(*pixels, strict=True)
    return min(xs) - reach - 1, min(ys) - reach - 1, max(xs) + reach, max(ys) + reach


def board_lattice(size: int, viewer: Side) -> Lattice:
    """Where the points of a whole board stand."""
    first = (WIDTH - (size - 1) * CELLS[size]) / 2
    return Lattice(size, size, CELLS[size], first, first, viewer)


@lru_cache(maxsize=16)
def ground(plan: Plan, theme: str, viewer: Side, rows: int = 0) -> Ground:
    """The empty board, with the bare wood of a strip of some rows below it."""
    kit = Kit(CELLS[plan.size], THEMES[theme])
    wood, tall = kit.theme.goban.wood, WIDTH + (strip.height(rows) if rows else 0)
    image, seen = textures.kaya(WIDTH, tall, wood, seed=4), kit.everything()
    image.paste(_ruled(image.crop((0, 0, WIDTH, WIDTH)), kit, plan, viewer))
    if rows:
        seen += strip.prepare(image, rows, theme)
    _bevel(image, kit.theme)
    return Ground.of(image, seen, wood.middle, wood.dark)


def _ruled(image: Image.Image, kit: Kit, plan: Plan, viewer: Side) -> Image.Image:
    """Wood with lines, star points and coordinates."""
    goban, lattice = kit.theme.goban, board_lattice(plan.size, viewer)
    low = round(lattice.left)
    lines = range(low, WIDTH - low + 1, kit.cell)
    grooves(image, lines, lines, goban.line)
    pen = ImageDraw.Draw(image)
    pen.rectangle((low - 2, low - 2, lines[-1] + 1, lines[-1] + 1), outline=goban.line, width=3)
    stars(image, (lattice.at(*star) for star in plan.stars), max(6, kit.part(0.085)), goban.line)
    chisel = Chisel(LETTERS[plan.size], goban.ink, goban.ink_light)
    names = [letter.upper() for letter in plan.letters[: plan.size]], _rows(plan)
    coordinates(image, lattice, chisel, names, low - kit.radius)
    return image


def _rows(plan: Plan) -> list[str]:
    return [str(plan.size - row) for row in range(plan.size)]


def _bevel(image: Image.Image, theme: Theme) -> None:
    """The board's edge: lit at the upper left, in shade at the lower right."""
    pen, wood = ImageDraw.Draw(image), theme.goban.wood
    right, bottom = image.width - 1, image.height - 1
    pen.rounded_rectangle((-4, -4, right - 2, bottom - 2), CORNER, outline=wood.dark, width=3)
    pen.rounded_rectangle((2, 2, right + 4, bottom + 4), CORNER, outline=wood.light, width=3)
    pen.rounded_rectangle((0, 0, right, bottom), CORNER, outline=theme.goban.line, width=2)
