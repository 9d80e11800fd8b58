"""What the overview of a match says of each side: its accuracy, and which level its moves are like."""

from __future__ import annotations

from ai.analysis import Label
from bot.match.estimated_level import estimate_of_moves
from bot.match.report import Report
from bot.presenters.registry import PRESENTERS
from bot.texts import Raw, Texts
from bot.ui.ratings import estimate_in_words
from data.model.match import Match
from games import replay
from games.base import Side

_MOST_COUNTED = 9
"""More blunders than these are not counted: the number helps nobody, and a phone has no room for it."""


def side_name(match: Match, side: Side, texts: Texts) -> str:
    """What a side is called in the position in which a match has ended."""
    return PRESENTERS[match.game].side_name_in(side, replay(match.record), texts)


def accuracies(report: Report, texts: Texts) -> str:
    """The accuracy of each side, and how many blunders it made."""
    known = {side: report.accuracy(side) for side in Side}
    of_sides = [
        f"{side_name(report.match, side, texts)} {value:.0f}%{_blunders(report, side, texts)}"
        for side, value in known.items()
        if value is not None
    ]
    return texts("overview.accuracy", each=Raw(" · ".join(of_sides))) if of_sides else ""


def _blunders(report: Report, side: Side, texts: Texts) -> str:
    """How many blunders a side made, to follow its accuracy; empty if none, or too many.

    Where three moves or more are listed with their signs, a phone has no room for it.
    """
    if len(report.moments) > 2:
        return ""
    count = sum(fault.side is side and fault.label is Label.BLUNDER for fault in report.faults)
    return f" ({texts('overview.blunders', n=count)})" if 0 < count <= _MOST_COUNTED else ""


def played_like(report: Report, texts: Texts, *, has_strengths: bool) -> str:
    """Which level each person plays like, by the moves of this match; with its strength if that is wanted."""
    match = report.match
    of_sides = [
        f"{side_name(match, side, texts)} "
        + (
            estimate_in_words(estimate, texts)
            if has_strengths
            else texts.plain("level.number", level=estimate.level)
        )
        for side in Side
        if (match.level is None or match.user_of(side) is not None)
        and (estimate := estimate_of_moves(match.game, report.likelihoods(side))) is not None
    ]
    return texts("overview.played-like", each=Raw(" · ".join(of_sides))) if of_sides else ""
