"""What a person may want to practice: the phase of a game with most of their mistakes, themes of puzzles."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from bot import puzzles
from bot.match.report import phase_starts
from data.puzzles.attempts import PuzzleAttempt

MIN_MISTAKES = 5
"""With fewer mistakes in a game, nothing is said about their phase."""
MIN_ATTEMPTS = 4
"""With fewer attempts at puzzles of a theme, nothing is said about it."""
_WELL = 0.7
"""Themes of which a larger share is solved need no practice."""


class Phase(StrEnum):
    """A part of a match."""

    OPENING = "opening"
    MIDDLE = "middle"
    ENDGAME = "endgame"


class WeakPhase(NamedTuple):
    """The phase with most of a person's mistakes in a game."""

    phase: Phase
    mistakes: int
    every: int
    """Their mistakes in all phases."""


class WeakTheme(NamedTuple):
    """The theme of whose puzzles a person has solved the smallest share."""

    theme: str
    solved: int
    tried: int


@dataclass(frozen=True, slots=True)
class Advice:
    """What to practice."""

    due: int = 0
    """Mistakes that are due to be asked about again."""
    phase: WeakPhase | None = None
    theme: WeakTheme | None = None


def weak_phase(game: str, mistakes: Iterable[tuple[str, int]]) -> WeakPhase | None:
    """The phase with most of these mistakes, each a variant and the number of moves before it."""
    counts = Counter(phase for variant, ply in mistakes if (phase := phase_of(game, variant, ply)))
    if counts.total() < MIN_MISTAKES:
        return None
    phase, number = counts.most_common(1)[0]
    return WeakPhase(phase, number, counts.total())


def phase_of(game: str, variant: str, ply: int) -> Phase | None:
    """The phase of a match after ``ply`` moves; None in games without phases."""
    starts = _starts(game, variant)
    if not starts:
        return None
    return list(Phase)[bisect_right(starts, ply)]


@cache
def _starts(game: str, variant: str) -> tuple[int, ...]:
    return tuple(phase_starts(game, variant))


def weak_theme(game: str, attempts: Iterable[PuzzleAttempt]) -> WeakTheme | None:
    """The theme of a game's puzzles that a person solves least often."""
    tried, solved = Counter[str](), Counter[str]()
    for attempt in attempts:
        puzzle = puzzles.with_id(attempt.puzzle_id) if attempt.game == game else None
        for theme in puzzle.themes if puzzle is not None else ():
            tried[theme] += 1
            solved[theme] += attempt.solved
    practiced = [WeakTheme(name, solved[name], n) for name, n in tried.items() if n >= MIN_ATTEMPTS]
    weakest = min(practiced, key=_by_share_solved, default=None)
    return weakest if weakest is not None and weakest.solved < _WELL * weakest.tried else None


def _by_share_solved(weak: WeakTheme) -> tuple[float, int, str]:
    """The order of themes: the smallest share solved first, of equal shares the theme tried most often."""
    return weak.solved / weak.tried, -weak.tried, weak.theme
