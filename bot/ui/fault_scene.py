"""The picture of a mistake: the position before it, what was better, and what is claimed of the mistake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ai.analysis import Judgement
from ai.claims.claim import Claim
from ai.claims.kinds import OF_MISSED
from bot.match.report import Report
from bot.presenters.board_scene import BoardScene, line_from
from bot.presenters.registry import PRESENTERS
from bot.ui.claim_marks import ARROWS, ClaimMarks, marks_of
from games.base import Move


def fault_scene(
    report: Report, fault: Judgement, claim: Claim | None, *, shows_better: bool = False
) -> BoardScene:
    """A mistake in a picture: the position before it, the move with a cross, what was better with a ring.

    The line and the marks depend on the claim, and on whether the game's pieces stay where they are played:

    - no claim: the better moves; where pieces move, the first of them
    - the opponent's answer, in a game of stones: the answer after the mistake
    - the opponent's answer, where pieces move: the position after the mistake, where it is possible
    - the opponent's answer, where pieces move and with ``shows_better``: the first better move, without marks
    - what was missed, where pieces move: as many better moves as the claim is about
    - anything else: the better moves; beside marks of the mistake, and where pieces move, the first of them
    """
    move, better = report.match.moves[fault.ply], _better_moves(report, fault)
    before = BoardScene.of(report.match).after(fault.ply)
    before = replace(before, mistake=move, suggestion=fault.better.move)
    is_of_stones = _is_of_stones(report)
    if claim is None:
        return _with_line(before, better if is_of_stones else better[:1])
    marks = marks_of(before.position, move, claim)
    if marks.line and is_of_stones:
        return _with_answer(before, move, marks)
    if marks.line:
        return _with_line(before, better[:1]) if shows_better else _after_mistake(report, fault.ply, marks)
    if claim.kind in OF_MISSED and not is_of_stones:
        return _marked(_with_line(before, better[: _arrows(before, claim)]), marks)
    # Beside marks of the mistake, the moves after the better move are hard to read.
    is_marked = bool(marks.dots or marks.stones) and claim.kind not in OF_MISSED
    return _marked(_with_line(before, better[:1] if is_marked or not is_of_stones else better), marks)


def _better_moves(report: Report, fault: Judgement) -> Sequence[Move]:
    """The moves of the better line. A line of stones ends before the point of the mistake.

    That point has the cross, so that a number on it would be missing.
    """
    better, move = fault.better.moves, report.match.moves[fault.ply]
    return better[: better.index(move)] if _is_of_stones(report) and move in better else better


def _is_of_stones(report: Report) -> bool:
    return PRESENTERS[report.match.game].shows_numbers


def _with_line(before: BoardScene, moves: Sequence[Move]) -> BoardScene:
    """The position before a mistake, with moves from it on."""
    return replace(before, line=line_from(before.record, moves))


def _with_answer(before: BoardScene, move: Move, marks: ClaimMarks) -> BoardScene:
    """The position before a mistake, with the moves that answer it and the claim's marks."""
    return _marked(replace(before, line=line_from(before.record.then(move), marks.line)), marks)


def _after_mistake(report: Report, ply: int, marks: ClaimMarks) -> BoardScene:
    """The position after a mistake, with the moves that answer it and the claim's marks."""
    return _marked(_with_line(BoardScene.of(report.match).after(ply + 1), marks.line), marks)


def _marked(scene: BoardScene, marks: ClaimMarks) -> BoardScene:
    return replace(scene, group=marks.stones, dots=marks.dots)


def _arrows(before: BoardScene, claim: Claim) -> int:
    """How many moves of what was missed have arrows."""
    return min(ARROWS[before.record.game], len(claim.line) or 1)
