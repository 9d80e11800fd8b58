"""Puzzles of Gomoku are found at the end of a match."""

from dataclasses import replace
from random import Random

import pytest

from ai.puzzles.make.gomoku import find
from ai.puzzles.puzzle import GOMOKU_RULES
from bot import puzzles


@pytest.mark.parametrize("theme", ["fours", "threes", "defense"])
def test_a_shipped_puzzle_is_found_again_by_the_rules_of_its_match(theme: str) -> None:
    """Its variant was changed to the first one if it is right by all rules."""
    puzzle = Random(theme).choice([each for each in puzzles.chosen("gomoku", theme) if each.rules])
    by_rules = (find(replace(puzzle.record, variant=variant)) for variant in GOMOKU_RULES)
    known = next(candidate for candidate in by_rules if candidate is not None)
    assert (known.themes, known.answer) == (puzzle.themes, puzzle.answer)
