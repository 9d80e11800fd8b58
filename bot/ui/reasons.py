"""Why a move was a fault, in a few words: a claim that was checked, and what the move costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from ai.analysis import Judgement, Line, Verdict, moves_of_winner
from ai.base import solved
from ai.claims.claim import Claim
from ai.claims.kind import Kind
from ai.claims.kinds import OF_RESULTS, OF_STONES, is_partial, reveals
from bot.match.report import Report
from bot.presenters.gomoku_lines import FIVE, OPEN_FOUR, Lines
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.ui.claims import claim_text, quick_claim
from games import replay
from games.base import Move, Position, Record, Side
from games.gomoku import GomokuPosition
from games.hare_and_hounds import PLY_LIMIT, HarePosition

MAX_REASONS = 2
_CHANGES = {
    (1, 0): "reason.win-to-draw",
    (1, -1): "reason.win-to-loss",
    (0, -1): "reason.draw-to-loss",
}
"""By the proven result before and after the move."""
_MARGINS = {"othello": ("reason.discs", "reason.discs-about"), "go": ("reason.points", "reason.points-about")}
"""What a lead is counted in: where it is exact, and where it is estimated."""
_MOSTLY = 0.6
"""The part of a loss that is in one place if it is said to be mostly there."""
_NINTHS = (
    *("place.upper-left", "place.top", "place.upper-right"),
    *("place.left", "place.center", "place.right"),
    *("place.lower-left", "place.bottom", "place.lower-right"),
)
_SIDES = {
    "place.top": slice(0, 3),
    "place.bottom": slice(6, 9),
    "place.left": slice(0, 9, 3),
    "place.right": slice(2, 9, 3),
}
"""The ninths of each side, its corners included."""


def reasons(report: Report, fault: Judgement, texts: Texts, *, hides_better: bool = False) -> Sequence[str]:
    """At most `MAX_REASONS` reasons why a move was a fault, the gravest first.

    With ``hides_better``, they do not name the better move.
    """
    return list(islice(_every(report, fault, texts, hides_better), MAX_REASONS))


def what_it_leaves(report: Report, fault: Judgement, texts: Texts) -> str:
    """What the opponent has after a mistake of which nothing else can be said without the better move.

    In Gomoku a four or a three that is still open, or what the reply makes; elsewhere the chances lost, or
    that it loses by force. Empty if nothing of this can be said.
    """
    after, verdict = replay(report.match.record.before(fault.ply + 1)), report.verdicts[fault.ply]
    played = None if verdict is None else verdict.played
    if isinstance(after, GomokuPosition) and after.outcome() is None:
        presenter = PRESENTERS[report.match.game]
        if key := _left_open(after):
            return texts(key, side=presenter.side_name_in(after.to_move, after, texts))
        reply = next(iter(played.moves[1:]), None) if played is not None else None
        if reply is not None and reply != fault.better.move:
            made = presenter.refutation(after, reply, texts)
            if made:
                return made[0]
    if chance := round(50 * fault.loss):
        return texts("reason.chance", n=chance)
    is_lost = played is not None and played.proven and _result(played) < 0
    return texts("reason.loses-by-force") if is_lost else ""


def _left_open(position: GomokuPosition) -> str:
    """The key of what the side to move can make five or an open four of; empty if of nothing."""
    names, legal = position.board.grid.name, frozenset(position.legal_moves())
    sharp = Lines(position).sharp
    made = {max(own) for point, own, _ in sharp if names(point) in legal}
    if FIVE in made:
        return "reason.four-open"
    must_stop = any(max(theirs) == FIVE for _, _, theirs in sharp)
    return "reason.three-open" if OPEN_FOUR in made and not must_stop else ""


def cause(report: Report, fault: Judgement, texts: Texts) -> str:
    """What is claimed of a move, or where on the board it lost most; empty if neither is known.

    It does not say how much was lost.
    """
    claim, verdict = claim_on_fault(report, fault), report.verdicts[fault.ply]
    if claim is not None:
        return claim_text(report.match.record.before(fault.ply), claim, texts)
    place = "" if verdict is None else place_of_loss(verdict.lost, fault)
    return texts("reason.place", place=texts(place)) if place else ""


def _every(report: Report, fault: Judgement, texts: Texts, hides_better: bool) -> Iterator[str]:
    match, verdict = report.match, report.verdicts[fault.ply]
    played = None if verdict is None else verdict.played
    claim = claim_on_fault(report, fault, hides_better=hides_better)
    said = [] if claim is None else [claim_text(match.record.before(fault.ply), claim, texts)]
    is_after_cost = claim is not None and says_less_than_cost(report, claim, fault)
    if said and not is_after_cost:
        yield said[0]
    if claim is None or claim.kind not in OF_RESULTS:
        place = "" if hides_better or verdict is None else place_of_loss(verdict.lost, fault)
        cost = counted_cost(report, fault, texts)
        yield from filter(None, [_cost_at(place, cost, texts) if place and cost else cost])
        if played is not None and solved(match.game):
            yield from filter(None, [_change(match.record.before(fault.ply), fault.better, played, texts)])
    if claim is not None and is_after_cost:
        is_more = claim.kind in OF_STONES
        yield texts("reason.also", claim=said[0]) if is_more else said[0]


def says_less_than_cost(report: Report, claim: Claim, fault: Judgement) -> bool:
    """Whether what a claim says is a small part of what the move has cost, or only names a point."""
    lost, move = fault.margin_loss or 0.0, report.match.moves[fault.ply]
    return is_partial(claim, move, lost) or (claim.kind is Kind.LEAVES_POINT and round(lost) > 0)


def place_of_loss(lost: Sequence[float], fault: Judgement) -> str:
    """The key of the part of the board where most of a move's loss is: a ninth, or else a side.

    ``lost`` is `ai.analysis.Verdict.lost`. Empty if the loss is in several parts.
    """
    enough = _MOSTLY * max(fault.margin_loss or 0.0, sum(lost))
    if len(lost) != len(_NINTHS) or enough <= 0:
        return ""
    best, key = max(zip(lost, _NINTHS, strict=True))
    if best >= enough:
        return key
    best, key = max((sum(lost[part]), side_key) for side_key, part in _SIDES.items())
    return key if best >= enough else ""


def _cost_at(place: str, cost: str, texts: Texts) -> str:
    return texts("reason.mostly", cost=Raw(cost), place=texts(place))


def claim_on_fault(report: Report, fault: Judgement, *, hides_better: bool = False) -> Claim | None:
    """What can be claimed of a mistake of a report, as `reasons` says it; None if nothing can."""
    match, verdict = report.match, report.verdicts[fault.ply]
    if verdict is None:
        return None
    return claim_on(match.record.before(fault.ply), match.moves[fault.ply], verdict, hides_better)


def claim_on(before: Record, move: Move, verdict: Verdict, hides_better: bool) -> Claim | None:
    """What can be claimed of a move after a record: of a verdict without a claim, what shows at once."""
    claim, played = verdict.claim, verdict.played
    if played is None or (claim is not None and not (hides_better and reveals(claim, verdict.best.move))):
        return claim
    return quick_claim(before, move, verdict.best, played, is_secret=hides_better)


def counted_cost(report: Report, fault: Judgement, texts: Texts) -> str:
    """The discs or points that a move cost; empty where none are counted."""
    lost = round(fault.margin_loss or 0.0)
    if report.match.game not in _MARGINS or lost <= 0:
        return ""
    exact, about = _MARGINS[report.match.game]
    return texts(exact if fault.proven else about, n=lost)


def _change(before: Record, best: Line, played: Line, texts: Texts) -> str:
    """What a solution says of both moves after a record; empty if it says the same of them.

    It has results that take too many moves to be checked without it.
    """
    is_solved = best.proven and played.proven
    change = _CHANGES.get((_result(best), _result(played)), "") if is_solved else ""
    if change and best.score > 0 and best.plies is not None:
        if _wins_by_turns(replay(before), best.plies):
            return texts("reason.holds-out", last=PLY_LIMIT // 2)
        return texts("reason.misses-win", n=moves_of_winner(best.plies, mover_wins=True))
    return texts(change) if change else ""


def _wins_by_turns(position: Position, plies: int) -> bool:
    """Whether the side to move, which wins after so many plies, is a hare that lasts until turns run out."""
    if not isinstance(position, HarePosition) or position.variant != "classic":
        return False
    return position.to_move is Side.SECOND and position.ply + plies >= PLY_LIMIT


def _result(line: Line) -> int:
    return (line.score > 0) - (line.score < 0)
