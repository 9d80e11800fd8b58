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
        (
            "part-3",
            "For others, tap their columns, such as p-r.",
            "다른 자리는 그 열 묶음을 누르세요(예: p-r).",
        ),
        (
            "part-1",
            "For others, tap their columns, such as c-e.",
            "다른 자리는 그 열 묶음을 누르세요(예: c-e).",
        ),
        ("part-1.ab", "You can play on circled points.", "동그라미 친 자리에 둘 수 있습니다."),
        ("part-3.pqr", "You can play on circled points.", "동그라미 친 자리에 둘 수 있습니다."),
    ],
)
def test_the_columns_that_are_named_are_those_of_the_circled_points(
    selection: str, english: str, korean: str
) -> None:
    match = match_of("go", "19x19-korean", (Move("d4"), Move("q4")), second_id=None, level="3")
    for language, line in (("en", english), ("ko", korean)):
        reader = texts(language)
        said = words(pad_view(match, match.home, keypad_of(match, None, selection, reader), reader))
        assert any(line in part for part in said.split("\n")), said
