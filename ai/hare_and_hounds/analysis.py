"""Verdicts by the solution: every move's value is exact."""

from __future__ import annotations

from ai.analysis import Line, Verdict
from ai.hare_and_hounds.solution_player import perfect, played_out
from games.base import Move
from games.hare_and_hounds import HarePosition


def analyse(position: HarePosition, played: Move | None) -> Verdict:
    """Compare the best move of an unfinished position with the one that was played."""
    best = _line(position, perfect(position))
    if played is None or played == best.move:
        return Verdict(best)
    other = _line(position, played)
    if (other.score, other.plies) == (best.score, best.plies):
        return Verdict(other)
    return Verdict(best, other)


def _line(position: HarePosition, move: Move) -> Line:
    choice = played_out(position, move)
    return Line(move, choice.line, choice.score, True, choice.plies)
