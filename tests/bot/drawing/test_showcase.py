"""The pictures that introduce the games."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from bot.drawing.showcase import all_games_picture, game_picture, record
from bot.drawing.themes import THEMES
from games import GAMES, replay
from games.base import PASS

WIDEST = 11 / 7
"""A wider picture takes the whole width of a message in Discord, and has no height while it loads."""
MOST_BYTES = 150 * 1024


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_is_shown_in_play(slug: str) -> None:
    position = replay(record(slug))
    assert position.outcome() is None
    assert list(position.legal_moves()) not in ([], [PASS])
    assert game_picture(slug) is game_picture(slug), "drawn once"


@pytest.mark.parametrize("theme", THEMES)
def test_all_games_fit_a_message(theme: str) -> None:
    stored = all_games_picture(theme)
    picture = Image.open(io.BytesIO(stored))
    assert 1 <= picture.width / picture.height <= WIDEST
    assert len(stored) <= MOST_BYTES
    assert all_games_picture(theme) is stored, "drawn once"
    corners = picture.convert("RGBA").getchannel("A")
    assert corners.getextrema() == (0, 255), "what is between the boards is clear in both of Discord's themes"
