"""Fixtures: Othello scenes, golden pictures, and what changed on a board of stones."""

from __future__ import annotations

import io
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.drawing.base import Scene
from bot.drawing.registry import DRAWINGS
from bot.drawing.stone_view import StoneView
from games.base import Move, Position, Side
from games.grid import Grid
from games.othello import OTHELLO, OthelloPosition

from .pictures import darkest_and_lightest

GOLDEN = Path(__file__).with_name("golden")
PHONE = 360  # the width in pixels of a picture on a phone
MEAN, BLOCK = 2.0, 12.0  # tolerated levels of 255 on average, and in any block of 12 x 12 pixels

SceneMaker = Callable[..., Scene[OthelloPosition]]
Opener = Callable[[Scene[Position]], Image.Image]


@pytest.fixture
def midgame() -> SceneMaker:
    """Make an Othello scene after some random, repeatable plies."""

    def make(variant: str = "8x8", plies: int = 28, seed: int = 3, **shown: Any) -> Scene[OthelloPosition]:
        chance = random.Random(seed)
        position = previous = OTHELLO.start(variant)
        moves: list[Move] = []
        while len(moves) < plies and (legal := position.legal_moves()):
            moves.append(chance.choice(legal))
            previous, position = position, position.play(moves[-1])
        return Scene(position, moves[-1] if moves else None, previous, moves=tuple(moves), **shown)

    return make


@pytest.fixture
def opened() -> Opener:
    """Draw an Othello scene and read the PNG back as RGBA."""

    def open_(scene: Scene[Position]) -> Image.Image:
        image = Image.open(io.BytesIO(DRAWINGS["othello"].draw(scene)))
        assert image.format == "PNG"
        return image.convert("RGBA")

    return open_


@pytest.fixture
def as_kept() -> Callable[..., bool]:
    """Compare a picture with the golden one of its name, at the width of a phone.

    After a deliberate change, run `UPDATE_GOLDEN=1 pytest tests/bot/drawing` and look at every changed file
    in golden/ before you commit it. ``keep=False`` never updates.
    """

    def compare(name: str, picture: Image.Image, keep: bool = True) -> bool:
        height = round(picture.height * PHONE / picture.width)
        drawn = picture.convert("RGB").resize((PHONE, height), Image.Resampling.LANCZOS)
        path = GOLDEN / f"{name}.png"
        if keep and os.environ.get("UPDATE_GOLDEN"):
            drawn.quantize(256, kmeans=2, dither=Image.Dither.NONE).save(path, optimize=True)
        difference = ImageChops.difference(drawn, Image.open(path).convert("RGB")).convert("L")
        on_the_whole = ImageStat.Stat(difference).mean[0] <= MEAN
        return on_the_whole and darkest_and_lightest(difference.reduce(12))[1] <= BLOCK

    return compare


@pytest.fixture
def changed() -> Callable[..., set[str]]:
    """Name the points of a board of stones at which two pictures differ."""

    def compare(one: bytes, other: bytes, grid: Grid, viewer: Side = Side.FIRST) -> set[str]:
        pictures = (Image.open(io.BytesIO(png)).convert("RGBA").convert("RGB") for png in (one, other))
        difference = ImageChops.difference(*pictures)
        lattice = StoneView.of(grid.size, viewer, None).lattice
        reach = lattice.cell // 4
        points: set[str] = set()
        for index in range(grid.size**2):
            x, y = map(round, lattice.at(index % grid.size, index // grid.size))
            if difference.crop((x - reach, y - reach, x + reach, y + reach)).getbbox():
                points.add(grid.name(index))
        return points

    return compare
