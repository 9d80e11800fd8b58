"""The picture of a Go or Gomoku board: wood, lines, coordinates, stones.

A board whose points are small on a phone has its window enlarged below (`enlarged_window`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.drawing import enlarged_window, textures
from bot.drawing.base import Window
from bot.drawing.canvas import CORNER, Background, encode
from bot.drawing.coordinates import Engraver, coordinates
from bot.drawing.enlarged_window import EnlargedWindow
from bot.drawing.geometry import Lattice, Pixel
from bot.drawing.lines import grid_lines, star_points
from bot.drawing.stone_layers import draw_stones, outline_window
from bot.drawing.stone_scene import BoardLayout, StoneScene
from bot.drawing.stones import StoneSprites
from bot.drawing.themes import THEMES, Theme
from games.base import Side

WIDTH = enlarged_window.WIDTH
CELLS = {9: 94, 13: 66, 15: 58, 19: 46}  # pixels between two lines; the rest of WIDTH is the margin
COORDINATE_SIZES = {9: 34, 13: 32, 15: 30, 19: 26}  # font sizes
ENLARGED = {15, 19}  # sizes whose points are small on a phone
NAMED = {9}  # sizes with names on their points; 13x13 has none, and its points are large enough without


def stone_picture(shown: StoneScene, theme: str, viewer: Side, window: Window | None) -> bytes:
    """Return the board as a PNG, its window outlined and, on a large board, enlarged below.

    Raises `ValueError` for a window that is not on the board.
    """
    size = shown.layout.size
    sprites, lattice = StoneSprites(CELLS[size], THEMES[theme]), board_lattice(size, viewer)
    at = {point: lattice.at(point % size, point // size) for point in range(size * size)}
    inside = _inside(window, size) if window else frozenset()
    enlarged = window if size in ENLARGED else None
    empty = background(shown.layout, theme, viewer, enlarged.span if enlarged else 0)
    image = empty.image.copy()
    draw_stones(image, sprites, shown, at, inside if size in NAMED else ())
    if window:
        box = _box([at[point] for point in inside], sprites.cell / 2 + 2)
        outline_window(image, sprites.theme, box)
    if enlarged:
        below = EnlargedWindow(shown.layout, viewer, enlarged)
        enlarged_window.draw(image, below, shown, theme, inside)
    return encode(image, empty)


def _inside(window: Window, size: int) -> frozenset[int]:
    """The window's points."""
    if not (0 <= window.column <= size - window.span and 0 <= window.row <= size - window.span):
        raise ValueError(f"{window} is not on a board of {size}")
    return frozenset(row * size + column for line in window.points() for column, row in line)


def _box(pixels: Sequence[Pixel], reach: float) -> tuple[float, float, float, float]:
    """The box of everything within ``reach`` of some pixels."""
    xs, ys = zip(*pixels, strict=True)
    return min(xs) - reach - 1, min(ys) - reach - 1, max(xs) + reach, max(ys) + reach


def board_lattice(size: int, viewer: Side) -> Lattice:
    """Where the points of the whole board are."""
    first = (WIDTH - (size - 1) * CELLS[size]) / 2
    return Lattice(size, size, CELLS[size], first, first, viewer)


@lru_cache(maxsize=16)
def background(layout: BoardLayout, theme: str, viewer: Side, enlarged_rows: int = 0) -> Background:
    """The empty board, with bare wood for some rows of an enlarged window below it."""
    sprites = StoneSprites(CELLS[layout.size], THEMES[theme])
    wood = sprites.theme.goban.wood
    height = WIDTH + (enlarged_window.height(enlarged_rows) if enlarged_rows else 0)
    image, samples = textures.goban_wood(WIDTH, height, wood, seed=4), sprites.palette_samples()
    image.paste(_with_lines(image.crop((0, 0, WIDTH, WIDTH)), sprites, layout, viewer))
    if enlarged_rows:
        samples += enlarged_window.prepare(image, enlarged_rows, theme)
    _bevel(image, sprites.theme)
    return Background.of(image, samples, wood.middle, wood.dark)


def _with_lines(image: Image.Image, sprites: StoneSprites, layout: BoardLayout, viewer: Side) -> Image.Image:
    """Wood with lines, star points and coordinates."""
    goban, lattice = sprites.theme.goban, board_lattice(layout.size, viewer)
    low = round(lattice.left)
    lines = range(low, WIDTH - low + 1, sprites.cell)
    grid_lines(image, lines, lines, goban.line)
    pen = ImageDraw.Draw(image)
    pen.rectangle((low - 2, low - 2, lines[-1] + 1, lines[-1] + 1), outline=goban.line, width=3)
    stars = (lattice.at(*star) for star in layout.stars)
    star_points(image, stars, max(6, sprites.part(0.085)), goban.line)
    engraver = Engraver(COORDINATE_SIZES[layout.size], goban.ink, goban.ink_light)
    letters = [letter.upper() for letter in layout.letters[: layout.size]]
    numbers = [str(layout.size - row) for row in range(layout.size)]
    coordinates(image, lattice, engraver, (letters, numbers), low - sprites.radius)
    return image


def _bevel(image: Image.Image, theme: Theme) -> None:
    """The board's edge: bright at the upper left, dark at the lower right."""
    pen, wood = ImageDraw.Draw(image), theme.goban.wood
    right, bottom = image.width - 1, image.height - 1
    pen.rounded_rectangle((-4, -4, right - 2, bottom - 2), CORNER, outline=wood.dark, width=3)
    pen.rounded_rectangle((2, 2, right + 4, bottom + 4), CORNER, outline=wood.light, width=3)
    pen.rounded_rectangle((0, 0, right, bottom), CORNER, outline=theme.goban.line, width=2)
