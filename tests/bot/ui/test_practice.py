"""Mistakes as puzzles: keys of every game's positions, right and wrong moves, the answer."""

from __future__ import annotations

import pytest
from discord.ui import Button, LayoutView

from ai.analysis import Verdict
from ai.claims.checkers.budget import Budget
from ai.claims.claim import Claim
from ai.claims.explain import explain
from ai.claims.kind import Kind
from bot.match.report import Report
from bot.presenters.board_scene import BoardScene
from bot.presenters.keypad import BUTTON_ROWS, BUTTONS_PER_ROW, MAX_BUTTONS, Keypad
from bot.presenters.registry import PRESENTERS
from bot.texts import Texts, texts
from bot.ui.panel import Panel
from bot.ui.practice import (
    Practice,
    answer_view,
    attempt_scene,
    attempt_view,
    due_place,
    nothing_due_line,
    place_among,
    practice_modal,
    puzzle_view,
)
from data.model.match import Match
from games import replay
from games.base import PASS, Move, Outcome
from tests.ai.claims.test_explain import CUT
from tests.bot.stories import EVERY_VARIANT_READ, match_of, random_game
from tests.bot.ui.shown import check_component, components_of, words
from tests.bot.verdicts import line, report_of

EN, KO = texts("en"), texts("ko")
MOVES = tuple(map(Move, ("d3", "c3", "c4", "c5")))
MATCH = match_of("othello", "8x8", MOVES, id=7, state="over", outcome=Outcome(None, "outcome.resigned"))
PERSON = MATCH.first_id or 0
SECRET = Claim(Kind.MISSES_FIVE, (Move("h10"),), 1)
"""What is not said to somebody who looks for the better move."""


def practices(view: LayoutView) -> list[Practice]:
    """What the keys of a view mean, in their order."""
    found = components_of(view)
    for one in found:
        check_component(one)
    panels = [Panel.read(one) for one in found if "custom_id" in one]
    read = [Practice.read(one.argument) for one in panels if one is not None and one.verb == "practice"]
    assert None not in read
    return [one for one in read if one is not None]


