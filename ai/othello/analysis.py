"""Verdicts: the best move of a position and the one that was played, by the same search.

Start reading at `analyse`. Each step searches all moves and then, with a full window, the one that was
played. The end of the game is solved to the disc.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, replace

from ai import deepening
from ai.analysis import Line, Verdict
from ai.base import Limit
from ai.deepening import ALL_NODES, UNSEARCHED, Reserve
from ai.othello.root import (
    EXACT,
    INFINITY,
    Branch,
    Plan,
    Searcher,
    Step,
    aspirate,
    branches_of,
    empties_of,
    expected_result,
    line_of,
    search_step,
    sign_of,
    steps_of,
    takes_every_disc,
)
from games.base import Move
from games.othello import OthelloPosition

_RESERVE = Reserve(share=0.9, at_most=0.03)


@dataclass(frozen=True, slots=True)
class _Comparison:
    """The best branch and the one that was played after a finished step; the same one if they are equal."""

    step: Step
    best: Branch
    played: Branch


class _Root:
    """The position that is searched."""

    def __init__(
        self, position: OthelloPosition, played: Move | None, plan: Plan, searcher: Searcher
    ) -> None:
        self._searcher = searcher
        self._branches = branches_of(position, replace(plan, variety=0), random.Random(0))
        self._played = next((replace(branch) for branch in self._branches if branch.move == played), None)
        self.comparison = _Comparison(Step(1, EXACT), self._branches[0], self._branches[0])

    def take(self, step: Step) -> bool:
        """Search to a depth; False if that was cut short, and nothing new is found."""
        if not search_step(self._branches, step, self._searcher):
            return False
        best = played = replace(self._branches[0])
        if self._played is not None and self._played.move != best.move:
            self._played.value = _value(self._played, step, self._searcher)
            if self._searcher.stopped:
                return False
            played = replace(self._played)
        self.comparison = _Comparison(step, best if best.value > played.value else played, played)
        return True


def analyse(
    position: OthelloPosition, played: Move | None, limit: Limit, searcher: Searcher, plan: Plan
) -> Verdict:
    """Compare the best move of an unfinished position with the one that was played."""
    began, empties = time.perf_counter(), empties_of(position)
    searcher.begin(clear=limit.nodes is not None)
    root = _Root(position, played, plan, searcher)
    searcher.allow_nodes(ALL_NODES)  # one disc deep costs next to nothing and makes every later stop safe
    root.take(Step(1, EXACT))
    with deepening.limited(searcher, began, limit, _RESERVE):
        steps = steps_of(plan, empties, choices=2)
        deepening.deepen(
            steps, root.take, lambda: takes_every_disc(root.comparison.played, position), Step(1, EXACT)
        )
    searcher.allow_nodes(ALL_NODES)
    comparison = root.comparison
    solved = comparison.step.depth >= empties and comparison.step.confidence == EXACT
    best = _line(comparison.best, comparison.step, solved, searcher)
    if comparison.played is comparison.best:
        return Verdict(best)
    return Verdict(best, _line(comparison.played, comparison.step, solved, searcher))


def _value(branch: Branch, step: Step, searcher: Searcher) -> int:
    """The value of a move by itself, by a window around its last value."""

    def search(low: int, high: int) -> int:
        return -searcher.search(branch.position, step.depth - 1, -high, -low, step.confidence)

    if branch.value == UNSEARCHED:
        return search(-INFINITY, INFINITY)
    return aspirate(search, branch.value, searcher)


def _line(branch: Branch, step: Step, solved: bool, searcher: Searcher) -> Line:
    score = sign_of(branch.value) if solved else expected_result(branch.value)
    moves = line_of(branch, step.depth, solved, searcher)
    return Line(branch.move, moves, score, solved, None, branch.value / 100)
