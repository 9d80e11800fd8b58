"""Why a move was a fault, in a few words: a claim that was checked, and what the move costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from ai.analysis import Judgement, Line, Verdict, moves_of_winner
from ai.base import solved
from ai.claims.claim import OF_RESULTS, Claim, tells
from bot.match.report import Report
from bot.texts import Texts
from bot.ui.claims import claim_text, quick_claim
from games.base import Move, Record

MAX_REASONS = 2
_CHANGES = {
    (1, 0): "reason.win-to-draw",
    (1, -1): "reason.win-to-loss",
    (0, -1): "reason.draw-to-loss",
}
"""By the proven result before and after the move."""
_MARGINS = {"othello": ("reason.discs", "reason.discs-about"), "go": ("reason.points", "reason.points-about")}
"""What a lead is counted in: where it is exact, and where it is estimated."""


def reasons(report: Report, fault: Judgement, texts: Texts, *, hides_better: bool = False) -> Sequence[str]:
    """At most `MAX_REASONS` reasons why a move was a fault, the gravest first.

    With ``hides_better``, they do not name the better move.
    """
    return list(islice(_every(report, fault, texts, hides_better), MAX_REASONS))


def _every(report: Report, fault: Judgement, texts: Texts, hides_better: bool) -> Iterator[str]:
    match, verdict = report.match, report.verdicts[fault.ply]
    played = None if verdict is None else verdict.played
    claim = claim_on_fault(report, fault, hides_better=hides_better)
    if claim is not None:
        yield claim_text(match.record.before(fault.ply), claim, texts)
    if claim is None or claim.kind not in OF_RESULTS:
        yield from filter(None, [counted_cost(report, fault, texts)])
        if played is not None and solved(match.game):
            yield from filter(None, [_change(fault.better, played, texts)])


def claim_on_fault(report: Report, fault: Judgement, *, hides_better: bool = False) -> Claim | None:
    """What can be claimed of a mistake of a report, as `reasons` says it; None if nothing can."""
    match, verdict = report.match, report.verdicts[fault.ply]
    if verdict is None:
        return None
    return claim_on(match.record.before(fault.ply), match.moves[fault.ply], verdict, hides_better)


def claim_on(before: Record, move: Move, verdict: Verdict, hides_better: bool) -> Claim | None:
    """What can be claimed of a move after a record: of a verdict without a claim, what shows at once."""
    claim, played = verdict.claim, verdict.played
    if played is None or (claim is not None and not (hides_better and tells(claim, verdict.best.move))):
        return claim
    return quick_claim(before, move, verdict.best, played, is_secret=hides_better)


def counted_cost(report: Report, fault: Judgement, texts: Texts) -> str:
    """The discs or points that a move cost; empty where none are counted."""
    lost = round(fault.margin_loss or 0.0)
    if report.match.game not in _MARGINS or lost <= 0:
        return ""
    exact, about = _MARGINS[report.match.game]
    return texts(exact if fault.proven else about, n=lost)


def _change(best: Line, played: Line, texts: Texts) -> str:
    """What a solution says of both moves; empty if it says the same of them.

    It has results that take too many moves to be checked without it.
    """
    is_solved = best.proven and played.proven
    change = _CHANGES.get((_result(best), _result(played)), "") if is_solved else ""
    if change and best.score > 0 and best.plies is not None:
        return texts("reason.misses-win", n=moves_of_winner(best.plies, mover_wins=True))
    return texts(change) if change else ""


def _result(line: Line) -> int:
    return (line.score > 0) - (line.score < 0)
