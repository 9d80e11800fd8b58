"""The turning point of a week, a month or a year: of the mistakes that turned a match, the costliest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ai.analysis import decode, has_turned
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


def turning_point(mistakes: Iterable[StoredMistake]) -> TurningPoint | None:
    """The mistake that lost most of the expected result, of those that turned a match; of equals the last.

    Takes some hundredths of a millisecond for each. Damaged verdicts are left out.
    """
    worst: TurningPoint | None = None
    for mistake in mistakes:
        try:
            verdict = decode(mistake.verdict)
        except ValueError:
            continue
        if verdict.played is None or not has_turned(verdict.best.score, verdict.played.score):
            continue
        point = TurningPoint(mistake.match_id, mistake.ply, verdict.best.score, verdict.played.score)
        if worst is None or point.before - point.after >= worst.before - worst.after:
            worst = point
    return worst
