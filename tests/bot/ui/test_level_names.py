"""What levels of the computer are called."""

from __future__ import annotations

import pytest

from ai.strengths import nearest_level
from bot.texts import texts
from bot.ui.level_names import level_name, level_of_all

NEAR = nearest_level("othello", "1250")


@pytest.mark.parametrize(
    ("language", "level", "name", "beside_the_player"),
    [
        ("en", "4", "level 4", "lv. 4/8"),
        ("ko", "4", "4단계", "4/8단계"),
        ("en", "1250", f"1250, about level {NEAR}", f"1250 ≈ lv. {NEAR}"),
        ("ko", "1250", f"1250, 약 {NEAR}단계", f"1250, 약 {NEAR}단계"),
        ("en", "600", "600, about level 1", "600 ≈ lv. 1"),
        ("en", "9999", "9999, about level 8", "9999 ≈ lv. 8"),
        ("en", "classic", "disc counter", "disc counter"),
        ("en", "12", "level 12", "lv. 12/8"),  # of a match that an earlier version has stored
    ],
)
def test_names(language: str, level: str, name: str, beside_the_player: str) -> None:
    reader = texts(language)
    assert level_name("othello", level, reader) == name
    assert level_of_all("othello", level, reader) == beside_the_player
