"""The pictures that introduce the games."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from bot.drawing.showcase import ROWS, all_games_picture, game_picture, record
from bot.drawing.themes import THEMES
from games import GAMES, replay
from games.base import PASS

SHAPES = 11 / 7, 2.05
"""Width by height. Up to the first, Discord shows a picture 350 px high, and the whole welcome does not fit a
small desktop's window; above the second, boards are too small on a phone."""
MAX_BYTES = 150 * 1024


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_is_shown_in_play(slug: str) -> None:
    position = replay(record(slug))
    assert position.outcome() is None
    assert list(position.legal_moves()) not in ([], [PASS])
    assert game_picture(slug) is game_picture(slug), "drawn once"


def test_the_boards_are_in_the_order_of_the_list() -> None:
    assert [slug for row in ROWS for slug in row] == list(GAMES)


@pytest.mark.parametrize("theme", THEMES)
def test_all_games_fit_a_message(theme: str) -> None:
    stored = all_games_picture(theme)
    picture = Image.open(io.BytesIO(stored))
    assert SHAPES[0] < picture.width / picture.height <= SHAPES[1]
    assert len(stored) <= MAX_BYTES
    assert all_games_picture(theme) is stored, "drawn once"
    corners = picture.convert("RGBA").getchannel("A")
    assert corners.getextrema() == (0, 255), "what is between the boards is clear in both of Discord's themes"
