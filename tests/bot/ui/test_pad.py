"""What one person alone sees of a large board: the line above it says which points have buttons."""

from __future__ import annotations

import pytest

from bot.texts import texts
from bot.ui.buttons import keypad_of
from bot.ui.pad import pad_view
from games.base import Move
from tests.bot.stories import match_of
from tests.bot.ui.shown import words


@pytest.mark.parametrize(
    ("selection", "english", "korean"),
    [
        ("part-3", "play on a circle; ⇑ • ⇓ show the other rows", "동그라미에 두세요. 다른 자리는 ⇑ • ⇓"),
        ("part-3.2", "play on a circle; ⇑ • ⇓ show the other rows", "동그라미에 두세요. 다른 자리는 ⇑ • ⇓"),
        ("part-1.1", "play on a circle", "동그라미에 두세요."),
    ],
)
def test_the_arrows_are_named_where_there_are_some(selection: str, english: str, korean: str) -> None:
    match = match_of("go", "19x19-korean", (Move("d4"), Move("q4")), second_id=None, level="3")
    for language, line in (("en", english), ("ko", korean)):
        reader = texts(language)
        said = words(pad_view(match, match.home, keypad_of(match, None, selection, reader), reader))
        assert any(part.endswith(f" · {line}") for part in said.split("\n")), said
