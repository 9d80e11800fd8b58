"""Reports of matches as engines would make them, for tests without engines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ai.analysis import Line, Verdict
from bot.match.report import Report, positions_to_judge
from data.model.match import Match
from games import replay
from games.base import Move


def line(*moves: str, score: float = 0.0, **more: Any) -> Line:
    """A line with a score for who plays its first move."""
    return Line(Move(moves[0]), tuple(map(Move, moves)), score, **more)


def fault(match: Match, ply: int, loss: float = 0.5, **more: Any) -> Verdict:
    """A verdict that another move than the one after ``ply`` moves was better, if there is another.

    In Gomoku, where estimates make no mistake, the one that was played loses at once.
    """
    position, played = replay(match.record.before(ply)), match.moves[ply]
    others = [move for move in position.legal_moves() if move != played]
    if not others:
        return Verdict(line(played, **more))
    following = position.play(others[-1]).legal_moves()[:1]
    best = line(others[-1], *following, score=loss / 2, **more)
    if match.game == "gomoku" and not more:
        return Verdict(best, line(played, score=-1.0, proven=True, plies=4))
    return Verdict(best, line(played, score=-loss / 2, **more))


def good(match: Match, ply: int, score: float = 0.1, **more: Any) -> Verdict:
    """A verdict that the move after ``ply`` moves was the best one."""
    return Verdict(line(match.moves[ply], score=score, **more))


def report_of(match: Match, faults: Iterable[int] = (), *, loss: float = 0.5, **more: Any) -> Report:
    """A final report in which the moves after ``faults`` moves were bad, and the others good."""
    bad = set(faults)
    verdicts = {
        ply: fault(match, ply, loss, **more) if ply in bad else good(match, ply, **more)
        for ply in positions_to_judge(match)
    }
    return Report.of(match, verdicts, is_final=True)
