"""A round through a match's mistakes: marks of first tries, what follows, the summary."""

from __future__ import annotations

import pytest

from bot.texts import texts
from bot.ui.panel import Panel
from bot.ui.practice import Practice
from bot.ui.practice_round import MAX_MISTAKES, Round, round_view
from games.base import Move, Outcome, Side
from tests.bot.stories import match_of
from tests.bot.ui.shown import check_limits, components_of, words

EN, KO = texts("en"), texts("ko")
MOVES = tuple(map(Move, ("d3", "c3", "c4", "c5", "b4", "d2")))
MATCH = match_of(
    "othello", "8x8", MOVES, id=7, state="over", outcome=Outcome(Side.SECOND, "outcome.resigned")
)


def test_only_the_first_try_counts() -> None:
    begun = Round.of([4, 0, 2], "")
    tried = begun.tried(4, solved=False).tried(4, solved=True).tried(0, solved=True)
    assert tried.marks == "mso" and (tried.solved, tried.size) == (1, 3)
    assert tried.tried(99, solved=True) == tried
    assert [tried.following(ply) for ply in (4, 0, 2)] == [0, 2, None]


def test_the_next_round_has_only_what_was_not_solved() -> None:
    again = Round.of([4, 0, 2], "mso").again()
    assert again.marks == "oeo" and again.size == 2
    assert [again.following(ply) for ply in (-1, 4, 2)] == [4, 2, None]
    done = again.tried(4, solved=True).tried(2, solved=True)
    assert (done.solved, done.size, done.unsolved) == (2, 2, [])


def test_marks_of_a_round_are_carried_by_its_buttons() -> None:
    marks = "smoe" * 7
    practice = Practice(10**14, 99_999, False, "try", "drop-at-a-far-point", marks)
    assert Practice.read(practice.panel.argument) == practice
    assert Panel.read({"custom_id": practice.panel.custom_id}) == practice.panel
    assert len(Round.of(list(range(50)), "").marks) == MAX_MISTAKES


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_summary_names_what_was_not_solved_and_leads_on(language: str) -> None:
    reader, practice = texts(language), Practice(7, 2, is_due=False, marks="mso")
    finished = Round.of([4, 0, 2], practice.marks)
    panels = practice.pressing("again", ""), practice.pressing("close", "")
    view = round_view(MATCH, finished, *panels, reader)
    check_limits(view)
    text = words(view).replace("~", " ").split("\n")
    if language == "en":
        assert text[1] == "**Solved at the first try: 1 of 3**"
        assert text[2] == "-# Not at the first try, instead of: 3. c4 · 5. b4"
    labels = [part["label"] for part in components_of(view) if "label" in part]
    expected = {"en": ["Try again (2)", "Review", "Close"], "ko": ["다시 풀기 (2)", "복기", "닫기"]}
    assert labels == expected[language]


def test_who_solved_all_has_nothing_to_try_again() -> None:
    practice = Practice(7, 2, is_due=False, marks="ss")
    panels = practice.pressing("again", ""), practice.pressing("close", "")
    view = round_view(MATCH, Round.of([4, 0], practice.marks), *panels, EN)
    labels = [part["label"] for part in components_of(view) if "label" in part]
    assert labels == ["Review", "Close"]
    assert words(view).split("\n")[1:] == ["**Solved at the first try: 2 of 2**"]
