"""The drawing kit, apart from any game."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

import bot.drawing.lettering as lettering
from bot.drawing import sprites, textures
from bot.drawing.canvas import Canvas, Ground, Lattice
from bot.drawing.lettering import Chisel, font
from bot.drawing.ruling import coordinates
from bot.drawing.themes import THEMES, blend, rgb
from games.base import Side

FONTS = Path(lettering.__file__).with_name("fonts")
NEEDED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-.,'×·()/王將相子侯"


@pytest.mark.parametrize("family", ["sans", "serif"])
def test_fonts_hold_every_letter_needed(family) -> None:
    face = font(family, 40)
    missing = face.getmask("\uffff").getbbox(), bytes(face.getmask("\uffff"))
    for letter in NEEDED:
        drawn = face.getmask(letter)
        assert drawn.getbbox() is not None, letter
        assert (drawn.getbbox(), bytes(drawn)) != missing, letter


def test_fonts_are_small_and_licensed() -> None:
    assert sum(path.stat().st_size for path in FONTS.glob("*.otf")) <= 60_000
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FONTS / "OFL.txt").read_text(encoding="utf-8")


def test_noise_is_the_same_every_time() -> None:
    assert textures.noise(20, 10, 5) == textures.noise(20, 10, 5)
    assert textures.noise(20, 10, 5) != textures.noise(20, 10, 6)


def test_a_lattice_turns_round_for_the_second_player() -> None:
    kept = Lattice(columns=4, rows=3, cell=10, left=5, top=5)
    turned = Lattice(columns=4, rows=3, cell=10, left=5, top=5, viewer=Side.SECOND)
    assert kept.at(0, 0) == turned.at(3, 2) == (5, 5)
    assert kept.at(3, 2) == turned.at(0, 0) == (35, 25)


def test_sprites_are_shared_and_never_changed() -> None:
    theme = THEMES["light"]
    disc = sprites.disc(20, theme.black, theme.white)
    before = disc.tobytes()
    ground = Ground.of(Image.new("RGB", (100, 100), theme.felt.middle), [disc], theme.felt.middle, theme.edge)
    canvas = Canvas(ground)
    canvas.stamp(disc, (50, 50))
    assert canvas.png()
    assert sprites.disc(20, theme.black, theme.white) is disc
    assert disc.tobytes() == before
    assert ground.image.getpixel((50, 50)) == theme.felt.middle


def test_marks_and_stones_are_what_they_are_called() -> None:
    red = (200, 0, 0)
    middles = {
        "dot": sprites.dot(20, red),
        "ring": sprites.ring(20, 4, red),
        "triangle": sprites.triangle(20, 4, red),
        "cross": sprites.cross(20, 4, red),
        "square": sprites.square(20, 4, red),
    }
    filled = {name: mark.getpixel((mark.width // 2, mark.height // 2))[3] for name, mark in middles.items()}
    assert filled == {"dot": 255, "ring": 0, "triangle": 0, "cross": 255, "square": 0}
    stone = sprites.dome(20, THEMES["light"].white)
    lit, shaded = stone.getpixel((14, 13)), stone.getpixel((32, 33))
    assert lit > shaded
    assert stone.getpixel((0, 0))[3] == 0


def test_coordinates_stand_on_all_four_sides() -> None:
    image = Image.new("RGB", (200, 200), (200, 160, 100))
    coordinates(
        image, Lattice(1, 1, 100, 100, 100), Chisel(30, (0, 0, 0), (255, 255, 255)), (["A"], ["1"]), 40
    )
    for at in ((100, 20), (100, 180), (20, 100), (180, 100)):
        box = at[0] - 12, at[1] - 14, at[0] + 12, at[1] + 14
        assert image.crop(box).convert("L").getextrema()[0] < 20
    assert image.crop((45, 45, 155, 155)).getcolors() == [(110 * 110, (200, 160, 100))]


def test_colours() -> None:
    assert rgb("0a10ff") == (10, 16, 255)
    assert blend((0, 0, 0), (200, 100, 50), 0.5) == (100, 50, 25)
