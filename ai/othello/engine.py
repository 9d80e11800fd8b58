"""Othello's engine: which player answers at which level. Start reading at `OthelloEngine.choose`."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import cast

from ai.base import Choice, Limit
from ai.othello import beginner, classic
from ai.othello.narrow import NarrowSearcher
from ai.othello.root import Plan, Searcher, think
from ai.othello.wide import WideSearcher
from games.base import Position
from games.othello import OTHELLO, OthelloPosition

PLANS = {
    "3": Plan(depth=2, exact=0, variety=150, full=False, memory=12),
    "4": Plan(depth=4, exact=6, variety=150, full=False, memory=12),
    "5": Plan(depth=5, exact=10, variety=150),
    "6": Plan(depth=7, exact=13, variety=100),
    "7": Plan(depth=10, exact=16, variety=80, memory=20),
    "8": Plan(depth=60, exact=22, variety=50, memory=20),
}
"""Levels 3 and 4 have what the source's author planned: square weights, one negamax, alpha-beta."""

_WIDE_EXACT = 12  # what cells, slower than bitboards, can solve within the limits


class OthelloEngine:
    """Othello's computer player, one for a process."""

    def choose(self, position: Position, level: str, limit: Limit) -> Choice:
        """The engine's move in an unfinished position at a level of `ai.othello.levels.LEVELS`."""
        board = cast(OthelloPosition, position)
        if level == "classic":
            return classic.play(board)
        if level in beginner.BEGINNERS:
            return beginner.play(board, beginner.BEGINNERS[level], limit)
        plan = PLANS[level]
        if board.size <= 8:
            return think(board, plan, limit, self._narrow)
        return think(board, replace(plan, exact=min(plan.exact, _WIDE_EXACT)), limit, self._wide)

    def warm_up(self) -> None:
        """Compile, or load, every kernel: importing did it, for all have explicit signatures.

        One short search a variant also makes the tables and brings them into memory.
        """
        for variant in OTHELLO.variants:
            for level in ("classic", "8"):
                self.choose(OTHELLO.start(variant), level, Limit(1.0, nodes=1000, seed=0))

    @cached_property
    def _narrow(self) -> Searcher:
        return NarrowSearcher()

    @cached_property
    def _wide(self) -> Searcher:
        return WideSearcher()


ENGINE = OthelloEngine()
