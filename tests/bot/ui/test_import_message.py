"""What is said of the problems of an imported file: nobody is to move there."""

from __future__ import annotations

import pytest
from discord.ui import Select, TextDisplay

from bot.records.base import Problem
from bot.records.reading import read
from bot.texts import LANGUAGES, texts
from bot.ui.import_message import FoundProblem, Imported, import_view, problem_line
from data.model.match import Match
from data.model.reasons import NO_RESULT
from games.base import Outcome
from tests.bot.stories import match_of

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


def over(number: int = 7) -> Match:
    """An imported match without a move."""
    return match_of(
        "othello", "8x8", (), state="over", outcome=Outcome(None, NO_RESULT), id=number, imported_by=1
    )


def view_text(imported: Imported, language: str) -> str:
    return "\n".join(
        child.content
        for child in import_view(imported, texts(language)).walk_children()
        if isinstance(child, TextDisplay)
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_mended_is_said_once_for_all_games(language: str) -> None:
    reader = texts(language)
    notes = [Problem(line, "record.read-as-korean", {"rules": "Japanese"}) for line in (1, 4, 9)]
    notes.append(Problem(12, "record.added-passes", {"n": 2}))
    said = view_text(Imported([over()], [], notes, 1), language)
    rules = reader("record.read-as-korean", rules="Japanese")
    assert reader("import.also-there", line=1, n=2, reason=rules) in said
    assert reader("import.problem", line=12, reason=reader("record.added-passes", n=2)) in said
    assert said.count("Japanese") == 1


def test_many_notes_are_counted() -> None:
    notes = [Problem(line, "record.unknown-line", {"text": f"XYZ {line}"}) for line in range(1, 13)]
    said = view_text(Imported([over()], [], notes, 1), "en")
    assert said.count("XYZ") == 8 and texts("en")("import.more-notes", n=4) in said


def test_what_is_mended_is_said_before_what_is_guessed() -> None:
    rules = Problem(1, "record.no-rules", {"game": "go", "variant": "9x9-korean"})
    notes = [rules, Problem(2, "record.added-passes", {"n": 1})]
    said = view_text(Imported([over()], [], notes, 1), "en")
    assert said.index("Line 2: ") < said.index("Line 1: ") and "Go 9×9 · Korean" in said


def test_the_longest_notes_fit_into_a_message() -> None:
    """Discord takes 4,000 characters of text in a message."""
    letters = {"name": "PB", "text": "*" * 40, "other": "_" * 40}
    notes = [Problem(line, "record.said-twice", letters | {"name": f"*{line}"}) for line in range(1, 30)]
    problem = FoundProblem(Problem(99_999, "record.no-game-header", {"text": "*" * 40}), is_cut=True)
    for language in LANGUAGES:
        assert len(view_text(Imported([over()], [problem] * 9, notes, 500), language)) < 4_000


def test_names_are_shown_escaped_and_not_to_others() -> None:
    names = [("Ana *the* great", "")]
    assert "Ana \\*the\\* great – ?" in view_text(Imported([over()], [], [], 1, names=names), "en")
    assert "Ana" not in view_text(Imported([over()], [], [], 1), "en")
    assert "–" not in view_text(Imported([over()], [], [], 1, names=[("", "")]), "en")


def test_a_menu_names_the_players() -> None:
    imported = Imported([over(), over(8)], [], [], 2, names=[("Ana", "Ben"), ("", "")])
    (menu,) = (one for one in import_view(imported, texts("en")).walk_children() if isinstance(one, Select))
    first, second = (option.description or "" for option in menu.options)
    assert first.startswith("Ana – Ben · ") and second.startswith("0 moves")
