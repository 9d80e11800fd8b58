"""The turning point of a period: the costliest of the mistakes that turned a match."""

from __future__ import annotations

from ai.analysis import Line, Verdict, encode
from ai.claims.claim import Claim, Kind
from bot.match.recap import TurningPoint, turning_point
from data.ratings.recap_store import StoredMistake
from games.base import Move

PAST = Claim(Kind.MISSES_PAST, (Move("c4-b3"), Move("a4-a3"), Move("b3-a2")), 2)
OPPOSITION = Claim(Kind.GIVES_OPPOSITION, (), better=Move("b2-b3"))


def mistake(
    match_id: int, best: float, played: float | None, ply: int = 4, claim: Claim | None = None
) -> StoredMistake:
    lines = [
        Line(Move(move), (Move(move),), score)
        for move, score in (("d3", best), ("c3", played))
        if score is not None
    ]
    verdict = Verdict(lines[0], lines[1] if len(lines) > 1 else None, claim=claim)
    return StoredMistake(match_id, ply, encode(verdict))


def test_the_costliest_mistake_that_turned_a_match() -> None:
    mistakes = [mistake(1, 0.4, -0.2), mistake(2, 0.5, -0.6), mistake(3, 0.2, -0.1)]
    assert turning_point(mistakes) == TurningPoint(2, 4, 0.5, -0.6)


def test_of_equal_ones_it_is_the_last() -> None:
    assert turning_point([mistake(1, 0.5, -0.5), mistake(2, 0.5, -0.5)]) == TurningPoint(2, 4, 0.5, -0.5)


def test_in_a_match_it_is_the_mistake_that_the_review_names_first() -> None:
    mistakes = [mistake(1, 1.0, -1.0, ply) for ply in (2, 9)]
    clear = mistake(1, 1.0, -1.0, 5, PAST)
    assert turning_point([*mistakes, mistake(1, 1.0, -1.0, 7, OPPOSITION), clear]) == TurningPoint(
        1, 5, 1, -1
    )
    assert turning_point(mistakes) == TurningPoint(1, 2, 1, -1)


def test_a_side_that_is_still_ahead_or_was_lost_has_turned_nothing() -> None:
    assert turning_point([mistake(1, 1.0, 0.3), mistake(2, -0.8, -1.0), mistake(3, 0.5, None)]) is None


def test_a_damaged_verdict_is_left_out() -> None:
    assert turning_point([StoredMistake(1, 2, "{"), mistake(2, 0.4, -0.2)]) == TurningPoint(2, 4, 0.4, -0.2)
    assert turning_point([]) is None
