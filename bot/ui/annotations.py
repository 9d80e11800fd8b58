"""What the analysis of a match says in a file: comments, better lines, how bad moves were, and leads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ai.analysis import Judgement, Label, Verdict
from bot.match.report import Report
from bot.presenters.registry import PRESENTERS
from bot.records.base import GameRecord, Quality
from bot.texts import Texts
from bot.ui.evaluation import evaluation_label
from bot.ui.overview_words import LABEL_KEYS
from bot.ui.reasons import reasons
from data.model.match import Match
from games import replay
from games.base import Side

_WRITTEN_MOVES = 8
"""Moves of a line in a comment; the variation has all."""
_QUALITIES = {
    Label.INACCURACY: Quality.DOUBTFUL,
    Label.MISTAKE: Quality.BAD,
    Label.BLUNDER: Quality.VERY_BAD,
}


def annotated(game_record: GameRecord, report: Report, texts: Texts) -> GameRecord:
    """The record of the report's match with what the report says."""
    faults = [
        judgement
        for judgement in report.judgements
        if judgement is not None and judgement.label in _QUALITIES
    ]
    return replace(
        game_record,
        comments={fault.ply + 1: comment(report, fault, texts) for fault in faults},
        variations={fault.ply: fault.better.moves for fault in faults},
        qualities={fault.ply: _QUALITIES[fault.label] for fault in faults},
        leads=_leads(report),
    )


def comment(report: Report, fault: Judgement, texts: Texts) -> str:
    """What is wrong with a move and why; what was better; the evaluation of both."""
    return "\n".join(_lines(report, fault, texts))


def _lines(report: Report, fault: Judgement, texts: Texts) -> Iterator[str]:
    match, verdict = report.match, report.verdicts[fault.ply]
    label, why = texts.plain(LABEL_KEYS[fault.label]).capitalize(), reasons(report, fault, texts)
    yield f"{label}: {', '.join(why)}" if why else label
    presenter = PRESENTERS[match.game]
    move, *then = (presenter.move_text(suggested, texts) for suggested in fault.better.moves[:_WRITTEN_MOVES])
    line = texts.plain("line.then", move=move, moves=", ".join(then)) if then else move
    yield texts.plain("review.better", line=line)
    if verdict is not None and verdict.played is not None:
        yield _evaluations(match, fault, verdict, texts)


def _evaluations(match: Match, fault: Judgement, verdict: Verdict, texts: Texts) -> str:
    """How the side that moved stands after the better move and after the one that it played."""
    position = replay(match.record.before(fault.ply))
    played = verdict.played or verdict.best
    return texts.plain(
        "export.evaluation",
        side=PRESENTERS[match.game].side_name_in(fault.side, position, texts),
        better=evaluation_label(verdict.best, texts),
        played=evaluation_label(played, texts),
    )


def _leads(report: Report) -> Mapping[int, float]:
    """By ply: FIRST's expected lead, where the game counts points and it is known."""
    leads = {}
    for ply in range(report.match.ply):
        best = report.best(ply)
        if best is not None and best.margin is not None:
            mover = replay(report.match.record.before(ply)).to_move
            leads[ply] = best.margin if mover is Side.FIRST else -best.margin
    return leads
