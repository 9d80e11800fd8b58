"""The part of a large board that the picture of a puzzle shows, and the buttons of its points."""

from dataclasses import replace
from random import Random

import pytest

from ai.puzzles.puzzle import Puzzle
from ai.puzzles.window import window_of
from bot import puzzles
from bot.presenters.keypad import BUTTON_ROWS, BUTTONS_PER_ROW, Action, Keypad
from bot.presenters.registry import PRESENTERS
from bot.texts import LANGUAGES, texts
from bot.ui.picture import Look, picture
from bot.ui.puzzle import PuzzleQuestion, line_view
from bot.ui.puzzle_scene import line_scene, puzzle_in_words, puzzle_scene, window_with, wrong_scene
from games.base import PASS, Move, Side
from games.go.position import GoPosition
from games.grid import shown_point
from tests.bot.ui.shown import words

EN = texts("en")
VARIANTS = ("13x13-korean", "19x19-korean", "freestyle-15")


def windowed(variant: str) -> Puzzle:
    """A puzzle of a variant of which a picture shows a part."""
    of_variant = [puzzle for puzzle in puzzles.chosen(None) if puzzle.variant == variant]
    mixed = Random(variant).sample(of_variant, len(of_variant))
    return next(puzzle for puzzle in mixed if window_of(puzzle) is not None)


SAMPLE = [*map(windowed, VARIANTS)]
of_each_board = pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.variant)


def keypad_of(puzzle: Puzzle, selection: str = "") -> Keypad:
    scene = puzzle_scene(puzzle, is_playing=True)
    return PRESENTERS[puzzle.game].keypad(scene.viewpoint(selection), EN)


def points_of(puzzle: Puzzle) -> set[str]:
    """The names of the points in a puzzle's window."""
    window, grid = window_with(puzzle), puzzle.position.board.grid  # type: ignore[attr-defined]
    assert window is not None
    return {grid.name(row * grid.size + column) for line in window.points() for column, row in line}


@of_each_board
def test_two_taps_reach_every_point_of_the_window(puzzle: Puzzle) -> None:
    reached = set[str]()
    for column in (button for button in keypad_of(puzzle).buttons if button.action is Action.SELECT):
        keypad = keypad_of(puzzle, column.argument)
        assert len(keypad.rows) <= BUTTON_ROWS and all(len(row) <= BUTTONS_PER_ROW for row in keypad.rows)
        reached |= {button.argument for button in keypad.buttons if button.action is Action.MOVE}
    legal = {move for move in puzzle.position.legal_moves() if move != PASS}
    assert reached & legal == points_of(puzzle) & legal
    assert {*puzzle.line} <= points_of(puzzle), "the whole solution is in it"


@of_each_board
def test_the_first_buttons_are_the_columns_and_typing(puzzle: Puzzle) -> None:
    keypad, columns = keypad_of(puzzle), {point[0] for point in points_of(puzzle)}
    selecting = {button.argument for button in keypad.buttons if button.action is Action.SELECT}
    assert {argument for argument in selecting if not argument.startswith("row-")} == columns
    assert any(button.action is Action.TYPE for button in keypad.buttons)
    assert len(keypad.rows) == BUTTON_ROWS


@of_each_board
def test_the_picture_of_a_window_is_no_higher_than_that_of_a_board(puzzle: Puzzle) -> None:
    scene = puzzle_scene(puzzle, is_playing=True)
    whole = picture(replace(scene, window=None), Look())
    assert picture(scene, Look()) != whole
    column = next(iter(points_of(puzzle)))[0]
    assert picture(replace(scene, selection=column), Look()) != picture(scene, Look()), "it is brighter"


@of_each_board
def test_answers_are_shown_in_the_window_too(puzzle: Puzzle) -> None:
    window = window_with(puzzle)
    assert puzzle_scene(puzzle, puzzle.line).window == window
    wrong = next(Move(point) for point in sorted(points_of(puzzle)) if point in wrong_of(puzzle))
    assert wrong_scene(puzzle, 0, wrong, None, None).window == window


@of_each_board
def test_a_move_elsewhere_is_shown_on_the_whole_board(puzzle: Puzzle) -> None:
    outside = next(move for move in wrong_of(puzzle) if move not in points_of(puzzle))
    assert wrong_scene(puzzle, 0, outside, None, None).window is None


def wrong_of(puzzle: Puzzle) -> list[Move]:
    return [move for move in puzzle.position.legal_moves() if move not in (puzzle.answer, PASS)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_say_which_part_is_shown(language: str) -> None:
    puzzle = SAMPLE[1]
    position = puzzle.position
    assert isinstance(position, GoPosition)
    points = points_of(puzzle)
    words = puzzle_in_words(puzzle, puzzle.record, texts(language))
    first = min(points, key=lambda point: (point[0], int(point[1:])))
    last = max(points, key=lambda point: (point[0], int(point[1:])))
    assert words.endswith(
        texts(language).plain("board.window", first=shown_point(first), last=shown_point(last))
    )


def test_a_small_board_is_shown_whole() -> None:
    puzzle = next(puzzle for puzzle in puzzles.of_game("go") if puzzle.variant.startswith("9x9"))
    assert puzzle_scene(puzzle).window is None
    assert "The picture shows" not in puzzle_in_words(puzzle, puzzle.record, EN)


def test_a_solution_shows_its_next_moves_and_what_follows_as_numbered_stones() -> None:
    kill = puzzles.with_id("135f947e9c")
    assert kill is not None and (kill.line, kill.then) == (("j1",), ("j2", "h1"))
    solver = kill.position.to_move
    assert line_scene(kill, 1).line == (("j2", solver.other), ("h1", solver))
    view = line_view(kill, PuzzleQuestion(kill.id), 1, EN, right="Right!")
    assert "if White plays on: **1**~White~j2 **2**~h1" in words(view)
    longer = next(puzzle for puzzle in puzzles.of_game("gomoku") if len(puzzle.line) == 5)
    assert [move for move, _ in line_scene(longer, 2).line] == list(longer.line[2:])
    assert line_scene(longer, 5).line == line_scene(longer, 1, Move("a1")).line == ()


@pytest.mark.parametrize(
    ("first", "language", "said"),
    [
        ("stone", "en", "White's group is dead · if White plays on: **1**~White~"),
        ("stone", "ko", "백돌이 죽었습니다 · 백이 더 두면 **1**~백~"),
        ("pass", "en", "White's group is dead · if White plays elsewhere: **1**~Black~"),
        ("pass", "ko", "백돌이 죽었습니다 · 백이 손을 빼면 **1**~흑~"),
    ],
)
def test_what_follows_a_line_says_who_plays_first(first: str, language: str, said: str) -> None:
    puzzle = next(
        puzzle
        for puzzle in puzzles.chosen("go", "kill")
        if puzzle.then
        and puzzle.position.to_move is Side.FIRST
        and (puzzle.then[0] == PASS) is (first == "pass")
    )
    assert said in words(line_view(puzzle, PuzzleQuestion(puzzle.id), len(puzzle.line), texts(language)))


def test_a_stone_after_one_of_its_own_color_has_its_color_named() -> None:
    puzzle = next(puzzle for puzzle in puzzles.chosen("go", "kill") if PASS in puzzle.then[1:])
    first, second, _, fourth = puzzle.then
    own, other = ("White", "Black") if puzzle.position.to_move is Side.SECOND else ("Black", "White")
    stones = f"**1**~{other}~{first} **2**~{second} **3**~{own}~{fourth}"
    assert stones in words(line_view(puzzle, PuzzleQuestion(puzzle.id), len(puzzle.line), EN))
