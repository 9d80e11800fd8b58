"""What one person alone sees of a large board: the line above it says what was played, and who is to move."""

from __future__ import annotations

import pytest

from bot.presenters.keypad import Keypad
from bot.texts import texts
from bot.ui.buttons import keypad_of
from bot.ui.pad import pad_view
from games.base import Move
from tests.bot.stories import match_of
from tests.bot.ui.shown import components_of, presses, words


@pytest.mark.parametrize("selection", ["part-3", "block-2-7", "near-1"])
def test_the_line_says_the_last_move_and_who_is_to_move(selection: str) -> None:
    match = match_of("go", "19x19-korean", (Move("d4"), Move("q4")), second_id=None, level="3")
    for language, side in (("en", "Black"), ("ko", "흑")):
        reader = texts(language)
        said = words(pad_view(match, match.home, keypad_of(match, None, selection, reader), reader))
        assert said.endswith(side) and "**q4**" in said and "#" in said
        assert "\n" not in said  # a desktop has no room for a second line


def test_the_line_says_what_was_captured_before_why_a_button_is_green() -> None:
    """White's last move captures a1, while Black's d4 and d5 are in atari."""
    line = "d4 c4 d5 c5 a1 e4 q16 e5 q4 a2 q10 d6 k4 b1"
    moves = tuple(map(Move, line.split()))
    for language, captured in (("en", "**b1**, captures 1"), ("ko", "**b1**, 1점 따냄")):
        reader = texts(language)
        for played, is_said in ((moves, True), (moves[:-2], False)):
            match = match_of("go", "19x19-korean", played, second_id=None, level="3")
            keypad = keypad_of(match, None, "part-7", reader, suggests=True)
            said = words(pad_view(match, match.home, keypad, reader))
            assert keypad.suggests and (captured in said) is is_said
            assert (reader("suggestions.go") in said) is not is_said


def test_a_part_whose_buttons_are_off_says_that_the_opponent_is_to_move() -> None:
    match = match_of("go", "19x19-korean", (Move("d4"), Move("q4")))
    for language, line in (("en", "Black to move"), ("ko", "흑 차례")):
        reader = texts(language)
        keypad = keypad_of(match, None, "near-1", reader)
        waiting = pad_view(match, match.home, keypad.disabled(), reader)
        assert words(waiting).endswith(line) and "\n" not in words(waiting)
        assert len(components_of(waiting)) == len(components_of(pad_view(match, match.home, keypad, reader)))


def test_a_part_without_buttons_says_whose_turn_it_is() -> None:
    """For people who only look."""
    match = match_of("gomoku", "freestyle-15", (Move("h8"),))
    for language, line in (("en", "White: <@{}> to move"), ("ko", "백 <@{}> 차례")):
        view = pad_view(match, match.home, Keypad(), texts(language))
        assert words(view).endswith(line.format(match.second_id)) and "h8" in words(view)
        assert presses(components_of(view)) == []
