"""The picture of a Go or Gomoku board: wood, lines, coordinates, stones. `StoneView` says which part."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

from PIL import Image, ImageDraw

from bot.drawing import textures
from bot.drawing.base import Window
from bot.drawing.canvas import Background, Layer, TileGrid, compose
from bot.drawing.coordinates import Engraver
from bot.drawing.lines import star_points
from bot.drawing.palette import CORNER, Palette
from bot.drawing.stone_layers import stone_layers
from bot.drawing.stone_scene import BoardLayout, Mark, StoneScene
from bot.drawing.stone_view import WIDTH, StoneView
from bot.drawing.stones import StoneSprites
from bot.drawing.themes import THEMES
from games.grid import shown_point

LETTER_SIZE, NUMBER_SIZE = 48, 42  # font sizes of the coordinates
DENSE_LETTER_SIZE = 42  # that of letters in cells of less than LETTER_SIZE pixels: "m" keeps away from "n"
PART_LETTER_SIZE, PART_NUMBER_SIZE = 54, 50  # those of an enlarged part: 15 px on a phone
CHOSEN = 0.75  # how strongly what is chosen is brightened
COMPRESSION, NUMBERED_COMPRESSION = 3, 5
"""250 stones take 6.4 ms and 84 KB at level 3, 6.8 ms and 75 KB at level 5, that of boards with numbers."""
LINE = 3  # pixels; lines of an enlarged window are as wide as `LINE_SHARE` of a cell
LINE_SHARE = 0.03


def stone_picture(shown: StoneScene, theme: str, view: StoneView) -> bytes:
    """Return what a view shows of a scene as a PNG."""
    empty = background(shown.layout, theme, view, shown.chosen)
    sprites = StoneSprites(view.cell, THEMES[theme])
    layers = chain(stone_layers(sprites, shown, view.points()), _pointers(sprites, shown, view))
    return compose(empty, layers, NUMBERED_COMPRESSION if shown.numbers else COMPRESSION)


def _pointers(sprites: StoneSprites, shown: StoneScene, view: StoneView) -> Iterator[Layer]:
    """An arrow to the last move, if an enlarged part of the board does not show it."""
    for mark, point, side in shown.marks:
        pointer = view.pointer(point) if mark is Mark.LAST else None
        if pointer is not None:
            at, direction = pointer
            yield sprites.pointer(side, direction), at


@lru_cache(maxsize=16)
def background(layout: BoardLayout, theme: str, view: StoneView, chosen: Window | None = None) -> Background:
    """The empty board, brighter where something is chosen."""
    (bare, palette), sprites = (
        _bare_board(theme, view.cell, view.height),
        StoneSprites(view.cell, THEMES[theme]),
    )
    image = bare.copy()
    if chosen is not None:
        left, top, right, bottom = box = view.box(chosen)
        bright = Image.new("RGB", (right - left, bottom - top), sprites.theme.goban.wood.light)
        image.paste(Image.blend(image.crop(box), bright, CHOSEN), box)
    _draw_lines(image, sprites, layout, view)
    if layout.letters:
        _write_coordinates(image, sprites, layout, view)
    return Background.of(image, palette, TileGrid.of(view.left, view.top, view.cell))


@lru_cache(maxsize=1)
def _bare_board(theme: str, cell: int, height: int) -> tuple[Image.Image, Palette]:
    """The wood, and the palette for everything that can be on it."""
    sprites = StoneSprites(cell, THEMES[theme])
    goban = sprites.theme.goban
    image = textures.goban_wood(WIDTH, height, goban.wood, seed=4)
    _bevel(image, sprites)
    palette = Palette.of(image, sprites.palette_samples(), goban.wood.middle, goban.wood.dark)
    return image, palette


def _draw_lines(image: Image.Image, sprites: StoneSprites, layout: BoardLayout, view: StoneView) -> None:
    """Lines, thick at the board's edge, and star points."""
    (xs, ys), ((left, right), (top, bottom)) = view.lines(), view.ends()
    pen, ink, lattice = ImageDraw.Draw(image), sprites.theme.goban.line, view.lattice
    edges = [lattice.at(step, step) for step in (0, layout.size - 1)]
    edge_xs, edge_ys = ({round(edge[axis]) for edge in edges} for axis in (0, 1))
    width = max(LINE, sprites.part(LINE_SHARE))
    for x in xs:
        pen.line([(x, top), (x, bottom)], fill=ink, width=width + 2 * (x in edge_xs))
    for y in ys:
        pen.line([(left, y), (right, y)], fill=ink, width=width + 2 * (y in edge_ys))
    points = view.points()
    stars = (row * layout.size + column for column, row in layout.stars)
    star_points(image, (points[star] for star in stars if star in points), max(7, sprites.part(0.085)), ink)


def name_sizes(view: StoneView) -> tuple[int, int]:
    """The font sizes of the columns' letters and of the rows' numbers."""
    if view.is_part:
        return PART_LETTER_SIZE, PART_NUMBER_SIZE
    return LETTER_SIZE if view.cell >= LETTER_SIZE else DENSE_LETTER_SIZE, NUMBER_SIZE


def _write_coordinates(
    image: Image.Image, sprites: StoneSprites, layout: BoardLayout, view: StoneView
) -> None:
    """The columns' letters at the bottom, the rows' numbers at the left; of a large board on all sides."""
    goban, window = sprites.theme.goban, view.window
    letters, numbers = (Engraver(size, goban.ink, goban.ink_light) for size in name_sizes(view))
    gap = sprites.cell / 2 - sprites.radius
    xs, ys = [(view.left + gap) / 2], [(view.bottom - gap + view.height) / 2 - letters.size // 10]
    if view.is_named_around:
        xs.append((view.right - gap + WIDTH) / 2)
        ys.append((view.top + gap) / 2 - letters.size // 10)
    for column in range(window.column, window.column + window.span):
        name, x = shown_point(layout.letters[column]), view.lattice.at(column, window.row)[0]
        for y in ys:
            letters.engrave(image, name, (x, y))
    for row in range(window.row, window.row + window.height):
        for x in xs:
            numbers.engrave(image, str(layout.size - row), (x, view.lattice.at(window.column, row)[1]))


def _bevel(image: Image.Image, sprites: StoneSprites) -> None:
    """The board's edge: bright at the upper left, dark at the lower right."""
    pen, goban = ImageDraw.Draw(image), sprites.theme.goban
    right, bottom = image.width - 1, image.height - 1
    pen.rounded_rectangle((-4, -4, right - 2, bottom - 2), CORNER, outline=goban.wood.dark, width=3)
    pen.rounded_rectangle((2, 2, right + 4, bottom + 4), CORNER, outline=goban.wood.light, width=3)
    pen.rounded_rectangle((0, 0, right, bottom), CORNER, outline=goban.line, width=2)
