"""What one person alone sees of a large board: the line above it says which points have buttons."""

from __future__ import annotations

import pytest

from bot.presenters.base import Keypad
from bot.texts import texts
from bot.ui.buttons import keypad_of
from bot.ui.pad import pad_view
from games.base import Move
from tests.bot.stories import match_of
from tests.bot.ui.shown import components_of, presses, words


@pytest.mark.parametrize("selection", ["part-3", "part-3.2", "near-1"])
def test_the_line_says_where_one_can_play_and_what_leads_on(selection: str) -> None:
    match = match_of("go", "19x19-korean", (Move("d4"), Move("q4")), second_id=None, level="3")
    for language, line in (
        ("en", "play on a circle; arrows move them"),
        ("ko", "동그라미에 두세요. 화살표는 밝은 곳 안에서 옮깁니다"),
    ):
        reader = texts(language)
        said = words(pad_view(match, match.home, keypad_of(match, None, selection, reader), reader))
        assert said.endswith(f" · {line}") and "#" in said
        assert "\n" not in said  # a desktop has no room for a second line


def test_a_part_without_buttons_says_whose_turn_it_is() -> None:
    """While the opponent thinks, and for people who only look."""
    match = match_of("gomoku", "freestyle-15", (Move("h8"),))
    for language, line in (("en", "White: <@{}> to move"), ("ko", "백 <@{}> 차례")):
        view = pad_view(match, match.home, Keypad(), texts(language))
        assert words(view).endswith(line.format(match.second_id)) and "h8" in words(view)
        assert presses(components_of(view)) == []
