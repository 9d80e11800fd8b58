"""Puzzles: the question, a wrong move and its refutation, the solution in steps."""

from __future__ import annotations

from dataclasses import replace

import pytest
from discord.ui import LayoutView

from ai.puzzles.puzzle import Puzzle
from bot import puzzles
from bot.presenters.base import MAX_BUTTONS
from bot.presenters.registry import PRESENTERS
from bot.texts import LANGUAGES, texts
from bot.ui.layout import NEXT_STEP
from bot.ui.panel import Panel
from bot.ui.puzzle import (
    PuzzleQuestion,
    line_view,
    puzzle_modal,
    puzzle_scene,
    question_view,
    standing_line,
    standing_lines,
    task,
    wrong_view,
)
from data.model.glicko import Rating
from data.puzzles.attempts import PuzzleStanding
from games.base import Move
from tests.bot.ui.shown import check_component, components_of, words

EN = texts("en")
PERSON = 7
EXAMPLES = [
    next(iter(puzzles.chosen(game, theme)))
    for game in puzzles.games_with_puzzles()
    for theme in puzzles.themes_of(game)
]


def pressed(view: LayoutView) -> list[PuzzleQuestion]:
    """What the keys of a view mean, in their order."""
    found = components_of(view)
    for one in found:
        check_component(one)
    panels = [Panel.read(one) for one in found if "custom_id" in one]
    read = [PuzzleQuestion.read(one.argument) for one in panels if one is not None and one.verb == "puzzle"]
    assert None not in read
    return [one for one in read if one is not None]


def green(view: LayoutView) -> list[str]:
    """The labels of the buttons that are the next step."""
    return [part["label"] for part in components_of(view) if part.get("style") == NEXT_STEP.value]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("puzzle", EXAMPLES, ids=lambda one: f"{one.game}-{one.themes[-1]}")
def test_every_key_is_read_again(puzzle: Puzzle, language: str) -> None:
    reader = texts(language)
    question = PuzzleQuestion(puzzle.id, any_game=True, theme=puzzle.themes[-1])
    keypad = PRESENTERS[puzzle.game].keypad(puzzle_scene(puzzle, is_playing=True).viewpoint(), reader)
    view = question_view(puzzle, question, keypad, reader, hint=True)
    keys = pressed(view)
    assert [one.action for one in keys][-3:] == ["hint", "line", "next"]
    assert len(keys) <= MAX_BUTTONS + 4
    assert all(
        (one.puzzle_id, one.any_game, one.theme) == (question.puzzle_id, True, question.theme) for one in keys
    )
    assert task(puzzle, reader) in words(view)
    assert all(reader.plain(f"theme.{theme}") in words(view) for theme in puzzle.themes)
    modal = puzzle_modal(puzzle, question, reader)
    panel = Panel.read({"custom_id": modal.custom_id})
    assert panel is not None
    assert PuzzleQuestion.read(panel.argument) == PuzzleQuestion(puzzle.id, True, question.theme, "typed")


@pytest.mark.parametrize("puzzle", EXAMPLES, ids=lambda one: f"{one.game}-{one.themes[-1]}")
def test_a_wrong_move_is_refuted(puzzle: Puzzle) -> None:
    question = PuzzleQuestion(puzzle.id)
    for move in [one for one in puzzle.position.legal_moves() if one != puzzle.answer][:4]:
        view = wrong_view(puzzle, question, move, puzzle.reply(move), EN)
        assert "isn't it" in words(view)
        assert ("the reply is" in words(view)) is (puzzle.reply(move) is not None)
        assert [press.action for press in pressed(view)] == ["show", "line", "next"]
        assert green(view) == [EN.plain("button.next-puzzle")]


@pytest.mark.parametrize("puzzle", EXAMPLES, ids=lambda one: f"{one.game}-{one.themes[-1]}")
def test_the_solution_is_stepped_through(puzzle: Puzzle) -> None:
    question = PuzzleQuestion(puzzle.id)
    for shown in range(1, len(puzzle.line) + 1):
        steps = [
            one.choice for one in pressed(line_view(puzzle, question, shown, EN)) if one.action == "line"
        ]
        assert green(line_view(puzzle, question, shown, EN)) == [EN.plain("button.next-puzzle")]
        assert steps == ([str(shown - 1), str(shown + 1)] if len(puzzle.line) > 1 else [])
    assert "Right" in words(line_view(puzzle, question, 1, EN, solved=True))
    assert "Right" not in words(line_view(puzzle, question, 1, EN))


@pytest.mark.parametrize(
    "argument", ["", "0123456789", "0123456789.x.show", "x.g.show", "0123456789.g-Ä.show"]
)
def test_what_names_no_puzzle_is_not_read(argument: str) -> None:
    assert PuzzleQuestion.read(argument) is None


def test_the_picture_of_a_puzzle_is_its_own() -> None:
    first, last = EXAMPLES[0], EXAMPLES[-1]
    assert puzzle_scene(first) != puzzle_scene(last)
    assert puzzle_scene(first) != puzzle_scene(first, is_playing=True)
    answered = puzzle_scene(first, (Move(first.answer),))
    assert answered.record.moves == first.moves + first.line[:1]


@pytest.mark.parametrize(
    ("theme", "english", "korean"),
    [
        ("win-1", "win with one move", "한 수로 이기세요"),
        ("win-3", "win within 3 moves", "3수 안에 승리하세요"),
    ],
)
def test_a_win_is_counted_in_the_moves_of_the_side_that_wins(theme: str, english: str, korean: str) -> None:
    puzzle = replace(EXAMPLES[0], themes=(theme,), goal="")
    assert (task(puzzle, EN), task(puzzle, texts("ko"))) == (english, korean)


def test_a_rating_is_shown_once_it_has_settled() -> None:
    new, uncertain = PuzzleStanding("go", Rating(600.0)), PuzzleStanding("go", Rating(773.0, 95.0), streak=2)
    settled, later = (PuzzleStanding("go", Rating(value, 89.0)) for value in (812.4, 830.6))
    assert standing_line(new, uncertain, EN) == "Your rating is shown after about 3 more puzzles · 2 in a row"
    assert standing_line(uncertain, settled, EN) == "Your rating has settled: 812"
    assert standing_line(settled, later, EN) == "Your rating: 831 (+19)"
    assert standing_lines([uncertain, settled], 0.0, EN) == [
        "Go: rating after about 3 more puzzles · best streak 0",
        "Go: **812** · best streak 0",
    ]
    (years_later,) = standing_lines([settled], 2e8, EN)
    assert years_later.startswith("Go: rating after about ")
