"""The rating with which a puzzle starts: how the levels did, put in the order of the puzzles' lengths.

The levels read a long forced line as easily as a short one, people do not. So the puzzles of a theme are
ranked by their length, and equally long ones by how many levels solve them; a puzzle's rating is the one that
the levels give to the puzzle at its rank. No puzzle is rated below a shorter one of its theme, and the
ratings of a theme stay about what they were.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from ai.puzzles.puzzle import Puzzle, rating_of
from games.othello import OthelloPosition

_WINS = "win"
"""The theme of wins within a number of moves: they are of one kind, whatever the number."""


def with_start_ratings(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """The puzzles of a game, in the same order, with their start ratings."""
    puzzles = list(puzzles)
    by_kind = defaultdict[str, list[Puzzle]](list)
    for puzzle in puzzles:
        by_kind[kind(puzzle)].append(puzzle)
    ratings = dict[str, int]()
    for alike in by_kind.values():
        ratings |= _ratings_of_kind(alike)
    return [replace(rated, rating=ratings[rated.id]) for rated in puzzles]


def _ratings_of_kind(puzzles: Sequence[Puzzle]) -> dict[str, int]:
    """The start rating of each puzzle of a kind, by its id."""
    by_rank = _interpolated(map(by_levels, puzzles))
    classes = [(length(puzzle), by_levels(puzzle)) for puzzle in puzzles]
    ranks = _middles(Counter(classes))
    return {puzzle.id: by_rank(ranks[of_class]) for puzzle, of_class in zip(puzzles, classes, strict=True)}


_Class = TypeVar("_Class", bound=int | tuple[int, int])


def _middles(classes: Counter[_Class]) -> dict[_Class, float]:
    """The middle rank of each class, if the lowest class comes first."""
    middles, before = dict[_Class, float](), 0
    for each in sorted(classes):
        middles[each] = before + (classes[each] - 1) / 2
        before += classes[each]
    return middles


def _interpolated(ratings: Iterable[int]) -> Callable[[float], int]:
    """The rating at a rank: a rating is at the middle of its ranks, between two it rises evenly."""
    middles = _middles(Counter(ratings))
    return lambda rank: round(float(np.interp(rank, [*middles.values()], [*middles])))


def by_levels(puzzle: Puzzle) -> int:
    """The rating that follows from the levels that solve a puzzle."""
    return rating_of(puzzle.game, puzzle.solved_by)


def kind(puzzle: Puzzle) -> str:
    """The theme within which a puzzle's length is compared: in Go the task, elsewhere what is to be done."""
    if puzzle.game == "hare_and_hounds" or any(theme.startswith("win-") for theme in puzzle.themes):
        return _WINS
    word, _, _ = puzzle.goal.partition(" ")
    return puzzle.themes[0] if word in {"", "capture"} else word


def length(puzzle: Puzzle) -> int:
    """How far a puzzle has to be read: the plies of its line, or in Othello the empty squares."""
    position = puzzle.position
    if isinstance(position, OthelloPosition):
        return position.size**2 - (position.black | position.white).bit_count()
    return len(puzzle.line)
