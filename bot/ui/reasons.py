"""Why a move was a fault, in a few words: a claim that was checked, or what the engine and the rules know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from ai.analysis import Judgement, Line, Verdict, moves_of_winner
from ai.claims.checkers.budget import Budget
from ai.claims.claim import NAMES_BETTER, OF_RESULTS, Claim
from ai.claims.explain import GAMES, QUICK_NODES, explain
from bot.match.report import Report
from bot.presenters.registry import PRESENTERS
from bot.texts import Texts
from bot.ui.claims import claim_text
from games import replay
from games.base import Move, Record

MAX_REASONS = 2
_CHANGES = {
    (1, 0): "reason.win-to-draw",
    (1, -1): "reason.win-to-loss",
    (0, -1): "reason.draw-to-loss",
}
"""By the proven result before and after the move."""
_AT_ONCE = {"reason.misses-win": "reason.misses-win-now", "reason.loses-by-force": "reason.loses-at-once"}
"""The keys for one move."""
_MARGINS = {"othello": ("reason.discs", "reason.discs-about"), "go": ("reason.points", "reason.points-about")}
"""What a lead is counted in: where it is exact, and where it is estimated."""


def reasons(report: Report, fault: Judgement, texts: Texts, *, hides_better: bool = False) -> Sequence[str]:
    """At most `MAX_REASONS` reasons why a move was a fault, the gravest first.

    With ``hides_better``, they do not name the better move.
    """
    return list(islice(_every(report, fault, texts, hides_better), MAX_REASONS))


def _every(report: Report, fault: Judgement, texts: Texts, hides_better: bool) -> Iterator[str]:
    match, verdict = report.match, report.verdicts[fault.ply]
    played, claim = None if verdict is None else verdict.played, None
    if match.game in GAMES and verdict is not None:
        before, move = match.record.before(fault.ply), match.moves[fault.ply]
        claim = claim_on(before, move, verdict, hides_better)
        if claim is not None:
            yield claim_text(before, claim, texts)
    elif played is not None and (key := _proven(fault.better, played)):
        yield _proven_text(key, _moves(fault.better, played, key), texts)
    if match.game not in GAMES:
        position, move = replay(match.record.before(fault.ply)), match.moves[fault.ply]
        yield from PRESENTERS[match.game].fault(position, move, fault.better.move, texts)
    if claim is None or claim.kind not in OF_RESULTS:
        yield from filter(None, [counted_cost(report, fault, texts)])


def claim_on(before: Record, move: Move, verdict: Verdict, hides_better: bool) -> Claim | None:
    """What can be claimed of a move after a record: of a verdict without a claim, what shows at once."""
    claim, played = verdict.claim, verdict.played
    if played is None or (claim is not None and not (hides_better and claim.kind in NAMES_BETTER)):
        return claim
    quick = Budget(QUICK_NODES)
    return explain(replay(before), move, verdict.best, played, quick, hides_better=hides_better)


def counted_cost(report: Report, fault: Judgement, texts: Texts) -> str:
    """The discs or points that a move cost; empty where none are counted."""
    lost = round(fault.margin_loss or 0.0)
    if report.match.game not in _MARGINS or lost <= 0:
        return ""
    exact, about = _MARGINS[report.match.game]
    return texts(exact if fault.proven else about, n=lost)


def _proven(best: Line, played: Line) -> str:
    """The key of what is proven of both moves, or of one; empty if nothing is."""
    if best.proven and played.proven:
        change = _CHANGES.get((_result(best), _result(played)), "")
        return "reason.misses-win" if change and best.score > 0 and best.plies is not None else change
    if best.proven and best.score > 0:
        return "reason.misses-win" if best.plies is not None else "reason.misses-a-win"
    if played.proven and played.score < 0:
        return "reason.loses-by-force" if played.plies is not None else "reason.loses"
    return ""


def _proven_text(key: str, moves: int, texts: Texts) -> str:
    """The sentence of a key of `_proven`, by the moves of the side that wins."""
    return texts(_AT_ONCE[key]) if moves <= 1 and key in _AT_ONCE else texts(key, n=moves)


def _moves(best: Line, played: Line, key: str) -> int:
    """How many moves the side plays that wins by the line of a key of `_proven`."""
    is_lost = key == "reason.loses-by-force"
    return moves_of_winner((played if is_lost else best).plies or 0, mover_wins=not is_lost)


def _result(line: Line) -> int:
    return (line.score > 0) - (line.score < 0)
