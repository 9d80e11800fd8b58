"""Pictures cut into tiles and strips show what pasting on a whole board shows, and are valid PNG."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator

import pytest
from PIL import Image, ImageChops

from bot.drawing import marks
from bot.drawing.canvas import LARGEST, Background, TileGrid, compose, paste_layers
from bot.drawing.palette import CORNER, Palette

from .pictures import opacity

WIDTH, HEIGHT = 130, 100
WOOD, RED, BLUE = (200, 160, 100), (200, 0, 0), (0, 0, 200)
RING, DOT = marks.ring(20, 4, RED), marks.dot(9, BLUE)


def board(grid: TileGrid) -> tuple[Image.Image, Background]:
    image = Image.linear_gradient("L").resize((WIDTH, HEIGHT)).convert("RGB")
    return image, Background.of(image, Palette.of(image, [RING, DOT], WOOD, WOOD), grid)


@pytest.mark.parametrize("grid", [(0, 0, 40), (7, 31, 40), (-3, 90, 50), (0, 0, 3 * LARGEST // 2)])
def test_tiles_show_what_a_whole_board_shows(grid: tuple[int, int, int]) -> None:
    image, background = board(TileGrid.of(*grid))
    layers = [(RING, (40.5, 40)), (DOT, (47, 44)), (RING, (126, 97)), (RING, (3, 50)), (DOT, (400, 400))]
    drawn = Image.open(io.BytesIO(compose(background, layers))).convert("RGBA")
    whole = image.copy()
    paste_layers(whole, layers)
    palette = background.palette.image
    expected = whole.quantize(palette=palette, dither=Image.Dither.NONE).convert("RGB")
    inside = 0, CORNER, WIDTH, HEIGHT - CORNER
    difference = ImageChops.difference(drawn.convert("RGB").crop(inside), expected.crop(inside))
    assert difference.getbbox() is None
    corners = [(0, 0), (WIDTH - 1, 0), (0, HEIGHT - 1), (WIDTH - 1, HEIGHT - 1)]
    assert [opacity(drawn, *at) for at in corners] == [0] * 4


def test_a_copy_of_a_sprite_is_another_sprite() -> None:
    _, background = board(TileGrid.of(0, 0, 40))
    at = 60, 50
    before = compose(background, [(RING, at)])
    stacked = RING.copy()
    stacked.alpha_composite(DOT, (11, 11))
    assert compose(background, [(stacked, at)]) != before
    assert compose(background, [(RING, at)]) == before


def test_strips_are_one_stream_with_valid_checksums() -> None:
    _, background = board(TileGrid.of(5, 5, 30))
    chunks = list(chunks_of(compose(background, [(DOT, (60, 50))])))
    assert [name for name, _ in chunks if name != b"IDAT"] == [b"IHDR", b"PLTE", b"tRNS", b"IEND"]
    rows = zlib.decompress(b"".join(body for name, body in chunks if name == b"IDAT"))
    assert len(rows) == (1 + WIDTH) * HEIGHT
    assert not any(rows[:: 1 + WIDTH]), "no row is filtered"


def chunks_of(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 8
    while at < len(png):
        (length,) = struct.unpack_from("!I", png, at)
        name, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        assert struct.unpack_from("!I", png, at + 8 + length) == (zlib.crc32(name + body),)
        yield name, body
        at += 12 + length
