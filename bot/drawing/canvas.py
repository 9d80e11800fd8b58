"""From an empty board and the sprites on it to a PNG: `compose`.

A picture is cut into tiles, one for each square or point. A tile with its sprites is composed in RGB and
reduced to the palette once, and kept. A row of tiles is a strip, which is compressed once, and kept as well.
In the middle of Othello games two new tiles a picture are composed, in 0.4 ms; whole pictures took 5 ms.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Self

from PIL import Image

from bot.drawing.geometry import Box, Pixel
from bot.drawing.palette import CORNER, Palette
from bot.drawing.png import LEVEL, Strip, png
from bot.lru import LRU

FILTER = 1  # bytes of PNG's filter type at the beginning of a row
LARGEST = 108  # pixels: larger squares are cut into quarters
TILES_KEPT, STRIPS_KEPT = 2000, 1000
"""Tiles of 2 to 12 KB and strips of 1 to 12 KB. With forty matches of five games at once, 1,000 tiles were
composed three times as often, and 16,000 hardly less often; half of the strips are found, however many.

A process that has drawn that many takes 27 MB more than with 1,000 tiles.
"""

Layer = tuple[Image.Image, Pixel]
"""A sprite and the pixel of its center."""
Place = tuple[int, int]
"""A tile's column and row."""


@dataclass(frozen=True, slots=True, eq=False)
class Ink:
    """The part of a sprite that is not clear, and where it begins in the sprite."""

    sprite: Image.Image
    image: Image.Image
    left: int
    top: int


class Placed(NamedTuple):
    """Ink on a tile."""

    ink: Ink
    x: int
    y: int


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """An empty tile. Tiles of a board that look the same are one."""

    packed: bytes
    """Its pixels in RGB, by zlib: wood and cloth have few tones and take a tenth, in 0.1 ms a tile."""
    size: tuple[int, int]
    palette: Palette


