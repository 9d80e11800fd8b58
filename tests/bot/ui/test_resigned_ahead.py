"""Who resigned while ahead is told so, where the analysis is exact or sees a clear lead."""

from __future__ import annotations

import pytest

from ai.analysis import Verdict
from bot.match.report import Report
from bot.texts import texts
from bot.ui.overview import overview_view
from bot.ui.resigned_ahead import resigned_ahead
from data.model.match import Match
from games.base import Outcome, Side
from tests.bot.stories import match_of, random_game
from tests.bot.ui.shown import words
from tests.bot.verdicts import line, report_of

EN, KO = texts("en"), texts("ko")


def resigned(slug: str, variant: str, plies: int, winner: Side, reason: str = "outcome.resigned") -> Match:
    moves = random_game(slug, variant, 1)[:plies]
    return match_of(slug, variant, moves, id=7, state="over", outcome=Outcome(winner, reason))


OTHELLO = resigned("othello", "8x8", 20, Side.FIRST)  # White plays the last move and resigns
GO = resigned("go", "9x9-korean", 20, Side.FIRST)
LARGE_GO = resigned("go", "19x19-korean", 20, Side.FIRST)
GOMOKU = resigned("gomoku", "renju-15", 10, Side.FIRST)
HARE = resigned("hare_and_hounds", "classic", 6, Side.FIRST)


def last_move(match: Match, score: float, **more: object) -> Verdict:
    return Verdict(line(match.moves[-1], score=score, **more))


@pytest.mark.parametrize(
    ("match", "last", "english", "korean"),
    [
        (
            OTHELLO,
            last_move(OTHELLO, 1.0, proven=True, margin=12.0),
            "White resigned while ahead: with best play it wins by 12 discs.",
            "앞서 있던 백의 기권입니다. 최선으로 두면 12개 차로 이깁니다.",
        ),
        (
            OTHELLO,
            last_move(OTHELLO, 0.9, margin=11.6),
            "White resigned while ahead: by about 12 discs at the end, as the analysis expects.",
            "앞서 있던 백의 기권입니다. 분석으로는 약 12개 차로 이길 형세입니다.",
        ),
        (
            GO,
            last_move(GO, 0.95, margin=14.2),
            "White resigned while ahead: by about 14 points, as the analysis expects.",
            "앞서 있던 백의 기권입니다. 분석으로는 약 14집 앞섭니다.",
        ),
        (
            GOMOKU,
            last_move(GOMOKU, 1.0, proven=True, plies=9),
            "White resigned in a won position: it wins by force in 4 moves.",
            "이기는 형세였던 백의 기권입니다. 4번 두면 반드시 이깁니다.",
        ),
        (
            GOMOKU,
            last_move(GOMOKU, 0.9),
            "White resigned while clearly ahead: its chance to win was about 95%.",
            "크게 앞서 있던 백의 기권입니다. 승률은 약 95%였습니다.",
        ),
        (
            HARE,
            last_move(HARE, 1.0, proven=True, plies=8),
            "Hare resigned in a won position.",
            "이기는 형세였던 토끼의 기권입니다.",
        ),
    ],
)
def test_who_resigned_while_ahead_is_told_so(match: Match, last: Verdict, english: str, korean: str) -> None:
    assert resigned_ahead(match, last, EN) == english
    assert resigned_ahead(match, last, KO) == korean


@pytest.mark.parametrize(
    ("match", "last"),
    [
        (OTHELLO, None),
        (OTHELLO, last_move(OTHELLO, -1.0, proven=True, margin=-12.0)),
        (OTHELLO, last_move(OTHELLO, 0.0, proven=True, margin=0.0)),
        (OTHELLO, last_move(OTHELLO, 0.5, margin=12.0)),
        (OTHELLO, last_move(OTHELLO, 0.9, margin=5.0)),
        (LARGE_GO, last_move(LARGE_GO, 0.95, margin=14.0)),
        (GOMOKU, last_move(GOMOKU, 0.7)),
        (resigned("othello", "8x8", 20, Side.SECOND), last_move(OTHELLO, 0.9, margin=12.0)),
        (
            resigned("othello", "8x8", 20, Side.FIRST, "outcome.out-of-time"),
            last_move(OTHELLO, 1.0, proven=True, margin=12.0),
        ),
    ],
)
def test_nothing_is_said_of_what_is_not_clear(match: Match, last: Verdict | None) -> None:
    assert resigned_ahead(match, last, EN) == ""


def test_who_resigns_before_the_opponent_has_replied_is_the_side_to_move() -> None:
    """The last move is the opponent's: a verdict for them that is bad is good for who resigned."""
    match = resigned("othello", "8x8", 21, Side.FIRST)
    last = last_move(match, -1.0, proven=True, margin=-4.0)
    assert resigned_ahead(match, last, EN) == "White resigned while ahead: with best play it wins by 4 discs."


def test_a_review_says_it_below_the_result() -> None:
    report = report_of(OTHELLO)
    last = last_move(OTHELLO, 1.0, proven=True, margin=12.0)
    known = dict(enumerate([*report.verdicts[:-1], last]))
    shown = words(
        overview_view(
            Report.of(OTHELLO, {ply: v for ply, v in known.items() if v}, is_final=True), None, EN, 9
        )
    )
    assert shown.split("\n")[2] == "-# White resigned while ahead: with best play it wins by 12 discs."
