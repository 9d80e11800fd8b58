"""The picture of a mistake: the position before it, what was better, and what is claimed of the mistake."""

from __future__ import annotations

from dataclasses import replace

from ai.analysis import Judgement
from ai.claims.claim import Claim
from ai.claims.kinds import OF_MISSED
from bot.match.report import Report
from bot.presenters.board_scene import BoardScene, line_from
from bot.presenters.registry import PRESENTERS
from bot.ui.claim_marks import ARROWS, marks_of


def fault_scene(
    report: Report, fault: Judgement, claim: Claim | None, *, shows_better: bool = False
) -> BoardScene:
    """The position before a mistake, with what was better and what the claim is about.

    Of a claim about the opponent's answer the line is that answer; what was better has a ring then. A line of
    stones ends before the point of the mistake, which has its cross: a number would be missing. Where pieces
    move, the answer fits only the position after the mistake, which is shown instead, unless it
    ``shows_better``.
    """
    game, ply, move = report.match.game, fault.ply, report.match.moves[fault.ply]
    scene, is_of_stones = BoardScene.of(report.match).after(ply), PRESENTERS[game].shows_numbers
    better = fault.better.moves
    if is_of_stones and move in better:
        better = better[: better.index(move)]
    suggestion = better[:1]
    before = replace(scene, mistake=move, suggestion=fault.better.move)
    if claim is None:
        return replace(before, line=line_from(scene.record, better if is_of_stones else suggestion))
    marks = marks_of(scene.position, move, claim)
    if marks.line and not is_of_stones:
        if shows_better:
            return replace(before, line=line_from(scene.record, suggestion))
        after = BoardScene.of(report.match).after(ply + 1)
        return replace(after, line=line_from(after.record, marks.line), group=marks.stones, dots=marks.dots)
    if marks.line:
        line = line_from(scene.record.then(move), marks.line)
    elif claim.kind in OF_MISSED and not is_of_stones:
        line = line_from(scene.record, better[: min(ARROWS[game], len(claim.line) or 1)])
    else:  # among marks of the mistake, the moves after the better one are hard to read
        is_marked = bool(marks.dots or marks.stones) and claim.kind not in OF_MISSED
        line = line_from(scene.record, suggestion if is_marked or not is_of_stones else better)
    return replace(before, line=line, group=marks.stones, dots=marks.dots)