@dataclass(frozen=True, slots=True)
class TileGrid:
    """Where a picture is cut into squares of ``step`` pixels: at ``left`` and ``top``, and on all sides."""

    left: int
    top: int
    step: int

    @classmethod
    def of(cls, left: int, top: int, step: int) -> Self:
        """Cut at a pixel, and at every ``step`` pixels or half as many."""
        if step > LARGEST:
            step //= 2
        return cls(-(-left % step), -(-top % step), step)

    def box(self, place: Place) -> Box:
        """The pixels of a tile; those at the edge reach beyond the picture."""
        left, top = self.left + place[0] * self.step, self.top + place[1] * self.step
        return left, top, left + self.step, top + self.step

    def places(self, box: Box) -> Iterator[Place]:
        """The tiles that have pixels of ``box``."""
        left, top, right, bottom = box
        columns = range((left - self.left) // self.step, (right - 1 - self.left) // self.step + 1)
        for row in range((top - self.top) // self.step, (bottom - 1 - self.top) // self.step + 1):
            yield from ((column, row) for column in columns)


Row = tuple[tuple[int, tuple[Placed, ...]], ...]
"""What is on the tiles of a row: for each column that is not empty, the ink from bottom to top."""


@dataclass(frozen=True, slots=True, eq=False)
class Background:
    """An empty board, cut into tiles."""

    size: tuple[int, int]
    bands: tuple[tuple[int, int, bytes], ...]
    """For each row of tiles: its first pixel row, the one after its last, and the numbers of its colors, by
    zlib: a tenth, in 0.05 ms a row."""
    palette: Palette
    grid: TileGrid
    grounds: dict[Place, Ground]

    @classmethod
    def of(cls, image: Image.Image, palette: Palette, grid: TileGrid) -> Self:
        """Cut an image of an empty board."""
        same: dict[bytes, Ground] = {}
        grounds = {}
        for place in grid.places((0, 0, *image.size)):
            tile = image.crop(grid.box(place))
            pixels = tile.tobytes()
            grounds[place] = same.setdefault(pixels, Ground(zlib.compress(pixels, 1), tile.size, palette))
        numbers, bands = palette.numbers(image), []
        for row in range(1 + max(tile_row for _, tile_row in grounds)):
            _, top, _, bottom = grid.box((0, row))
            top, bottom = max(top, 0), min(bottom, image.height)
            packed = zlib.compress(numbers.crop((0, top, image.width, bottom)).tobytes(), 1)
            bands.append((top, bottom, packed))
        return cls(image.size, tuple(bands), palette, grid, grounds)


def paste_layers(image: Image.Image, layers: Iterable[Layer]) -> None:
    """Paste sprites on an image, each centered at its pixel, from bottom to top."""
    for sprite, center in layers:
        image.paste(sprite, _corner(sprite, center), sprite)


def compose(background: Background, layers: Iterable[Layer], level: int = LEVEL) -> bytes:
    """Return a background with sprites on it as a PNG."""
    rows, palette = _spread(layers, background), background.palette
    strips = [
        _strip(background, row, tuple((column, tuple(tiles[column])) for column in sorted(tiles)), level)
        for row, tiles in rows.items()
    ]
    return png(background.size, strips, palette.colors, palette.alphas)


def _spread(layers: Iterable[Layer], background: Background) -> dict[int, dict[int, list[Placed]]]:
    """The ink on each tile, from bottom to top, by row and column."""
    rows: dict[int, dict[int, list[Placed]]] = {
        number: defaultdict(list) for number in range(len(background.bands))
    }
    for sprite, center in layers:
        for (column, row), placed in _placed(_ink(sprite), _corner(sprite, center), background.grid):
            if (column, row) in background.grounds:
                rows[row][column].append(placed)
    return rows


def _corner(sprite: Image.Image, center: Pixel) -> tuple[int, int]:
    x, y = center
    return round(x - sprite.width / 2), round(y - sprite.height / 2)


def _ink(sprite: Image.Image) -> Ink:
    """A sprite's ink, looked for once."""
    ink = _INKS.get(id(sprite))
    if ink is None:
        box = sprite.getbbox() or (0, 0, 0, 0)
        ink = _INKS[id(sprite)] = Ink(sprite, sprite.crop(box), *box[:2])
    return ink


_INKS: LRU[int, Ink] = LRU(STRIPS_KEPT)
"""By the sprite's id, which is no other's while its ink is kept."""


@lru_cache(maxsize=4 * TILES_KEPT)
def _placed(ink: Ink, at: tuple[int, int], grid: TileGrid) -> tuple[tuple[Place, Placed], ...]:
    """Where on each tile a sprite's ink is."""
    left, top = at[0] + ink.left, at[1] + ink.top
    box = left, top, left + ink.image.width, top + ink.image.height
    corners = ((place, grid.box(place)) for place in grid.places(box))
    return tuple((place, Placed(ink, left - corner[0], top - corner[1])) for place, corner in corners)


@lru_cache(maxsize=STRIPS_KEPT)
def _strip(background: Background, row: int, tiles: Row, level: int) -> Strip:
    """A row of tiles with what is on them."""
    (width, height), (top, bottom, packed) = background.size, background.bands[row]
    strip = Image.frombytes("L", (width, bottom - top), zlib.decompress(packed))
    for column, placed in tiles:
        left, at, _, _ = background.grid.box((column, row))
        strip.paste(_tile(background.grounds[column, row], placed), (left, at - top))
    if top < CORNER or bottom > height - CORNER:
        background.palette.round_corners(strip, (0, -top, width, height - top))
    lines = Image.new("L", (FILTER + strip.width, strip.height))
    lines.paste(strip, (FILTER, 0))
    return Strip.of(lines.tobytes(), level)


@lru_cache(maxsize=TILES_KEPT)
def _tile(ground: Ground, placed: tuple[Placed, ...]) -> Image.Image:
    """A tile with what is on it, as numbers of the palette's colors."""
    image = Image.frombytes("RGB", ground.size, zlib.decompress(ground.packed))
    for ink, x, y in placed:
        image.paste(ink.image, (x, y), ink.image)
    return ground.palette.numbers(image)