@pytest.mark.parametrize(("slug", "variant", "language"), EVERY_VARIANT_READ)
def test_every_key_of_every_game_is_read_again(slug: str, variant: str, language: str) -> None:
    moves = list(random_game(slug, variant, 1))[:40]
    match = match_of(
        slug, variant, tuple(moves), state="over", outcome=Outcome(None, "outcome.resigned"), id=10**14
    )
    reader = texts(language)
    for ply in (0, len(moves) // 2, len(moves) - 1):
        practice = Practice(match.id, ply)
        scene = BoardScene(match.record.before(ply))
        keypad = keypad_at(match, ply, reader)
        seen = practices(puzzle_view(match, practice, keypad, reader, "3 due"))
        keys = [key for key in keypad.buttons if key.label.strip()]
        assert seen[-1] == Practice(match.id, ply, action="answer")
        assert 1 <= len(seen) - 1 <= MAX_BUTTONS + BUTTONS_PER_ROW
        tries = {one.choice for one in seen if one.action == "try"}
        offered = {key.argument for key in keys if key.action.value == "move"}
        assert tries == (offered - {PASS} if len(keypad.rows) > BUTTON_ROWS else offered), "a pass is typed"
        assert tries <= set(scene.position.legal_moves())
        for one in seen:
            if one.action == "look":
                keypad = keypad_at(match, ply, reader, one.choice)
                practices(puzzle_view(match, one, keypad, reader, ""))


def keypad_at(match: Match, ply: int, reader: Texts, selection: str = "") -> Keypad:
    """The buttons of a question about a position."""
    return PRESENTERS[match.game].keypad(BoardScene(match.record.before(ply)).viewpoint(selection), reader)


def test_the_move_that_was_played_cannot_be_chosen_again() -> None:
    view = puzzle_view(MATCH, Practice(7, 2), keypad_at(MATCH, 2, EN), EN, "")
    off = [part["label"] for part in components_of(view) if part.get("disabled")]
    assert off == ["c4"]


def test_the_question() -> None:
    practice = Practice(7, 2)
    text = words(puzzle_view(MATCH, practice, keypad_at(MATCH, 2, EN), EN, "2 due"))
    assert text == ("-# 🎯 **Othello 8×8 #7** · 2 due\n⚫ Black to move: better than c4?")
    text = words(puzzle_view(MATCH, practice, keypad_at(MATCH, 2, KO), KO, ""))
    assert text == "-# 🎯 **오셀로 8×8 #7**\n⚫ 흑 차례: c4보다 좋은 수는?"


def tried(move: str, verdict: Verdict) -> Report:
    """The report of another third move."""
    other = match_of("othello", "8x8", (*MOVES[:2], Move(move)), id=7, state="over")
    return Report.of(other, {2: verdict}, is_final=True)


def test_a_right_move() -> None:
    best = tried("e6", Verdict(line("e6", score=0.3)))
    view = attempt_view(MATCH, Practice(7, 2), best, EN, "")
    assert words(view).endswith("\n✅ **e6** is the best move.")
    assert [one.action for one in practices(view)] == ["next"]
    good = tried("f5", Verdict(line("e6", score=0.3), line("f5", score=0.25)))
    assert words(attempt_view(MATCH, Practice(7, 2), good, EN, "")).endswith(
        "\n✅ **f5** is a good move. The best one is e6."
    )


def test_a_wrong_move_of_which_nothing_is_claimed_is_answered_with_the_best_reply() -> None:
    verdict = Verdict(line("e6", score=0.3, margin=6.0), line("f5", "d6", score=-0.3, margin=0.0))
    wrong = tried("f5", verdict)
    assert words(attempt_view(MATCH, Practice(7, 2), wrong, EN, "")).endswith(" · White's best reply: d6")
    assert words(attempt_view(MATCH, Practice(7, 2), wrong, KO, "")).endswith(" · 백의 최선의 응수: d6")
    assert attempt_scene(wrong, 2).line


def test_a_wrong_move() -> None:
    verdict = Verdict(line("e6", score=0.3, margin=6.0), line("f5", score=-0.3, margin=0.0))
    view = attempt_view(MATCH, Practice(7, 2, is_due=False), tried("f5", verdict), EN, "")
    assert words(view).endswith("\n❌ **f5** isn't it · costs about 6 discs")
    assert [(one.action, one.is_due) for one in practices(view)] == [
        ("show", False),
        ("answer", False),
        ("next", False),
    ]


@pytest.mark.parametrize(
    ("slug", "variant", "moves", "better", "wrong"),
    [
        ("go", "9x9-korean", CUT, "d6", "e4"),
        ("go", "9x9-korean", "e5 d5 a9 e6 b9 e4", "f5", "c9"),
        ("gomoku", "freestyle-15", "h8 h7 h9 a3 h10 a5 h11", "h12", "o15"),
    ],
)
def test_a_wrong_move_does_not_tell_the_answer_that_the_opponent_would_play_there(
    slug: str, variant: str, moves: str, better: str, wrong: str
) -> None:
    before = tuple(map(Move, moves.split()))
    match = match_of(slug, variant, (*before, Move(wrong)), id=7, state="over")
    best, played = line(better, score=0.9), line(wrong, better, score=-0.9)
    claim = explain(replay(match.record.before(len(before))), Move(wrong), best, played, Budget(20_000))
    assert claim is not None and better in claim.line
    for told in (None, claim):
        report = Report.of(match, {len(before): Verdict(best, played, claim=told)}, is_final=True)
        view = attempt_view(match, Practice(7, len(before)), report, EN, "")
        assert "isn't it" in words(view) and better not in words(view)
        scene = attempt_scene(report, len(before))
        assert better not in {move for move, _ in scene.line} | scene.dots


@pytest.mark.parametrize(
    ("wrong", "answer", "reply", "expected"),
    [
        ("a7", "h10", "h10", "doesn't stop White's open three"),
        ("h6", "h10", "h11", "lets White make a four at h11"),
        ("h6", "h10", "h10", "chance −45%"),
    ],
)
def test_a_wrong_move_in_gomoku_has_a_reason_that_does_not_tell_the_answer(
    wrong: str, answer: str, reply: str, expected: str
) -> None:
    moves = tuple(map(Move, ["a1", "h7", "c1", "h8", "e1", "h9"]))
    match = match_of("gomoku", "freestyle-15", (*moves, Move(wrong)), id=7, state="over")
    verdict = Verdict(line(answer, score=0.0), line(wrong, reply, score=-0.9))
    report = Report.of(match, {len(moves): verdict}, is_final=True)
    said = words(attempt_view(match, Practice(7, len(moves)), report, EN, ""))
    assert said.endswith(f"**{wrong}** isn't it · {expected}")


@pytest.mark.parametrize(
    ("is_proven", "english", "korean"),
    [
        (True, "loses by force", "이후 어떻게 두어도 패배"),
        (False, "inaccuracy", "사소한 실수"),
    ],
)
def test_a_wrong_move_that_costs_no_chance_has_a_reason(is_proven: bool, english: str, korean: str) -> None:
    moves = tuple(map(Move, ["a1", "h7", "c1", "h8", "e1", "k9"]))
    match = match_of("gomoku", "freestyle-15", (*moves, Move("h6")), id=7, state="over")
    played = line("h6", score=-1.0, proven=is_proven, plies=6)
    verdict = Verdict(line("h10", score=-1.0), played, claim=None if is_proven else SECRET)
    report = Report.of(match, {len(moves): verdict}, is_final=True)
    for reader, said in ((EN, english), (KO, korean)):
        assert words(attempt_view(match, Practice(7, len(moves)), report, reader, "")).endswith(f" · {said}")


def test_the_answer() -> None:
    report = report_of(MATCH, [2])
    view = answer_view(MATCH, Practice(7, 2), report, EN, "")
    assert (
        words(view)
        .split("\n")[-1]
        .startswith(f"**c4** is a blunder · Better: **{report.faults[0].better.move}**")
    )
    assert [one.action for one in practices(view)] == ["show", "next"]
    unknown = Report.of(MATCH, {}, is_final=False)
    assert "Better" not in words(answer_view(MATCH, Practice(7, 2), unknown, EN, ""))


@pytest.mark.parametrize("argument", ["", "d", "x7.2.show", "d7.2", "d7.x.show", "d7.2.SHOW", "-1"])
def test_garbage_is_no_puzzle(argument: str) -> None:
    assert Practice.read(argument) is None


def test_the_answer_says_that_the_move_that_was_played_costs() -> None:
    verdict = Verdict(line("e6", score=0.3, margin=2.0), line("c4", score=-0.3, margin=-1.0))
    report = Report.of(MATCH, {2: verdict}, is_final=True)
    assert words(answer_view(MATCH, Practice(7, 2), report, EN, "")).split("\n")[-1].replace("~", " ") == (
        "**c4** costs about 3 discs · Better: **e6**"
    )
    assert "**c4**: 약 3개 손해 · 더 좋은 수: **e6**" in words(
        answer_view(MATCH, Practice(7, 2), report, KO, "")
    )


def test_the_question_says_which_of_the_mistakes_it_is_and_has_a_way_out() -> None:
    place = place_among([2, 5, 9], 5, EN)
    assert place == "2 of 3" and place_among([2], 5, EN) == "" and due_place(0, EN) == ""
    view = puzzle_view(MATCH, Practice(7, 2, is_due=False), keypad_at(MATCH, 2, EN), EN, place)
    assert words(view).split("\n")[0].endswith("** · 2 of 3")
    assert "Review" in {item.label for item in view.walk_children() if isinstance(item, Button)}


def test_a_typed_move() -> None:
    modal = practice_modal(MATCH, Practice(7, 2, is_due=False, choice="x"), EN)
    panel = Panel.read({"custom_id": modal.custom_id})
    assert panel is not None
    assert Practice.read(panel.argument) == Practice(7, 2, is_due=False, action="typed")


def test_nothing_to_practice() -> None:
    assert "no mistakes" in nothing_due_line(None, EN)
    assert "<t:1000:R>" in nothing_due_line(1000.2, EN)


def test_only_the_players_mistakes_are_theirs() -> None:
    report = report_of(MATCH, [1, 2, 3])
    imported: Match = match_of("othello", "8x8", MOVES, first_id=0, second_id=0, imported_by=5)
    assert [one.ply for one in report.faults_of(MATCH.first_id or 0)] == [2]
    assert [one.ply for one in report.faults_of(MATCH.second_id or 0)] == [1, 3]
    assert [one.ply for one in report.faults_of(999)] == [1, 2, 3]
    assert len(report_of(imported, [1, 2]).faults_of(5)) == 2
