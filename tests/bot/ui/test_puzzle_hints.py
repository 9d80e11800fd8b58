"""The hints of a puzzle: what they say, that none is the answer, and their button."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from ai.puzzles.proof.go_life import region_of
from ai.puzzles.puzzle import Puzzle
from bot import puzzles
from bot.presenters.registry import PRESENTERS
from bot.texts import LANGUAGES, texts
from bot.ui.puzzle import PuzzleQuestion, question_view
from bot.ui.puzzle_hints import MAX_HINTS, hinted_points, hints
from bot.ui.puzzle_scene import group, puzzle_scene
from bot.ui.puzzle_words import task
from games.base import PASS, Move
from games.go.position import GoPosition
from tests.bot.stories import parts
from tests.bot.ui.shown import components_of, words

EN = texts("en")
PARTS = 4
"""Every fourth puzzle of a game is looked at, the others in `make soak`."""


def puzzle_with(puzzle_id: str) -> Puzzle:
    puzzle = puzzles.with_id(puzzle_id)
    assert puzzle is not None
    return puzzle


def said_by(puzzle: Puzzle, step: int = 0) -> list[str]:
    """The English sentences of a puzzle's hints."""
    return [hint.text for hint in hints(puzzle, step, EN)]


@pytest.mark.parametrize(
    ("puzzle_id", "first", "second"),
    [
        ("3042785cc0", "Odd empty area: you play its last move", "It flips 3 discs"),
        ("74149c2cfd", "7 fours; the last threatens five twice", "Columns d–f, rows 4–6"),
        ("85c757e913", "A net that surrounds from a distance", "On column g"),
        ("491aa6e4fe", "It attacks Red's King", "Move S from b2"),
    ],
)
def test_a_second_hint_says_more(puzzle_id: str, first: str, second: str) -> None:
    assert said_by(puzzle_with(puzzle_id)) == [first, second]


def test_a_hint_selects_the_piece_that_it_names() -> None:
    assert [hint.piece for hint in hints(puzzle_with("491aa6e4fe"), 0, EN)] == ["", "b2"]


def test_a_column_with_one_legal_move_is_no_hint() -> None:
    for puzzle in puzzles.of_game("othello"):
        for step in puzzle.questions:
            move, legal = puzzle.line[step], puzzle.after(step).legal_moves()
            if sum(other[0] == move[0] and other != PASS for other in legal) == 1:
                assert f"On column {move[0]}" not in said_by(puzzle, step)


@pytest.mark.parametrize("part", parts(PARTS))
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", puzzles.games_with_puzzles())
def test_no_hint_names_the_answer(game: str, language: str, part: int) -> None:
    reader, presenter = texts(language), PRESENTERS[game]
    for puzzle in puzzles.of_game(game)[part::PARTS]:
        said = [hint.text for hint in hints(puzzle, 0, reader)]
        assert len(said) <= MAX_HINTS
        assert not any(presenter.move_text(puzzle.answer, reader) in line for line in said)


@pytest.mark.parametrize("part", parts(PARTS))
def test_most_puzzles_that_are_asked_have_hints(part: int) -> None:
    for game in puzzles.games_with_puzzles():
        offered = [puzzle for puzzle in puzzles.of_game(game)[part::PARTS] if puzzles.is_offered(puzzle)]
        assert sum(bool(hints(puzzle, 0, EN)) for puzzle in offered) >= 0.75 * len(offered), game


def shown(puzzle: Puzzle, given: int, day: str = "") -> tuple[str, Mapping[str, Any]]:
    """The words of a question after hints, and the button of the next one."""
    keypad = PRESENTERS[puzzle.game].keypad(puzzle_scene(puzzle, is_playing=True).viewpoint(), EN)
    view = question_view(puzzle, PuzzleQuestion(puzzle.id, day=day, hints=given), keypad, EN)
    button = next(part for part in components_of(view) if "hint" in str(part.get("label")).casefold())
    return words(view), button


def test_the_button_says_which_hint_it_gives_of_how_many_and_is_off_after_the_last() -> None:
    puzzle = puzzle_with("491aa6e4fe")
    first, second = said_by(puzzle)
    for given, label in ((0, "Hint 1/2"), (1, "Hint 2/2"), (2, "Hint 2/2")):
        text, button = shown(puzzle, given)
        assert (first in text, second in text) == (given > 0, given > 1)
        assert (button["label"], button.get("disabled", False)) == (label, given == 2)


