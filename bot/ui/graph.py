"""The graph of a match's report: what it shows, and the same in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ai.analysis import Label
from bot.drawing.graph import AxisWords, EvaluationGraph, Severity
from bot.match.report import Report, phases
from bot.presenters.registry import PRESENTERS
from bot.texts import Texts
from data.model.match import Match
from games import replay
from games.base import Side
from games.clock import Budget

TimesLeft = Mapping[int, Budget]
"""What the mover had left on the clock after a move, by the number of moves before it."""

SEVERITIES = {Label.MISTAKE: Severity.MISTAKE, Label.BLUNDER: Severity.BLUNDER}


def graph_of(report: Report, theme: str, left: TimesLeft, reader: Texts) -> EvaluationGraph:
    """The graph of a report in a theme, with words on its axes."""
    match, end = report.match, replay(report.match.record)
    first, second = (PRESENTERS[match.game].side_name_in(side, end, reader) for side in Side)
    return EvaluationGraph(
        slug=match.game,
        theme=theme,
        scores=report.scores,
        proven=report.proven,
        marks=tuple((fault.ply + 1, fault.side, SEVERITIES[fault.label]) for fault in report.faults),
        phases=tuple(phases(match)),
        times=tuple(_times(match, left)),
        words=AxisWords(
            reader.plain("graph.moves"),
            first,
            second,
            reader.plain("graph.chance"),
            reader.plain("graph.times"),
        ),
    )


def _times(match: Match, left: TimesLeft) -> Iterator[tuple[int, Side, float]]:
    """The number of each timed move, who played it, and the seconds that it took."""
    if match.clock is None:
        return
    control = match.clock.control
    budgets = {side: control.whole(side) for side in Side}
    for ply in sorted(left):
        if ply < match.ply:
            mover = replay(match.record.before(ply)).to_move
            yield ply + 1, mover, control.spent(mover, budgets[mover], left[ply])
            budgets[mover] = left[ply]
