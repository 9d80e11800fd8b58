"""What is said of the problems of an imported file: nobody is to move there."""

from __future__ import annotations

import pytest

from bot.records.base import Problem
from bot.records.reading import read
from bot.texts import LANGUAGES, texts
from bot.ui.import_message import FoundProblem, problem_line

FILES = {
    "rule.no-flips": b"(;GM[2]SZ[8];B[aa])",
    "rule.occupied": b"(;GM[1]SZ[9];B[ee];W[ee])",
    "rule.ko": b"(;GM[1]SZ[9];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[hh];W[bb];B[cb];W[bb])",
    "rule.three-three": b"(;GM[4]SZ[15]RU[Renju];B[hh];W[aa];B[gh];W[oa];B[ii];W[ao];B[ij];W[oo];B[ih])",
}


@pytest.mark.parametrize("key", FILES)
def test_reasons_speak_to_nobody(key: str) -> None:
    (game,) = read(FILES[key]).games
    assert game.problem is not None and game.problem.key == key
    assert "Line 1: " in (said := problem_line(FoundProblem(game.problem), texts("en")))
    assert " you" not in said.lower() and "dots" not in said and "play" not in said.lower()


@pytest.mark.parametrize("language", LANGUAGES)
def test_other_reasons_are_those_of_the_rules(language: str) -> None:
    problem = Problem(3, "rule.off-board", {"move": "z9", "corner": "h8"})
    reader = texts(language)
    assert reader("rule.off-board", move="z9", corner="h8") in problem_line(FoundProblem(problem), reader)
