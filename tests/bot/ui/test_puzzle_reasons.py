"""Why the answer of a puzzle is right."""

from __future__ import annotations

import pytest

from bot import puzzles
from bot.texts import LANGUAGES, texts
from bot.ui.puzzle import PuzzleQuestion, line_view
from bot.ui.puzzle_reasons import why_right
from tests.bot.stories import parts
from tests.bot.ui.shown import words

EN, KO = texts("en"), texts("ko")
PARTS = 4
"""Every fourth puzzle of a game is looked at, the others in `make soak`."""


@pytest.mark.parametrize(
    ("puzzle_id", "english", "korean"),
    [
        (
            "4a74fa3bd9",
            "h5 threatens five on k8 and f3: only one can be stopped",
            "h5 다음에 k8, f3 두 곳에서 오목이 되어 다 막을 수 없습니다",
        ),
        ("17be613f77", "J on c3 attacks Red's King", "c3에 장: 빨강 왕을 공격합니다"),
        ("cd701b6af6", "Red wins in 4 moves", "빨강 쪽이 4번 두어 이깁니다"),
        ("85c757e913", "g6: A net that surrounds from a distance", "g6: 한 칸 떨어져 씌우는 장문입니다"),
        (
            "a01bef5308",
            "With best play the hare is trapped; no other move traps it",
            "최선으로 두면 토끼가 갇힙니다. 다른 수로는 잡지 못합니다",
        ),
        (
            "64f48ad490",
            "With best play the hare gets away; no other move saves it",
            "최선으로 두면 토끼가 빠져나갑니다. 다른 수로는 잡힙니다",
        ),
    ],
)
def test_what_is_said(puzzle_id: str, english: str, korean: str) -> None:
    puzzle = puzzles.with_id(puzzle_id)
    assert puzzle is not None
    assert why_right(puzzle, EN).replace("\xa0", " ") == english
    assert why_right(puzzle, KO).replace("\xa0", " ") == korean


@pytest.mark.parametrize("part", parts(PARTS))
@pytest.mark.parametrize("game", puzzles.games_with_puzzles())
def test_every_solved_puzzle_says_more_than_that_it_is_right(game: str, part: int) -> None:
    """In one of the languages, the other than of the puzzle before it."""
    silent = list[str]()
    for number, puzzle in enumerate(puzzles.of_game(game)[part::PARTS]):
        reader = texts(LANGUAGES[number % len(LANGUAGES)])
        view = line_view(puzzle, PuzzleQuestion(puzzle.id), max(puzzle.questions) + 1, reader, right="✅")
        text = words(view)
        says_result = "✅ " in text
        if not (says_result or why_right(puzzle, reader)):
            silent.append(puzzle.id)
    assert silent == []
