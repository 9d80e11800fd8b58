"""The turning point of a week, a month or a year: in the match with the costliest mistake that turned it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from ai.analysis import decode, has_turned
from bot.match.report import Report
from data.model.match import Match
from data.ratings.recap_store import StoredMistake


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A mistake that turned a match."""

    match_id: int
    ply: int
    """The number of moves before it."""
    before: float
    """The expected result of its side if it had played the best move, from -1 to 1."""
    after: float
    """The expected result after the mistake."""


def costliest(mistakes: Iterable[StoredMistake]) -> Sequence[TurningPoint]:
    """The mistakes that turned the match with the costliest of all; of equal costs, that of the last match.

    Takes some hundredths of a millisecond for each. Damaged verdicts are left out.
    """
    points = list(_points(mistakes))
    if not points:
        return ()
    match_id = max(points, key=lambda point: (_lost(point), point.match_id)).match_id
    return [point for point in points if point.match_id == match_id]


def turning_point(points: Sequence[TurningPoint], report: Report) -> TurningPoint:
    """Of turning points of a match, the first that its review lists; the costliest if it lists none of them.

    The review lists a reader's own first (`Report.read_by`).
    """
    by_ply = {point.ply: point for point in points}
    listed = (by_ply[moment.ply] for moment in report.moments if moment.ply in by_ply)
    return next(listed, None) or max(points, key=_lost)


def stored_report(match: Match, verdicts: Mapping[int, str], user_id: int | None) -> Report:
    """The report of stored verdicts, by ply, as a person reads it, or as everybody does (None)."""
    known = {}
    for ply, text in verdicts.items():
        with suppress(ValueError):  # damaged: as if it were not judged
            known[ply] = decode(text)
    report = Report.of(match, known, is_final=True)
    return report if user_id is None else report.read_by(user_id)


def _points(mistakes: Iterable[StoredMistake]) -> Iterator[TurningPoint]:
    """The mistakes that turned a match."""
    for mistake in mistakes:
        try:
            verdict = decode(mistake.verdict)
        except ValueError:
            continue
        if verdict.played is None or not has_turned(verdict.best.score, verdict.played.score):
            continue
        yield TurningPoint(mistake.match_id, mistake.ply, verdict.best.score, verdict.played.score)


def _lost(point: TurningPoint) -> float:
    return point.before - point.after
