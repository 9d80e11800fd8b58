"""Pictures compared with kept ones, at the size a phone shows them.

After a deliberate change of the look: `UPDATE_GOLDEN=1 pytest tests/bot/boards/test_golden.py`, then
look at every file in golden/ before committing it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.boards import Scene
from games.base import Move, Side
from games.othello import OTHELLO

GOLDEN = Path(__file__).with_name("golden")
PHONE = 360
MEAN, BLOCK = 2.0, 12.0  # levels of 255: tolerated on the whole, and in any block of 12 x 12 pixels

SCENES = {
    "start": {"plies": 0},
    "midgame": {"plies": 28},
    "midgame-dark-turned-advice": {"plies": 31, "theme": "dark", "viewer": Side.SECOND},
    "6x6-dark": {"variant": "6x6", "plies": 14, "theme": "dark"},
    "10x10-numbers": {"variant": "10x10", "plies": 50, "numbers": True},
    "full": {"plies": 60},
}


def scene_of(name: str, midgame) -> Scene:
    if name == "start":
        return Scene(OTHELLO.start("8x8"))
    if "advice" in name:
        return midgame(**SCENES[name], suggestion=Move("b1"))
    return midgame(**SCENES[name])


@pytest.mark.parametrize("name", SCENES)
def test_looks_as_it_did(name: str, midgame, opened) -> None:
    drawn = opened(scene_of(name, midgame)).convert("RGB").resize((PHONE, PHONE), Image.Resampling.LANCZOS)
    path = GOLDEN / f"{name}.png"
    if os.environ.get("UPDATE_GOLDEN"):
        drawn.quantize(256, kmeans=2, dither=Image.Dither.NONE).save(path, optimize=True)
    difference = ImageChops.difference(drawn, Image.open(path).convert("RGB")).convert("L")
    assert ImageStat.Stat(difference).mean[0] <= MEAN
    assert difference.reduce(12).getextrema()[1] <= BLOCK


def test_a_missing_mark_would_be_noticed(midgame, opened) -> None:
    with_mark = opened(midgame()).convert("L").resize((PHONE, PHONE))
    without = opened(Scene(midgame().position)).convert("L").resize((PHONE, PHONE))
    assert ImageChops.difference(with_mark, without).reduce(12).getextrema()[1] > BLOCK
