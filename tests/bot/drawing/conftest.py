"""Scenes and pictures for the tests of boards."""

from __future__ import annotations

import io
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.drawing.base import Scene
from bot.drawing.registry import DRAWINGS
from bot.drawing.stone_board import board_lattice
from games import GAMES
from games.base import Side
from games.grid import Grid

GOLDEN = Path(__file__).with_name("golden")
PHONE = 360  # pixels: how wide a phone shows a picture
MEAN, BLOCK = 2.0, 12.0  # levels of 255: tolerated on the whole, and in any block of 12 x 12 pixels

SceneMaker = Callable[..., Scene]
Opener = Callable[[Scene], Image.Image]


@pytest.fixture
def midgame() -> SceneMaker:
    """Makes the scene after some random, repeatable plies."""

    def make(variant: str = "8x8", plies: int = 28, seed: int = 3, **shown: object) -> Scene:
        chance = random.Random(seed)
        position = previous = GAMES["othello"].start(variant)
        moves = []
        while len(moves) < plies and (legal := position.legal_moves()):
            moves.append(chance.choice(legal))
            previous, position = position, position.play(moves[-1])
        return Scene(position, last=moves[-1], previous=previous, moves=tuple(moves), **shown)

    return make


@pytest.fixture
def opened() -> Opener:
    """Draws an Othello scene and reads the PNG back as RGBA."""

    def open_(scene: Scene) -> Image.Image:
        image = Image.open(io.BytesIO(DRAWINGS["othello"].draw(scene)))
        assert image.format == "PNG"
        return image.convert("RGBA")

    return open_


@pytest.fixture
def as_kept() -> Callable[..., bool]:
    """Whether a picture looks like the one of its name in golden/, at the size a phone shows it.

    After a deliberate change of the look: `UPDATE_GOLDEN=1 pytest tests/bot/drawing`, then look at every
    changed file in golden/ before committing it. ``keep=False`` never updates.
    """

    def compare(name: str, picture: Image.Image, keep: bool = True) -> bool:
        height = round(picture.height * PHONE / picture.width)
        drawn = picture.convert("RGB").resize((PHONE, height), Image.Resampling.LANCZOS)
        path = GOLDEN / f"{name}.png"
        if keep and os.environ.get("UPDATE_GOLDEN"):
            drawn.quantize(256, kmeans=2, dither=Image.Dither.NONE).save(path, optimize=True)
        difference = ImageChops.difference(drawn, Image.open(path).convert("RGB")).convert("L")
        on_the_whole = ImageStat.Stat(difference).mean[0] <= MEAN
        return on_the_whole and difference.reduce(12).getextrema()[1] <= BLOCK

    return compare


@pytest.fixture
def changed() -> Callable[..., set[str]]:
    """Names the points of a wooden board at which two of its pictures differ."""

    def compare(one: bytes, other: bytes, grid: Grid, viewer: Side = Side.FIRST) -> set[str]:
        pictures = (Image.open(io.BytesIO(png)).convert("RGBA").convert("RGB") for png in (one, other))
        difference = ImageChops.difference(*pictures)
        lattice = board_lattice(grid.size, viewer)
        reach = lattice.cell // 4
        found = set()
        for index in range(grid.size**2):
            x, y = map(round, lattice.at(index % grid.size, index // grid.size))
            if difference.crop((x - reach, y - reach, x + reach, y + reach)).getbbox():
                found.add(grid.name(index))
        return found

    return compare
