"""The turning point of a period: the first that the review of the match with the costliest mistake lists."""

from __future__ import annotations

from typing import Any

import pytest

from ai.analysis import Line, Verdict, encode
from ai.claims.claim import Claim
from ai.claims.kind import Kind
from bot.match.recap import TurningPoint, costliest, stored_report, turning_point
from bot.match.report import Report
from data.model.match import Match, MatchState
from data.ratings.recap_store import StoredMistake
from games import replay
from games.base import Move, Outcome, Side
from tests.bot.stories import match_of, random_game
from tests.bot.verdicts import good, line

PAST = Claim(Kind.MISSES_PAST, (Move("c4-b3"), Move("a4-a3"), Move("b3-a2")), 2)
OPPOSITION = Claim(Kind.GIVES_OPPOSITION, (), better=Move("b2-b3"))
LADDER = Claim(Kind.LADDER, (Move("d4"), Move("e5")), 2)


def mistake(match_id: int, best: float, played: float | None, ply: int = 4) -> StoredMistake:
    lines = [
        Line(Move(move), (Move(move),), score)
        for move, score in (("d3", best), ("c3", played))
        if score is not None
    ]
    return StoredMistake(match_id, ply, encode(Verdict(lines[0], lines[1] if len(lines) > 1 else None)))


def bad(match: Match, ply: int, claim: Claim | None, best: dict[str, Any], played: dict[str, Any]) -> Verdict:
    """The verdict on a bad move after ``ply`` moves, with what is claimed of it."""
    others = [move for move in replay(match.record.before(ply)).legal_moves() if move != match.moves[ply]]
    return Verdict(line(others[ply % len(others)], **best), line(match.moves[ply], **played), claim=claim)


def over(slug: str, variant: str, plies: int) -> Match:
    outcome = Outcome(Side.FIRST, "outcome.resigned")
    moves = random_game(slug, variant, 1)[:plies]
    return match_of(slug, variant, moves, state=MatchState.OVER, outcome=outcome)


def chosen(match: Match, verdicts: dict[int, Verdict], reader: int | None) -> int:
    """The ply of the turning point that a recap of these verdicts shows to somebody."""
    texts = {ply: encode(verdict) for ply, verdict in verdicts.items()}
    mistakes = [StoredMistake(match.id, ply, text) for ply, text in texts.items()]
    return turning_point(costliest(mistakes), stored_report(match, texts, reader)).ply


def test_the_costliest_mistake_that_turned_a_match() -> None:
    mistakes = [mistake(1, 0.4, -0.2), mistake(2, 0.5, -0.6), mistake(3, 0.2, -0.1)]
    assert costliest(mistakes) == [TurningPoint(2, 4, 0.5, -0.6)]


def test_of_equal_ones_it_is_the_last() -> None:
    assert costliest([mistake(1, 0.5, -0.5), mistake(2, 0.5, -0.5)]) == [TurningPoint(2, 4, 0.5, -0.5)]


WON, LOST = {"score": 1.0, "proven": True}, {"score": -1.0, "proven": True}


def margins(score: float, margin: float) -> dict[str, Any]:
    return {"score": score, "margin": margin}


Mistakes = dict[int, tuple[Claim | None, dict[str, Any], dict[str, Any]]]
"""What is claimed of bad moves, and how good the best move and the one that was played are, by ply."""
CASES: dict[str, tuple[tuple[str, str, int], Mistakes]] = {
    "a cause to follow": (
        ("hare_and_hounds", "classic", 10),
        {2: (OPPOSITION, WON, LOST), 5: (PAST, WON, LOST), 6: (None, WON, LOST), 7: (PAST, WON, LOST)},
    ),
    "chances": (
        ("hare_and_hounds", "classic", 10),
        {
            2: (OPPOSITION, {"score": 0.5}, {"score": -0.4}),
            4: (None, {"score": 0.45}, {"score": -0.4}),
            7: (None, {"score": 0.5}, {"score": -0.5}),
        },
    ),
    "points": (
        ("go", "9x9-korean", 20),
        {
            3: (None, margins(0.6, 9.0), margins(-0.6, -2.0)),
            8: (LADDER, margins(0.3, 8.0), margins(-0.2, -6.0)),
            12: (None, margins(0.4, 9.0), margins(-0.3, -6.0)),
            15: (None, margins(0.4, 9.0), margins(-0.4, -9.0)),
        },
    ),
    "discs": (
        ("othello", "8x8", 20),
        {
            3: (None, margins(0.6, 2.0), margins(-0.6, -2.0)),
            8: (None, margins(0.3, 8.0), margins(-0.2, -6.0)),
            12: (None, margins(0.4, 9.0), margins(-0.3, -6.0)),
        },
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_in_a_match_it_is_the_mistake_that_the_review_lists_first(name: str) -> None:
    (slug, variant, plies), mistakes = CASES[name]
    match = over(slug, variant, plies)
    verdicts = {ply: bad(match, ply, *said) for ply, said in mistakes.items()}
    report = Report.of(match, {ply: good(match, ply) for ply in range(plies)} | verdicts, is_final=True)
    assert match.first_id and match.second_id
    assert chosen(match, verdicts, None) == report.moments[0].ply
    for reader in (match.first_id, match.second_id):
        first = report.read_by(reader).moments[0]
        assert (chosen(match, verdicts, reader), first.side) == (first.ply, match.side_of(reader))


def test_if_the_review_lists_none_of_them_it_is_the_costliest() -> None:
    points = [TurningPoint(1, 2, 0.2, -0.2), TurningPoint(1, 4, 0.4, -0.2)]
    assert turning_point(points, stored_report(over("othello", "8x8", 6), {0: "{"}, None)) == points[1]


def test_a_side_that_is_still_ahead_or_was_lost_has_turned_nothing() -> None:
    assert costliest([mistake(1, 1.0, 0.3), mistake(2, -0.8, -1.0), mistake(3, 0.5, None)]) == ()


def test_a_damaged_verdict_is_left_out() -> None:
    assert costliest([StoredMistake(1, 2, "{"), mistake(2, 0.4, -0.2)]) == [TurningPoint(2, 4, 0.4, -0.2)]
    assert costliest([]) == ()
