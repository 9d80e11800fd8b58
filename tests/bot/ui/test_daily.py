"""The daily puzzle's message, its results, the list of days, and the admin's panel."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot import puzzles
from bot.texts import LANGUAGES, texts
from bot.ui.daily import ALL, MAX_NAMED, MISSED, PAGE, daily_view, days_view, results_view
from bot.ui.daily_panel import daily_panel
from bot.ui.puzzle import PuzzleQuestion
from data.puzzles.daily_puzzles import DailyAnswer, DailyPuzzle, DailySettings
from tests.bot.discord_fakes import FakeDiscord, FakeGuild
from tests.bot.ui.shown import check_component, components_of, words

EN = texts("en")
PUZZLE = puzzles.of_game("go")[0]
ONE = DailyPuzzle(2**60, "2026-11-27", PUZZLE.id, 2**61, 2**62, 1e9, 1e9 + 86400)


def answer(user_id: int, seconds: float, *, solved: bool = True, counts: bool = True) -> DailyAnswer:
    return DailyAnswer(2**60, ONE.day, user_id, 1e9, 1e9 + seconds, solved, counts)


def checked(view: Any) -> str:
    """What a view says, once Discord would accept it."""
    for component in components_of(view):
        check_component(component)
    assert view.content_length() <= 4000 and view.total_children_count <= 40
    return words(view)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_fits_discords_limits(language: str) -> None:
    reader, many = texts(language), [answer(2**62 + number, 3600.0 * number) for number in range(99)]
    days = [(replace(ONE, day=f"2026-11-{n:02}"), many[n] if n else None) for n in range(PAGE)]
    checked(daily_view(ONE, PUZZLE, reader, (ONE, many)))
    checked(results_view(ONE, PUZZLE, many, reader))
    checked(days_view(days, ALL, 3, True, reader))
    checked(days_view([], MISSED, 0, False, reader))
    settings = DailySettings(7, 70, 9, ("go",), 5, 1e9, "daily.problem.channel-gone")
    guild: Any = FakeGuild(FakeDiscord())
    guild.name = "x" * 100
    checked(daily_panel(settings, "America/Argentina/ComodRivadavia", guild, reader))


def test_results_name_the_fastest_first_and_those_who_were_wrong_not_at_all() -> None:
    answers = [answer(1, 5.0), answer(2, 65.0), answer(3, 7.0, solved=False), answer(4, 90.0)]
    said = checked(results_view(ONE, PUZZLE, answers, EN))
    assert "3 of 4 people solved it" in said and "Fastest 0:05 · median 1:05" in said
    assert "<@1> 0:05, <@2> 1:05, <@4> 1:30" in said and "<@3>" not in said
    many = [answer(number, 5.0) for number in range(100, 102 + MAX_NAMED)]
    assert "and 2 more" in checked(results_view(ONE, PUZZLE, many, EN))
    assert "nobody answered" in checked(results_view(ONE, PUZZLE, [], EN))


def test_keys_of_a_daily_puzzle_carry_its_day() -> None:
    question = PuzzleQuestion(PUZZLE.id, day=ONE.day)
    assert PuzzleQuestion.read(question.panel.argument) == question
    assert PuzzleQuestion.read(question.pressing("try", "d4").argument) == PuzzleQuestion(
        PUZZLE.id, False, "", "try", "d4", ONE.day
    )
