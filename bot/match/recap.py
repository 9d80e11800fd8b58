"""The turning point of a week, a month or a year: of the mistakes that turned a match, the costliest."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ai.analysis import decode, has_turned
from ai.claims.kinds import weight
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
    """The most telling mistake of the match with the costliest; of equally costly ones, the last match.

    Only mistakes that turned a match count. In the match it is the mistake that its review names first, by
    `ai.claims.kinds.weight`. Takes some hundredths of a millisecond for each. Damaged verdicts are left out.
    """
    points = list(_points(mistakes))
    if not points:
        return None
    worst = max(points, key=lambda weighed: (_lost(weighed[1]), weighed[1].match_id))[1]
    same_match = [weighed for weighed in points if weighed[1].match_id == worst.match_id]
    return max(same_match, key=_telling)[1]


def _points(mistakes: Iterable[StoredMistake]) -> Iterator[tuple[float, TurningPoint]]:
    """The mistakes that turned a match, with their weights."""
    for mistake in mistakes:
        try:
            verdict = decode(mistake.verdict)
        except ValueError:
            continue
        if verdict.played is None or not has_turned(verdict.best.score, verdict.played.score):
            continue
        counts = weight(verdict.claim, is_counted=verdict.best.margin is not None)
        yield counts, TurningPoint(mistake.match_id, mistake.ply, verdict.best.score, verdict.played.score)


def _lost(point: TurningPoint) -> float:
    return point.before - point.after


def _telling(weighed: tuple[float, TurningPoint]) -> tuple[bool, float, int]:
    """How telling a mistake of a match is, as in `ai.analysis.decisive`; of equals the first is named."""
    counts, point = weighed
    is_first = math.isinf(counts)
    return is_first, _lost(point) * (1.0 if is_first else counts), -point.ply
