"""Verdicts by the tablebase: every move's value is exact."""

from __future__ import annotations

import random

from ai.analysis import Line, Verdict
from ai.base import NoVerdict
from ai.twelve_janggi import tablebase, tablebase_player
from ai.twelve_janggi.tablebase_player import Branch
from ai.twelve_janggi.tablebase_probe import new_buffer
from games.base import Move
from games.twelve_janggi import JanggiPosition


def analyse(position: JanggiPosition, played: Move | None) -> Verdict:
    """Compare the best move of an unfinished position with the one that was played.

    Raises `NoVerdict` if the tablebase is missing or does not have the position.
    """
    shipped, buffer, dice = tablebase.shipped(), new_buffer(), random.Random(0)
    if shipped is None:
        raise NoVerdict("the tablebase is missing")
    words = shipped

    def line(branch: Branch) -> Line:
        choice = tablebase_player.played_out(position, branch, words, buffer, dice)
        return Line(choice.move, choice.line, choice.score, choice.proven, choice.plies)

    try:
        every = tablebase_player.branches(position, words, buffer)
        best = max(every, key=lambda branch: (branch.rank, branch.move == played))
        other = next((branch for branch in every if branch.move == played), best)
        if other.value == best.value:
            return Verdict(line(other))
        return Verdict(line(best), line(other))
    except tablebase_player.NotInTablebase as error:
        raise NoVerdict(str(error)) from error
