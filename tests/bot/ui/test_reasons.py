"""Why a move was a fault: what is proven, what the rules show, what it costs."""

from __future__ import annotations

from typing import Any

import pytest

from ai.analysis import Line, Verdict
from ai.claims.claim import Claim
from ai.claims.kind import Kind
from bot.match.report import Report
from bot.texts import texts
from bot.ui.reasons import reasons
from data.model.match import Match
from games.base import Move, Outcome
from tests.bot.stories import match_of
from tests.bot.verdicts import line

EN, KO = texts("en"), texts("ko")


def said(match: Match, better: Line, played: Line, language: str = "en") -> list[str]:
    """The reasons for the last move of a match."""
    ply = match.ply - 1
    report = Report.of(match, {ply: Verdict(better, played)}, is_final=True)
    fault = report.judgements[ply]
    assert fault is not None
    return list(reasons(report, fault, texts(language)))


def game(slug: str, variant: str, moves: str) -> Match:
    return match_of(
        slug,
        variant,
        tuple(map(Move, moves.split())),
        state="over",
        outcome=Outcome(None, "outcome.resigned"),
    )


OTHELLO = game("othello", "8x8", "d3 c3 c4")


WIN, LOSS = {"score": 1.0, "proven": True, "plies": 29}, {"score": -1.0, "proven": True, "plies": 42}
DRAW = {"score": 0.0, "proven": True}


@pytest.mark.parametrize(
    ("better", "played", "expected"),
    [
        (WIN, DRAW, ["misses a win in 15 moves"]),
        (WIN, LOSS, ["misses a win in 15 moves"]),
        (WIN | {"plies": None}, DRAW, ["turns a win into a draw"]),
        (WIN | {"plies": None}, LOSS, ["turns a win into a loss"]),
        (DRAW, LOSS, ["turns a draw into a loss"]),
        (WIN, WIN | {"plies": 59}, []),
    ],
)
def test_what_only_the_solution_knows_is_said_without_a_claim(
    better: dict[str, Any], played: dict[str, Any], expected: list[str]
) -> None:
    match = game("twelve_janggi", "classic", "c1-c2 b3-b2 a1-b2 a4-a3")
    assert said(match, line("c4-b3", **better), line("a4-a3", **played)) == expected


def test_a_hare_that_could_last_until_the_turns_run_out_is_told_so() -> None:
    match = game("hare_and_hounds", "classic", "a2-b2 b5-a4 b1-a2 a4-b5 c2-c3 b5-c4")
    lasts, caught = WIN | {"plies": 55}, LOSS | {"plies": 12}
    assert said(match, line("b5-b4", **lasts), line("b5-c4", **caught)) == ["could have lasted 30 turns"]
    soon = WIN | {"plies": 9}
    assert said(match, line("b5-b4", **soon), line("b5-c4", **caught)) == ["misses a win in 5 moves"]


@pytest.mark.parametrize(
    ("slug", "moves", "better", "played", "expected"),
    [
        (
            "hare_and_hounds",
            "a2-b2 b5-a4 b1-a2",
            "b2-b3",
            "b1-a2 a4-b3 a2-a3 b3-a2 a3-a4 a2-b1",
            ["lets the hare past in 3 moves: a4 → b3 → a2 → b1"],
        ),
        (
            "twelve_janggi",
            "b1-a2 b3-b2 a2-b3",
            "a1-b2",
            "a2-b3 b4-b3",
            ["loses the King to Red's K b4 → b3"],
        ),
    ],
)
def test_a_claim_of_a_solved_game(
    slug: str, moves: str, better: str, played: str, expected: list[str]
) -> None:
    match = game(slug, "classic", moves)
    lines = line(better, **WIN), line(*played.split(), **LOSS)
    assert [reason.replace("\xa0", " ") for reason in said(match, *lines)] == expected


def test_what_it_costs() -> None:
    exact = {"score": 0.5, "proven": True, "margin": 6.0}, {"score": 0.1, "proven": True, "margin": 2.0}
    assert said(OTHELLO, line("e6", **exact[0]), line("c4", **exact[1])) == ["costs 4 discs"]
    guess = {"score": 0.5, "margin": 6.0}, {"score": 0.1, "margin": 2.0}
    assert said(OTHELLO, line("e6", **guess[0]), line("c4", **guess[1])) == ["costs about 4 discs"]
    assert said(OTHELLO, line("e6", **guess[0]), line("c4", **guess[1]), "ko") == ["약 4개 손해"]
    go = game("go", "9x9-korean", "e5 c3")
    assert said(go, line("e6", **guess[0]), line("c3", **guess[1])) == ["costs about 4 points"]
    little = {"score": 0.5, "margin": 2.2}, {"score": 0.1, "margin": 2.0}
    assert said(OTHELLO, line("e6", **little[0]), line("c4", **little[1])) == []


def test_a_claim_on_the_result_says_what_it_costs() -> None:
    lines = line("e6", score=1.0, proven=True, margin=8.0), line("c4", score=-1.0, proven=True, margin=-4.0)
    claim = Claim(Kind.WIN_TO_LOSS, (), 30, Move("e6"), 36)
    report = Report.of(OTHELLO, {2: Verdict(*lines, claim=claim)}, is_final=True)
    fault = report.judgements[2]
    assert fault is not None
    assert reasons(report, fault, EN) == ["turns a 36–28 win into a 30–34 loss"]
    assert reasons(report, fault, KO) == ["36 : 28 승리가 30 : 34 패배로 바뀜"]


