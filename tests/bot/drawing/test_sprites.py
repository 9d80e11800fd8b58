"""What drawings are made of: fonts, textures, sprites, marks, coordinates."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from bot.drawing import discs, lettering, marks, stones, textures
from bot.drawing.canvas import Background, TileGrid, compose
from bot.drawing.coordinates import Engraver, coordinates
from bot.drawing.geometry import Lattice
from bot.drawing.lettering import font
from bot.drawing.palette import Palette
from bot.drawing.themes import THEMES, blend, rgb
from games.base import Side

from .pictures import color_at, darkest_and_lightest, opacity

FONTS = Path(lettering.__file__).with_name("fonts")
NEEDED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-.,'×·()/王將相子侯왕장상자후"


@pytest.mark.parametrize("family", ["sans", "serif"])
def test_fonts_hold_every_letter_needed(family: str) -> None:
    face = font(family, 40)
    missing = face.getmask("\uffff").getbbox(), bytes(face.getmask("\uffff"))
    for letter in NEEDED:
        drawn = face.getmask(letter)
        assert drawn.getbbox() is not None, letter
        assert (drawn.getbbox(), bytes(drawn)) != missing, letter


def test_fonts_are_small_and_licensed() -> None:
    assert sum(path.stat().st_size for path in FONTS.glob("*.subset.otf")) <= 60_000
    assert sum(path.stat().st_size for path in FONTS.glob("*.names.otf")) <= 3_000_000
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FONTS / "OFL.txt").read_text(encoding="utf-8")


def test_noise_is_the_same_every_time() -> None:
    assert textures.noise(20, 10, 5) == textures.noise(20, 10, 5)
    assert textures.noise(20, 10, 5) != textures.noise(20, 10, 6)


def test_a_lattice_is_turned_for_second() -> None:
    kept = Lattice(columns=4, rows=3, cell=10, left=5, top=5)
    turned = Lattice(columns=4, rows=3, cell=10, left=5, top=5, viewer=Side.SECOND)
    assert kept.at(0, 0) == turned.at(3, 2) == (5, 5)
    assert kept.at(3, 2) == turned.at(0, 0) == (35, 25)


def test_sprites_are_shared_and_never_changed() -> None:
    theme = THEMES["light"]
    disc = discs.disc(20, theme.black, theme.white)
    before = disc.tobytes()
    felt = theme.felt.middle
    image = Image.new("RGB", (100, 100), felt)
    empty = Background.of(image, Palette.of(image, [disc], felt, theme.edge), TileGrid.of(0, 0, 50))
    bare = compose(empty, [])
    assert compose(empty, [(disc, (50, 50))]) != bare
    assert discs.disc(20, theme.black, theme.white) is disc
    assert disc.tobytes() == before
    assert compose(empty, []) == bare


def test_marks_and_stones_are_what_they_are_called() -> None:
    red = (200, 0, 0)
    drawn = {
        "dot": marks.dot(20, red),
        "ring": marks.ring(20, 4, red),
        "cross": marks.cross(20, 4, red),
        "square": marks.square(20, 4, red),
    }
    filled = {name: opacity(mark, mark.width // 2, mark.height // 2) for name, mark in drawn.items()}
    assert filled == {"dot": 255, "ring": 0, "cross": 255, "square": 0}
    stone = stones.stone(20, THEMES["light"].white)
    assert sum(color_at(stone, 14, 13)) > sum(color_at(stone, 32, 33)), "lit from above"
    assert opacity(stone, 0, 0) == 0


def test_coordinates_are_on_all_four_sides() -> None:
    image = Image.new("RGB", (200, 200), (200, 160, 100))
    coordinates(
        image, Lattice(1, 1, 100, 100, 100), Engraver(30, (0, 0, 0), (255, 255, 255)), (["a"], ["1"]), 40
    )
    for at in ((100, 20), (100, 180), (20, 100), (180, 100)):
        box = at[0] - 12, at[1] - 14, at[0] + 12, at[1] + 14
        assert darkest_and_lightest(image.crop(box).convert("L"))[0] < 20
    assert image.crop((45, 45, 155, 155)).getcolors() == [(110 * 110, (200, 160, 100))]


def test_colors() -> None:
    assert rgb("0a10ff") == (10, 16, 255)
    assert blend((0, 0, 0), (200, 100, 50), 0.5) == (100, 50, 25)
