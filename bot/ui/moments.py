"""What the overview says of a move that turned a match: what it cost, why, and what was better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ai.analysis import Judgement
from ai.claims.claim import Claim
from ai.claims.kinds import NAMES_BETTER, OF_SIGNS
from bot.match.report import Report
from bot.texts import Texts
from bot.ui.best_play import written_line
from bot.ui.claims import claim_text
from bot.ui.reasons import cause, claim_on_fault, counted_cost, reasons, says_less_than_cost

_ROWS = {"go": 2}
"""Moves that have a line and a button of their own, where not three; more are in one line and in a menu."""
_TELLING_CHANCE = 5
"""The smallest loss of the chance to win, in percent, that is said: of a lost side, moves lose less."""


def is_many(report: Report) -> bool:
    """Whether so many moves are listed that they share a line."""
    return len(report.moments) > _ROWS.get(report.match.game, 3)


def told_shortly(report: Report, count: int) -> Sequence[Judgement]:
    """The ``count`` listed moves that cost least; never the first in the list, which is on the board."""
    others = [fault for fault in report.turned if fault is not report.moments[0]]
    return others[max(0, len(others) - count) :]


def parts(
    report: Report, fault: Judgement, name: str, counted: str, texts: Texts, *, names_better: bool = True
) -> Iterator[str]:
    """A move with its sign, what is wrong with it or what it cost, and what was better.

    Of a move that lost discs or points, both are said if the reason is a mere sign of the loss. Below the
    first in the list, the number stands beside the move, and what was better is said where no reason is.
    ``name`` is the move with its sign, ``counted`` this with what it lost.
    """
    is_first, cost = fault is report.moments[0], counted_cost(report, fault, texts)
    claim = told_claim(report, fault) if cost else None
    if claim is None:
        yield name
        yield cost_or_reason(report, fault, texts)
    elif is_first:
        yield name
        yield from [cost] if claim.kind in OF_SIGNS else []
    else:
        yield counted
    if claim is not None:
        yield claim_text(report.match.record.before(fault.ply), claim, texts)
    says_better = claim is not None and claim.kind in NAMES_BETTER
    if (
        names_better and not says_better and (is_first or (cost and claim is None))
    ):  # a phone has no room for more
        yield what_was_better(report, fault, texts)


def short_parts(
    report: Report, fault: Judgement, name: str, counted: str, texts: Texts, *, has_chance: bool
) -> Iterator[str]:
    """A move with its sign and what it cost in discs or points, or else in chances, if it ``has_chance``."""
    if counted_cost(report, fault, texts):
        yield counted
        return
    yield name
    if has_chance:
        yield lost_chance(fault, texts)


def what_was_better(report: Report, fault: Judgement, texts: Texts) -> str:
    """The better move in words."""
    line = written_line(report.match.record.before(fault.ply), fault.better.moves[:1], texts)
    return texts("review.better", line=line)


def cost_or_reason(report: Report, fault: Judgement, texts: Texts) -> str:
    """What a move cost in discs or points, or else the gravest reason why it was a fault, or in chances."""
    if is_many(report):
        return cause(report, fault, texts)
    if cost := counted_cost(report, fault, texts):
        return cost
    claim = claim_on_fault(report, fault)
    # A phone has no room for the better move's name in the lines below the first.
    is_long = fault is not report.moments[0] and claim is not None and claim.kind in NAMES_BETTER
    grave = reasons(report, fault, texts, hides_better=is_long)[:1]
    return grave[0] if grave else lost_chance(fault, texts)


def lost_chance(fault: Judgement, texts: Texts) -> str:
    """The part of the chance to win that a move lost; empty if it is too small to be a reason."""
    chance = round(50 * fault.loss)
    return texts("reason.chance", n=chance) if chance >= _TELLING_CHANCE else ""


def told_claim(report: Report, fault: Judgement) -> Claim | None:
    """What is claimed of a move; None where its cost in discs or points says more."""
    claim = claim_on_fault(report, fault)
    if claim is None or is_many(report):
        return claim
    return None if says_less_than_cost(report, claim, fault) else claim
