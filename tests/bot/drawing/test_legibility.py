"""Letters are large enough where Discord shows a picture 350 pixels high, on a phone 282 wide."""

from __future__ import annotations

from itertools import pairwise
from string import ascii_lowercase

import pytest
from PIL import Image, ImageDraw

from bot.drawing import framed_board, hare_and_hounds, lettering, othello, stone_board, twelve_janggi
from bot.drawing.base import Window
from bot.drawing.stone_view import StoneView
from bot.drawing.stones import StoneSprites
from bot.drawing.themes import THEMES
from games.base import Side

from .pictures import darkest_and_lightest

DESKTOP, PHONE, WIDTH = 350, 282, 960
SIZES = {
    "columns of stones": (stone_board.LETTER_SIZE, WIDTH),
    "columns of stones on 19 lines": (stone_board.DENSE_LETTER_SIZE, WIDTH),
    "rows of stones": (stone_board.NUMBER_SIZE, WIDTH),
    "othello": (framed_board.COORDINATE_SIZE, WIDTH),
    "hare_and_hounds": (hare_and_hounds.NAME_SIZE, hare_and_hounds.HEIGHT),
    "twelve_janggi": (twelve_janggi.COORDINATE_SIZE, twelve_janggi.HEIGHT),
}


def ink_height(text: str, size: int) -> int:
    image = Image.new("L", (4 * size, 3 * size))
    ImageDraw.Draw(image).text((size, size), text, fill=255, font=lettering.font("sans", size))
    box = image.point(lambda level: 255 * (level > 127)).getbbox()
    assert box is not None
    _, top, _, bottom = box
    return bottom - top


@pytest.mark.parametrize("name", SIZES)
def test_coordinates_are_eleven_pixels_high_on_a_desktop(name: str) -> None:
    size, height = SIZES[name]
    for text in ("1", "8", "b", "d", "h"):
        assert ink_height(text, size) * DESKTOP / height >= 11
    for text in ("a", "c", "e"):  # as large as small letters in Discord's own text
        assert ink_height(text, size) * DESKTOP / height >= 8.5


@pytest.mark.parametrize("size", [9, 13, 15, 19])
def test_letters_of_columns_are_three_pixels_apart_on_a_phone(size: int) -> None:
    view = StoneView.of(size, Side.FIRST, None)
    face = lettering.font("sans", stone_board.name_sizes(view)[0])
    boxes = [face.getbbox(letter) for letter in ascii_lowercase[:size]]  # "m" and "n" are the closest
    widths = [right - left for left, _, right, _ in boxes]
    gaps = [view.cell - (left + right) / 2 for left, right in pairwise(widths)]
    assert min(gaps) * PHONE / WIDTH >= 3


def bright_rows(sprite: Image.Image) -> list[int]:
    """The rows with bright letters on a dark plate."""
    red = sprite.getchannel("R")
    rows = (red.crop((4, y, red.width - 4, y + 1)) for y in range(red.height))
    return [y for y, row in enumerate(rows) if darkest_and_lightest(row)[1] > 127]


@pytest.mark.parametrize("span", [5, 6, 7, 8, 9, 10, 13, 15, 19])
def test_digits_of_labels_are_nine_pixels_high_on_a_phone(span: int) -> None:
    cell = StoneView.of(19, Side.FIRST, Window(0, 0, span)).cell
    sprites = StoneSprites(cell, THEMES["light"])
    for text in ("1", "10"):
        for side in Side:
            assert sprites.label_on(side, text).height * PHONE / WIDTH >= 9
        rows = bright_rows(sprites.label(text))
        assert round((rows[-1] - rows[0] + 1) * PHONE / WIDTH) >= 9


@pytest.mark.parametrize("height", [othello.LABEL, hare_and_hounds.LABEL[0], twelve_janggi.LABEL[0]])
def test_names_on_plates_are_nine_pixels_high_on_a_phone(height: int) -> None:
    named = lettering.plate("d8", height, 90, (0, 0, 0), (255, 255, 255))
    rows = bright_rows(named)
    assert (rows[-1] - rows[0] + 1) * PHONE / WIDTH >= 9
