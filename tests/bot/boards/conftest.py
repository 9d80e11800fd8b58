"""Scenes and pictures for the tests of boards."""

from __future__ import annotations

import io
import random
from collections.abc import Callable

import pytest
from PIL import Image

from bot.boards import BOARDS, Scene
from games import GAMES

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
        image = Image.open(io.BytesIO(BOARDS["othello"].draw(scene)))
        assert image.format == "PNG"
        return image.convert("RGBA")

    return open_
