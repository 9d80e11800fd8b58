"""What a person is told to practice."""

from __future__ import annotations

import pytest

from bot import puzzles
from bot.match.advice import MIN_ATTEMPTS, Phase, WeakPhase, phase_of, weak_phase, weak_theme
from data.puzzles.attempts import PuzzleAttempt


@pytest.mark.parametrize(
    ("game", "variant", "ply", "expected"),
    [
        ("othello", "8x8", 0, Phase.OPENING),
        ("othello", "8x8", 30, Phase.MIDDLE),
        ("othello", "8x8", 50, Phase.ENDGAME),
        ("go", "19x19-korean", 51, Phase.OPENING),
        ("go", "19x19-korean", 52, Phase.MIDDLE),
        ("gomoku", "renju-15", 10, None),
    ],
)
def test_phases(game: str, variant: str, ply: int, expected: Phase | None) -> None:
    assert phase_of(game, variant, ply) == expected


def test_the_phase_with_most_mistakes_is_weak_once_there_are_enough() -> None:
    late = [("8x8", 50), ("8x8", 55), ("6x6", 30)]
    assert weak_phase("othello", [*late, ("8x8", 3)]) is None
    assert weak_phase("othello", [*late, ("8x8", 3), ("8x8", 25)]) == WeakPhase(Phase.ENDGAME, 3, 5)
    assert weak_phase("gomoku", [("renju-15", 3)] * 9) is None


def test_the_theme_that_is_solved_least_is_weak() -> None:
    every = puzzles.of_game("go")
    theme = every[0].themes[0]
    of_theme = [puzzle for puzzle in every if puzzle.themes == every[0].themes][: MIN_ATTEMPTS + 1]
    tries = [PuzzleAttempt(puzzle.id, "go", number == 0, 1.0) for number, puzzle in enumerate(of_theme)]
    found = weak_theme("go", tries)
    assert found is not None and (found.theme, found.solved, found.tried) == (theme, 1, len(tries))
    assert weak_theme("go", tries[: MIN_ATTEMPTS - 1]) is None
    assert weak_theme("othello", tries) is None
    assert weak_theme("go", [PuzzleAttempt(one.puzzle_id, "go", True, 1.0) for one in tries]) is None
