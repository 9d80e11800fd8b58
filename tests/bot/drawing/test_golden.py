"""Othello's pictures compared with kept ones, at the size a phone shows them (`as_kept` in conftest.py)."""

from __future__ import annotations

import pytest

from bot.drawing.base import Scene
from games.base import Move, Side
from games.othello import OTHELLO

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
def test_looks_as_it_did(name: str, midgame, opened, as_kept) -> None:
    assert as_kept(name, opened(scene_of(name, midgame)))


def test_a_missing_mark_would_be_noticed(midgame, opened, as_kept) -> None:
    assert not as_kept("midgame", opened(Scene(midgame().position)), keep=False)