def test_a_puzzle_without_hints_says_so() -> None:
    puzzle = next(puzzle for puzzle in puzzles.of_game("hare_and_hounds") if not said_by(puzzle))
    _, button = shown(puzzle, 0)
    assert (button["label"], button["disabled"]) == ("No hint", True)


def test_a_hint_stands_beside_the_heading_and_the_task_stays() -> None:
    puzzle = puzzle_with("491aa6e4fe")
    text, _ = shown(puzzle, 1)
    assert "**Puzzle** · \N{ELECTRIC LIGHT BULB} It attacks Red's King" in text and task(puzzle, EN) in text


def test_two_hints_stand_one_after_the_other() -> None:
    text, _ = shown(puzzle_with("85c757e913"), 2)
    assert "**1.** A net that surrounds from a distance **2.** On column g" in text


@pytest.mark.parametrize(
    ("puzzle_id", "given", "points"),
    [
        ("85c757e913", 2, {"g5", "g6", "g7"}),
        ("85c757e913", 0, set()),
        ("3635c2e6b0", 1, set()),  # an idea names no place
    ],
)
def test_the_picture_marks_what_the_hints_leave(puzzle_id: str, given: int, points: set[str]) -> None:
    puzzle = puzzle_with(puzzle_id)
    assert hinted_points(puzzle, hints(puzzle, 0, EN)[:given]) == points


@pytest.mark.parametrize("part", parts(PARTS))
@pytest.mark.parametrize("game", puzzles.games_with_puzzles())
def test_a_mark_of_a_hint_is_not_the_answer_alone_and_does_not_leave_it_out(game: str, part: int) -> None:
    marked = 0
    for puzzle in puzzles.of_game(game)[part::PARTS]:
        every = hints(puzzle, 0, EN)
        for given in range(len(every) + 1):
            points = hinted_points(puzzle, every[:given])
            marked += bool(points)
            assert len(points) != 1
            assert not points or points & {puzzle.answer, puzzle.answer[:2], puzzle.answer[-2:]}, puzzle.id
    assert marked > 0


@pytest.mark.parametrize("part", parts(PARTS))
def test_a_hint_of_a_capture_marks_no_point_far_from_the_stones_in_question(part: int) -> None:
    captures = [each for each in puzzles.of_game("go") if each.goal.startswith("capture")]
    for puzzle in captures[part::PARTS]:
        for given in (1, 2):
            marked = hinted_points(puzzle, hints(puzzle, 0, EN)[:given])
            if lines_to_group(puzzle, puzzle.answer) <= 2:
                assert all(lines_to_group(puzzle, point) <= 2 for point in marked), puzzle.id


def test_a_hint_of_life_and_death_marks_points_of_the_fight_alone() -> None:
    for puzzle in puzzles.chosen("go", "life-and-death"):
        position = puzzle.position
        assert isinstance(position, GoPosition)
        region = region_of(position, position.board.index[Move(puzzle.goal.partition(" ")[2])])
        inside = {position.board.names[at] for at in region.points} if region else set()
        every = hints(puzzle, 0, EN)
        assert puzzle.answer not in inside or hinted_points(puzzle, every) <= inside, puzzle.id


def lines_to_group(puzzle: Puzzle, point: str) -> int:
    """How many lines a point is from the nearest stone in question."""
    letters = "abcdefghjklmnopqrst"
    return min(
        max(abs(letters.index(point[0]) - letters.index(stone[0])), abs(int(point[1:]) - int(stone[1:])))
        for stone in group(puzzle, puzzle.record_after(0))
    )


def test_a_hint_says_where_a_piece_of_hare_and_hounds_goes() -> None:
    said = {line for puzzle in puzzles.of_game("hare_and_hounds") for line in said_by(puzzle)}
    for line in ("A hound moves on to the next column", "The hare moves toward column 1"):
        assert line in said


def test_beside_the_earlier_days_hints_are_not_counted() -> None:
    _, button = shown(puzzle_with("491aa6e4fe"), 0, day="2026-11-28")
    assert (button["label"], button.get("disabled", False)) == ("Hint", False)