def test_at_most_two_reasons() -> None:
    go = game("go", "9x9-korean", "e5 d5 a9 e6 b9 e4 c9")
    better = line("f5", score=1.0, proven=True, plies=3, margin=9.0)
    little = line("c9", score=-1.0, proven=True, plies=4, margin=5.0)
    assert said(go, better, little) == ["leaves 1 Black stone in atari", "costs 4 points"]


def test_stones_that_are_worth_much_less_than_was_lost_are_said_after_the_cost() -> None:
    go = game("go", "9x9-korean", "e5 a8 a9")
    lines = line("e9", score=0.5, margin=9.0), line("a9", score=-0.5, margin=-4.0)
    assert said(go, *lines) == ["costs about 13 points", "also puts itself in atari"]
    assert said(go, *lines, "ko") == ["약 13집 손해", "그 밖에 스스로 단수가 됨 (흑돌 1점)"]


def test_stones_that_stood_before_and_could_be_saved_are_said_before_the_cost() -> None:
    go = game("go", "9x9-korean", "e5 d5 a9 e6 b9 e4 c9")
    lines = line("f5", score=0.5, margin=9.0), line("c9", score=-0.5, margin=-4.0)
    assert said(go, *lines) == ["leaves 1 Black stone in atari", "costs about 13 points"]
    assert said(go, *lines, "ko") == ["단수인 흑돌 1점 방치", "약 13집 손해"]


def test_a_pass_says_what_it_left() -> None:
    go = game("go", "9x9-korean", "c5 c4 d5 d4 e5 e4 f5 f4 pass")
    lines = line("g4", score=0.5, margin=9.0), line("pass", score=-0.5, margin=-4.0)
    assert said(go, *lines)[0] == "leaves g4, the largest of 73 open points"
    assert said(go, *lines, "ko")[0] == "빈 73곳 중 가장 큰 g4를 두지 않음"


@pytest.mark.parametrize(
    ("lost", "said_of_it", "korean"),
    [
        ((0, 0, 1, 0, 1, 9, 0, 0, 2), ", mostly on the right", " (주로 우변)"),
        ((1, 0, 0, 1, 1, 0, 5, 3, 2), ", mostly at the bottom", " (주로 하변)"),
        ((2, 1, 2, 1, 2, 1, 2, 1, 1), "", ""),
        ((0, 0, 0, 0, 9, 0, 0, 4, 0), ", mostly in the center", " (주로 중앙)"),
        ((), "", ""),
    ],
)
def test_where_the_points_are_lost(lost: tuple[float, ...], said_of_it: str, korean: str) -> None:
    go = game("go", "19x19-korean", "d4 q16 c3")
    best, played = line("q4", score=0.5, margin=9.0), line("c3", score=-0.5, margin=-4.0)
    report = Report.of(go, {2: Verdict(best, played, lost=lost)}, is_final=True)
    fault = report.judgements[2]
    assert fault is not None
    assert f"costs about 13 points{said_of_it}" in reasons(report, fault, EN)
    assert f"약 13집 손해{korean}" in reasons(report, fault, KO)
    assert "costs about 13 points" in reasons(report, fault, EN, hides_better=True)


def test_an_atari_that_is_left_or_played_into() -> None:
    go = game("go", "9x9-korean", "e5 d5 a9 e6 b9 e4 c9")
    assert said(go, line("f5", score=0.5), line("c9")) == ["leaves 1 Black stone in atari"]
    into = game("go", "9x9-korean", "e5 d5 a9 e6 b9 e4 f5 g5 c9 f4 d9 c5 f6")
    assert said(into, line("e9", score=0.5), line("f6"))[:1] != ["leaves 1 Black stone in atari"]
    alone = game("go", "9x9-korean", "e5 a8 a9")
    assert said(alone, line("e9", score=0.5), line("a9")) == ["puts itself in atari"]
    assert said(alone, line("e9", score=0.5), line("a9"), "ko") == ["스스로 단수가 됨 (흑돌 1점)"]


def test_a_corner_that_is_given_away() -> None:
    given = game("othello", "6x6", "e4 e3 b2 e5")
    assert said(given, line("b3", score=0.5), line("e5")) == ["gives Black the corner f6"]
    assert said(given, line("b3", score=0.5), line("e5"), "ko") == ["흑에게 귀 f6을 내줌"]
    kept = game("othello", "6x6", "e4 e3 b2 c5")
    assert said(kept, line("b3", score=0.5), line("c5")) == []


@pytest.mark.parametrize(
    ("moves", "better", "expected"),
    [
        ("h8 h7 h9 a3 h10 a5 h11 o15", "h12", ["leaves a four open: Black makes five at h12"]),
        ("h8 a1 h9 a3 h10 o15", "h11", ["leaves a three open: Black makes an open four at h11"]),
        ("h8 a1 h9 o15", "h10", ["lets Black make an open three at h10"]),
        ("h8 a1 o1 o15", "h10", []),
    ],
)
def test_a_claim_that_shows_at_once(moves: str, better: str, expected: list[str]) -> None:
    match = game("gomoku", "freestyle-15", moves)
    assert said(match, line(better, score=0.5), line(match.moves[-1])) == expected


def test_the_claim_of_a_verdict_comes_first() -> None:
    match = game("gomoku", "freestyle-15", "h8 a1 h9 a3 h10 o15")
    claim = Claim(Kind.LOSES, (Move("h7"), Move("h6")), 2)
    verdict = Verdict(line("h11", score=0.5), line("o15"), claim=claim)
    report = Report.of(match, {5: verdict}, is_final=True)
    fault = report.judgements[5]
    assert fault is not None
    assert reasons(report, fault, EN) == ["lets Black play h7 and force a win in 2 moves"]
    assert reasons(report, fault, KO) == ["흑 h7: 2번 두어 승리"]
